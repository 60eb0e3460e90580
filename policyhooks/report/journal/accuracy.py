"""The screen of `log accuracy`: figures of a history, rules by false alarms, marked records with what is said today."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from policyhooks.report.screen.chart import count
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import PLAIN, Style
from policyhooks.report.screen.table import draw

if TYPE_CHECKING:
    from policyhooks.inspect.own_accuracy import OwnAccuracy

TODAY = {True: "still flagged", False: "not any more", None: "not known"}
VERDICTS = ("deny", "ask", "(deny)", "(ask)")


def render_accuracy(found: OwnAccuracy, style: Style = PLAIN) -> str:
    """Everything, for people."""
    flagged = sum(found.verdicts.values())
    denied, asked, *would = (found.verdicts.get(verdict, 0) for verdict in VERDICTS)
    share = f", {len(found.marked) / flagged:.1%} of what was stopped or asked" if flagged and found.marked else ""
    lines = [
        f"{count(found.decisions, 'decision')}: {denied} denied, {asked} asked, {sum(would)} would have been",
        f"{count(len(found.marked), 'false alarm')} marked{share}",
    ]
    if found.flags or found.marked:
        lines += ["", *_by_rule(found, style)]
    for one in found.marked:
        lines += ["", *hang(f"{one.id}  ", f"{one.mark.verdict} by {', '.join(one.mark.rules)}", style)]
        lines += hang("  what    ", one.what, style) if one.what else []
        lines += hang("  today   ", f"{TODAY[one.today.flagged]}: {one.today.said}", style)
        lines += hang("  reason  ", one.mark.reason, style) if one.mark.reason else []
    return "\n".join(lines) + "\n"


def _by_rule(found: OwnAccuracy, style: Style) -> list[str]:
    marked = Counter(rule for one in found.marked for rule in one.mark.rules)
    still = Counter(rule for one in found.marked if one.today.flagged for rule in one.mark.rules)
    rules = {rule for rule, _ in found.flags} | set(marked)
    rows = []
    for rule in sorted(rules, key=lambda rule: (-marked[rule], rule)):
        denied, asked, *would = (found.flags.get((rule, verdict), 0) for verdict in VERDICTS)
        rows.append([rule, *map(str, (denied, asked, sum(would), marked[rule], still[rule]))])
    heading = ["rule", "denied", "asked", "would", "false", "still"]
    return draw(heading, rows, style=style, right={1, 2, 3, 4, 5}, least={0: 30})


def render_lines(found: OwnAccuracy) -> str:
    """The same as JSON lines: the figures first, then one for each marked record."""
    flags = [{"rule": rule, "verdict": verdict, "count": number} for (rule, verdict), number in found.flags.items()]
    first = {"decisions": found.decisions, "verdicts": dict(found.verdicts), "rules": flags}
    rest = [
        {
            "id": one.id,
            "chain": one.mark.chain,
            "time": one.mark.recorded,
            "what": one.what,
            "verdict": one.mark.verdict,
            "rules": list(one.mark.rules),
            "reason": one.mark.reason,
            "flagged_today": one.today.flagged,
            "today": one.today.said,
        }
        for one in found.marked
    ]
    return "".join(json.dumps(line) + "\n" for line in [first, *rest])
