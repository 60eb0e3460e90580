"""A subject in a client's own words: the native payload that the client would send for it.

Shapes are those of recorded payloads. It writes payloads only; reading them is the adapters' work.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from policyhooks.errors import UsageError
from policyhooks.suite.subject import HOME, SESSION, WORKSPACE, Subject

Payload = dict[str, object]

CLAUDE_VERSION = "2.1.325"
CURSOR_VERSION = "2026.10.01-e373342"


def native_payload(client: str, subject: Subject, *, cwd: str = WORKSPACE) -> tuple[str, Payload]:
    """The native event's name and the payload. Raises UsageError where the client has no such event."""
    writer = WRITERS.get(client)
    written = writer(subject, cwd) if writer is not None else None
    if written is None:
        raise UsageError(f"`{client}` has no payload for the event `{subject.event}`")
    return written


def _claude_code(subject: Subject, cwd: str) -> tuple[str, Payload] | None:
    common: Payload = {
        "session_id": SESSION,
        "transcript_path": f"{HOME}/.claude/projects/project/{SESSION}.jsonl",
        "cwd": cwd,
        "permission_mode": "default",
    }
    call = _claude_tool(subject)
    if call is not None:
        name, tool_input = call
        native = "PreToolUse" if subject.event.endswith(("before", "read", "write", "start")) else "PostToolUse"
        payload = {
            **common,
            "hook_event_name": native,
            "tool_name": name,
            "tool_input": tool_input,
            "tool_use_id": "toolu_01",
        }
        if native == "PostToolUse":
            payload["tool_response"] = {"stdout": subject.output, "stderr": "", "interrupted": False, "isImage": False}
        return native, payload
    plain: dict[str, tuple[str, Payload]] = {
        "prompt.submit": ("UserPromptSubmit", {"prompt": subject.text}),
        "agent.stop": ("Stop", {"stop_hook_active": False, "last_assistant_message": subject.last_message}),
        "session.start": ("SessionStart", {"source": subject.source or "startup"}),
        "session.end": ("SessionEnd", {"reason": subject.reason or "other"}),
    }
    return _named(common, plain.get(subject.event))


def _claude_tool(subject: Subject) -> tuple[str, Payload] | None:
    event = subject.event
    if event in ("shell.before", "shell.after", "permission.request"):
        return "Bash", {"command": subject.command, "description": "Run a command"}
    if event == "file.read":
        return "Read", {"file_path": subject.path}
    if event == "file.write" and subject.removed:
        return "Edit", {"file_path": subject.path, "old_string": subject.removed, "new_string": subject.added}
    if event in ("file.write", "file.edited"):
        return "Write", {"file_path": subject.path, "content": subject.content}
    if event in ("mcp.before", "mcp.after"):
        return f"mcp__{subject.server}__{subject.tool}", dict(subject.arguments)
    if event == "web.before":
        return "WebFetch", {"url": subject.url, "prompt": subject.query or "Summarise the page."}
    if event == "subagent.start":
        return "Agent", {"prompt": subject.task, "description": "task", "subagent_type": "general-purpose"}
    if event in ("tool.before", "tool.after"):
        return subject.tool_name or "Tool", dict(subject.tool_input)
    return None


def _cursor(subject: Subject, cwd: str) -> tuple[str, Payload] | None:
    common: Payload = {
        "conversation_id": SESSION,
        "generation_id": SESSION,
        "model": "default",
        "session_id": SESSION,
        "cursor_version": CURSOR_VERSION,
        "workspace_roots": [cwd],
        "user_email": "dev@example.com",
        "transcript_path": None,
    }

    tool: Payload = {
        "tool_name": subject.tool,
        "tool_input": json.dumps(dict(subject.arguments)),
        "command": subject.server,
    }
    plain: dict[str, tuple[str, Payload]] = {
        "shell.before": ("beforeShellExecution", {"command": subject.command, "cwd": cwd, "sandbox": False}),
        "mcp.before": ("beforeMCPExecution", tool),
        "file.read": ("beforeReadFile", {"file_path": subject.path, "content": subject.content, "attachments": []}),
        "file.write": (
            "preToolUse",
            _cursor_tool("Write", {"file_path": subject.path, "content": subject.content}, cwd),
        ),
        "web.before": ("preToolUse", _cursor_tool("WebFetch", {"url": subject.url}, cwd)),
        "tool.before": ("preToolUse", _cursor_tool(subject.tool_name or "Tool", dict(subject.tool_input), cwd)),
        "prompt.submit": ("beforeSubmitPrompt", {"prompt": subject.text, "attachments": []}),
        "subagent.start": ("subagentStart", {"subagent_id": "a1", "subagent_type": "general", "task": subject.task}),
        "shell.after": (
            "afterShellExecution",
            {"command": subject.command, "output": subject.output, "duration": 12.5},
        ),
        "agent.stop": ("stop", {"status": "completed", "loop_count": 0}),
        "session.start": ("sessionStart", {"is_background_agent": False}),
        "session.end": ("sessionEnd", {"reason": subject.reason or "completed", "duration_ms": 1000}),
    }
    return _named(common, plain.get(subject.event))


def _cursor_tool(name: str, tool_input: Payload, cwd: str) -> Payload:
    return {"tool_name": name, "tool_input": tool_input, "tool_use_id": "u1", "cwd": cwd}


def _named(common: Payload, event: tuple[str, Payload] | None) -> tuple[str, Payload] | None:
    return None if event is None else (event[0], {**common, "hook_event_name": event[0], **event[1]})


WRITERS: dict[str, Callable[[Subject, str], tuple[str, Payload] | None]] = {
    "claude-code": _claude_code,
    "cursor": _cursor,
}
