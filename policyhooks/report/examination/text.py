"""The screen of doctor: each installation with its findings and their repairs, and a verdict at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from policyhooks.report.screen.style import Style, one_line

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
    verdict = style.paint(f"{faults} faults", "bold", "red") if faults else style.paint("healthy", "bold", "green")
    yield f"{verdict}, {len(found)} installation{'s' if len(found) != 1 else ''}"


def _installation(examined: Examined, style: Style) -> Iterator[str]:
    place = examined.target.place
    yield style.paint(f"{place.client} {place.scope}", "bold") + f"  {place.file}"
    for finding in examined.findings:
        word, colour = SIGNS[finding.level]
        yield f"  {style.paint(word.ljust(5), colour)}  {finding.check.ljust(12)}  {one_line(finding.message)}"
        if finding.repair and finding.level != "ok":
            yield f"         {style.paint('repair:', 'dim')} {one_line(finding.repair)}"
