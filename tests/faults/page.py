"""The tables of docs/explanation/failure-modes.md, between their marks: the rows and what came of them."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.faults.running import ROOT, Report
from tests.faults.table import FAULTS, Fault

PAGE = ROOT / "docs/explanation/failure-modes.md"
HEAD = "| what goes wrong | what happens | seen |\n|---|---|---|\n"


def marks(part: str) -> tuple[str, str]:
    """Where a table begins and ends."""
    return f"<!-- faults: {part} -->\n", "<!-- end -->\n"


def seen(report: Report) -> str:
    """The last cell of a row."""
    if not report.cases:
        return "not made"
    if report.fault.limit:
        return f"a limit: {report.fault.limit}"
    return f"{report.cases - len(report.problems):,} of {report.cases:,}"


def table(faults: Sequence[Fault], cells: Mapping[str, str]) -> str:
    """A table of these rows."""
    return HEAD + "".join(f"| {one.wrong} | {one.happens} | {cells.get(one.id, 'not run')} |\n" for one in faults)


def cells_of(text: str) -> dict[str, str]:
    """What the page says was seen, by the id of the row."""
    found = {}
    for one in FAULTS:
        match = re.search(re.escape(f"| {one.wrong} | {one.happens} | ") + r"(.*) \|\n", text)
        if match:
            found[one.id] = match[1]
    return found


def rewritten(text: str, reports: Sequence[Report]) -> str:
    """The page with these results; rows that were not run keep what was seen before."""
    cells = {**cells_of(text), **{one.fault.id: seen(one) for one in reports}}
    for part in dict.fromkeys(one.part for one in FAULTS):
        start, end = marks(part)
        before, _, rest = text.partition(start)
        if not rest:
            raise ValueError(f"the page has no mark for {part}")
        own = [one for one in FAULTS if one.part == part]
        text = before + start + table(own, cells) + end + rest.partition(end)[2]
    return text


def write(reports: Sequence[Report], page: Path = PAGE) -> None:
    page.write_text(rewritten(page.read_text(encoding="utf-8"), reports), encoding="utf-8")
