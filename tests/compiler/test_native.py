"""A native prompt rule is asked by the client itself: the engine must not ask a second time."""

from pathlib import Path

import pytest

from policyhooks.compiler.compile import compile_policies

POLICY = """
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: a.b, title: T, owner: o@example.com}
match: {clients: [CLIENTS]}
rules:
  - id: r
    match: {events: [mcp.before], tools: ["mcp__mail__*"]}
    judge: {prompt: "Is this ok? $ARGUMENTS", native: NATIVE, not_ok: deny}
    message: {user: "x", agent: "y"}
"""

CASES = [
    ("cursor, codex", "true", "clients=('codex',)", True),
    ("cursor, claude-code", "true", "mode='disabled'", True),
    ("cursor, codex", "false", "mode='disabled'", False),
    ("cursor, codex", "false", "clients=('cursor', 'codex')", True),
]


@pytest.mark.parametrize(("clients", "native", "text", "present"), CASES)
def test_clients_that_the_engine_asks_for(tmp_path: Path, clients: str, native: str, text: str, present: bool) -> None:
    policy = tmp_path / "p.yaml"
    policy.write_text(POLICY.replace("CLIENTS", clients).replace("NATIVE", native), encoding="utf-8")
    modules = compile_policies([str(policy)]).modules
    assert any(text.replace("'", '"') in source.replace("'", '"') for source in modules.values()) is present
