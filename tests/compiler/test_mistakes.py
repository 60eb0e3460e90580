"""Seeded mistakes of authors: each is reported with its own name, at the exact characters, and as the screen says."""

import datetime as dt
import os
from pathlib import Path

import pytest

from policyhooks import __version__
from policyhooks.compiler.compile import check_policies
from policyhooks.errors import Diagnostic
from policyhooks.report.diagnostics.formats import render
from tests.support.golden import assert_golden

DATA = Path(__file__).resolve().parents[1] / "data" / "compiler" / "mistakes.txt"
HEAD = """apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.test, title: Mistakes, owner: appsec@acme.example}
"""
CONFIG_HEAD = "apiVersion: policyhooks/v1\nkind: Config\n"
TODAY = dt.date(2026, 11, 20)


# A Config that is bound, or one that also names the policies: the project file.
MARKERS = {"--- config\n": "config.yaml", "--- project\n": "policyhooks.yaml"}


def read_mistakes() -> list[tuple[str, str, str, tuple[str, str] | None]]:
    found = []
    for part in DATA.read_text(encoding="utf-8").split("\n=== ")[1:]:
        title, _, body = part.partition("\n")
        code, _, words = title.partition(": ")
        marker = next((marker for marker in MARKERS if marker in body), "\0")
        policy, _, config = body.partition(marker)
        whole = policy if policy.startswith("apiVersion") else HEAD + policy
        found.append((code, words, whole, (MARKERS[marker], CONFIG_HEAD + config) if marker in MARKERS else None))
    return found


MISTAKES = read_mistakes()


def strip(text: str) -> tuple[str, tuple[int, int, int] | None]:
    """The text without its marks, and line, column and end column of what they enclose."""
    start = text.find("⟦")
    if start < 0:
        return text, None
    end = text.index("⟧") - 1
    plain = text.replace("⟦", "").replace("⟧", "")
    line = plain.count("\n", 0, start) + 1
    column = start - (plain.rfind("\n", 0, start) + 1) + 1
    return plain, (line, column, column + max(1, end - start))


def diagnose(
    policy: str, config: tuple[str, str] | None, folder: Path
) -> tuple[list[Diagnostic], tuple[str, int, int, int]]:
    """The diagnostics of a mistake, and what was expected of them."""
    text, mark = strip(policy)
    (folder / "policy.yaml").write_text(text, encoding="utf-8")
    path, name = "policy.yaml", None
    if config is not None:
        name, written = config
        config_text, config_mark = strip(written)
        (folder / name).write_text(config_text, encoding="utf-8")
        path, mark = (name, config_mark) if config_mark else (path, mark)
    assert mark is not None
    before = Path.cwd()
    os.chdir(folder)
    try:
        paths = [] if name == "policyhooks.yaml" else ["policy.yaml"]
        checked = check_policies(paths, name, today=TODAY)
        return [problem for problem in checked.diagnostics if problem.severity == "error"], (path, *mark)
    finally:
        os.chdir(before)


@pytest.mark.parametrize(("code", "words", "policy", "config"), MISTAKES, ids=[f"{m[0]}: {m[1]}" for m in MISTAKES])
def test_a_mistake_is_reported_once_at_its_characters(
    code: str, words: str, policy: str, config: tuple[str, str] | None, tmp_path: Path
) -> None:
    errors, expected = diagnose(policy, config, tmp_path)
    found = [(one.code, one.path, one.line, one.column, one.end_column) for one in errors]
    assert found == [(code, *expected)], words


def test_there_are_at_least_forty() -> None:
    assert len(MISTAKES) >= 40


def test_golden_screen_of_all_mistakes(tmp_path: Path) -> None:
    screens = []
    for number, (code, words, policy, config) in enumerate(MISTAKES):
        folder = tmp_path / str(number)
        folder.mkdir()
        errors, _ = diagnose(policy, config, folder)
        before = Path.cwd()
        os.chdir(folder)
        try:
            screens.append(f"=== {code}: {words}\n{render(errors, 'text', 1)}")
        finally:
            os.chdir(before)
    assert_golden("compiler/mistakes.txt", "\n".join(screens).replace(f"this is {__version__}", "this is VERSION"))


MANY = """apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.many, titel: Many, owner: appsec@acme.example}
match: {events: [shell.before]}
rules:
  - id: a
    efect: deny
    when: shell.comand == "x"
  - {id: b, effect: deny, message: gone, when: 'shell.command == 3'}
  - id: c
    match: {commands: rm}
    halt: yes
    when: "!shell.understod"
  - {effect: ask, when: "size(1)"}
"""


def test_problems_of_form_do_not_hide_those_of_conditions_and_traps(tmp_path: Path) -> None:
    (tmp_path / "many.yaml").write_text(MANY)
    (tmp_path / "config.yaml").write_text(CONFIG_HEAD + "rules: {acme.many/a: {mode: audit}}\n")
    checked = check_policies([str(tmp_path / "many.yaml")], str(tmp_path / "config.yaml"), today=TODAY)
    assert [(one.line, one.column, one.code) for one in checked.diagnostics] == [
        (3, 1, "missing-key"),
        (3, 27, "unknown-key"),
        (7, 5, "unknown-key"),
        (8, 17, "unknown-field"),
        (9, 36, "wrong-type"),
        (9, 49, "type-mismatch"),
        (11, 23, "wrong-type"),
        (12, 11, "yaml-boolean"),
        (13, 19, "unknown-field"),
        (14, 6, "missing-key"),
        (14, 26, "type-mismatch"),
    ]
