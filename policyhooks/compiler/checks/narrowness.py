"""Allow rules that allow more than they say: each is shown an event that it lets through and that nobody meant.

For a program of format 1, and for a rule that does not act, that is a warning: neither may fail by a newer checker.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence

from policyhooks.compiler.checks.trust import narrows
from policyhooks.compiler.model.rule import Acknowledgement
from policyhooks.compiler.narrowness.probe import Readings
from policyhooks.compiler.narrowness.proof import Findings, examine
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.tables.programs import Row
from policyhooks.errors import Diagnostic

FINDING = "wide-allow"
STRICT_SINCE = 2  # the first program format for which a wide allow is an error
KEEP = "acknowledge: {owner: ..., reason: ...}"


def check_narrowness(
    rules: Sequence[PlannedRule], rows: Mapping[str, Row], today: dt.date, program_format: int
) -> Iterator[Diagnostic]:
    """What is wrong with the rules that allow."""
    allowing = [rule for rule in rules if is_examined(rule)]
    if allowing:
        readings = Readings(rows)
        for rule in allowing:
            acting = rule.mode == "enforce" and program_format >= STRICT_SINCE
            yield from check_allow(rule, readings, today, "error" if acting else "warning")


def is_examined(rule: PlannedRule) -> bool:
    """An allow that is complete and narrowed at all: of one for everything, another check speaks."""
    narrowed = rule.model.when is not None or narrows(rule.model.match) or narrows(rule.file.model.match)
    complete = bool(rule.rows) and (rule.when is not None or rule.model.when is None)
    accepted = "allow-without-narrowing" in rule.model.accepted
    return (
        rule.kind == "effect"
        and rule.effect == "allow"
        and rule.mode != "disabled"
        and complete
        and (narrowed or accepted)
    )


def check_allow(rule: PlannedRule, readings: Readings, today: dt.date, severity: str) -> Iterator[Diagnostic]:
    """One rule: kept wide by somebody, too wide, or nothing to say."""
    given = rule.model.acknowledge
    kept = given if isinstance(given, Acknowledgement) and FINDING in given.findings else None
    if kept is not None and kept.expires is not None and kept.expires < today:
        message = f"this was accepted until {kept.expires.isoformat()}"
        place = (*rule.place, "acknowledge", "expires")
        yield rule.file.at(
            place, "expired-acknowledgement", message, "narrow the rule, or decide on a new day", severity
        )
        kept = None
    found = examine(rule, readings)
    if kept is not None and found.wide is not None:
        message = f"`{kept.owner}` answers for this allow, which also allows `{found.wide.shown}`: {kept.reason}"
        yield rule.file.at(rule.effect_place, "wide-allow-kept", message, severity="note")
    elif kept is None:
        yield from tell(rule, found, severity)


def tell(rule: PlannedRule, found: Findings, severity: str) -> Iterator[Diagnostic]:
    """What was found, at the rule's effect."""
    wish = found.wide or found.slight
    if wish is not None:
        message = f"this also allows `{wish.shown}`, which {wish.does}"
        hint = f"narrow it with `{wish.mend}`, or keep it with `{KEEP}`"
        severity = "warning" if found.wide is None else severity
        yield rule.file.at(rule.effect_place, FINDING, message, hint, severity)
    elif not found.fired:
        message = "no event was found that this allows, so nobody knows how wide it is"
        yield rule.file.at(rule.effect_place, "allow-unproved", message, "name one under `tests.allow`", "warning")
