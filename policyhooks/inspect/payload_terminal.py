"""Subjects in the words of the terminal agents Codex, Gemini CLI and Copilot CLI: calls and prompts."""

from __future__ import annotations

from policyhooks.inspect.subject import HOME, SESSION, Subject

Payload = dict[str, object]
Written = tuple[str, Payload]

STAMP = "2026-11-16T12:00:00.000Z"
STAMP_MS = 1_794_830_400_000


def codex_common(cwd: str) -> Payload:
    return {
        "session_id": SESSION,
        "turn_id": "turn-1",
        "transcript_path": f"{HOME}/.codex/sessions/{SESSION}.jsonl",
        "cwd": cwd,
        "model": "default",
        "permission_mode": "default",
    }


def codex(subject: Subject, native: str, cwd: str) -> Written | None:
    """Shells are `Bash`, edits are patches."""
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


def gemini_common(cwd: str) -> Payload:
    transcript = f"{HOME}/.gemini/tmp/project/chats/{SESSION}.jsonl"
    return {"session_id": SESSION, "transcript_path": transcript, "cwd": cwd, "timestamp": STAMP}


def gemini(subject: Subject, native: str, cwd: str) -> Written | None:
    """MCP calls carry a context that names the server."""
    if subject.event == "prompt.submit":
        return "BeforeAgent", {"prompt": subject.text}
    calls: dict[str, tuple[str, Payload]] = {
        "shell.before": ("run_shell_command", {"command": subject.command, "description": "Run a command"}),
        "file.read": ("read_file", {"file_path": subject.path}),
        "file.write": ("write_file", {"file_path": subject.path, "content": subject.content or subject.added}),
        "mcp.before": (f"mcp_{subject.server}_{subject.tool}", dict(subject.arguments)),
        "web.before": ("web_fetch", {"url": subject.url, "prompt": subject.query or subject.url}),
        "tool.before": (subject.tool_name or "tool", dict(subject.tool_input)),
    }
    if subject.event not in calls:
        return None
    name, values = calls[subject.event]
    call: Payload = {"tool_name": name, "tool_input": values}
    if subject.server:
        call["mcp_context"] = {"server_name": subject.server, "tool_name": subject.tool}
    return "BeforeTool", call


def copilot_common(cwd: str) -> Payload:
    return {"sessionId": SESSION, "timestamp": STAMP_MS, "cwd": cwd}


def copilot(subject: Subject, native: str, cwd: str) -> Written | None:
    """Payloads name no event: the command line does."""
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
