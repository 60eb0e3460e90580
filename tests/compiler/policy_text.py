"""Writes policy files for tests, as JSON, which is YAML."""

import json
from collections.abc import Sequence
from pathlib import Path

from policyhooks.compiler.compile import Compiled, compile_policies

MESSAGE = {"user": "stopped", "agent": "stop"}


def policy(rules: Sequence[dict[str, object]], **keys: object) -> dict[str, object]:
    """A policy of these rules."""
    head: dict[str, object] = {
        "apiVersion": "policyhooks/v1",
        "kind": "Policy",
        "metadata": {"id": "acme.test", "title": "Test", "owner": "appsec@acme.example"},
        "match": {"events": ["shell.before"]},
    }
    return {**head, **keys, "rules": list(rules)}


def rule(id: str = "a", **keys: object) -> dict[str, object]:
    """A deny rule, unless the keys say otherwise."""
    base: dict[str, object] = {"id": id}
    if not keys.keys() & {"effect", "judge", "command"}:
        base |= {"effect": "deny", "message": MESSAGE}
    return base | keys


def compile_text(folder: Path, document: dict[str, object], config: dict[str, object] | None = None) -> Compiled:
    """The program of one document."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "policy.yaml").write_text(json.dumps(document, indent=1), encoding="utf-8")
    if config is None:
        return compile_policies([str(folder / "policy.yaml")])
    bound = {"apiVersion": "policyhooks/v1", "kind": "Config", **config}
    (folder / "config.yaml").write_text(json.dumps(bound, indent=1), encoding="utf-8")
    return compile_policies([str(folder / "policy.yaml")], str(folder / "config.yaml"))
