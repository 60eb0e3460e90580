"""Makes a bundle from compiled policies: the same input gives the same bytes, in any folder at any time.

It takes the summary of the tests as a value: whoever calls it has run them.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from policyhooks.bundle.archive import pack
from policyhooks.bundle.manifest import FILE, MAX_TIME, PROGRAMS, Manifest, engine_of
from policyhooks.bundle.sources import CONFIG, Sources, read_sources
from policyhooks.compiler.compile import Compiled
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.tables.programs import names_in
from policyhooks.errors import UsageError

# What has an entry of its own in the manifest, or does not change what a rule decides.
NOT_LOGIC = {
    "tests", "message", "mode", "severity", "rollout", "on_error", "effect", "exceptions", "id", "acknowledge", "maps"
}  # fmt: skip


def build_bundle(
    compiled: Compiled,
    sources: Sources,
    *,
    config: str | None,
    about: Manifest,
    tests: Mapping[str, int],
    extra: Mapping[str, bytes],
) -> tuple[Manifest, bytes]:
    """The manifest and the archive; `about` has the name, version, serial and times, `extra` the shipped tests."""
    files = {**read_sources(sources, compiled, config), **extra}
    files.update({f"program/{name}.py": source.encode() for name, source in compiled.modules.items()})
    clients: dict[str, list[str]] = {}
    for client, native in sorted(compiled.used_events):
        clients.setdefault(client, []).append(native)
    manifest = replace(
        about,
        layer=compiled.layer,
        engine=engine_of(compiled.modules),
        program=compiled.digest,
        config=CONFIG if config is not None else "",
        clients=clients,
        needs=needs_of(compiled),
        options=_plain(compiled.options),
        params=params_of(compiled),
        lists=lists_of(compiled),
        rules={rule.id: describe(rule) for rule in compiled.rules},
        tests=dict(tests),
        files={name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())},
    )
    return manifest, pack({**files, FILE: manifest.encode()})


def issued_at() -> int:
    """SOURCE_DATE_EPOCH, or zero: never the clock."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "0")
    if not (text.isascii() and text.isdigit() and int(text) < MAX_TIME):
        raise UsageError("SOURCE_DATE_EPOCH is not a number of seconds", "unset it, or give whole seconds")
    return int(text)


def needs_of(compiled: Compiled) -> list[str]:
    """What the target must have besides Python."""
    needs = set()
    if any(
        event.startswith(("shell.", "file.", "tool.before", "mcp.")) for rule in compiled.rules for event in rule.events
    ):
        needs.add("shfmt")
    asks = re.compile(
        r"^from policyhooks\.evaluation\.regex import .*"
        r"\b(search_behind|search_beyond_ascii|search_folded|search_re2|matches)\b",
        re.MULTILINE,
    )
    if any(asks.search(source) for source in compiled.modules.values()) or any(
        rule.model.redact is not None and rule.model.redact.patterns for rule in compiled.rules
    ):
        needs.add("re2")
    return sorted(needs)


def params_of(compiled: Compiled) -> dict[str, dict[str, Any]]:
    """Every param with the value that holds."""
    bound = compiled.config.model.params if compiled.config is not None else {}
    found = {}
    for policy in compiled.policies:
        owner = policy.model.metadata.id
        values = {name: bound.get(owner, {}).get(name, param.default) for name, param in policy.model.params.items()}
        if values:
            found[owner] = _plain(values)
    return found


def lists_of(compiled: Compiled) -> dict[str, dict[str, str]]:
    """Digests of the lists, variables, facts and programs of every file: to see that one has changed."""
    found: dict[str, dict[str, str]] = {}
    for owner, lists, variables in (
        *((file.model.metadata.id, file.model.lists, file.model.variables) for file in compiled.policies),
        *((file.model.metadata.id, file.model.lists, file.model.variables) for file in compiled.libraries),
    ):
        values = {f"lists.{name}": digest_of(value) for name, value in lists.items()}
        values.update({f"vars.{name}": digest_of(value) for name, value in variables.items()})
        if values:
            found[owner] = values
    for fact in compiled.facts:
        found.setdefault(fact.owner, {})[f"memory.{fact.name}"] = digest_of(fact.model.model_dump(mode="json"))
    for file in compiled.programs:
        names = [name for name, _ in names_in(file.model) if name in compiled.rows]
        found[file.model.metadata.id] = {PROGRAMS + name: digest_of(compiled.rows[name]) for name in names}
    return found


def describe(rule: PlannedRule) -> dict[str, Any]:
    """What `bundle diff` compares of a rule."""
    logic = rule.model.model_dump(mode="json", exclude=NOT_LOGIC, exclude_defaults=True)
    return {
        "kind": rule.kind,
        "effect": rule.effect,
        "mode": rule.mode,
        "severity": rule.severity,
        "rollout": rule.rollout,
        "on_error": rule.on_error,
        "exceptable": rule.model.exceptable,
        "events": sorted(rule.events),
        "clients": sorted(rule.clients),
        "natives": sorted(rule.natives),
        "degrade": dict(sorted(rule.degrade.items())),
        "exceptions": {
            waiver.model.id: f"{waiver.model.becomes} until {waiver.model.expires.isoformat()}"
            for waiver in rule.waivers
        },
        "native_prompt": rule.model.judge is not None and rule.model.judge.native,
        "followups": rule.model.followup.limit if rule.model.followup else 0,
        "accepted": rule.model.answered_for or ", ".join(rule.model.accepted),
        "maps": {key: list(ids) for key, ids in rule.maps.items()},
        "logic": digest_of([logic, rule.prompt]),
        "says": digest_of(rule.model.message.model_dump(mode="json") if rule.model.message else None),
    }


def digest_of(value: object) -> str:
    """A short name for a value."""
    return hashlib.sha256(json.dumps(_plain(value), sort_keys=True).encode()).hexdigest()[:16]


def _plain(value: object) -> Any:
    """The value as JSON gives it back: tuples are lists."""
    return json.loads(json.dumps(value))
