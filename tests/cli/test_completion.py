"""`policyhooks completion`: scripts that their shells accept and that know every verb."""

import shutil
import subprocess

import pytest

from policyhooks.cli.commands import VERBS
from policyhooks.cli.main import run
from policyhooks.cli.verbs.completion import bash, fish, read_verbs, zsh


def test_every_verb_is_there() -> None:
    verbs = read_verbs()
    assert [verb.name for verb in verbs] == sorted(VERBS)
    for script in (bash(verbs), zsh(verbs), fish(verbs)):
        assert all(name in script for name in VERBS)


@pytest.mark.parametrize(
    ("words", "want"),
    [
        (["policyhooks", "exp"], ["explain"]),
        (["policyhooks", "test", "--fo"], ["--format"]),
        (["policyhooks", "test", "--format", "ju"], ["junit"]),
        (["policyhooks", "completion", "zs"], ["zsh"]),
        (["policyhooks", "log", "ver"], ["verify"]),
    ],
)
def test_bash_completes(words: list[str], want: list[str]) -> None:
    quoted = " ".join(f"'{word}'" for word in words)
    ask = f"\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _policyhooks; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(["bash", "-c", bash(read_verbs()) + ask], capture_output=True, text=True, check=True, cwd="/")
    assert done.stdout.split() == want
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("shell", "words"), [("bash", ["bash", "-n"]), ("zsh", ["zsh", "-n"]), ("fish", ["fish", "-n"])]
)
def test_the_shell_accepts_its_script(shell: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    if shutil.which(words[0]) is None:
        pytest.skip(f"there is no {words[0]} here")
    done = subprocess.run(words, input=script, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
