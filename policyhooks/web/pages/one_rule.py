"""One rule: what it is about, what it did and when, its tests, and the newest records in which it spoke."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from policyhooks.errors import UsageError
from policyhooks.inspect.false_alarms import read_marks
from policyhooks.inspect.journal_ids import Entry
from policyhooks.report.journal.text import count_rules, rules_of
from policyhooks.web.charts import draw_strips
from policyhooks.web.desk import Desk
from policyhooks.web.pages.decisions import row_of, strips_of
from policyhooks.web.pages.framework_map import address
from policyhooks.web.pages.rule_list import COUNTED, NOTHING, known_rules
from policyhooks.web.rule_tags import maps_here, tell_tags

NEWEST = 20
LONGEST = 300  # of a rule's id in an address


def show(request: Request, desk: Desk) -> Response:
    """The page. Raises UsageError for a rule that neither an installation nor a record knows."""
    rule = str(request.path_params["rule"])[:LONGEST]
    known, problems = known_rules(desk)
    maps = maps_here(desk)
    spoke = [entry for entry in desk.journal.look() if speaks(entry, rule)]
    if rule not in known and rule not in maps and not spoke:
        raise UsageError("there is no such rule here", "the rules page has those that are installed or have spoken")
    counts = count_rules([entry.record for entry in spoke]).get(rule, Counter())
    marks = [one for state in desk.doors.states for one in read_marks(state).values() if rule in one.rules]
    values = {
        "rule": rule,
        "row": {**NOTHING, **known.get(rule, {})},
        "problems": problems,
        "figures": [(name, counts[name]) for name in COUNTED] + [("false alarms", len(marks))],
        "tags": [
            {**row, "link": address(row["name"]) if row["framework"] else ""} for row in tell_tags(maps.get(rule, {}))
        ],
        "chart": draw_strips([strip for strip in strips_of(spoke) if strip[1]]),
        "rows": [row_of(entry) for entry in newest(spoke)],
        "total": len(spoke),
    }
    return desk.show(request, "rule", values)


def speaks(entry: Entry, rule: str) -> bool:
    """Whether a record says something of the rule."""
    return any(one.get("id") == rule for one in rules_of(entry.record))


def newest(entries: Sequence[Entry]) -> Sequence[Entry]:
    return entries[::-1][:NEWEST]
