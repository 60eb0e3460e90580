"""What a client makes of what a hook line left behind: exit code, stdout, stderr, and whether it ended in time.

These are the clients' own rules, not ours: whatever they would take for "go ahead" without an answer is `open`.
"""

import json
from dataclasses import dataclass

from policyhooks.clients.catalog import withheld_events
from tests.faults.calls import COMMAND, ENDING, PROMPT, QUIET, RESULT, SECRET, Call
from tests.support.results import received

BLOCK, ASK, ALLOW, PASS, WITHHELD, OPEN = "block", "ask", "allow", "pass", "withheld", "open"

# What is as good as a block, by kind of event.
CLOSED = {COMMAND: BLOCK, PROMPT: BLOCK, RESULT: WITHHELD, ENDING: PASS}


@dataclass(frozen=True)
class Ended:
    """One run of a hook line. `late` when the client's time-out came first."""

    code: int
    stdout: bytes
    stderr: bytes
    late: bool = False
    lasted: float = 0.0


def effect_of(call: Call, ended: Ended) -> str:
    """block, ask, allow, pass, withheld, or open: the client goes on although nobody has said so."""
    if ended.late or ended.code not in (0, 2):
        return OPEN
    if ended.code == 2 and not withheld_events(call.client, call.native):
        return BLOCK if ended.stderr.strip() else OPEN  # whatever else stands on stdout
    if withheld_events(call.client, call.native):
        return _result(call, ended)
    try:
        document = json.loads(ended.stdout) if ended.stdout.strip() else {}
    except ValueError:
        return OPEN
    if not isinstance(document, dict):
        return OPEN
    if call.client == "cursor" and not ended.stdout.strip():
        return OPEN  # under failClosed that is a failed hook
    return _said(call, document)


def _said(call: Call, document: dict[str, object]) -> str:
    specific = document.get("hookSpecificOutput", {})
    if not isinstance(specific, dict) or (specific and specific.get("hookEventName") != call.native):
        return OPEN  # Claude Code and Codex void it
    inner = specific.get("decision")
    words = [
        document.get("permission"),
        document.get("permissionDecision"),
        document.get("behavior"),
        document.get("decision"),
        specific.get("permissionDecision"),
        inner.get("behavior") if isinstance(inner, dict) else None,
    ]
    if document.get("continue") is False or "deny" in words or "block" in words:
        return BLOCK
    if "ask" in words:
        return ASK
    # Cursor's allow is "no objection": it asks its own questions after the hook.
    return ALLOW if "allow" in words and call.client != "cursor" else PASS


def _result(call: Call, ended: Ended) -> str:
    """Codex and Gemini CLI take exit 2 with a reason whatever stands on stdout; the others need the document."""
    if ended.code == 2 and call.client in ("codex", "gemini-cli"):
        return WITHHELD if ended.stderr.strip() else OPEN
    try:
        json.loads(ended.stdout or b"{}")
    except ValueError:
        return OPEN
    got = received(call.client, ended.code, ended.stdout, ended.stderr, call.payload)
    if SECRET not in got and QUIET not in got:
        return WITHHELD
    return PASS if ended.code == 0 else OPEN
