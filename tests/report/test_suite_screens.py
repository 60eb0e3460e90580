"""The screens of `policyhooks test`, on every kind of result."""

import json
from xml.etree import ElementTree as ET

import pytest

from policyhooks.report.screen.style import Style, columns
from policyhooks.report.suite.machine import render_github, render_json, render_junit
from policyhooks.report.suite.text import render
from policyhooks.suite.result import CaseResult, Gap, SuiteResult
from tests.support.golden import assert_golden

CASES = [
    CaseResult(
        "git.yaml", 12, "acme.git/force-push", "git push -f", "deny", "deny", ["acme.git/force-push"], matches=True
    ),
    CaseResult("git.yaml", 13, "acme.git/force-push", "git push", "quiet", "quiet", matches=True),
    CaseResult("git.yaml", 14, "acme.git/force-push", "git push --delete", "deny", "pass", todo=True),
    CaseResult(
        "fs.yaml", 31, "acme.fs/no-rm", "rm -rf node_modules", "quiet", "deny", ["acme.fs/no-rm"], why="the rule fired"
    ),
    CaseResult("fs.yaml", 32, "acme.fs/no-rm", "rm \x1b[31m<a&b>", "deny", "ask", ["acme.fs/other"], client="cursor"),
    CaseResult("fs.yaml", 33, "acme.fs/no-rm", "rm 50%, now: really", "deny", "deny", todo=True, matches=True),
    CaseResult("fs.yaml", 34, "acme.fs/no-rm", "case", "deny", "", error="the case has no event"),
]
RESULT = SuiteResult(["git.yaml", "fs.yaml"], CASES, [Gap("fs.yaml", 29, "acme.fs/lonely", "no test at all")], 3, 0.42)
EMPTY = SuiteResult(["bare.yaml"], [], [Gap("bare.yaml", 4, "acme.bare/one", "no test at all")], 1, 0.1)
GREEN = SuiteResult(["git.yaml"], CASES[:3], [], 1, 0.1)


@pytest.mark.parametrize(("name", "result"), [("mixed", RESULT), ("empty", EMPTY), ("green", GREEN)])
def test_golden_text(name: str, result: SuiteResult) -> None:
    assert_golden(f"suite/{name}.txt", render(result, times=False))


@pytest.mark.parametrize("width", [80, 120])
def test_golden_text_in_a_terminal(width: int) -> None:
    text = render(RESULT, Style(width=width), times=False)
    assert [line for line in text.splitlines() if columns(line) > width] == []
    assert_golden(f"suite/mixed-{width}.txt", text)


def test_golden_colour() -> None:
    assert_golden("suite/mixed.ansi", render(RESULT, Style(colour=True, width=60)))


@pytest.mark.parametrize(("result", "code"), [(RESULT, 4), (EMPTY, 4), (GREEN, 0)])
def test_exit_code(result: SuiteResult, code: int) -> None:
    assert result.exit_code == code
    assert json.loads(render_json(result))["passed"] is (code == 0)


@pytest.mark.parametrize(("result", "tests", "failures"), [(RESULT, 7, 4), (EMPTY, 1, 1), (GREEN, 3, 0)])
def test_junit_is_xml_with_the_right_counts(result: SuiteResult, tests: int, failures: int) -> None:
    root = ET.fromstring(render_junit(result))
    assert (root.get("tests"), root.get("failures")) == (str(tests), str(failures))
    assert len(root.findall(".//failure")) == failures


def test_github_escapes_what_would_end_a_property() -> None:
    lines = render_github(RESULT).splitlines()
    assert (
        lines[2]
        == "::error file=fs.yaml,line=33,title=acme.fs/no-rm::rm 50%25, now: really: marked todo and passes now"
    )
    assert lines[-1] == "7 cases, 4 failed"


def test_github_says_when_there_was_nothing_to_run() -> None:
    assert "::error::no tests found" in render_github(EMPTY).splitlines()
