"""Figures of models for machines: every rule and model, every case that went wrong, how far models agree."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from policyhooks.judge.assessment import Assessment


def render(assessment: Assessment) -> str:
    """One object, indented."""
    wrong = [
        {"place": one.case.place, "model": one.model, "verdict": one.verdict, "cause": one.outcome.cause}
        for one in assessment.wrong
    ]
    rows = [asdict(one) for one in assessment.figures]
    return json.dumps({"figures": rows, "wrong": wrong, "agreement": assessment.agreement}, indent=2) + "\n"
