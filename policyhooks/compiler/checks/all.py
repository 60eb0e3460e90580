"""Every check of planned rules, one module a family."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from policyhooks.compiler.checks.shape import check_shape
from policyhooks.compiler.files import Files
from policyhooks.compiler.rules import PlannedRule
from policyhooks.errors import Diagnostic


def check_rules(rules: Sequence[PlannedRule], files: Files, layer: str, today: dt.date) -> list[Diagnostic]:
    """What is wrong with rules beyond the form of their files."""
    return [problem for rule in rules for problem in check_shape(rule)]
