"""The effect feedback: the agent reads it beside the result, on every client that has a way to say it."""

import json

import pytest

from policyhooks.clients.catalog import row_of, rows
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.events import EVENTS
from policyhooks.runtime.engine.deciding import decide
from tests.clients.fixtures import Fixture, load
from tests.runtime.programs import RuleSource, Still, program, rule

FIXTURES = [fixture for client in CLIENTS for fixture in load(client)]
COMMAND = {"kind": "command", "command": {"run": ["/bin/true"], "timeout_ms": 10}, "events": EVENTS}
# name -> rules, what the agent reads
SAID: dict[str, tuple[list[RuleSource], str]] = {
    "its message": ([rule("a", "feedback", {"agent": lambda e: "Mend it."}, events=EVENTS)], "Mend it."),
    "the user's": ([rule("a", "feedback", {"user": lambda e: "Bad."}, events=EVENTS)], "Bad."),
    "no words": ([rule("a", "feedback", events=EVENTS)], "Policy rule managed/a objects to this result."),
    "a scanner's": ([rule("no", "feedback", **COMMAND)], "because"),
    "both": (
        [
            rule("a", "feedback", {"agent": lambda e: "One."}, events=EVENTS),
            rule("b", "feedback", {"agent": lambda e: "Two."}, events=EVENTS),
        ],
        "One.\n\nTwo.",
    ),
}


def _heard() -> list[Fixture]:
    found = [(one, row_of(one.event())) for one in FIXTURES]
    return [one for one, row in found if row is not None and "feedback" in row.effects]


@pytest.mark.parametrize("words", SAID)
def test_the_agent_reads_it_and_the_result(words: str) -> None:
    sources, said = SAID[words]
    built, tried = program(*sources), set()
    for fixture in _heard():
        event = fixture.event()
        decision = decide(event, [built], budget=1e12, outside=Still({"managed/no": "not_ok"}))
        response = adapter_for(event.client).render(event, decision)
        document = json.loads(response.stdout)
        inner = document.get("hookSpecificOutput", {})
        told = [document.get("reason"), document.get("additional_context"), document.get("additionalContext")]
        assert said in [*told, inner.get("additionalContext")], fixture.name
        assert response.exit_code == 0
        replaced = {"updatedToolOutput", "updated_mcp_tool_output", "modifiedResult"}
        assert not replaced & {*document, *inner}, "the result stays"
        assert document.get("continue") is not False
        tried.add((event.client, event.native, event.name))
    assert tried == {(row.client, row.native, row.event) for row in rows() if "feedback" in row.effects}
    assert {client for client, _, _ in tried} == set(CLIENTS)


def test_a_deny_is_stronger() -> None:
    event = next(one.event() for one in load("claude-code") if one.native == "PostToolUse")
    both = program(rule("a", "feedback", events=EVENTS), rule("b", "deny", events=EVENTS))
    document = json.loads(
        adapter_for("claude-code").render(event, decide(event, [both], budget=1e12, outside=Still())).stdout
    )
    assert "updatedToolOutput" in document["hookSpecificOutput"]
    assert document.get("decision") != "block"
