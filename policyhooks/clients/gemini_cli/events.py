"""Gemini CLI's rows of the catalog. Data only; the shape is catalog.RowData.

Its `ask` hangs a run without a person in front, and nothing in the payload tells whether there
is one: ask is a deny. Its `allow` does not skip the client's own prompt, so it is no effect.
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
_SERVER = "mcp.command mcp.url"


def _before(fields: str, optional: str = "") -> RowData:
    return (_TOOL + fields, _TOLD + optional, "deny warn rewrite halt", "tool", "deny", "run")


def _after(fields: str, optional: str = "") -> RowData:
    fields = _TOOL + "tool.output " + fields
    return (fields, _TOLD + "tool.error " + optional, "deny warn context feedback halt end", "withhold", "deny", "run")


ROWS: dict[str, dict[str, RowData]] = {
    "BeforeTool": {
        "tool.before": _before(""),
        "shell.before": _before("shell.*"),
        "mcp.before": _before(_MCP, _SERVER),
        "file.read": _before(_FILE),
        "file.write": _before(_FILE, "file.content file.added file.removed"),
        "web.before": _before("web.url web.host web.query"),
        "subagent.start": _before("subagent.type subagent.task"),
    },
    "AfterTool": {
        "tool.after": _after("", "file.* web.url web.host web.query subagent.type subagent.task"),
        "shell.after": _after("shell.*"),
        "mcp.after": _after(_MCP, _SERVER),
        "file.edited": _after(_FILE, "file.content file.added file.removed"),
    },
    "BeforeAgent": {
        "prompt.submit": (_SESSION + "prompt.text", _TOLD, "deny warn context halt", "tool", "deny", "source")
    },
    "AfterAgent": {
        "agent.stop": (
            _SESSION + "session.loop_count session.last_message prompt.text",
            _TOLD,
            "warn followup end",
            "none",
            "none",
            "source",
        ),
    },
    "SessionStart": {"session.start": (_SESSION + "session.source", _TOLD, "warn context", "none", "none", "source")},
    "SessionEnd": {"session.end": (_SESSION + "session.reason", _TOLD, "", "none", "none", "source")},
    "Notification": {
        "notification": (_SESSION + "text", _TOLD + "notification.type", "warn", "none", "none", "source")
    },
    "PreCompress": {"compact.before": (_SESSION + "session.source", _TOLD, "warn", "none", "none", "run")},
    "BeforeModel": {"other": (_SESSION, _TOLD, "", "none", "none", "source")},
    "AfterModel": {"other": (_SESSION, _TOLD, "", "none", "none", "source")},
    "BeforeToolSelection": {"other": (_SESSION, _TOLD, "", "none", "none", "source")},
}

# What a payload must hold, by native event ("*" for all): catalog.required. The time tells whose payload it is.
REQUIRED: dict[str, str] = {
    "*": "hook_event_name",
    "BeforeTool": "session_id timestamp cwd tool_name tool_input",
    "AfterTool": "tool_name tool_input tool_response",
    "BeforeAgent": "timestamp prompt",
    "unknown": "timestamp",
}

# Native events whose payloads may hold whole files or whole outputs.
CARRIES_FILES = frozenset("AfterTool AfterModel BeforeModel".split())  # noqa: SIM905


def tables() -> Tables:
    """For the registry."""
    return ROWS, REQUIRED, {}, CARRIES_FILES
