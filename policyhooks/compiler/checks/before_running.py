"""Judges, commands and redactions: what must hold before they run anywhere."""

from __future__ import annotations

from collections.abc import Iterator

import re2

from policyhooks.compiler.files import Files
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.suggestion import did_you_mean
from policyhooks.core.effects import JOINING, PASS
from policyhooks.errors import Diagnostic
from policyhooks.secrets.pii import DETECTORS

STOPS = frozenset(("agent.stop", "subagent.stop"))


def check_before_running(rule: PlannedRule, files: Files, layer: str) -> Iterator[Diagnostic]:
    """What is wrong with a rule's judge, command, follow-up or redaction."""
    file, place, model = rule.file, rule.place, rule.model
    sent_on = all("followup" in row.effects for row in rule.rows)
    if rule.effect == "followup" and not set(rule.events) <= STOPS and not (rule.rows and sent_on):
        message = "`followup` keeps an agent working that wants to stop; other events have no use for it"
        yield file.at(rule.effect_place, "followup-outside-stop", message, "match events: [agent.stop]")
    if model.command is not None and (not model.command.run[0].startswith("/") or "{{" in model.command.run[0]):
        message = "the program of a command rule is an absolute path, and the same for every event"
        yield file.at((*place, "command", "run", 0), "relative-program", message, "PATH is not the policy's to trust")
    lost = [effect for effect in (rule.effect, *rule.degrade.values()) if effect not in (*JOINING, PASS)]
    if model.once and lost:
        message = f"`once` would let the second event through a rule that says {lost[0]}"
        hint = "`once` is for rules that tell something or run a program: name another `not_ok`, or leave it out"
        yield file.at((*place, "once"), "once-loosens", message, hint, key=True)
    if model.judge is not None:
        yield from check_judge(rule, files, layer)
    if model.redact is not None:
        yield from check_redact(rule)


def check_judge(rule: PlannedRule, files: Files, layer: str) -> Iterator[Diagnostic]:
    """Model aliases, quorum, and what only the managed layer may say."""
    judge = rule.model.judge
    assert judge is not None
    place = (*rule.place, "judge")
    models = files.config.model.judge.models if files.config else None
    for key in ("model", "escalate") if not judge.native else ():  # its model is the client's
        alias = getattr(judge, key)
        if alias and models is not None and "/" not in alias and alias not in models and (key != "model" or models):
            hint = did_you_mean(alias, models) or "name it under judge.models in the Config"
            where = (*place, key)
            message = f"the Config has no model `{alias}`"
            off = judge.optional and key == "model"
            given = rule.file.document.node(where) is not None
            yield rule.file.at(
                where if given else place,
                "optional-model-missing" if off else "unknown-model",
                f"{message}, so this rule is off" if off else message,
                hint,
                key=not given,
                severity="note" if off else "error",
            )
    if judge.quorum is not None and judge.quorum.need > judge.quorum.of:
        message = "a quorum cannot need more answers than are asked for"
        yield rule.file.at((*place, "quorum"), "bad-quorum", message, key=True)
    if judge.may_allow and layer != "managed":
        message = "only the managed layer may let a judge allow"
        yield rule.file.at((*place, "may_allow"), "not-delegated", message)


def check_redact(rule: PlannedRule) -> Iterator[Diagnostic]:
    """Patterns that RE2 refuses, detectors that nobody knows, and a redaction that takes nothing out."""
    redact = rule.model.redact
    assert redact is not None
    for number, pattern in enumerate(redact.patterns):
        options = re2.Options()
        options.log_errors = False
        try:
            re2.compile(pattern, options)
        except re2.error:
            message = "RE2 refuses this pattern"
            hint = "RE2 has no look-around and no back-references"
            yield rule.file.at((*rule.place, "redact", "patterns", number), "bad-regex", message, hint)
    for number, name in enumerate(redact.detectors):
        if name not in DETECTORS:
            hint = did_you_mean(name, DETECTORS) or f"one of {', '.join(DETECTORS)}"
            message = f"there is no detector `{name}`, so it would take nothing out"
            yield rule.file.at((*rule.place, "redact", "detectors", number), "unknown-detector", message, hint)
    if not redact.patterns and not redact.detectors:
        message = "this redaction names neither detectors nor patterns"
        yield rule.file.at((*rule.place, "redact"), "empty-redaction", message, "detectors: [secrets]", key=True)
