"""Where the clients' own code or documents contradicted what we wrote or answered: each case once more, by its name.

Deeper tests of the mechanisms stand with their modules; a row here goes red when the case itself comes back.
"""

import json
import re
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from policyhooks.clients.catalog import natives
from policyhooks.clients.cursor.events import DENY_EXIT
from policyhooks.clients.cursor.loading import refusals
from policyhooks.clients.facts import Handler, install_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.core.events import EVENTS
from policyhooks.core.verdict import Response
from policyhooks.installation.command_line import committed_command
from policyhooks.installation.editing import insert
from policyhooks.installation.entries import Entry, entries_for, events_to_install
from policyhooks.runtime.engine.session import decide_payload
from tests.runtime.programs import RuleSource, Still, fails, program, rule

CURSOR = {"conversation_id": "c", "workspace_roots": ["/w"]}
SHELL = {"tool_name": "Shell", "tool_input": {"command": "make release"}, "tool_use_id": "u"}
VERSIONS = ("", "1.7.54", "2.3.41", "2.4.0", "2.6.22", "3.15.6", "2026.10.01-e373342", "99.0", "next")
DENIES = rule("a", "deny", {"user": lambda e: "For people.", "agent": lambda e: "For agents."}, events=EVENTS)


class Lonely(Still):
    """Our entry for the specific event is there; whether it asks is the rules' business."""

    __slots__ = ()

    def has_entry(self, client: str, native: str) -> bool:
        return True


def _answer(client: str, native: str, payload: Mapping[str, Any], *sources: RuleSource) -> Response:
    sent = {"hook_event_name": native, **payload}
    outside = Lonely({"managed/no": "not_ok"})
    return decide_payload(client, native, sent, [program(*sources)], {}, outside=outside)[2]


def _document(response: Response) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(response.stdout or b"{}")
    return found


def _unknown_events_are_never_written(_folder: Path) -> None:
    written = events_to_install("cursor", [("cursor", native) for native in natives("cursor")])
    text = insert("cursor", None, entries_for("cursor", written, lambda native, seconds: "x"))
    assert "postCompact" in natives("cursor")
    assert "postCompact" not in text
    assert "workspaceOpen" in natives("cursor")
    assert refusals(text) == []


def _comment_marks_are_escaped(_folder: Path) -> None:
    prompt = "See https://acme.example and /* this */"
    text = insert("cursor", None, [Entry("stop", Handler({"type": "prompt", "prompt": prompt, "timeout": 3}))])
    stripped = re.sub(r"/\*.*?\*/", "", re.sub(r"//[^\n]*", "", text), flags=re.DOTALL)
    assert json.loads(stripped)["hooks"]["stop"][0]["prompt"] == prompt
    assert refusals(text) == []


def _the_here_document_reaches_the_hook(folder: Path) -> None:
    hook = folder / ".local/share/policyhooks/bin/hook"
    hook.parent.mkdir(parents=True)
    hook.write_text("#!/bin/sh\n/bin/cat\nexit 64\n")
    hook.chmod(0o700)
    command = committed_command("p-4f1d2c3b5a697887", "cursor", "preToolUse", 30)
    for text, given in (
        (f"{command} <<'CURSOR_HOOK_EOF'\nthe event\nCURSOR_HOOK_EOF\n", b""),
        (command, b"the event\n"),
    ):
        done = subprocess.run(
            ["/bin/sh", "-c", text],
            capture_output=True,
            timeout=60,
            check=False,
            input=given,
            env={"HOME": str(folder)},
        )
        assert (done.stdout, done.returncode) == (b"the event\n", 0)


NARROW: dict[str, Any] = {"events": ("shell.before",), "natives": ("cursor.preToolUse",)}
LOST: dict[str, list[RuleSource]] = {
    "an ask": [rule("a", "ask", **NARROW)],
    "a condition that errs": [rule("a", "deny", {"when": fails}, **NARROW)],
    "two rewrites": [
        rule(name, "rewrite", {"rewrite": lambda e, name=name: {"shell.command": name}}, **NARROW) for name in "ab"
    ],
    "a command": [rule("no", "ask", kind="command", command={"run": ["/x"], "timeout_ms": 9}, **NARROW)],
    "a judge": [rule("no", "ask", kind="judge", judge={"prompt": "p"}, **NARROW)],
}


