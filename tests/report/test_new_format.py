"""A new output format is one module and one row: docs/how-to-change/output-format.md, done to copies of the package."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.copies import copy_of_package, run_copy, touched

MODULE = '"""A count."""\n\n\ndef render(*given: object) -> str:\n    return "counted\\n"\n'
SUBJECTS = {
    "catalog": ("clients", "--client", "cursor"),
    "examination": ("doctor",),
    "diagnostics": ("check", "some.yaml"),
    "suite": ("test", "some.yaml"),
    "explanation": ("explain", "--policies", "some.yaml", "--shell", "ls"),
    "journal": ("log", "--state", "none"),
    "judges": ("judge", "status", "--state", "none"),
    "assessment": ("judge", "eval", "some.jsonl"),
    "difference": ("bundle", "diff", "a.phb", "b.phb"),
    "contents": ("bundle", "inspect", "a.phb"),
}
# Verbs that get as far as their output without a bundle, a model or an installation.
SHOWN = ("catalog", "examination", "diagnostics", "suite", "explanation")
POLICY = """
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.test, title: Test, owner: dana@acme.example, version: 1.0.0}
match: {events: [shell.before], commands: [rm]}
rules:
  - {id: no-rm, effect: deny, message: {user: No deletions., agent: Move it.}, tests: {deny: [rm x], quiet: [ls]}}
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy in which every report has one format more."""
    folder = tmp_path_factory.mktemp("formats")
    (folder / "some.yaml").write_text(POLICY, encoding="utf-8")
    copy = copy_of_package(folder)
    for subject in SUBJECTS:
        (copy / "report" / subject / "counted.py").write_text(MODULE, encoding="utf-8")
        table = copy / "report" / subject / "formats.py"
        row = f'"counted": lambda *given: import_module("policyhooks.report.{subject}.counted").render(*given)'
        text = re.sub(r"^(FORMATS: .* = \{)", rf"\1\n    {row},", table.read_text(encoding="utf-8"), flags=re.M)
        first = "from __future__ import annotations\n"
        table.write_text(text.replace(first, f"{first}from importlib import import_module\n"), encoding="utf-8")
    return copy


def test_a_format_is_one_module_and_one_row(copy: Path) -> None:
    wanted = {f"report/{subject}/{name}.py" for subject in SUBJECTS for name in ("counted", "formats")}
    assert touched(copy) == wanted


@pytest.mark.parametrize("subject", SUBJECTS)
def test_its_verb_offers_it(subject: str, copy: Path) -> None:
    verb = SUBJECTS[subject]
    words = verb[:2] if verb[0] in ("bundle", "judge") else verb[:1]
    assert "counted" in run_copy(copy, "-m", "policyhooks", *words, "--help").stdout


@pytest.mark.parametrize("subject", SHOWN)
def test_its_verb_writes_it(subject: str, copy: Path) -> None:
    done = run_copy(copy, "-m", "policyhooks", *SUBJECTS[subject], "--format", "counted")
    assert done.stdout == "counted\n", done.stderr
