"""What the Config binds for the whole program, as the index's OPTIONS."""

from __future__ import annotations

from policyhooks.compiler.model.config import Config
from policyhooks.compiler.model.fields import read_duration
from policyhooks.compiler.model.judge_options import JudgeOptions
from policyhooks.runtime.engine.servers import FEATURE, normal_address, normal_command


def kept(value: int | str) -> dict[str, int]:
    """Full files, which the hook counts, or seconds, which `log purge` asks for."""
    if isinstance(value, str):
        return {"keep_s": read_duration(value) // 1000}
    return {"keep": value} if value else {}


def servers(config: Config) -> dict[str, object]:
    """The MCP servers that the Config names, in the one spelling that calls are compared in."""
    known = {
        name: (normal_address(server.url) if server.url else "", normal_command(" ".join(server.command or ())))
        for name, server in sorted(config.servers.items())
    }
    return {FEATURE: known} if known else {}


def approvals(config: Config) -> dict[str, object]:
    """Who signs lifts; nothing where nobody does."""
    told = config.approvals
    if not told.signers:
        return {}
    signers = {name: list(keys) for name, keys in sorted(told.signers.items())}
    requesters = {uid: list(names) for uid, names in sorted(told.requesters.items())}
    return {"approvals": {"signers": signers, "requesters": requesters}}


def judged_by_team(options: JudgeOptions) -> dict[str, object]:
    """Caps of single rules and the Redis of a team, where there are any."""
    caps = {rule: caps.model_dump(exclude_none=True) for rule, caps in sorted(options.rule_budgets.items())}
    team = options.team.model_dump(exclude_none=True) if options.team is not None else None
    return {**({"rule_budgets": caps} if caps else {}), **({"team": team} if team is not None else {})}


def options_of(config: Config | None, layer: str, *, asked: bool) -> dict[str, object]:
    """The options. Without a Config the defaults hold; `asked`: a rule decides on what is not understood."""
    bound = config or Config.model_validate({"apiVersion": "policyhooks/v1", "kind": "Config"})
    understood = bound.defaults.not_understood or ("ask" if layer == "managed" and not asked else "pass")
    models = {
        name: {key: value for key, value in sorted(model.model_dump(exclude_none=True).items()) if value != {}}
        for name, model in sorted(bound.judge.models.items())
    }
    return {
        "profile": bound.profile,
        "defaults": {"unknown_event": bound.defaults.unknown_event, "not_understood": understood},
        "delegate": bound.delegate,
        "journal": {
            "bodies": bound.journal.bodies,
            **({"seal": bound.journal.seal} if bound.journal.bodies == "full" else {}),
            "on_error": bound.journal.on_error,
            **kept(bound.journal.keep),
        },
        "judge": {
            "models": models,
            "budgets": bound.judge.budgets.model_dump(exclude_none=True),
            "breaker": bound.judge.breaker,
            "cache_ok_s": (bound.judge.cache_ok or 0) // 1000,
            **judged_by_team(bound.judge),
        },
        **servers(bound),
        **({} if bound.scripts == "fresh" else {"scripts": bound.scripts}),
        **approvals(bound),
        "requires": {"clients": dict(sorted(bound.requires.clients.items()))},
    }
