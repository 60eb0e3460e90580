"""Paths of which only the end is known: whatever stands before it, what bash changes is tagged."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from tests.shell.oracle import BASH
from tests.shell.protected import changes, guards, make_tree, read_there
from tests.shell.reading import view
from tests.support.counts import scaled

# What the text does not say, and what it is: the project's folder, in every way to get it.
STARTS = (
    '"$CLAUDE_PROJECT_DIR"', "$CLAUDE_PROJECT_DIR", "${CLAUDE_PROJECT_DIR}", "${CLAUDE_PROJECT_DIR%/}",
    "${X:-$CLAUDE_PROJECT_DIR}", '"$(cat place)"', "`cat place`", '"$(dirname "$(readlink -f README.md)")"', '"$PWD"',
    '"$(pwd)"', "$(pwd -P)", "$HOME/work/*", "../projec?", '"$(printenv PWD)"', "~/work/project", "$OLDPWD/project",
)  # fmt: skip
# Commands before, which hide the folder in a variable, a function or a stack.
HIDDEN = (
    ("d=START", "$d"),
    ("d=START; e=$d", "$e"),
    ("read d < place", "$d"),
    ("d=x; [ -n y ] && d=START", "$d"),
    ("d=(START)", "${d[0]}"),
    ("set -- START", "$1"),
    ("printf -v d %s START", "$d"),
)
DEEDS = (
    "cd S/.claude; echo {} > settings.json",
    "cd S/.claude && rm settings.json",
    "cd S && cd .claude && rm settings.json",
    "cd S; cd .claude; sed -i s/e/x/ settings.json",
    "(cd S/.claude && echo {} | tee settings.json)",
    "pushd S/.claude; rm settings.json; popd",
    "pushd S/.claude; cd /; popd; pushd S/.claude; cd ..; cd -; rm settings.json",
    "cd S/.claude/hooks && rm ../settings.json",
    "cd S/.claude/hooks; cd ..; rm settings.json",
    "env -C S/.claude rm settings.json",
    "cd S/.claude; bash -c 'rm settings.json'",
    "cd S/.claude; f=settings.json; rm $f",
    "cd S/.claude; python3 -c 'import os; os.remove(\"settings.json\")'",
    "echo {} > S/.claude/settings.json",
    "rm S/.claude/settings.json",
    "rm -rf S/.claude",
    "f=S/.claude/settings.json; rm $f",
    "for f in S/.claude/*.json; do rm $f; done",
    "if cd S/.claude; then rm settings.json; fi",
    "while cd S/.claude; do rm settings.json; break; done",
    "cd S/.claude || exit; rm settings.json",
    "f() { cd S/.claude; }; f; rm settings.json",
    'cd S/.claude; rm "$PWD/settings.json"',
    "cd S/.cla*; rm settings.json",
)


def commands() -> list[str]:
    plain = [deed.replace("S/", f"{start}/").replace("S ", f"{start} ") for start in STARTS for deed in DEEDS]
    plain += [deed.replace("S;", f"{start};") for start in STARTS for deed in DEEDS if "S;" in deed]
    hidden = [
        before.replace("START", start) + "; " + deed.replace("S/", f"{name}/").replace("S;", f"{name};")
        for (before, name), start, deed in itertools.product(HIDDEN, STARTS[:6], DEEDS)
        if "S " not in deed
    ]
    return sorted({*plain, *hidden})


@pytest.mark.skipif(not Path(BASH).exists(), reason="no bash here")
def test_what_bash_changes_behind_an_unknown_start_is_tagged(tmp_path: Path) -> None:
    template = tmp_path / "template"
    make_tree(template)
    (template / "home/work/project/place").write_text(str(tmp_path / "run/home/work/project"), encoding="utf-8")
    chosen = random.Random(5).sample(commands(), scaled(600))
    changed = [text for text in chosen if changes(text, template, tmp_path / "run")]
    assert len(changed) > len(chosen) * 0.6, "bash has to change something"
    assert [text for text in changed if not guards(read_there(text, template))] == []


@pytest.mark.parametrize(
    ("text", "norm"),
    [
        ('cd "$X/.claude"; rm settings.json', "$X/.claude/settings.json"),
        ('cd "$(git rev-parse --show-toplevel)/.claude" && rm a', "$(...)/.claude/a"),
        ('cd "$X" && cd .claude && rm a', "$X/.claude/a"),
        ('cd "$X/.claude/b"; rm ../a', "$X/.claude/a"),
        ("cd sub/$X; rm .claude/a", "/w/sub/$X/.claude/a"),
        ("git -C $X/.claude rm a", "$X/.claude/a"),
        ("tar -C $X/.claude -xf a.tar", "$X/.claude"),
        ("env --chdir=$X/.claude rm a", "$X/.claude/a"),
        ("if x; then cd .claude; else cd $Y; fi; rm a", "/w/.claude/a"),
        ("cd .claude; cd $Y; cd -; rm a", "/w/.claude/a"),
        ("cd a; cd b; cd c; cd d; cd e; cd f; cd .claude; rm a", "/w/a/b/c/d/e/f/.claude/a"),
        ("D=.claude; [ -n $1 ] && D=$1; rm $D/a", "/w/.claude/a"),
        ("cd .cl*; rm a", "$/w/.cl*/a"),
        ("rm $X/../.claude/a", "$/.claude/a"),
        ("cd $X/..; rm .claude/a", "$/.claude/a"),
        ("cd ..; cd */.claude; rm a", "$/*/.claude/a"),
        ("cd ${X:-.claude}; rm a", "${X:-.claude}/a"),
        ("rm ${X}.claude/a", "/w/$X.claude/a"),
        ("rm .clau$X/a", "/w/.clau$X/a"),
    ],
)
def test_a_known_end_keeps_its_tags(text: str, norm: str) -> None:
    found = [path for path in view(text).paths if path.norm == norm and path.op != "read"]
    assert found, [path.norm for path in view(text).paths]
    assert "agent_config" in found[0].tags


@pytest.mark.parametrize(
    "text",
    ["cd $X; rm a", "cd $X/build && rm -rf out", 'rm "$out.json"', "cp a .$X", "rm $X/$Y/a.json", "cd $X; cd ..; rm a"],
)
def test_an_unknown_end_has_none(text: str) -> None:
    assert not any("agent_config" in path.tags for path in view(text).paths)
    assert view(text).understood
