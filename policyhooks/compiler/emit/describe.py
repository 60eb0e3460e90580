"""What the engine must know of a rule besides its functions, as source of a core.program.Rule."""

from __future__ import annotations

import datetime as dt

from policyhooks.clients.facts import install_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.compiler.emit.literals import literal
from policyhooks.compiler.plan import PlannedRule, Waiver
from policyhooks.core.program import Rule, RuleException
from policyhooks.core.verdict import SEVERITIES


def describe_rule(number: int, rule: PlannedRule, layer: str, functions: frozenset[str]) -> str:
    """The entry of RULES for a rule; fields that have their default are left out."""
    asked_by = asking_clients(rule)
    fields: dict[str, object] = {
        "number": number,
        "id": rule.id,
        "layer": layer,
        "kind": rule.kind,
        "effect": rule.effect,
        "severity": SEVERITIES.index(rule.severity),
        "mode": "disabled" if asked_by is None else rule.mode,
        "rollout": rule.rollout,
        "on_error": rule.on_error,
        "events": rule.events,
        "natives": rule.natives,
        "clients": asked_by,
        "degrade": dict(sorted(rule.degrade.items())),
        "exceptable": rule.model.exceptable,
        "halt": rule.model.halt,
        "once": rule.model.once,
        **printed_and_kept(rule),
        "redact": redaction(rule),
        "lift": lift(rule),
        "followup_limit": rule.model.followup.limit if rule.model.followup else 5,
        "command": command(rule),
        "judge": judge(rule),
        "functions": functions,
    }
    lines = [
        f"        {name}={literal(value, 8)},\n"
        for name, value in fields.items()
        if name in ("number", "id") or value != getattr(Rule, name)
    ]
    if rule.waivers:
        inner = "".join(f"            {describe_waiver(waiver)},\n" for waiver in rule.waivers)
        lines.append(f"        exceptions=(\n{inner}        ),\n")
    return f"    {number}: Rule(\n" + "".join(lines) + "    ),\n"


def asking_clients(rule: PlannedRule) -> tuple[str, ...] | None:
    """The clients whose events the engine runs a rule on; empty means all, None means none.

    A native prompt rule is asked by the client itself where the client has prompt hooks: it must not run twice.
    """
    if rule.model.judge is None or not rule.model.judge.native:
        return rule.clients
    return tuple(client for client in rule.clients or CLIENTS if install_of(client).prompts is None) or None


def describe_waiver(waiver: Waiver) -> str:
    fields: dict[str, object] = {
        "id": waiver.model.id,
        "becomes": waiver.model.becomes,
        "expires": end_of(waiver.model.expires),
        "conditional": waiver.checked is not None,
    }
    inner = ", ".join(
        f"{name}={literal(value)}" for name, value in fields.items() if value != getattr(RuleException, name)
    )
    return f"RuleException({inner})"


def end_of(day: dt.date) -> int:
    """The first second after a day, in UTC."""
    midnight = dt.datetime(day.year, day.month, day.day, tzinfo=dt.UTC)
    return int(midnight.timestamp()) + 86_400


def redaction(rule: PlannedRule) -> dict[str, object] | None:
    redact = rule.model.redact
    if redact is None:
        return None
    return {"detectors": redact.detectors, "patterns": redact.patterns, "with": redact.with_}


def printed_and_kept(rule: PlannedRule) -> dict[str, object]:
    kept = rule.model.remember
    rules = None if kept is None else {"rules": kept.rules, "destination": kept.for_}
    return {"suppress": rule.model.suppress, "remember": rules}


def lift(rule: PlannedRule) -> dict[str, object] | None:
    model = rule.model.lift
    if model is None:
        return None
    return {
        "by": model.by,
        "for_s": model.for_ // 1000,
        "uses": model.uses,
        "bind": model.bind,
        "dynamic": model.dynamic,
        **({"signers": model.signers, "four_eyes": model.four_eyes} if model.by == "signer" else {}),
    }


def command(rule: PlannedRule) -> dict[str, object] | None:
    model = rule.model.command
    if model is None:
        return None
    told = {"refuses": model.refuses, "output": model.output}
    return {
        "run": model.run,
        "timeout_ms": model.timeout,
        "not_ok": rule.effect,
        "on_error": model.on_error,
        **{name: value for name, value in told.items() if value != type(model).model_fields[name].default},
    }


def judge(rule: PlannedRule) -> dict[str, object] | None:
    model = rule.model.judge
    if model is None:
        return None
    return {
        "prompt": rule.prompt,
        "model": model.model,
        "timeout_ms": model.timeout,
        "cache_s": model.cache // 1000,
        "not_ok": model.not_ok,
        "on_error": model.on_error,
        "may_allow": model.may_allow,
        "escalate": model.escalate,
        "quorum": {"of": model.quorum.of, "need": model.quorum.need} if model.quorum else None,
        "native": model.native,
        **({} if model.confidence is None else {"confidence": float(model.confidence)}),
    }
