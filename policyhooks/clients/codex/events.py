"""Codex CLI's rows of the catalog. Data only; the shape is catalog.RowData.

Codex voids an answer with an unknown key or an empty reason and then runs the call, so a row
lists only what was seen to work. It cannot ask: an ask is a hook failure there.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.clients.catalog import RowData
    from policyhooks.clients.registry import Tables

_SESSION = "session.id event.in_subagent "
_TURN = _SESSION + "event.model event.permission_mode "
# Absent where a session begins or ends; the transcript may be null.
_TOLD = "session.turn session.transcript "
_BEFORE = _TURN + "tool.name tool.input tool.use_id "
_FILE = "file.path file.op file.via "
_MCP = (
    "mcp.server mcp.tool mcp.arguments mcp.identity mcp.paths mcp.hosts mcp.urls mcp.sql mcp.sql_understood"
    " mcp.understood "
)


def _before(fields: str, optional: str = "", effects: str = "deny warn rewrite context") -> RowData:
    return (_BEFORE + fields, _TOLD + optional, effects, "tool", "deny", "run")


def _after(fields: str, optional: str = "") -> RowData:
    return (
        _BEFORE + "tool.output " + fields,
        _TOLD + optional,
        "deny warn context feedback halt end",
        "withhold",
        "deny",
        "run",
    )


ROWS: dict[str, dict[str, RowData]] = {
    "PreToolUse": {
        "tool.before": _before(""),
        "shell.before": _before("shell.*"),
        "mcp.before": _before(_MCP),
        "file.read": _before(_FILE),
        # A patch is one text over many files; it is not rewritten.
        "file.write": _before(_FILE, "file.content file.added file.removed", "deny warn context"),
        "subagent.start": _before("subagent.type subagent.task", "subagent.model"),
    },
    "PermissionRequest": {
        "permission.request": (
            _TURN + "tool.name tool.input",
            _TOLD + "shell.* file.* subagent.type subagent.task subagent.model " + _MCP,
            "deny ask allow warn",
            "tool",
            "ask",
            "source",
        ),
    },
    "PostToolUse": {
        "tool.after": _after("", "file.* subagent.type subagent.task subagent.model"),
        "shell.after": _after("shell.*"),
        "mcp.after": _after(_MCP),
        "file.edited": _after(_FILE, "file.content file.added file.removed"),
    },
    "UserPromptSubmit": {"prompt.submit": (_TURN + "prompt.text", _TOLD, "deny warn context", "block", "deny", "run")},
    "Stop": {
        "agent.stop": (
            _TURN + "session.loop_count",
            _TOLD + "session.last_message",
            "warn followup",
            "none",
            "none",
            "run",
        ),
    },
    "SubagentStop": {
        "subagent.stop": (
            _TURN + "session.loop_count subagent.type",
            _TOLD + "session.last_message subagent.id",
            "warn followup",
            "none",
            "none",
            "source",
        ),
    },
    "SessionStart": {"session.start": (_TURN + "session.source", _TOLD, "warn context", "none", "none", "run")},
    "SessionEnd": {"session.end": (_SESSION + "session.reason", _TOLD, "", "none", "none", "run")},
    "SubagentStart": {
        "other": (_TURN + "subagent.type", _TOLD + "subagent.id", "warn context", "none", "none", "source")
    },
    "PreCompact": {"compact.before": (_TURN + "session.source", _TOLD, "warn", "none", "none", "source")},
    "PostCompact": {"other": (_TURN + "session.source", _TOLD, "warn", "none", "none", "source")},
}

# What a payload must hold, by native event ("*" for all): catalog.required. The turn tells whose payload it is.
_CALL = "session_id turn_id cwd tool_name tool_input"
REQUIRED: dict[str, str] = {
    "*": "hook_event_name",
    "PreToolUse": _CALL,
    "PermissionRequest": _CALL,
    "PostToolUse": "tool_name tool_input tool_response?",
    "UserPromptSubmit": "turn_id prompt",
}

# Native events whose payloads may hold whole files or whole outputs.
CARRIES_FILES = frozenset("PreToolUse PostToolUse".split())  # noqa: SIM905


def tables() -> Tables:
    """For the registry."""
    return ROWS, REQUIRED, {}, CARRIES_FILES
