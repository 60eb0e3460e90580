"""Subjects in Claude Code's words. Never loaded by a hook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.clients.facts import HOME, SESSION, Payload, Written
from policyhooks.clients.imitated_calls import BEFORE, call_of

if TYPE_CHECKING:
    from policyhooks.clients.subject import Subject

TRIED = 1
NAMED = True
# No `ask`: a run without a person shows only that nobody to ask means no.
PROVED: dict[str, str] = {
    "shell.before": "deny rewrite context halt",
    "mcp.before": "deny",
    "file.read": "deny",
    "file.write": "deny",
    "subagent.start": "deny",
    "permission.request": "deny allow rewrite remember",
    "tool.after": "deny",
    "shell.after": "deny redact end",
    "mcp.after": "deny redact replace",
    "prompt.submit": "deny",
    "file.edited": "feedback",
    "agent.stop": "context followup end",
    "session.start": "context suppress",
}
AFTER = frozenset(["tool.after", "shell.after", "mcp.after", "file.edited"])


def common(cwd: str) -> Payload:
    """What every payload has."""
    transcript = f"{HOME}/.claude/projects/project/{SESSION}.jsonl"
    return {"session_id": SESSION, "transcript_path": transcript, "cwd": cwd, "permission_mode": "default"}


def write(subject: Subject, native: str, cwd: str) -> Written | None:
    """The native event and its own fields; None where there is no such event."""
    event = subject.event
    if event in BEFORE | AFTER | {"permission.request", "tool.failed"}:
        name, values = call_of(subject)
        call: Payload = {"tool_name": name, "tool_input": values}
        if event == "permission.request":
            return "PermissionRequest", call
        call["tool_use_id"] = "toolu_01"
        if event == "tool.failed":
            return "PostToolUseFailure", {**call, "error": subject.error or subject.output}
        if event in AFTER:
            result = {"stdout": subject.output, "stderr": "", "interrupted": False, "isImage": False}
            return "PostToolUse", {**call, "tool_response": result}
        return "PreToolUse", call
    stopped: Payload = {"stop_hook_active": False, "last_assistant_message": subject.last_message}
    plain: dict[str, Written] = {
        "prompt.submit": ("UserPromptSubmit", {"prompt": subject.text}),
        "agent.stop": ("Stop", stopped),
        "subagent.stop": ("SubagentStop", {**stopped, "agent_id": "a1", "agent_type": "general-purpose"}),
        "session.start": ("SessionStart", {"source": subject.source or "startup"}),
        "session.end": ("SessionEnd", {"reason": subject.reason or "other"}),
        "compact.before": ("PreCompact", {"trigger": subject.source or "auto", "custom_instructions": ""}),
        "notification": ("Notification", {"message": subject.text}),
        "config.change": ("ConfigChange", {"source": "project_settings", "file_path": subject.path}),
    }
    return plain.get(event)
