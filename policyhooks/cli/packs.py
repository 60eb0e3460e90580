"""The shipped packs as values for their reference page."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from policyhooks.cli.options.policies import shipped
from policyhooks.compiler.compile import compile_policies
from policyhooks.compiler.plan import PlannedRule
from policyhooks.core.effects import RULE_EFFECTS
from policyhooks.report.reference.packs import Pack, PackRule
from policyhooks.suite.run import trials_of


@cache
def read_packs() -> tuple[Pack, ...]:
    """Every shipped policy in the order of its folder. Two pages are made of them, and reading them takes its time."""
    compiled = compile_policies([shipped()])
    packs = []
    for file in sorted(compiled.policies, key=lambda file: file.path):
        params = [(name, str(param.default)) for name, param in file.model.params.items()]
        rules = [_rule(rule) for rule in compiled.rules if rule.file.path == file.path]
        metadata = file.model.metadata
        packs.append(Pack(metadata.id, metadata.title, Path(file.path).parent.name, params, rules))
    return tuple(packs)


def _rule(rule: PlannedRule) -> PackRule:
    trials = list(trials_of(rule))
    message = rule.model.message
    return PackRule(
        id=rule.model.id,
        effect=rule.effect,
        severity=rule.severity,
        mode=rule.mode,
        user=(message.user or "") if message else "",
        agent=(message.agent or "") if message else "",
        maps=rule.maps,
        stopped=[trial.title for trial in trials if trial.expect in RULE_EFFECTS],
        quiet=[trial.title for trial in trials if trial.expect == "quiet"],
    )
