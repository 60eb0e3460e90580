"""Subjects in Codex's words: shells are `Bash`, edits are patches. Never loaded by a hook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.clients.facts import HOME, SESSION, Payload, Written

if TYPE_CHECKING:
    from policyhooks.clients.subject import Subject

TRIED = 5
NAMED = True
# No `ask`: a run without a person shows only that nobody to ask means no.
PROVED: dict[str, str] = {
    "shell.before": "deny rewrite context",
    "shell.after": "deny",
    "prompt.submit": "deny",
    "agent.stop": "followup",
}


def common(cwd: str) -> Payload:
    """What every payload has."""
    return {
        "session_id": SESSION,
        "turn_id": "turn-1",
        "transcript_path": f"{HOME}/.codex/sessions/{SESSION}.jsonl",
        "cwd": cwd,
        "model": "default",
        "permission_mode": "default",
    }


def write(subject: Subject, native: str, cwd: str) -> Written | None:
    """The native event and its own fields; None where there is no such event."""
    if subject.event == "prompt.submit":
        return "UserPromptSubmit", {"prompt": subject.text}
    added = "".join(f"+{line}\n" for line in (subject.added or subject.content).splitlines())
    patch = f"*** Begin Patch\n*** Add File: {subject.path}\n{added}*** End Patch\n"
    calls: dict[str, tuple[str, Payload]] = {
        "shell.before": ("Bash", {"command": subject.command}),
        "file.read": ("view_image", {"path": subject.path}),
        "file.write": ("apply_patch", {"command": patch}),
        "mcp.before": (f"mcp__{subject.server}__{subject.tool}", dict(subject.arguments)),
        "subagent.start": ("spawn_agent", {"message": subject.task}),
        "tool.before": (subject.tool_name or "Tool", dict(subject.tool_input)),
    }
    if subject.event not in calls:
        return None
    name, values = calls[subject.event]
    return "PreToolUse", {"tool_name": name, "tool_input": values, "tool_use_id": "call_1"}
