"""The screen of `judge eval`: the figures of every rule and model, then every case that went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.report.screen.style import Style, one_line
from policyhooks.report.screen.table import draw

if TYPE_CHECKING:
    from policyhooks.judge.scores import Assessment, Figures

HEADING = (
    "rule",
    "model",
    "cases",
    "right",
    "missed",
    "false",
    "unknown",
    "not asked",
    "median ms",
    "p95 ms",
    "dollars",
)
MATRIX = ("model", "label", "ok", "not ok", "unknown", "not asked")
SURENESS = ("model", "confidence", "verdicts", "right")


def render(assessment: Assessment, style: Style) -> str:
    """All of it, with a line break at the end."""
    several = len(assessment.figures) > len(assessment.totals)
    rows = [row_of(one) for one in (*assessment.figures, *(assessment.totals if several else ()))]
    lines = draw(HEADING, rows, style=style, right=set(range(2, len(HEADING))))
    lines += ["", *draw(MATRIX, matrix_of(assessment), style=style, right=set(range(2, len(MATRIX))))]
    if assessment.error:
        lines += ["", *draw(SURENESS, sureness_of(assessment), style=style, right={1, 2, 3})]
    lines += ["", *told(assessment)]
    lines += [
        f"{one.verdict}: {one_line(one.case.place)} [{one.model or 'own'}] "
        f"{one_line((one.outcome.reason if one.outcome else 'the rule asks no model about it') or 'no reason')}"
        for one in assessment.wrong
    ]
    return "".join(f"{line}\n" for line in lines)


def told(assessment: Assessment) -> list[str]:
    """What is said in sentences."""
    lines = [
        f"{model or 'own models'}: confidence is {error:.2f} away from how often verdicts are right"
        for model, error in assessment.error.items()
    ]
    if assessment.agreement is not None:
        lines.append(f"models agree on {assessment.agreement:.0%} of the cases")
    if assessment.changes is not None:
        worse = [one for one in assessment.changes if one.before == "right"]
        better = [one for one in assessment.changes if one.after == "right"]
        lines.append(
            f"against the baseline: {len(worse)} newly wrong, {len(better)} newly right, "
            f"{len(assessment.changes) - len(worse) - len(better)} wrong in another way"
        )
        lines += [f"newly {one.after}: {one_line(one.place)} [{one.model or 'own'}]" for one in worse]
    return lines


def matrix_of(assessment: Assessment) -> list[tuple[str, ...]]:
    """What was said of each label, by model."""
    said = ("ok", "not_ok", "unknown", "not asked")
    return [
        (model or "own", label, *(str(counts.get(f"{label} -> {word}", 0)) for word in said))
        for model, counts in assessment.confusion.items()
        for label in ("ok", "not_ok")
    ]


def sureness_of(assessment: Assessment) -> list[tuple[str, ...]]:
    """How often each level of confidence was right."""
    return [
        (one.model or "own", "none" if one.confidence < 0 else f"{one.confidence:g}", str(one.verdicts), str(one.right))
        for one in assessment.calibration
    ]


def row_of(one: Figures) -> tuple[str, ...]:
    """A row of the figures."""
    return (
        one.rule,
        one.model or "own",
        str(one.cases),
        str(one.right),
        f"{one.false_negatives} ({one.missed_share:.0%})",
        f"{one.false_positives} ({one.false_share:.0%})",
        str(one.unknown),
        str(one.not_asked),
        str(one.median_ms),
        str(one.p95_ms),
        "not known" if one.cost is None else f"{one.cost:.4f}",
    )
