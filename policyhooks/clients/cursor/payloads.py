"""Subjects in Cursor's words. Never loaded by a hook."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from policyhooks.clients.facts import SESSION, Payload, Written
from policyhooks.clients.imitated_calls import BEFORE, call_of

if TYPE_CHECKING:
    from policyhooks.clients.subject import Subject

TRIED = 2
NAMED = True
# No `ask`: a run without a person shows only that nobody to ask means no.
PROVED: dict[str, str] = {}
CURSOR_VERSION = "2026.10.01-e373342"


def common(cwd: str) -> Payload:
    """What every payload has."""
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


def write(subject: Subject, native: str, cwd: str) -> Written | None:
    """The native event and its own fields; None where there is no such event."""
    if native in ("preToolUse", "postToolUse", "postToolUseFailure"):
        return native, _call(subject, native, cwd)
    tool: Payload = {
        "tool_name": f"{subject.server}:{subject.tool}",
        "tool_input": json.dumps(dict(subject.arguments)),
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
        "tool.failed": ("postToolUseFailure", _call(subject, "postToolUseFailure", cwd)),
        "tool.after": ("postToolUse", _call(subject, "postToolUse", cwd)),
    }
    if subject.event in specific:
        return specific[subject.event]
    return ("preToolUse", _call(subject, "preToolUse", cwd)) if subject.event in BEFORE else None


def _call(subject: Subject, native: str, cwd: str) -> Payload:
    name, values = call_of(subject)
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
