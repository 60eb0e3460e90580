"""Subjects in Claude Code's words. Never loaded by a hook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.clients.facts import HOME, SESSION, Payload, Written

if TYPE_CHECKING:
    from policyhooks.inspect.subject import Subject

TRIED = 1
NAMED = True
# No `ask`: a run without a person shows only that nobody to ask means no.
PROVED: dict[str, str] = {
    "shell.before": "deny rewrite context halt",
    "mcp.before": "deny",
    "file.read": "deny",
    "file.write": "deny",
    "subagent.start": "deny",
    "permission.request": "deny",
    "tool.after": "deny",
    "shell.after": "deny redact",
    "mcp.after": "deny redact",
    "prompt.submit": "deny",
    "agent.stop": "followup",
    "session.start": "context",
}
BEFORE = frozenset(
    ["tool.before", "shell.before", "mcp.before", "file.read", "file.write", "web.before", "subagent.start"]
)
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


def call_of(subject: Subject) -> tuple[str, Payload]:
    """The tool that does it, and its input."""
    if subject.tool_name:
        return subject.tool_name, dict(subject.tool_input) or _named_input(subject)
    if subject.server:
        return f"mcp__{subject.server}__{subject.tool}", dict(subject.arguments)
    if subject.command:
        return "Bash", {"command": subject.command, "description": "Run a command"}
    if subject.path and subject.event == "file.read":
        return "Read", {"file_path": subject.path}
    if subject.path and subject.op == "delete":
        return "Delete", {"file_path": subject.path}
    if subject.path and subject.removed:
        return "Edit", {"file_path": subject.path, "old_string": subject.removed, "new_string": subject.added}
    if subject.path:
        return "Write", {"file_path": subject.path, "content": subject.content or subject.added}
    if subject.query and not subject.url:
        return "WebSearch", {"query": subject.query}
    if subject.url:
        return "WebFetch", {"url": subject.url, "prompt": subject.query or "Summarise the page."}
    if subject.task:
        return "Agent", {"prompt": subject.task, "description": "task", "subagent_type": "general-purpose"}
    return "Tool", {}


def _named_input(subject: Subject) -> Payload:
    named = {"command": subject.command, "file_path": subject.path, "url": subject.url, "prompt": subject.task}
    return {name: value for name, value in named.items() if value}
