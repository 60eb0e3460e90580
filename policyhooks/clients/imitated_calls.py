"""The tool call that does what a subject says, in the words that Claude Code and Cursor mostly share.

Never loaded by a hook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.clients.facts import Payload

if TYPE_CHECKING:
    from policyhooks.clients.subject import Subject

BEFORE = frozenset(
    ["tool.before", "shell.before", "mcp.before", "file.read", "file.write", "web.before", "subagent.start"]
)


def call_of(subject: Subject) -> tuple[str, Payload]:
    """The tool that does it, and its input."""
    if subject.tool_name:
        return subject.tool_name, dict(subject.tool_input) or _named_input(subject)
    if subject.server:
        return f"mcp__{subject.server}__{subject.tool}", dict(subject.arguments)
    if subject.command:
        return "Bash", {"command": subject.command, "description": "Run a command"}
    if subject.path:
        return _file_call(subject)
    if subject.query and not subject.url:
        return "WebSearch", {"query": subject.query}
    if subject.url:
        return "WebFetch", {"url": subject.url, "prompt": subject.query or "Summarise the page."}
    if subject.task:
        return "Agent", {"prompt": subject.task, "description": "task", "subagent_type": "general-purpose"}
    return "Tool", {}


def _file_call(subject: Subject) -> tuple[str, Payload]:
    if subject.event == "file.read":
        return "Read", {"file_path": subject.path}
    if subject.op == "delete":
        return "Delete", {"file_path": subject.path}
    if subject.removed:
        return "Edit", {"file_path": subject.path, "old_string": subject.removed, "new_string": subject.added}
    return "Write", {"file_path": subject.path, "content": subject.content or subject.added}


def _named_input(subject: Subject) -> Payload:
    named = {"command": subject.command, "file_path": subject.path, "url": subject.url, "prompt": subject.task}
    return {name: value for name, value in named.items() if value}
