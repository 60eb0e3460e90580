"""Figures of models for machines: every rule and model, every case, how far models agree, what changed."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.judge.assessment import Result
    from policyhooks.judge.scores import Assessment


def render(assessment: Assessment) -> str:
    """One object, indented. Its `cases` are what a later run compares itself with."""
    told = {
        "figures": [asdict(one) for one in assessment.figures],
        "totals": [asdict(one) for one in assessment.totals],
        "confusion": assessment.confusion,
        "calibration": [asdict(one) for one in assessment.calibration],
        "calibration_error": assessment.error,
        "agreement": assessment.agreement,
        "cases": [_case(one) for one in assessment.results],
        "wrong": [_case(one) for one in assessment.wrong],
    }
    if assessment.changes is not None:
        told["changes"] = [asdict(one) for one in assessment.changes]
    return json.dumps(told, indent=2) + "\n"


def _case(one: Result) -> dict[str, object]:
    told: dict[str, object] = {"place": one.case.place, "identity": one.case.identity, "rule": one.case.rule}
    told |= {"model": one.model, "expect": one.case.expect, "said": one.said, "verdict": one.verdict}
    if one.outcome is not None:
        told |= {"cause": one.outcome.cause, "criterion": one.outcome.criterion, "reason": one.outcome.reason}
        told |= {"confidence": one.outcome.confidence, "prompt": one.outcome.prompt, "ms": one.ms}
    return told
