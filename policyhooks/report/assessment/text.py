"""The screen of `judge eval`: the figures of every rule and model, then every case that went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.report.screen.style import Style, one_line
from policyhooks.report.screen.table import draw

if TYPE_CHECKING:
    from policyhooks.judge.assessment import Assessment, Figures

HEADING = ("rule", "model", "cases", "right", "false +", "false -", "unknown", "median ms", "slowest ms", "dollars")


def render(assessment: Assessment, style: Style) -> str:
    """All of it, with a line break at the end."""
    rows = [_row(one) for one in assessment.figures]
    lines = draw(HEADING, rows, style=style, right=set(range(2, len(HEADING))))
    lines += [
        f"{one.verdict}: {one_line(one.case.place)} [{one.model}] {one_line(one.outcome.reason or 'no reason')}"
        for one in assessment.wrong
    ]
    if assessment.agreement is not None:
        lines.append(f"models agree on {assessment.agreement:.0%} of the cases")
    return "".join(f"{line}\n" for line in lines)


def _row(one: Figures) -> tuple[str, ...]:
    return (
        one.rule,
        one.model,
        str(one.cases),
        str(one.right),
        str(one.false_positives),
        str(one.false_negatives),
        str(one.unknown),
        str(one.median_ms),
        str(one.slowest_ms),
        "not known" if one.cost is None else f"{one.cost:.4f}",
    )
