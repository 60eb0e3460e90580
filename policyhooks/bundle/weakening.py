"""What a new program would take away from the one that is installed: rules that go, or that decide less.

It reads the compiled programs themselves, so it holds whatever they were made from. A condition that
changed cannot be weighed by looking at it and is not reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from policyhooks.bundle.break_glass import current_programs
from policyhooks.bundle.comparison import LOOSENED, Difference, compare
from policyhooks.bundle.manifest import Manifest
from policyhooks.core.program import Rule, source_loader
from policyhooks.errors import EnvironmentBroken

if TYPE_CHECKING:
    from policyhooks.image.activation import ProgramSource


def weakened(state: Path, program: ProgramSource) -> list[Difference]:
    """Every rule and default that would decide less than it does now; none where nothing can be decided now."""
    try:
        (installed, *_) = current_programs(state)
    except EnvironmentBroken:
        return []
    found = compare(summarize(installed.modules), summarize(program.modules))
    return [one for one in found if one.direction == LOOSENED]


def summarize(modules: Mapping[str, str]) -> Manifest:
    """A program as the manifest of a bundle would describe its rules, without their conditions."""
    load = source_loader(modules)
    rules: dict[str, dict[str, Any]] = {}
    for name in modules:
        if name.startswith("bucket_"):
            table: Any = load(name)["RULES"]
            rules.update({rule.id: _describe(rule) for rule in table.values()})
    options: Any = load("index").get("OPTIONS", {})
    return Manifest(name="installed", version="1", serial=0, rules=rules, options=dict(options))


def _describe(rule: Rule) -> dict[str, Any]:
    return {
        "kind": rule.kind,
        "effect": rule.effect,
        "mode": rule.mode,
        "rollout": rule.rollout,
        "on_error": rule.on_error,
        "exceptable": rule.exceptable,
        "events": sorted(rule.events),
        "clients": sorted(rule.clients),
        "natives": sorted(rule.natives),
        "exceptions": {one.id: f"{one.becomes} until {one.expires}" for one in rule.exceptions},
    }
