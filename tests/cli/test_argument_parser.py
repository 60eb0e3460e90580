"""Mistakes on the command line: two lines, with the word that was probably meant; help by task, at 80 columns."""

import re

import pytest

from policyhooks.cli.argument_parser import render_help
from policyhooks.cli.commands import TASKS, VERBS
from policyhooks.cli.main import build_parser, run

MISTAKES = [
    (["instal"], "`instal` is no command", "did you mean install or uninstall?"),
    (["frobnicate"], "`frobnicate` is no command", "policyhooks --help"),
    (["--frob"], "there is no option --frob", "policyhooks --help"),
    (["bundle", "rollback"], "the following arguments are required: --client", "policyhooks bundle rollback --help"),
    (["install", "--clinet", "cursor"], "there is no option --clinet", "did you mean --client?"),
    (["install", "--clinet=cursor"], "there is no option --clinet", "did you mean --client?"),
    (["install", "--client", "cluade-code"], "`cluade-code` is no --client", "did you mean claude-code?"),
    (["install", "--client", "x"], "`x` is no --client", "one of cursor, claude-code, codex, gemini-cli, copilot-cli"),
    (["bundle", "biuld"], "`biuld` is no action", "did you mean build?"),
    (["bundle", "diff", "a", "b", "--fail-in", "x"], "there is no option --fail-in", "did you mean --fail-on?"),
    (
        ["bundle"],
        "which action?",
        "one of build, sign, verify, inspect, fetch, activate, rollback, history, break-glass, diff",
    ),
    (["resident"], "which action?", "one of status, start, stop, run"),
    (["install", "-q"], "there is no option -q", "did you mean --quiet?"),
    (["test", "-z"], "there is no option -z", "policyhooks test --help"),
    (["explain", "a", "b"], "nothing is known to do with `b`", "policyhooks explain --help"),
]


@pytest.mark.parametrize(("words", "what", "help"), MISTAKES)
def test_a_mistake_is_told_in_two_lines(
    words: list[str], what: str, help: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        run(words)
    assert left.value.code == 2
    assert capsys.readouterr().err == f"error: {what}\n  help: {help}\n"


def test_the_beginning_of_an_option_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "--she", "ls"]) == 0
    assert "ls" in capsys.readouterr().out


def test_what_stands_behind_two_dashes_is_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--", "--nothing-of-this-name"]) != 0
    assert "there is no option" not in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"]])
def test_help_lists_every_command_under_a_task(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 0
    shown = capsys.readouterr().out
    assert [line.split()[0] for line in shown.splitlines() if line.startswith("  ")] == list(VERBS)
    assert [line for line in shown.splitlines() if line in TASKS] == list(TASKS)
    assert max(map(len, shown.splitlines())) <= 80


def test_only_tasks_are_bold() -> None:
    plain = render_help(TASKS, colour=False)
    assert "\x1b" not in plain
    assert render_help(TASKS, colour=True).count("\x1b[1m") == len(TASKS)


@pytest.mark.parametrize("verb", [name for name in VERBS if name != "completion"])
def test_help_fits_but_for_commands_to_copy(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = build_parser(verb).subparsers()[verb].format_help().splitlines()
    copied = re.compile(r" *(?:sudo )?(?:policyhooks|make|[a-z]+ .*\| policyhooks|eval) ")
    assert [line for line in lines if len(line) > 80 and not copied.match(line)] == []
