"""Every check of planned rules, one module a family."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from policyhooks.compiler.checks.before_running import check_before_running
from policyhooks.compiler.checks.effects import check_effects, note_allows, note_asks
from policyhooks.compiler.checks.fact_reads import check_memory
from policyhooks.compiler.checks.globs import check_globs
from policyhooks.compiler.checks.liftable import check_lift
from policyhooks.compiler.checks.narrowness import check_narrowness
from policyhooks.compiler.checks.project import check_project
from policyhooks.compiler.checks.reach import check_reach
from policyhooks.compiler.checks.shape import check_shape
from policyhooks.compiler.checks.supply import check_supply
from policyhooks.compiler.checks.trust import check_config, check_trust
from policyhooks.compiler.checks.understanding import check_understanding
from policyhooks.compiler.described_programs import collect_own
from policyhooks.compiler.files import Files
from policyhooks.compiler.native_prompts import check_native
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.remembered import PlannedFact
from policyhooks.errors import Diagnostic


def check_rules(
    rules: Sequence[PlannedRule],
    facts: Sequence[PlannedFact],
    files: Files,
    layer: str,
    today: dt.date,
    program_format: int,
) -> Iterator[Diagnostic]:
    """What is wrong with rules beyond the form of their files, which were first compiled for this format."""
    for rule in rules:
        yield from check_shape(rule)
        yield from check_supply(rule)
        yield from check_effects(rule)
        yield from check_trust(rule, today)
        yield from check_lift(rule)
        yield from check_before_running(rule, files, layer)
    if files.complete:
        yield from check_narrowness(rules, collect_own(files.programs), today, program_format)
    yield from check_memory(rules, facts, files)
    yield from note_asks(rules)
    yield from note_allows(rules)
    yield from check_native(rules, files.config)
    yield from check_globs(rules, files)
    yield from check_reach(rules)
    if files.config is not None:
        yield from check_project(files.config, rules)
    if files.complete:
        yield from check_config(rules, files)
        yield from check_understanding(rules, files)
