"""Examples beside the rows of users are cases of `policyhooks test`."""

from __future__ import annotations

from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.suite.run import run_suite

TOOLS = """apiVersion: policyhooks/v1
kind: Programs
metadata: {id: acme.tools, title: Tools, owner: a@b.example}
programs:
  acme:
    options: --profile=target
    sub:
      run: {operands: argv}
      list: {operands: text*, read_only: true}
    examples:
      - {command: acme run -- rm -rf x, names: [acme, rm], paths: ["delete:/w/x"]}
      - {command: acme list rm, read_only: true, names: [acme]}
"""
WRONG = {
    "names": ("{command: acme list rm, names: [acme, rm]}", "names [acme, rm]", "names [acme]"),
    "a path": ("{command: acme run -- rm x, paths: ['delete:/w/y']}", "paths [delete:/w/y]", "paths [delete:/w/x]"),
    "a field": ("{command: acme list, read_only: false}", "read_only false", "read_only true"),
    "understood": ("{command: 'acme run -- $X y'}", "understood true", "understood false (dynamic_program)"),
    "a command that is not there": ("{command: acme list, command_name: rm, sub: x}", "a command `rm`", "none"),
    "two things": (
        "{command: acme list x, sub: run, read_only: false}", "sub run; read_only false", "sub list; read_only true",
    ),
}  # fmt: skip


def write(folder: Path, text: str) -> str:
    (folder / "tools.yaml").write_text(text)
    return str(folder)


def test_examples_are_counted(tmp_path: Path) -> None:
    result = run_suite([write(tmp_path, TOOLS)])
    assert [(case.rule, case.line, case.passed) for case in result.cases] == [
        ("acme.tools/acme", 11, True),
        ("acme.tools/acme", 12, True),
    ]
    assert result.exit_code == 0
    assert [case.line for case in run_suite([str(tmp_path)], select="list rm").cases] == [12]


@pytest.mark.parametrize("name", WRONG)
def test_one_that_does_not_hold_is_told_with_its_line(name: str, tmp_path: Path) -> None:
    example, expected, got = WRONG[name]
    result = run_suite([write(tmp_path, f"{TOOLS}      - {example}\n")])
    (failed,) = result.failed
    assert (failed.path, failed.line) == (str(tmp_path / "tools.yaml"), 13)
    assert expected in failed.expected
    assert got in failed.got
    assert result.exit_code == 4


def test_the_screen_names_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, f"{TOOLS}      - {WRONG['a field'][0]}\n")
    assert run(["test", str(tmp_path)]) == 4
    said = capsys.readouterr().out
    assert f"FAIL  {tmp_path}/tools.yaml:13  acme.tools/acme" in said
    assert "3 cases, 2 passed, 1 failed" in said


def test_rules_are_tested_with_the_rows_beside_them(tmp_path: Path) -> None:
    write(tmp_path, TOOLS)
    (tmp_path / "rules.yaml").write_text(
        "apiVersion: policyhooks/v1\nkind: Policy\nmetadata: {id: acme.rules, title: R, owner: a@b.example}\n"
        "match: {events: [shell.before]}\nrules:\n  - id: no-rm\n    match: {commands: [rm]}\n    effect: deny\n"
        '    message: {user: "No.", agent: "No."}\n'
        '    tests: {deny: ["acme run -- rm x"], quiet: ["acme list rm"]}\n'
    )
    assert run_suite([str(tmp_path)]).exit_code == 0
    (tmp_path / "tools.yaml").unlink()
    assert [case.title for case in run_suite([str(tmp_path)]).failed] == ["acme list rm"]
