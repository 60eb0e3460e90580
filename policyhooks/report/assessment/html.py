"""An evaluation as one page to send to somebody: nothing is loaded from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.report.assessment.text import HEADING, MATRIX, SURENESS, matrix_of, row_of, sureness_of, told
from policyhooks.report.screen.page import draw_page, draw_table

if TYPE_CHECKING:
    from policyhooks.judge.scores import Assessment

WRONG = ("verdict", "label", "rule", "model", "criterion", "confidence", "what the model said", "where")


def render(assessment: Assessment) -> str:
    """The page."""
    wrong = []
    for one in assessment.wrong:
        outcome = one.outcome
        said = (outcome.criterion, f"{outcome.confidence:g}", outcome.reason) if outcome else ("", "", "not asked")
        wrong.append((one.verdict, one.case.expect, one.case.rule, one.model or "own", *said, one.case.place))
    tables = [
        draw_table("Models over all rules", HEADING, map(row_of, assessment.totals)),
        draw_table("Rules", HEADING, map(row_of, assessment.figures)),
        draw_table("What was said of each label", MATRIX, matrix_of(assessment)),
        draw_table("How often each confidence was right", SURENESS, sureness_of(assessment)),
        draw_table("What did not come out right", WRONG, wrong),
    ]
    return draw_page("How good judges are", told(assessment), tables)
