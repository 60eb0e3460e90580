"""A subject in a client's own words: the native payload that the client would send for it.

Shapes are those of recorded payloads. It writes payloads only; reading them is the adapters' work.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from policyhooks.errors import UsageError
from policyhooks.inspect import payload_terminal
from policyhooks.inspect.subject import HOME, SESSION, WORKSPACE, Subject

Payload = dict[str, object]
Written = tuple[str, Payload]  # the native event and what it carries beyond the common fields

CURSOR_VERSION = "2026.10.01-e373342"
BEFORE = frozenset(
    ["tool.before", "shell.before", "mcp.before", "file.read", "file.write", "web.before", "subagent.start"]
)
AFTER = frozenset(["tool.after", "shell.after", "mcp.after", "file.edited"])


def native_payload(client: str, subject: Subject, *, native: str = "", cwd: str = WORKSPACE) -> Written:
    """The native event's name and the payload. Raises UsageError where the client has no such event.

    `native` chooses between several native events that carry the same subject.
    """
    writer = WRITERS.get(client)
    written = writer(subject, native, cwd) if writer is not None else None
    if written is None or (native and written[0] != native):
        raise UsageError(f"`{client}` has no payload for the event `{subject.event}`")
    name, own = written
    named = {} if client in UNNAMED else {"hook_event_name": name}
    return name, {**COMMON[client](cwd), **named, **own}


def _claude_common(cwd: str) -> Payload:
    transcript = f"{HOME}/.claude/projects/project/{SESSION}.jsonl"
    return {"session_id": SESSION, "transcript_path": transcript, "cwd": cwd, "permission_mode": "default"}


def _cursor_common(cwd: str) -> Payload:
    return {
        "conversation_id": SESSION,
        "generation_id": SESSION,
        "model": "default",
        "session_id": SESSION,
        "cursor_version": CURSOR_VERSION,
        "workspace_roots": [cwd],
        "user_email": "dev@example.com",
        "transcript_path": None,
    }


def _claude_code(subject: Subject, native: str, cwd: str) -> Written | None:
    event = subject.event
    if event in BEFORE | AFTER | {"permission.request", "tool.failed"}:
        name, values = _claude_tool(subject)
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


def _claude_tool(subject: Subject) -> tuple[str, Payload]:
    if subject.tool_name:
        return subject.tool_name, dict(subject.tool_input) or _named_input(subject)
    if subject.server:
        return f"mcp__{subject.server}__{subject.tool}", dict(subject.arguments)
    if subject.command:
        return "Bash", {"command": subject.command, "description": "Run a command"}
    if subject.path:
        return _claude_file_tool(subject)
    if subject.query and not subject.url:
        return "WebSearch", {"query": subject.query}
    if subject.url:
        return "WebFetch", {"url": subject.url, "prompt": subject.query or "Summarise the page."}
    if subject.task:
        return "Agent", {"prompt": subject.task, "description": "task", "subagent_type": "general-purpose"}
    return "Tool", {}


def _claude_file_tool(subject: Subject) -> tuple[str, Payload]:
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


def _cursor(subject: Subject, native: str, cwd: str) -> Written | None:
    if native in ("preToolUse", "postToolUse", "postToolUseFailure"):
        return native, _cursor_tool(subject, native, cwd)
    tool: Payload = {
        "tool_name": f"{subject.server}:{subject.tool}",
        "tool_input": json.dumps(dict(subject.arguments)),
        "command": f"npx {subject.server}",
    }
    edits = [{"old_string": subject.removed, "new_string": subject.added or subject.content}]
    specific: dict[str, Written] = {
        "shell.before": ("beforeShellExecution", {"command": subject.command, "cwd": cwd, "sandbox": False}),
        "mcp.before": ("beforeMCPExecution", tool),
        "file.read": ("beforeReadFile", {"file_path": subject.path, "content": subject.content, "attachments": []}),
        "tab.read": ("beforeTabFileRead", {"file_path": subject.path, "content": subject.content}),
        "prompt.submit": ("beforeSubmitPrompt", {"prompt": subject.text, "attachments": []}),
        "subagent.start": ("subagentStart", {"subagent_id": "a1", "subagent_type": "general", "task": subject.task}),
        "shell.after": ("afterShellExecution", {"command": subject.command, "output": subject.output, "duration": 9.5}),
        "mcp.after": ("afterMCPExecution", {**tool, "result_json": subject.output, "duration": 9.5}),
        "file.edited": ("afterFileEdit", {"file_path": subject.path, "edits": edits}),
        "tab.edited": ("afterTabFileEdit", {"file_path": subject.path, "edits": edits}),
        "agent.response": ("afterAgentResponse", {"text": subject.text}),
        "agent.thought": ("afterAgentThought", {"text": subject.text}),
        "agent.stop": ("stop", {"status": "completed", "loop_count": 0}),
        "session.start": ("sessionStart", {"is_background_agent": False}),
        "session.end": ("sessionEnd", {"reason": subject.reason or "completed", "is_background_agent": False}),
        "compact.before": ("preCompact", {"trigger": subject.source or "auto"}),
        "tool.failed": ("postToolUseFailure", _cursor_tool(subject, "postToolUseFailure", cwd)),
        "tool.after": ("postToolUse", _cursor_tool(subject, "postToolUse", cwd)),
    }
    if subject.event in specific:
        return specific[subject.event]
    return ("preToolUse", _cursor_tool(subject, "preToolUse", cwd)) if subject.event in BEFORE else None


def _cursor_tool(subject: Subject, native: str, cwd: str) -> Payload:
    name, values = _claude_tool(subject)
    if name == "Bash":
        name, values = "Shell", {"command": subject.command, "cwd": cwd, "timeout": 30000}
    elif subject.server:
        name = f"MCP:{subject.server}:{subject.tool}"
    elif name in ("Agent", "Edit"):
        name = {"Agent": "Task", "Edit": "Write"}[name]
    call: Payload = {"tool_name": name, "tool_input": values, "tool_use_id": "u1", "cwd": cwd}
    if native == "postToolUse":
        call.update(tool_output=json.dumps({"output": subject.output, "exitCode": 0}), duration=9.5)
    elif native == "postToolUseFailure":
        call.update(error_message=subject.error or subject.output, failure_type="error", duration=9.5)
    return call


COMMON: dict[str, Callable[[str], Payload]] = {
    "claude-code": _claude_common,
    "cursor": _cursor_common,
    "codex": payload_terminal.codex_common,
    "gemini-cli": payload_terminal.gemini_common,
    "copilot-cli": payload_terminal.copilot_common,
}
WRITERS: dict[str, Callable[[Subject, str, str], Written | None]] = {
    "claude-code": _claude_code,
    "cursor": _cursor,
    "codex": payload_terminal.codex,
    "gemini-cli": payload_terminal.gemini,
    "copilot-cli": payload_terminal.copilot,
}
# Their payloads do not say which event they are of.
UNNAMED = frozenset(["copilot-cli"])
