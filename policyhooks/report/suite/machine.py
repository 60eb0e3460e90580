"""Test results for machines: JSON, JUnit XML and annotations of GitHub Actions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from policyhooks.report.screen.style import one_line

if TYPE_CHECKING:
    from policyhooks.suite.result import CaseResult, SuiteResult


def render_json(result: SuiteResult) -> str:
    """One object: the cases, the gaps, the counts."""
    cases = [
        {
            "path": case.path,
            "line": case.line,
            "rule": case.rule,
            "title": case.title,
            "client": case.client,
            "expected": case.expected,
            "got": case.got,
            "by": list(case.by),
            "todo": case.todo,
            "error": case.error,
            "why": case.why,
            "passed": case.passed,
            **({} if case.passed else {"arguments": list(case.arguments), "values": list(case.values)}),
            **({} if case.passed else {"explain": case.explain}),
        }
        for case in result.cases
    ]
    gaps = [{"path": gap.path, "line": gap.line, "rule": gap.rule, "missing": gap.missing} for gap in result.gaps]
    totals = {"cases": len(result.cases), "failed": len(result.failed), "rules": result.rules, "gaps": len(gaps)}
    document = {"passed": result.exit_code == 0, "totals": totals, "cases": cases, "gaps": gaps}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def render_junit(result: SuiteResult) -> str:
    """A `testsuite` a file. Characters that XML forbids are escaped as in Python."""
    suites = []
    for path in result.files:
        cases = result.of_file(path)
        failures = sum(not case.passed for case in cases)
        body = "".join(_junit_case(case) for case in cases)
        head = f'<testsuite name={_attribute(path)} tests="{len(cases)}" failures="{failures}">'
        suites.append(f"  {head}\n{body}  </testsuite>\n")
    failed = len(result.failed)
    if not result.cases:
        failed = 1
        suites.append(
            '  <testsuite name="policyhooks" tests="1" failures="1">\n    <testcase name="tests exist">'
            '<failure message="no tests found"/></testcase>\n  </testsuite>\n'
        )
    total = max(1, len(result.cases))
    head = f'<testsuites name="policyhooks" tests="{total}" failures="{failed}">'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}\n{"".join(suites)}</testsuites>\n'


def _junit_case(case: CaseResult) -> str:
    client = f" [{case.client}]" if case.client else ""
    name = _attribute(f"{case.expected}: {case.title}{client}")
    head = f"    <testcase classname={_attribute(case.rule)} name={name} file={_attribute(case.path)}"
    head += f' line="{case.line}" time="{case.milliseconds / 1000:.6f}"'
    if case.passed:
        return f"{head}/>\n"
    return f"{head}>\n      <failure message={_attribute(difference(case))}/>\n    </testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(one_line(text))


def render_github(result: SuiteResult) -> str:
    """A workflow command a failure, and a warning a gap, so that both stand beside the line."""
    lines = [
        f"::error file={_property(case.path)},line={case.line},title={_property(case.rule)}::"
        f"{_data(f'{case.title}: {difference(case)}')}"
        for case in result.failed
    ]
    lines += [
        f"::warning file={_property(gap.path)},line={gap.line},title={_property(gap.rule)}::{_data(gap.missing)}"
        for gap in result.gaps
    ]
    if not result.cases:
        lines.append("::error::no tests found")
    lines.append(f"{len(result.cases)} cases, {len(result.failed)} failed")
    return "\n".join(lines) + "\n"


def difference(case: CaseResult) -> str:
    """Expected and got in one sentence."""
    if case.error:
        return case.error
    if case.todo:
        return "marked todo and passes now"
    by = f" from {', '.join(case.by)}" if case.by else ""
    return f"expected {case.expected}, got {case.got}{by}"


def _data(text: str) -> str:
    return one_line(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
