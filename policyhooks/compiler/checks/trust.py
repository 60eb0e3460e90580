"""Rules that loosen: allows, exceptions and `unless`, and what they rest on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from policyhooks.cel.problems import Problem
from policyhooks.clients.catalog import vouches_for
from policyhooks.compiler.checks.supply import conditions
from policyhooks.compiler.events import LOOKED_AT
from policyhooks.compiler.expressions import Source
from policyhooks.compiler.files import Files
from policyhooks.compiler.model.matching import Match
from policyhooks.compiler.plan import PlannedRule, Waiver
from policyhooks.compiler.references import fields_read
from policyhooks.compiler.suggestion import did_you_mean
from policyhooks.errors import Diagnostic

STOPS = frozenset(("agent.stop", "subagent.stop"))
# Who can say what the agent wants said.
AGENTS_OWN = ("workspace", "agent")
ACKNOWLEDGE = "an agent can change it; rest on something else, or write `acknowledge: [workspace-data]`"


def check_trust(rule: PlannedRule, today: dt.date) -> Iterator[Diagnostic]:
    """Allows, judges and exceptions of a rule."""
    yield from check_narrowing(rule)
    yield from check_workspace(rule)
    for waiver in rule.waivers:
        yield from check_waiver(rule, waiver, today)


def narrows(match: Match | None) -> bool:
    """Whether a matcher chooses among events of one kind."""
    return match is not None and any(getattr(match, key) for key in LOOKED_AT)


def check_narrowing(rule: PlannedRule) -> Iterator[Diagnostic]:
    """An allow for everything, a model asked about everything."""
    if rule.model.when is not None or narrows(rule.model.match) or narrows(rule.file.model.match):
        return
    accepted = rule.model.accepted
    if rule.effect == "allow" and "allow-without-narrowing" not in accepted:
        message = "this allows every event of its kind and switches the client's own prompt off"
        yield rule.file.at(
            rule.effect_place, "allow-without-narrowing", message, "add `when`, or a matcher such as `commands`"
        )
    pre_filtered = rule.model.unless is not None or set(rule.events) <= STOPS
    if rule.kind == "judge" and not pre_filtered and "judge-without-prefilter" not in accepted:
        message = "this asks a model about every event of its kind"
        yield rule.file.at(
            (*rule.place, "judge"),
            "judge-without-prefilter",
            message,
            "add `when`, or a matcher such as `mcp`",
            key=True,
        )


def check_workspace(rule: PlannedRule) -> Iterator[Diagnostic]:
    """Loosening on the word of the workspace."""
    if "workspace-data" in rule.model.accepted:
        return
    allows = rule.effect == "allow" or bool(rule.model.judge and rule.model.judge.may_allow)
    if rule.model.unless is not None and rule.model.unless.repos and not allows:
        message = "the workspace vouches for `repos`, and this spares events from the rule"
        yield rule.file.at((*rule.place, "unless", "repos"), "workspace-data", message, ACKNOWLEDGE, key=True)
    if not allows:
        return
    if rule.model.match is not None and rule.model.match.repos:
        message = "the workspace vouches for `repos`, and this rule allows"
        yield rule.file.at((*rule.place, "match", "repos"), "workspace-data", message, ACKNOWLEDGE, key=True)
    for file, place, text, offset, checked in conditions(rule):
        for use in fields_read(checked, rule.scope):
            if (who := vouches_for(use.field)) in AGENTS_OWN:
                message = f"the {who} vouches for `{use.field}`, and this rule allows"
                problem = Problem(use.start, use.end, "workspace-data", message, ACKNOWLEDGE)
                yield Source(file.document, place, text, offset).diagnose(problem)


def check_waiver(rule: PlannedRule, waiver: Waiver, today: dt.date) -> Iterator[Diagnostic]:
    """One exception."""
    if not rule.model.exceptable:
        message = f"the rule `{rule.id}` allows no exceptions"
        yield waiver.file.at((*waiver.place, "id"), "not-exceptable", message, "it says `exceptable: false`")
    if waiver.model.expires < today:
        message = f"the exception ended on {waiver.model.expires.isoformat()}"
        yield waiver.file.at(
            (*waiver.place, "expires"), "expired-exception", message, "remove it, or decide on a new day"
        )
    if waiver.checked is None or waiver.model.when is None or "workspace-data" in waiver.model.acknowledge:
        return
    for use in fields_read(waiver.checked, rule.scope):
        if (who := vouches_for(use.field)) in AGENTS_OWN:
            message = f"the {who} vouches for `{use.field}`, and this exception rests on it"
            problem = Problem(use.start, use.end, "workspace-data", message, ACKNOWLEDGE)
            source = Source(waiver.file.document, (*waiver.place, "when"), waiver.model.when)
            yield source.diagnose(problem)


def check_config(rules: Sequence[PlannedRule], files: Files) -> Iterator[Diagnostic]:
    """Rules that the Config names and that do not exist."""
    config = files.config
    if config is None:
        return
    from policyhooks.evaluation.glob_reader import fits

    known = [rule.id for rule in rules]
    for name in config.model.rules:
        if not any(fits(full, name) for full in known):
            message = f"there is no rule `{name}`"
            yield config.at(("rules", name), "unknown-rule", message, did_you_mean(name, known), key=True)
    for number, exemption in enumerate(config.model.exceptions):
        if exemption.rule not in known:
            message = f"there is no rule `{exemption.rule}`"
            hint = did_you_mean(exemption.rule, known)
            yield config.at(("exceptions", number, "rule"), "unknown-rule", message, hint)
