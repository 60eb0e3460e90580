"""Whatever makes vim or ed start a program or write a file is seen, or not understood. They are asked themselves."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from policyhooks.shell.inline.little.ex_commands import FORMS, KINDS
from tests.shell.inline.little.editor_scripts import ed_scripts, vim_scripts
from tests.shell.reading import view
from tests.support.counts import scaled

WAYS = (
    ("vim", "-Nu", "NONE", "-n", "-es", "-c", "{}", "-c", "qa!", "f"),
    ("vim", "-Nu", "NONE", "-n", "-e", "-s", "+{}", "+qa!", "f"),
    ("view", "-Nu", "NONE", "-n", "-es", "-c", "{}", "-c", "qa!", "f"),
    ("ex", "-nsu", "NONE", "f"),
    ("vim", "-Nu", "NONE", "-nes", "f"),
)
FULL = {name.replace("[", "").removesuffix("]") for names in KINDS.values() for name in names.split()}


def makes_file(words: list[str], stdin: str, folder: Path) -> bool:
    """Whether the file `m` was made in a folder that has the file `f` alone."""
    (folder / "f").write_text("hello\n", encoding="utf-8")
    shutil.rmtree(folder / "m", ignore_errors=True)
    (folder / "m").unlink(missing_ok=True)
    subprocess.run(
        words,
        input=stdin.encode(),
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "TERM": "dumb", "SHELL": "/bin/sh"},
        capture_output=True,
        check=False,
        timeout=30,
        start_new_session=True,
    )
    return (folder / "m").exists()


def is_seen(words: list[str], stdin: str) -> bool:
    """The view names the program or the file, or says that it does not know."""
    shell = view(shlex.join(words) + (f" <<'END'\n{stdin}END\n" if stdin else ""))
    told = {item.name for item in shell.commands} & {"touch", "sh"}
    written = [path for path in shell.paths if path.op in ("write", "append") and (path.dynamic or path.norm == "/w/m")]
    return not shell.understood or bool(told or written)


def unseen(cases: list[tuple[list[str], str]], folder: Path) -> list[str]:
    real = [(words, stdin) for words, stdin in cases if not is_seen(words, stdin)]
    return [f"{shlex.join(words)} <<< {stdin!r}" for words, stdin in real if makes_file(words, stdin, folder)]


@pytest.mark.skipif(not shutil.which("vim"), reason="needs vim")
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_what_vim_does_is_seen(way: tuple[str, ...], tmp_path: Path) -> None:
    given = any("{}" in word for word in way)
    cases = [
        ([word.replace("{}", script) for word in way], "" if given else f"{script}\nqa!\n")
        for script in vim_scripts(7, scaled(8000))
    ]
    assert unseen(cases, tmp_path) == []


@pytest.mark.skipif(not shutil.which("vim"), reason="needs vim")
def test_names_are_shortened_as_vim_does_it(tmp_path: Path) -> None:
    """Of every command in the table every form that vim takes for it."""
    names = json.dumps(sorted({name[:end] for name in FULL for end in range(1, len(name) + 1)}))
    ask = f"call writefile(map({names}, 'v:val .. \" \" .. fullcommand(v:val)'), 'forms')"
    script = tmp_path / "ask.vim"
    script.write_text(f"{ask}\nqa!\n", encoding="utf-8")
    subprocess.run(["vim", "-Nu", "NONE", "-n", "-es", "-S", str(script)], cwd=tmp_path, check=False, timeout=30)
    meant = dict(line.split(" ") for line in (tmp_path / "forms").read_text(encoding="utf-8").splitlines())
    assert len([name for name in meant if meant[name]]) > 500
    wrong = {name: full for name, full in meant.items() if full in FULL and FORMS.get(name) != FORMS[full]}
    assert list(wrong.items()) == []


@pytest.mark.skipif(not shutil.which("ed"), reason="needs ed")
def test_what_ed_does_is_seen(tmp_path: Path) -> None:
    cases = [(["ed", "-s", "f"], f"{script}\nQ\n") for script in ed_scripts()]
    assert unseen(cases, tmp_path) == []


@pytest.mark.skipif(not shutil.which("vim"), reason="needs vim")
def test_the_question_can_be_answered(tmp_path: Path) -> None:
    way = [word.replace("{}", "r!touch m") for word in WAYS[0]]
    assert makes_file(way, "", tmp_path)
    assert not makes_file([word.replace("{}", "r f") for word in WAYS[0]], "", tmp_path)
