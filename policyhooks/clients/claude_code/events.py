"""Claude Code's rows of the catalog: 33 native events. Data only; the shape is catalog.RowData."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.clients.catalog import RowData
    from policyhooks.clients.registry import Tables

_SESSION = "session.id event.remote event.headless event.in_subagent "
# Absent before the first prompt.
_TURN = "session.turn session.transcript "
_MODE = _SESSION + "event.permission_mode "
_TOOL = _MODE + "tool.name tool.input "
_BEFORE = _TOOL + "tool.use_id "
_AFTER = _BEFORE + "tool.output "
_FILE = "file.path file.op file.via "
_MCP = (
    "mcp.server mcp.tool mcp.arguments mcp.identity mcp.paths mcp.hosts mcp.urls mcp.sql mcp.sql_understood"
    " mcp.understood "
)
_WEB = "web.url web.host web.query "
_SUBJECTS = "shell.* file.* subagent.type subagent.task subagent.model " + _MCP + _WEB

_GATE = "deny ask allow warn rewrite context halt suppress"
# `continue: false` on Stop ends what another hook would have go on; on the others nothing more goes to the model.
_STOP = "warn context followup end suppress"
# Under bypassPermissions the client approves an ask by itself, under dontAsk it denies without our reason.
_ASK = "ask bypassPermissions=deny dontAsk=deny"


def _before(fields: str, optional: str = "") -> RowData:
    return (_BEFORE + fields, _TURN + "tool.timeout " + optional, _GATE, "tool", _ASK, "run")


def _after(fields: str, optional: str = "", more: str = "") -> RowData:
    # A deny replaces the result by the reason, in the result's own shape; nothing else keeps it from the agent.
    optional = _TURN + "tool.duration_ms tool.timeout " + optional
    effects = f"deny warn redact context feedback halt end suppress {more}"
    return (_AFTER + fields, optional, effects, "withhold", "deny", "run")


def _other(effects: str = "", deny: str = "none", ask: str = "none", evidence: str = "source") -> dict[str, RowData]:
    return {"other": (_SESSION, _TURN + "event.permission_mode", effects, deny, ask, evidence)}


ROWS: dict[str, dict[str, RowData]] = {
    "PreToolUse": {
        "tool.before": _before(""),
        "shell.before": _before("shell.*"),
        "mcp.before": _before(_MCP),
        "file.read": _before(_FILE),
        "file.write": _before(_FILE, "file.content file.added file.removed file.edits"),
        "web.before": _before(_WEB),
        "subagent.start": _before("subagent.type subagent.task", "subagent.model"),
    },
    "PermissionRequest": {
        # The dialog is on its way: ask is what happens without an answer.
        "permission.request": (
            _TOOL,
            _TURN + "tool.timeout " + _SUBJECTS,
            "deny ask allow warn rewrite halt remember",
            "json",
            "ask bypassPermissions=deny",
            "run",
        ),
    },
    "PostToolUse": {
        "tool.after": _after("", "file.* subagent.type subagent.task subagent.model " + _WEB),
        "shell.after": _after("shell.*"),
        "mcp.after": _after(_MCP, "", "replace"),
        "file.edited": _after(_FILE, "file.content file.added file.removed file.edits"),
    },
    "PostToolUseFailure": {
        "tool.failed": (
            _BEFORE + "tool.error",
            _TURN + "tool.failure tool.interrupted tool.duration_ms tool.timeout " + _SUBJECTS,
            "warn context feedback",
            "none",
            "none",
            "run",
        ),
    },
    "UserPromptSubmit": {
        "prompt.submit": (_MODE + "prompt.text", _TURN, "deny warn context halt suppress", "block", "deny", "run")
    },
    "UserPromptExpansion": {
        "prompt.submit": (_MODE + "prompt.text", _TURN, "deny warn context halt suppress", "block", "deny", "run")
    },
    "Stop": {
        "agent.stop": (
            _MODE + "session.loop_count",
            _TURN + "session.last_message",
            _STOP,
            "none",
            "none",
            "run",
        )
    },
    "SubagentStop": {
        "subagent.stop": (
            _MODE + "session.loop_count subagent.type",
            _TURN + "session.last_message subagent.id subagent.transcript",
            _STOP,
            "none",
            "none",
            "run",
        )
    },
    "SessionStart": {
        "session.start": (
            _SESSION + "session.source",
            _TURN + "event.model",
            "warn context env suppress",
            "none",
            "none",
            "run",
        )
    },
    "SessionEnd": {"session.end": (_SESSION + "session.reason", _TURN, "", "none", "none", "run")},
    "PreCompact": {
        "compact.before": (
            _SESSION + "session.source",
            _TURN + "event.permission_mode compaction.instructions",
            "deny warn halt",
            "block",
            "deny",
            "source",
        )
    },
    "Notification": {
        "notification": (
            _SESSION + "text",
            _TURN + "event.permission_mode notification.type notification.title",
            "warn context",
            "none",
            "none",
            "source",
        )
    },
    "ConfigChange": {
        "config.change": (
            _SESSION + "session.source",
            _TURN + "event.permission_mode file.path file.op",
            "deny warn",
            "block",
            "deny",
            "source",
        )
    },
    "SubagentStart": {
        "other": (_SESSION + "subagent.type", _TURN + "subagent.id", "warn context", "none", "none", "run")
    },
    "PreModelSwitch": _other("deny ask allow warn", "tool", _ASK),
    "Elicitation": {
        "other": (_SESSION + "mcp.server text", _TURN + "event.permission_mode", "deny", "tool", "deny", "source")
    },
    "ElicitationResult": {
        "other": (_SESSION + "mcp.server", _TURN + "event.permission_mode", "deny", "tool", "deny", "source")
    },
    "TaskCreated": _other("deny", "exit", "deny", "run"),
    "TaskCompleted": _other("deny", "exit", "deny", "run"),
    "PostToolBatch": _other("warn context", evidence="run"),
    "PermissionDenied": {"other": (_BEFORE, _TURN + "tool.timeout " + _SUBJECTS, "retry", "none", "none", "source")},
    "TeammateIdle": _other("followup"),
    "Setup": _other("warn context"),
    "InstructionsLoaded": {"other": (_SESSION + "file.path file.op", _TURN, "", "none", "none", "run")},
    "FileChanged": {"other": (_SESSION + "file.path file.op", _TURN, "", "none", "none", "run")},
    "CwdChanged": _other(evidence="run"),
    "DirectoryAdded": _other(),
    "StopFailure": _other(),
    "PostCompact": _other(),
    "PostModelSwitch": _other(),
    # An entry here replaces the client's own way of making worktrees, so it is never installed.
    "WorktreeCreate": _other(),
    "WorktreeRemove": _other(),
    "MessageDisplay": {"other": (_SESSION + "text", _TURN, "", "none", "none", "run")},
}

# What a payload must hold, by native event ("*" for all): catalog.required.
_CALL = "session_id cwd tool_name tool_input"
REQUIRED: dict[str, str] = {
    "*": "hook_event_name",
    "PreToolUse": _CALL,
    "PermissionRequest": _CALL,
    "PostToolUse": "tool_name tool_input",
    "PostToolUseFailure": "tool_name tool_input",
    "PermissionDenied": "tool_name tool_input",
    "UserPromptSubmit": "prompt",
    "UserPromptExpansion": "prompt",
    "ConfigChange": "source",
    "Elicitation": "mcp_server_name",
    "ElicitationResult": "mcp_server_name",
}

# Native events whose payloads may hold whole files or whole outputs.
CARRIES_FILES = frozenset("PreToolUse PostToolUse PostToolBatch".split())  # noqa: SIM905


def tables() -> Tables:
    """For the registry."""
    return ROWS, REQUIRED, {}, CARRIES_FILES
