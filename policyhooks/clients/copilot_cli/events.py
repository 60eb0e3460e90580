"""GitHub Copilot CLI's rows of the catalog, under the camelCase names of its own hook files.

Data only; the shape is catalog.RowData. The PascalCase spelling of the same events is for
entries in Claude Code's format; the adapter knows both.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.clients.catalog import RowData
    from policyhooks.clients.registry import Tables

_SESSION = "session.id "
_TOLD = "session.transcript "
_TOOL = _SESSION + "tool.name tool.input "
_FILE = "file.path file.op file.via "
_MCP = (
    "mcp.server mcp.tool mcp.arguments mcp.identity mcp.paths mcp.hosts mcp.urls mcp.sql mcp.sql_understood"
    " mcp.understood "
)
_WEB = "web.url web.host web.query "
_SUBJECTS = "shell.* file.* subagent.type subagent.task subagent.model " + _MCP + _WEB


def _before(fields: str, optional: str = "") -> RowData:
    return (_TOOL + fields, _TOLD + optional, "deny ask allow rewrite", "tool", "ask", "run")


def _after(fields: str, optional: str = "", evidence: str = "docs") -> RowData:
    return (
        _TOOL + "tool.output " + fields,
        _TOLD + optional,
        "deny redact context feedback",
        "withhold",
        "deny",
        evidence,
    )


ROWS: dict[str, dict[str, RowData]] = {
    "preToolUse": {
        "tool.before": _before(""),
        "shell.before": _before("shell.*"),
        "mcp.before": _before(_MCP),
        "file.read": _before(_FILE),
        "file.write": _before(_FILE, "file.content file.added file.removed"),
        "web.before": _before(_WEB),
        "subagent.start": _before("subagent.type subagent.task", "subagent.model"),
    },
    "permissionRequest": {
        "permission.request": (_TOOL, _TOLD + _SUBJECTS, "deny ask allow", "tool", "ask", "docs"),
    },
    "postToolUse": {
        "tool.after": _after("", "file.* subagent.type subagent.task subagent.model " + _WEB),
        "shell.after": _after("shell.*", evidence="run"),
        "mcp.after": _after(_MCP),
        "file.edited": _after(_FILE, "file.content file.added file.removed"),
    },
    "postToolUseFailure": {"tool.failed": (_TOOL, _TOLD + "tool.error " + _SUBJECTS, "", "none", "none", "docs")},
    # Exit 2 alone lets the prompt through; the JSON on exit 0 blocks it.
    "userPromptSubmitted": {"prompt.submit": (_SESSION + "prompt.text", _TOLD, "deny", "json", "deny", "run")},
    "agentStop": {
        "agent.stop": (_SESSION + "session.loop_count", _TOLD + "session.reason", "followup", "none", "none", "run")
    },
    "subagentStop": {
        "subagent.stop": (_SESSION, _TOLD + "subagent.type session.reason", "followup", "none", "none", "docs")
    },
    "sessionStart": {
        "session.start": (_SESSION + "session.source", _TOLD + "prompt.text", "context", "none", "none", "docs")
    },
    "sessionEnd": {"session.end": (_SESSION + "session.reason", _TOLD, "", "none", "none", "run")},
    "notification": {
        "notification": (_SESSION + "text", _TOLD + "notification.type notification.title", "", "none", "none", "run")
    },
    "preCompact": {"compact.before": (_SESSION, _TOLD + "session.source", "", "none", "none", "docs")},
    "subagentStart": {"other": (_SESSION, _TOLD + "subagent.type", "context", "none", "none", "docs")},
    "userPromptTransformed": {"other": (_SESSION + "prompt.text", _TOLD, "", "none", "none", "run")},
    "errorOccurred": {"other": (_SESSION, _TOLD, "", "none", "none", "docs")},
}

# What a payload must hold, by native event ("*" for all): catalog.required. The time tells whose payload it is.
_CALL = "toolName|tool_name toolArgs|toolInput|tool_input"
REQUIRED: dict[str, str] = {
    "*": "",
    "preToolUse": "sessionId|session_id timestamp cwd " + _CALL,
    "permissionRequest": "sessionId|session_id timestamp cwd " + _CALL,
    "postToolUse": _CALL,
    "postToolUseFailure": _CALL,
    "userPromptSubmitted": "timestamp prompt",
    "unknown": "timestamp",
}

# Native events whose payloads may hold whole files or whole outputs.
CARRIES_FILES = frozenset("preToolUse postToolUse PreToolUse PostToolUse".split())  # noqa: SIM905


def tables() -> Tables:
    """For the registry."""
    return ROWS, REQUIRED, {}, CARRIES_FILES
