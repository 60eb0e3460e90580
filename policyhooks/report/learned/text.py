"""The screen of what was learnt: what is used here, what a policy about it would ask, which rules are worth a look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import count, ranked
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import Style, one_line, shorten

if TYPE_CHECKING:
    from policyhooks.history.learning import Lesson

WIDTH = 80
MOST = 6
NAMES = {"hosts": "hosts", "mcp_tools": "MCP tools", "commands": "commands"}


def render(found: Lesson, policies: str, style: Style) -> str:
    """All of it, with a line break at the end. Where nothing says how wide it is, it is 80 columns."""
    return "".join(f"{line}\n" for line in _lines(found, policies, Style(style.colour, style.width or WIDTH)))


def _lines(found: Lesson, policies: str, style: Style) -> Iterator[str]:
    yield from hang("policies  ", policies, style)
    left = "; ".join(f"{number} {why}" for why, number in ranked(found.left_out, 4))
    told = f"{count(found.calls, 'call')}, {found.counted} that ran and passed count"
    yield from hang("read      ", f"{told}; left out: {left}" if left else told, style)
    yield from hang("usual     ", f"used on {found.days} days and in {found.sessions} sessions at least", style)
    yield ""
    yield from _usage(found, style)
    yield from _price(found, style)
    yield from _named("rules that never fired", found.silent, style)
    exceptions = [f"{name} of {rule}" for rule, name in found.unused]
    yield from _named("exceptions that were never used", exceptions, style)
    annoying = [f"{rule}: {one.questions} on {len(one.days)} days" for rule, one in found.annoying.items()]
    yield from _named("rules whose every question was answered with yes", annoying, style)
    if found.skipped:
        told = "; ".join(f"{number} {why}" for why, number in ranked(found.skipped, 3))
        yield ""
        yield from hang("skipped   ", told, style)


def _usage(found: Lesson, style: Style) -> Iterator[str]:
    usual = found.found()
    for kind, title in NAMES.items():
        seldom = len(found.usage.things[kind]) - len(usual[kind])
        yield f"{style.paint(title, 'bold')}: {len(usual[kind])} usual, {seldom} seldom"
        for name, one in list(usual[kind].items())[:MOST]:
            figures = f"  {one.calls:>6} calls {len(one.days):>4} days {len(one.sessions):>4} sessions  "
            yield f"{figures}{shorten(one_line(name), style.width - len(figures))}"
    if found.usage.odd:
        yield "; ".join(f"{number} {why}" for why, number in found.usage.odd.items())


def _price(found: Lesson, style: Style) -> Iterator[str]:
    yield ""
    if not found.policy or found.price is None:
        yield "nothing is used often enough here to say what would be unusual: no proposal"
        return
    told = (
        f"a policy that asks about anything else would have asked about {found.questions} of"
        f" {count(found.price.calls, 'call')}, {found.a_day:.2f} a day and developer"
    )
    yield from hang("price     ", told, style)
    for rule, number in ranked(found.price.rules):
        yield f"  {number:>6}  {shorten(one_line(rule), style.width - 10)}"


def _named(title: str, names: Sequence[str], style: Style) -> Iterator[str]:
    if not names:
        return
    yield ""
    yield f"{style.paint(title, 'bold')}: {len(names)}"
    yield from (f"  {shorten(one_line(name), style.width - 2)}" for name in names[:MOST])
    if len(names) > MOST:
        yield f"  ... and {len(names) - MOST} more; --format json has all of them"
