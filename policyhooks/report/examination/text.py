"""The screen of doctor: each installation with its findings and their repairs, and a verdict at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import count
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import Style

if TYPE_CHECKING:
    from policyhooks.doctor.examination import Examined

SIGNS = {"ok": ("ok", "green"), "note": ("note", "yellow"), "fault": ("FAULT", "red")}


def render(found: Sequence[Examined], style: Style) -> str:
    """All of it, with a line break at the end."""
    return "".join(f"{line}\n" for line in _lines(found, style))


def _lines(found: Sequence[Examined], style: Style) -> Iterator[str]:
    if not found:
        yield "nothing is installed for this user and project"
        yield "  repair: policyhooks install --client claude-code"
        return
    for examined in found:
        yield from _installation(examined, style)
        yield ""
    faults = sum(finding.level == "fault" for examined in found for finding in examined.findings)
    bad = style.paint(count(faults, "fault"), "bold", "red")
    yield f"{bad if faults else style.paint('healthy', 'bold', 'green')}, {count(len(found), 'installation')}"


def _installation(examined: Examined, style: Style) -> Iterator[str]:
    place = examined.target.place
    yield from hang(f"{place.client} {place.scope}  ", str(place.file), style, label_colours=("bold",))
    for finding in examined.findings:
        word, colour = SIGNS[finding.level]
        yield from hang(f"  {word:<5}  {finding.check:<12}  ", finding.message, style, label_colours=(colour,))
        if finding.repair and finding.level != "ok":
            yield from hang("         repair: ", finding.repair, style)
