"""What a client makes of a hook's answer, in a few words, for `policyhooks demo`."""

from __future__ import annotations

import json

from policyhooks.report.screen.style import one_line


def verdict_of(code: int, stdout: bytes) -> str:
    """What the client makes of an answer. An exit code that it takes for "go ahead" is told as such."""
    if code == 2:
        return "deny"
    if code != 0:
        return f"exit {code}"
    if not stdout.strip():
        return "pass"
    answer = json.loads(stdout)
    decision = answer.get("hookSpecificOutput", {}).get("permissionDecision") or answer.get("permission")
    if decision in ("deny", "ask"):
        return str(decision)
    if answer.get("decision") == "block" or answer.get("continue") is False:
        return "deny"
    # Cursor's explicit allow is its way to say that there is no objection.
    return "allow" if "hookSpecificOutput" in answer and decision == "allow" else "pass"


def describe(code: int, stdout: bytes, stderr: bytes) -> str:
    """The answer in a few words: the exit code, and the reason or whatever else is said."""
    text = stdout.decode("utf-8", "replace").strip()
    if not text:
        return f"exit {code}, {one_line(stderr.decode('utf-8', 'replace').strip()) or 'nothing'}"
    answer = json.loads(text)
    specific = answer.get("hookSpecificOutput", {})
    told = (
        specific.get("permissionDecisionReason")
        or answer.get("agent_message")
        or answer.get("reason")
        or answer.get("user_message")
    )
    return f"exit {code}, {one_line(str(told)) if told else text}"
