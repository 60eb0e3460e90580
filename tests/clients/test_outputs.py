"""Outputs beyond a verdict: the turn ends, a result is replaced, a denied call may be tried again, an answer is not
printed, an allow is kept. Each in the words of every client whose rows name it, and in no others."""

import json

import pytest

from policyhooks.clients.catalog import row_of, rows
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.event import Event
from policyhooks.core.events import EVENTS
from policyhooks.core.values import but
from policyhooks.runtime.engine.deciding import decide
from tests.clients.fixtures import Fixture, load
from tests.runtime.programs import RuleSource, Still, program, rule

FIXTURES = [fixture for client in CLIENTS for fixture in load(client)]
Document = dict[str, object]


def _with(effect: str) -> list[Fixture]:
    found = [(one, row_of(one.event())) for one in FIXTURES]
    return [one for one, row in found if row is not None and effect in row.effects]


def _rows(effect: str) -> set[tuple[str, str, str]]:
    return {(row.client, row.native, row.event) for row in rows() if effect in row.effects}


def _answer(event: Event, *sources: RuleSource) -> Document:
    decision = decide(event, [program(*sources)], budget=1e12, outside=Still({"managed/no": "not_ok"}))
    response = adapter_for(event.client).render(event, decision)
    found: Document = json.loads(response.stdout or b"{}")
    return found


def _said(text: str, **fields: object) -> RuleSource:
    return rule("a", "end", {"user": lambda e: text}, events=EVENTS, **fields)


def _fixture(client: str, native: str, name: str = "") -> Event:
    return next(
        event
        for one in load(client)
        if one.native == native
        for event in [one.event()]
        if not name or event.name == name
    )


def _is_tried(effect: str) -> None:
    tried = {(event.client, event.native, event.name) for event in (one.event() for one in _with(effect))}
    assert tried == _rows(effect), "a row without a fixture"


def test_the_turn_ends() -> None:
    _is_tried("end")
    for fixture in _with("end"):
        document = _answer(fixture.event(), _said("Enough."))
        assert document["continue"] is False, fixture.name
        assert "Enough." in (document.get("stopReason"), document.get("user_message")), fixture.name
    assert {client for client, _, _ in _rows("end")} == {"claude-code", "codex", "cursor", "gemini-cli"}


def test_an_ending_is_not_said_elsewhere() -> None:
    for fixture in FIXTURES:
        event = fixture.event()
        row = row_of(event)
        if row is not None and "end" not in row.effects and event.native != "beforeSubmitPrompt":
            assert _answer(event, _said("Enough.")).get("continue") is not False, fixture.name


@pytest.mark.parametrize("native", ["Stop", "SubagentStop"])
def test_an_ending_is_stronger_than_going_on(native: str) -> None:
    event = _fixture("claude-code", native)
    more = rule("b", "followup", {"followup": lambda e: "Go on."}, events=EVENTS)
    told = rule("c", "context", {"context": lambda e: "Look."}, events=EVENTS)
    assert _answer(event, _said("Enough."), more, told) == {"continue": False, "stopReason": "Enough."}
    assert _answer(event, more, told) == {"decision": "block", "reason": "Go on.\n\nLook."}
    first = but(event, session=but(event.session, loop_count=0))
    assert _answer(first, told)["hookSpecificOutput"] == {"hookEventName": native, "additionalContext": "Look."}


def test_a_deny_that_ends_the_turn_does_both() -> None:
    document = _answer(
        _fixture("claude-code", "PostToolUse", "shell.after"), _said("Enough."), rule("b", "deny", events=EVENTS)
    )
    assert document["continue"] is False
    assert "updatedToolOutput" in document["hookSpecificOutput"]  # type: ignore[operator]


TEXT = [{"type": "text", "text": "See the report."}]
OBJECT = {"content": [{"type": "image", "data": "x"}], "isError": False}
# client, native -> where the result stands, what a text becomes there
REPLACED = {
    ("cursor", "postToolUse"): ("updated_mcp_tool_output", {"content": TEXT}),
    ("claude-code", "PostToolUse"): ("updatedToolOutput", TEXT),
}


