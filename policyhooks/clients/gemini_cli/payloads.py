"""Subjects in Gemini CLI's words: MCP calls carry a context that names the server. Never loaded by a hook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.clients.facts import HOME, SESSION, Payload, Written

if TYPE_CHECKING:
    from policyhooks.clients.subject import Subject

TRIED = 4
NAMED = True
# No `ask`: a run without a person shows only that nobody to ask means no.
PROVED: dict[str, str] = {
    "shell.before": "deny rewrite",
    "shell.after": "deny context",
    "prompt.submit": "deny",
    "agent.stop": "followup",
}
STAMP = "2026-11-16T12:00:00.000Z"


def common(cwd: str) -> Payload:
    """What every payload has."""
    transcript = f"{HOME}/.gemini/tmp/project/chats/{SESSION}.jsonl"
    return {"session_id": SESSION, "transcript_path": transcript, "cwd": cwd, "timestamp": STAMP}


def write(subject: Subject, native: str, cwd: str) -> Written | None:
    """The native event and its own fields; None where there is no such event."""
    if subject.event == "prompt.submit":
        return "BeforeAgent", {"prompt": subject.text}
    calls: dict[str, tuple[str, Payload]] = {
        "shell.before": ("run_shell_command", {"command": subject.command, "description": "Run a command"}),
        "file.read": ("read_file", {"file_path": subject.path}),
        "file.write": ("write_file", {"file_path": subject.path, "content": subject.content or subject.added}),
        "mcp.before": (f"mcp_{subject.server}_{subject.tool}", dict(subject.arguments)),
        "web.before": ("web_fetch", {"url": subject.url, "prompt": subject.query or subject.url}),
        "subagent.start": ("invoke_agent", {"agent_name": "general", "prompt": subject.task}),
        "tool.before": (subject.tool_name or "tool", dict(subject.tool_input)),
    }
    if subject.event not in calls:
        return None
    name, values = calls[subject.event]
    call: Payload = {"tool_name": name, "tool_input": values}
    if subject.server:
        call["mcp_context"] = {"server_name": subject.server, "tool_name": subject.tool}
    return "BeforeTool", call
