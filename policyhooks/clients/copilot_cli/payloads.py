"""Subjects in Copilot CLI's words: payloads name no event, the command line does. Never loaded by a hook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.clients.facts import SESSION, Payload, Written

if TYPE_CHECKING:
    from policyhooks.clients.subject import Subject

TRIED = 3
NAMED = False
# No `ask`: a run without a person shows only that nobody to ask means no.
PROVED: dict[str, str] = {
    "shell.before": "deny rewrite",
    "shell.after": "deny redact context",
    "prompt.submit": "deny",
    "agent.stop": "followup",
}
STAMP_MS = 1_794_830_400_000


def common(cwd: str) -> Payload:
    """What every payload has."""
    return {"sessionId": SESSION, "timestamp": STAMP_MS, "cwd": cwd}


def write(subject: Subject, native: str, cwd: str) -> Written | None:
    """The native event and its own fields; None where there is no such event."""
    if subject.event == "prompt.submit":
        return "userPromptSubmitted", {"prompt": subject.text}
    calls: dict[str, tuple[str, Payload]] = {
        "shell.before": ("bash", {"command": subject.command, "description": "Run a command"}),
        "file.read": ("view", {"path": subject.path}),
        "file.write": ("create", {"path": subject.path, "file_text": subject.content or subject.added}),
        "mcp.before": (f"mcp__{subject.server}__{subject.tool}", dict(subject.arguments)),
        "web.before": ("web_fetch", {"url": subject.url}),
        "subagent.start": ("task", {"prompt": subject.task, "description": "task"}),
        "tool.before": (subject.tool_name or "tool", dict(subject.tool_input)),
    }
    if subject.event not in calls:
        return None
    name, values = calls[subject.event]
    return "preToolUse", {"toolName": name, "toolArgs": values}
