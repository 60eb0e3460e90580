"""The mode that a rule has in a Config's profile. It knows no rule's condition and no program."""

from __future__ import annotations

from policyhooks.compiler.model.config import Config
from policyhooks.compiler.model.rule import Rule


def mode_in_profile(rule: Rule, default: str, config: Config | None) -> str:
    """`audit` only records, `review` enforces recorded rules with a judge, `strict` all that others record.

    An optional judge without a model is off in each of them.
    """
    judge, mode = rule.judge, rule.mode or default
    profile = config.profile if config is not None else "balanced"
    if judge is not None and judge.optional and not judge.native and not names_model(judge.model, config):
        return "disabled"
    if profile == "audit" and mode in ("enforce", "warn"):
        return "audit"
    enforced = profile == "strict" or (profile == "review" and judge is not None)
    return "enforce" if enforced and mode == "audit" else mode


def names_model(alias: str, config: Config | None) -> bool:
    """Whether there is somebody to ask: an alias of the Config, or a provider's own name."""
    return "/" in alias or (config is not None and alias in config.judge.models)
