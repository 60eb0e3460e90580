"""The names of the policy language: canonical events, how they nest, and the root variables they fill.

Tables only. What the records behind the roots hold is declared in records.py.
"""

from __future__ import annotations

ROOTS: dict[str, str] = {
    "event": "EventInfo",
    "session": "Session",
    "tool": "Tool",
    "file": "File",
    "mcp": "Mcp",
    "web": "Web",
    "prompt": "Prompt",
    "subagent": "Subagent",
    "compaction": "Compaction",
    "notification": "Notification",
    "shell": "Shell",
    "text": "string",
}

# Only the messages of prompt and command rules see these.
MESSAGE_ROOTS: dict[str, str] = {"judge": "Judge", "command": "CommandOutput"}

EVENTS: tuple[str, ...] = (
    "session.start",
    "session.end",
    "prompt.submit",
    "tool.before",
    "shell.before",
    "mcp.before",
    "file.read",
    "file.write",
    "web.before",
    "subagent.start",
    "permission.request",
    "tool.after",
    "shell.after",
    "mcp.after",
    "file.edited",
    "tool.failed",
    "tab.read",
    "tab.edited",
    "subagent.stop",
    "agent.stop",
    "agent.response",
    "agent.thought",
    "compact.before",
    "notification",
    "config.change",
    "other",
)

# A rule that matches a parent event sees its children.
PARENT: dict[str, str] = {
    "shell.before": "tool.before",
    "mcp.before": "tool.before",
    "file.read": "tool.before",
    "file.write": "tool.before",
    "web.before": "tool.before",
    "subagent.start": "tool.before",
    "shell.after": "tool.after",
    "mcp.after": "tool.after",
    "file.edited": "tool.after",
}

# The root variable that an event fills besides event, session and tool.
SUBJECT: dict[str, str] = {
    "shell.before": "shell",
    "shell.after": "shell",
    "mcp.before": "mcp",
    "mcp.after": "mcp",
    "file.read": "file",
    "file.write": "file",
    "file.edited": "file",
    "tab.read": "file",
    "tab.edited": "file",
    "web.before": "web",
    "subagent.start": "subagent",
    "prompt.submit": "prompt",
    "agent.response": "text",
    "agent.thought": "text",
}