def _no_question_is_lost(_folder: Path) -> None:
    for name, sources in LOST.items():
        for version in VERSIONS:
            told = _document(_answer("cursor", "preToolUse", {**CURSOR, **SHELL, "cursor_version": version}, *sources))
            assert told["permission"] == told["decision"] == "deny", (name, version)


def _a_deny_is_read_by_every_version(_folder: Path) -> None:
    for version in VERSIONS:
        response = _answer("cursor", "preToolUse", {**CURSOR, **SHELL, "cursor_version": version}, DENIES)
        told = _document(response)
        assert (told["user_message"], told["agent_message"]) == ("For people.", "For agents."), version
        documented = version.startswith(("2.4", "2.6"))
        assert response.exit_code == (2 if documented else 0), version
    newest = DENY_EXIT[-1][1]
    assert newest == 0, "an unknown newer version gets the form that failClosed guards"
    assert install_of("cursor").handler("preToolUse", "x", 30, 5).keys["failClosed"] is True


def _an_ask_about_an_mcp_call_is_a_deny(_folder: Path) -> None:
    call = {**CURSOR, "tool_name": "github:get", "tool_input": "{}", "url": "https://mcp.acme.example"}
    for version in VERSIONS:
        told = _document(
            _answer(
                "cursor", "beforeMCPExecution", {**call, "cursor_version": version}, rule("a", "ask", events=EVENTS)
            )
        )
        assert told["permission"] == "deny", version
    assert any("Auto-review" in note for note in install_of("cursor").notes)


SPARE = {"session_id": "s", "transcript_path": "/t.jsonl"}
DOCUMENTED = [
    ("Stop", {**SPARE, "permission_mode": "default", "stop_hook_active": True}),
    ("SubagentStop", {**SPARE, "permission_mode": "default", "stop_hook_active": True}),
    ("SessionStart", {**SPARE, "permission_mode": "default", "source": "startup"}),
    ("PreCompact", {**SPARE, "permission_mode": "default", "trigger": "manual", "custom_instructions": ""}),
]


def _documented_payloads_are_decided(_folder: Path) -> None:
    told = rule("a", "warn", {"user": lambda e: "Seen."}, events=EVENTS)
    for native, payload in DOCUMENTED:
        response = _answer("claude-code", native, payload, told)
        assert response.exit_code == 0, native
        assert _document(response) == {"systemMessage": "Seen."}, native
    for client in CLIENTS:
        for native in natives(client):
            if native.lower() in ("precompact", "precompress"):
                sent = {"cursor": CURSOR, "gemini-cli": {**SPARE, "timestamp": "t"}}.get(client, SPARE)
                assert _answer(client, native, sent).exit_code == 0, (client, native)


CASES: dict[str, Callable[[Path], None]] = {
    "1: an event that Cursor does not know makes it drop the file": _unknown_events_are_never_written,
    "2: Cursor strips // and /* inside strings": _comment_marks_are_escaped,
    "3: Cursor's here-document binds to what follows ||": _the_here_document_reaches_the_hook,
    "4: a question of a rule on preToolUse alone is lost": _no_question_is_lost,
    "5: on exit 2 Cursor shows raw JSON and drops the agent's text": _a_deny_is_read_by_every_version,
    "6: Cursor runs an MCP call that a hook asks about": _an_ask_about_an_mcp_call_is_a_deny,
    "8: documented payloads without cwd are ignored, PreCompact is blocked": _documented_payloads_are_decided,
}


@pytest.mark.parametrize("case", CASES)
def test_a_contradiction_stays_resolved(case: str, tmp_path: Path) -> None:
    CASES[case](tmp_path)
