"""Test results for people: a line a file, a mismatch side by side, the summary last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import count
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import PLAIN, Style, columns, one_line, shorten

if TYPE_CHECKING:
    from policyhooks.suite.result import CaseResult, SuiteResult

MANY_GAPS = 12


def render(result: SuiteResult, style: Style = PLAIN, *, times: bool = True) -> str:
    """The whole screen. `times=False` leaves out what differs from run to run."""
    lines: list[str] = []
    for path in result.files:
        lines += _file(path, result.of_file(path), style)
    lines += _gaps(result, style)
    lines.append(_summary(result, style, times))
    return "\n".join(lines) + "\n"


def _file(path: str, cases: list[CaseResult], style: Style) -> Iterator[str]:
    dots = "".join(_mark(case, style) for case in cases)
    failed = [case for case in cases if not case.passed]
    passed = len(cases) - len(failed)
    counts = f"{passed} passed" if cases else style.paint("no tests", "yellow")
    if failed:
        counts += ", " + style.paint(f"{len(failed)} failed", "red", "bold")
    yield f"{path} {dots}{' ' if dots else ''}{counts}"
    for case in failed:
        yield from _failure(case, style)


def _mark(case: CaseResult, style: Style) -> str:
    if not case.passed:
        return style.paint("F", "red", "bold")
    return style.paint("t", "yellow") if case.todo else style.paint(".", "green")


def _failure(case: CaseResult, style: Style) -> Iterator[str]:
    place = f"{case.path}:{case.line}"
    client = f"  on {case.client}" if case.client else ""
    fits = not style.width or columns(f"  FAIL  {place}  {case.rule}{client}") <= style.width
    gap = "  " if fits else f"\n{' ' * 8}"
    yield f"  {style.paint('FAIL', 'red', 'bold')}  {place}{gap}{style.paint(case.rule, 'bold')}{client}"
    room = style.width - 20 if style.width else 0
    yield f"        {'tried':<9} {shorten(one_line(case.title), room)}"
    if case.error:
        yield from hang(f"        {'error':<9} ", case.error, style, label_colours=())
        return
    yield f"        {'expected':<9} {style.paint(one_line(case.expected), 'green')}"
    by = f"   from {', '.join(case.by)}" if case.by else ""
    yield f"        {'got':<9} {style.paint(one_line(case.got), 'red')}{by}"
    if case.todo:
        yield f"        {'why':<9} marked `todo` and passes now: remove the mark"
    elif case.why:
        yield from hang(f"        {'why':<9} ", case.why, style, label_colours=())
    for label, lines in (("given", case.arguments), ("values", case.values)):
        for at, line in enumerate(lines):
            yield f"        {label if not at else '':<9} {shorten(one_line(line), room)}"
    if case.explain:
        yield f"        {style.paint(one_line(case.explain), 'dim')}"


def _gaps(result: SuiteResult, style: Style) -> Iterator[str]:
    if not result.gaps:
        return
    yield ""
    yield style.paint("rules that lack a test", "bold")
    width = max(len(gap.rule) for gap in result.gaps[:MANY_GAPS])
    for gap in result.gaps[:MANY_GAPS]:
        missing, place = style.paint(gap.missing, "yellow"), f"{gap.path}:{gap.line}"
        if style.width and width + columns(f"    {gap.missing}  {place}") > style.width:
            yield f"  {gap.rule}"
            yield from hang("    ", f"{gap.missing}  {place}", style, colours=("yellow",))
        else:
            yield f"  {gap.rule:<{width}}  {missing}  {place}"
    if len(result.gaps) > MANY_GAPS:
        yield f"  and {len(result.gaps) - MANY_GAPS} more"
    yield ""


def _summary(result: SuiteResult, style: Style, times: bool) -> str:
    if not result.cases:
        what = f"no test matches `{one_line(result.selected)}`" if result.selected else "no tests found"
        return f"{style.paint(what, 'red', 'bold')}: a policy without tests cannot be green"
    failed, todo = len(result.failed), sum(case.todo and case.passed for case in result.cases)
    parts = [count(len(result.cases), "case"), style.paint(f"{len(result.cases) - failed} passed", "green")]
    if failed:
        parts.append(style.paint(f"{failed} failed", "red", "bold"))
    if todo:
        parts.append(style.paint(f"{todo} to do", "yellow"))
    parts.append(count(result.rules, "rule"))
    if result.gaps:
        parts.append(style.paint(f"{len(result.gaps)} {'lacks' if len(result.gaps) == 1 else 'lack'} a test", "yellow"))
    clock = f"   {result.seconds:.1f} s" if times else ""
    return ", ".join(parts) + clock
