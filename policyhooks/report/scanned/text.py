"""The screen of a scan: one screen at 80 columns, the figures first, then rules, then the most serious calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from policyhooks.core.effects import ASK, DENY
from policyhooks.report.screen.chart import count, ranked
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import Style, one_line, shorten

if TYPE_CHECKING:
    from policyhooks.history.scanning import Scan

WIDTH = 80
TOP_RULES = 5
REASONS = 3


def render(found: Scan, policies: str, style: Style) -> str:
    """All of it, with a line break at the end. Where nothing says how wide it is, it is 80 columns."""
    width = style.width or WIDTH
    return "".join(f"{line}\n" for line in _lines(found, policies, style, width))


def _lines(found: Scan, policies: str, style: Style, width: int) -> Iterator[str]:
    spread = Style(style.colour, width)
    yield from hang("policies  ", policies, spread)
    clients = ", ".join(f"{name} {number}" for name, number in ranked(found.clients))
    told = f"{count(found.calls, 'call')} in {count(len(found.sessions), 'session')}"
    yield from hang("read      ", f"{told} ({clients})" if clients else told, spread)
    if not found.calls:
        yield "nothing to decide: no transcripts of that time are here"
    else:
        yield from _figures(found, style)
        yield from _rules(found, style, width)
        yield from _serious(found, style, width)
    yield from _reasons("not known", found.unknown, spread)
    yield from _reasons("skipped", found.skipped, spread)


def _figures(found: Scan, style: Style) -> Iterator[str]:
    words = found.verdicts
    parts = [f"{style.verdict(word)} {words[word]}" for word in (DENY, ASK, "redact")]
    yield f"would     {'   '.join(parts)}   pass {words['pass']}   not known {sum(found.unknown.values())}"
    yield f"prompts   {len(found.prompted)} of {count(len(found.sessions), 'session')} would have met one"


def _rules(found: Scan, style: Style, width: int) -> Iterator[str]:
    if found.rules:
        yield ""
        yield style.paint("top rules", "bold")
    for rule, number in ranked(found.rules, TOP_RULES):
        yield f"  {number:>6}  {shorten(one_line(rule), width - 10)}"


def _serious(found: Scan, style: Style, width: int) -> Iterator[str]:
    serious = found.serious()
    if serious:
        yield ""
        yield style.paint("most serious", "bold")
    for one, times in serious:
        label = f"  {one.severity:<8} "
        said = f" {one.text}" + (f"  x{times}" if times > 1 else "")
        yield f"{label}{style.verdict(one.verdict, 6)}{shorten(one_line(said), width - len(label) - 6)}"


def _reasons(title: str, reasons: Counter[str], style: Style) -> Iterator[str]:
    if not reasons:
        return
    told = [f"{number} {why}" for why, number in ranked(reasons, REASONS)]
    more = len(reasons) - REASONS
    yield from hang(f"{title:<10}", "; ".join(told) + (f"; and {more} more kinds" if more > 0 else ""), style)
