"""The screen of a measured coverage: the figures, each finding with what to do, and what it cannot show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import count, ranked
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import Style

if TYPE_CHECKING:
    from policyhooks.doctor.flight_recorder import Flagged, Recorded
    from policyhooks.history.coverage.measured_coverage import Coverage

WIDTH = 80
MOST = 20  # findings on a screen
LEFT_OUT = {
    "not_run": "not run by the client",
    "unfinished": "without a result",
    "earlier": "from before",
    "outside": "where nothing is installed",
    "undated": "without a time",
}


def render(found: Recorded, style: Style) -> str:
    """All of it, with a line break at the end. Where nothing says how wide it is, it is 80 columns."""
    return "".join(f"{line}\n" for line in _lines(found, Style(style.colour, style.width or WIDTH)))


def _lines(found: Recorded, style: Style) -> Iterator[str]:
    coverage = found.coverage
    if not coverage.watches:
        yield "nothing is installed for this user and project, so no call can have been decided"
        yield "  to do: policyhooks install --client claude-code"
        return
    for watch in coverage.watches:
        yield from hang(f"{watch.client} {watch.scope}  ", watch.file, style, label_colours=("bold",))
    yield from _figures(coverage, style)
    for client in found.unread:
        yield from hang("not read  ", f"{client} keeps no transcripts that are read here: it is not measured", style)
    for finding in found.findings[:MOST]:
        yield ""
        yield from _finding(finding, style)
    if len(found.findings) > MOST:
        yield f"... and {count(len(found.findings) - MOST, 'more finding')}; --format json has all of them"
    yield ""
    yield from hang("", found.limits, style, colours=("dim",))
    yield _verdict(found, style)


def _figures(coverage: Coverage, style: Style) -> Iterator[str]:
    period = f", {coverage.first[:10]} to {coverage.last[:10]}" if coverage.first else ""
    yield f"calls     {count(coverage.calls, 'call')} in {count(len(coverage.sessions), 'session')}{period}"
    states = coverage.states
    parts = [style.paint(f"covered {states['covered']}", "green")]
    for word, colour in (("uncovered", "red"), ("ambiguous", "yellow")):
        parts.append(style.paint(f"{word} {states[word]}", *((colour,) if states[word] else ())))
    yield f"measured  {count(coverage.measured, 'call')}: {'   '.join(parts)}"
    left = [f"{states[state]} {words}" for state, words in LEFT_OUT.items() if states[state]]
    if left:
        yield from hang("others    ", "; ".join(left), style)
    if coverage.skipped:
        told = "; ".join(f"{number} {why}" for why, number in ranked(coverage.skipped, 3))
        yield from hang("skipped   ", told, style)


def _finding(finding: Flagged, style: Style) -> Iterator[str]:
    label, colour = ("FAULT  ", "red") if finding.fails else ("note   ", "yellow")
    yield from hang(label, finding.message, style, label_colours=(colour,))
    when = finding.first if finding.first == finding.last else f"{finding.first} to {finding.last}"
    named = ", ".join(filter(None, finding.tool_uses))
    such = f", such as {named} in {', '.join(finding.sessions)}" if named else ""
    yield from hang("       ", f"{when}{such}", style, colours=("dim",))
    yield from hang("       to do: ", finding.repair, style)


def _verdict(found: Recorded, style: Style) -> str:
    faults = found.coverage.faults
    if faults:
        return f"{style.paint(count(faults, 'fault'), 'bold', 'red')} in {count(found.coverage.measured, 'call')}"
    if not found.coverage.measured:
        return "nothing to measure: no call of that time ran while an installation was there"
    doubt = found.coverage.states["ambiguous"]
    told = f"{doubt} in doubt" if doubt else "every call that ran was decided"
    return f"{style.paint('healthy', 'bold', 'green')}, {told}"