def test_a_result_is_replaced_freely() -> None:
    _is_tried("replace")
    assert {(client, native) for client, native, _ in _rows("replace")} == REPLACED.keys()
    for fixture in _with("replace"):
        event = fixture.event()
        key, text = REPLACED[event.client, event.native]
        for value, expected in (("See the report.", text), (OBJECT, OBJECT)):
            document = _answer(event, rule("a", "replace", {"replace": lambda e, value=value: value}, events=EVENTS))
            inner = document.get("hookSpecificOutput", document)
            assert inner[key] == expected, fixture.name  # type: ignore[index]


def test_what_is_replaced_is_redacted_too() -> None:
    event = _fixture("claude-code", "PostToolUse", "mcp.after")
    put = rule("a", "replace", {"replace": lambda e: {"key": "AKIAIOSFODNN7EXAMPLQ"}}, events=EVENTS)
    mask = rule("b", "redact", redact={"detectors": ("secrets",), "patterns": ("AKIA[A-Z0-9]+",)}, events=EVENTS)
    document = _answer(event, put, mask)
    assert "AKIA" not in json.dumps(document)
    assert _answer(event, put)["hookSpecificOutput"]["updatedToolOutput"] == {  # type: ignore[index]
        "key": "AKIAIOSFODNN7EXAMPLQ"
    }


def test_a_denied_call_may_be_tried_again() -> None:
    _is_tried("retry")
    assert _rows("retry") == {("claude-code", "PermissionDenied", "other")}
    event = _fixture("claude-code", "PermissionDenied")
    assert _answer(event, rule("a", "retry", events=EVENTS)) == {
        "hookSpecificOutput": {"hookEventName": "PermissionDenied", "retry": True}
    }
    assert _answer(event, rule("a", "ask", events=EVENTS)) == {}


def test_an_answer_is_not_printed_where_nothing_in_it_is_for_the_user() -> None:
    _is_tried("suppress")
    told = {"context": lambda e: "Look."}
    silent = rule("a", "context", told, events=EVENTS, suppress=True)
    for fixture in FIXTURES:
        event, row = fixture.event(), row_of(fixture.event())
        expected = row is not None and {"suppress", "context"} <= row.effects and not event.session.loop_count
        assert (_answer(event, silent).get("suppressOutput") is True) is expected, fixture.name
        for other in (
            rule("b", "warn", {"user": lambda e: "Mind."}, events=EVENTS),
            rule("b", "context", told, events=EVENTS),
            rule("b", "deny", events=EVENTS),
            rule("b", "ask", events=EVENTS),
            rule("b", "allow", events=EVENTS),
        ):
            assert "suppressOutput" not in _answer(event, silent, other), fixture.name


def test_an_allow_is_kept_by_the_client() -> None:
    _is_tried("remember")
    kept = {"rules": ("Bash(npm test)", "Read"), "destination": "session"}
    allows = rule("a", "allow", events=EVENTS, remember=kept)
    event = _fixture("claude-code", "PermissionRequest")
    assert _answer(event, allows)["hookSpecificOutput"]["decision"]["updatedPermissions"] == [  # type: ignore[index]
        {
            "type": "addRules",
            "rules": [{"toolName": "Bash", "ruleContent": "npm test"}, {"toolName": "Read"}],
            "behavior": "allow",
            "destination": "session",
        }
    ]
    for other in ("ask", "deny"):
        assert "updatedPermissions" not in json.dumps(_answer(event, allows, rule("b", other, events=EVENTS)))
    for fixture in FIXTURES:
        if (fixture.event().client, fixture.native) != ("claude-code", "PermissionRequest"):
            assert "updatedPermissions" not in json.dumps(_answer(fixture.event(), allows)), fixture.name
