"""What the answers of all clients share: which failures have one, what a verdict becomes, how texts are joined."""

from __future__ import annotations

import json

import pytest

from policyhooks.clients.answers import block, closes, context, for_agent, for_user, reply, settle, warning
from policyhooks.clients.catalog import natives, row_of, rows
from policyhooks.clients.registry import CLIENTS, adapter_for
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision
from tests.clients.fixtures import load


@pytest.mark.parametrize("client", CLIENTS)
def test_a_failure_without_a_guard_withholds_no_result_and_still_stops_calls(client: str) -> None:
    def fail(native: str, guarded: bool = True) -> dict[str, object]:
        return vars(adapter_for(client).fail(native, "No.", guarded=guarded))

    for native in natives(client):
        forms = {row.deny for row in rows(client, native=native)}
        stopped = not forms <= {"none"}
        assert closes(client, native, True) is stopped
        assert closes(client, native, False) is (stopped and "withhold" not in forms)
        silence = fail("someUnknownEvent")
        assert (fail(native) != silence) is stopped
        if "withhold" in forms:
            assert fail(native, guarded=False) == silence
        else:
            assert fail(native, guarded=False) == fail(native)


@pytest.mark.parametrize(
    ("reason", "stderr"),
    [("No.", b"No.\n"), ("é", b"\xc3\xa9\n"), ("half \ud800", b"half \\ud800\n"), ("a\nb", b"a\nb\n")],
)
def test_a_block_says_its_reason_whatever_it_holds(reason: str, stderr: bytes) -> None:
    assert (block(reason, None).exit_code, block(reason, None).stdout) == (2, b"")
    assert block(reason, None).stderr == stderr
    told = block(reason, {"reason": reason})
    assert (told.exit_code, told.stderr) == (2, stderr)
    assert told.stdout.isascii()
    assert told.stdout.endswith(b"}\n")
    assert json.loads(told.stdout) == {"reason": reason}


def test_a_reply_is_one_line_of_json() -> None:
    told = reply({"a": "é"})
    assert (told.exit_code, told.stderr, told.stdout) == (0, b"", b'{"a":"\\u00e9"}\n')


# user, agent, what the user reads, what the agent reads
WORDS = [
    ("u", "a", "u", "a"),
    ("u", "", "u", "u"),
    ("", "a", "a", "a"),
    (" \n", "\t", "Blocked by policy.", "Blocked by policy."),
    (" u ", " a ", "u", "a"),
]


@pytest.mark.parametrize(("user", "agent", "to_user", "to_agent"), WORDS)
def test_a_reason_is_never_empty(user: str, agent: str, to_user: str, to_agent: str) -> None:
    decision = Decision(verdict="deny", user=user, agent=agent)
    assert (for_user(decision), for_agent(decision)) == (to_user, to_agent)


def test_context_at_a_stop_of_claude_code_is_told_once() -> None:
    (first, *_) = [one.event() for one in load("claude-code") if one.native == "Stop"]
    for count, told in ((0, True), (1, False)):
        event = but(first, session=but(first.session, loop_count=count))
        response = adapter_for("claude-code").render(event, Decision(contexts=["C."]))
        assert (b"additionalContext" in response.stdout) == told
        response = adapter_for("claude-code").render(event, Decision(contexts=["C."], followup="F."))
        assert json.loads(response.stdout)["reason"] == "F.\n\nC."


def test_a_dialog_of_claude_code_is_answered_with_the_changed_call_or_not_at_all() -> None:
    (event, *_) = [one.event() for one in load("claude-code") if one.native == "PermissionRequest"]
    adapter = adapter_for("claude-code")
    for verdict, behavior in (("allow", "allow"), ("pass", "deny"), ("ask", "deny"), ("deny", "deny")):
        said = adapter.render(event, Decision(verdict=verdict, rewrite={"shell.command": "ls"}))
        answer = json.loads(said.stdout)["hookSpecificOutput"]["decision"]
        assert answer["behavior"] == behavior
        assert ("updatedInput" in answer) == (behavior == "allow")


def test_texts_of_several_rules_are_joined_without_empty_ones() -> None:
    decision = Decision(warnings=["a", " ", "b"], contexts=["c", "", "d"])
    assert (warning(decision), context(decision)) == ("a\nb", "c\n\nd")
    assert (warning(Decision()), context(Decision())) == ("", "")


# client, native event, what an ask becomes there, and when it was left to a later event
ASKS = [
    ("claude-code", "PreToolUse", "ask", "ask"),
    ("claude-code", "UserPromptSubmit", "deny", "deny"),
    ("claude-code", "Stop", "pass", "pass"),
    ("codex", "PreToolUse", "deny", "deny"),
    ("cursor", "beforeShellExecution", "ask", "ask"),
    ("cursor", "preToolUse", "deny", "pass"),
    ("copilot-cli", "preToolUse", "ask", "ask"),
    ("gemini-cli", "BeforeTool", "deny", "deny"),
]


@pytest.mark.parametrize(("client", "native", "becomes", "left"), ASKS)
def test_an_ask_that_nobody_would_see_is_a_deny(client: str, native: str, becomes: str, left: str) -> None:
    event = next(one for one in load(client) if one.native == native).event()
    row = row_of(event)
    assert settle(row, event, Decision(verdict="ask")) == becomes
    assert settle(row, event, Decision(verdict="ask", left=True)) == left
    stops = becomes != "pass"
    headless = but(event, event=but(event.event, headless=True))
    assert settle(row, headless, Decision(verdict="ask", left=True)) == ("deny" if stops else "pass")
    foreign = but(event, foreign=True)
    assert settle(row, foreign, Decision(verdict="ask", left=True)) == becomes
    assert settle(row, event, Decision(verdict="deny")) == ("deny" if stops else "pass")
    assert settle(row, event, Decision(verdict="allow")) == ("allow" if stops else "pass")
    assert settle(None, event, Decision(verdict="deny")) == "pass"
