"""Cursor's rows of the catalog: every native event of all schema generations. Data only.

A row is (fields always supplied, fields that some versions or calls supply, effects, deny form,
what ask becomes, evidence), as catalog.RowData says. "code" is what the code of Cursor's own npm
package did when it was run (`@cursor/sdk` 1.0.32, November 2026).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.clients.catalog import RowData
    from policyhooks.clients.registry import Tables

_SESSION = "session.id event.remote "
# The first generation sent neither model nor version; account and transcript may be null.
_DRIFT = "event.version event.model event.email session.turn session.transcript "
_TOOL = _SESSION + "tool.name tool.input "
_FILE = "file.path file.op file.via "
_MCP = (
    "mcp.server mcp.tool mcp.arguments mcp.identity mcp.paths mcp.hosts mcp.urls mcp.sql mcp.sql_understood"
    " mcp.understood "
)
_CALL = "mcp.tool mcp.arguments mcp.paths mcp.hosts mcp.urls mcp.sql mcp.sql_understood mcp.understood "
_WEB = "web.url web.host web.query "

# Context before a call, beside a prompt and after a failure is read by the package's code; the documents have none.
_GENERIC = "deny allow warn rewrite context"


def _before(fields: str, optional: str = "") -> RowData:
    return (
        _TOOL + "tool.use_id " + fields,
        _DRIFT + "tool.agent_message " + optional,
        _GENERIC,
        "tool",
        "deny",
        "seed",
    )


def _doubled(fields: str, optional: str = "") -> RowData:
    """A call that also fires an event of its own (SPECIFIC), which asks where this one cannot."""
    optional = _DRIFT + "tool.agent_message tool.timeout " + optional
    return (_TOOL + "tool.use_id " + fields, optional, _GENERIC + " ask", "tool", "specific", "seed")


def _after(fields: str, effects: str, optional: str = "") -> RowData:
    optional = _DRIFT + "tool.use_id tool.duration_ms tool.agent_message tool.timeout " + optional
    deny, ask = ("withhold", "deny") if "deny" in effects else ("none", "none")
    return (_TOOL + "tool.output " + fields, optional, effects, deny, ask, "seed")


def _observed(fields: str, optional: str = "", effects: str = "", evidence: str = "seed") -> RowData:
    return (_SESSION + fields, _DRIFT + optional, effects, "none", "none", evidence)


ROWS: dict[str, dict[str, RowData]] = {
    "preToolUse": {
        "tool.before": _before(""),
        "shell.before": _doubled("shell.*"),
        "mcp.before": _before(_MCP, "mcp.command mcp.url"),
        "file.read": _before(_FILE),
        "file.write": _before(_FILE, "file.content file.added file.removed file.edits"),
        "web.before": _before(_WEB),
        "subagent.start": _before("subagent.type subagent.task", "subagent.model"),
    },
    "beforeShellExecution": {
        "shell.before": (
            _TOOL + "shell.*",
            _DRIFT + "tool.sandbox tool.timeout",
            "deny ask allow warn",
            "tool",
            "ask",
            "seed",
        ),
    },
    "beforeMCPExecution": {
        # The documents list `ask`, but the code acts on a deny alone and runs the call. No version is proved to ask.
        "mcp.before": (_TOOL + _MCP, _DRIFT + "mcp.command mcp.url", "deny allow warn", "tool", "deny", "code"),
    },
    "beforeReadFile": {
        "file.read": (
            _TOOL + _FILE + "file.content",
            _DRIFT + "prompt.attachments",
            "deny allow warn",
            "tool",
            "deny",
            "seed",
        ),
    },
    "beforeTabFileRead": {
        "tab.read": (_SESSION + _FILE + "file.content", _DRIFT, "deny allow", "tool", "deny", "seed"),
    },
    "beforeSubmitPrompt": {
        "prompt.submit": (
            _SESSION + "prompt.text",
            _DRIFT + "prompt.attachments",
            "deny warn context",
            "tool",
            "deny",
            "seed",
        ),
    },
    "subagentStart": {
        "subagent.start": (
            _TOOL + "subagent.type subagent.task",
            _DRIFT + "subagent.model subagent.id subagent.parent subagent.parallel subagent.branch tool.use_id",
            "deny allow warn",
            "tool",
            "deny",
            "seed",
        ),
    },
    "postToolUse": {
        "tool.after": _after("", "context feedback", "file.* subagent.type subagent.task subagent.model " + _WEB),
        "shell.after": _after("shell.*", "context feedback"),
        # The only results that it lets a hook replace.
        "mcp.after": _after(
            _CALL, "deny redact replace context feedback", "mcp.server mcp.identity mcp.command mcp.url"
        ),
        "file.edited": _after(_FILE, "context feedback", "file.content file.added file.removed file.edits"),
    },
    "postToolUseFailure": {
        "tool.failed": _observed(
            "tool.name tool.input tool.use_id tool.error tool.failure tool.duration_ms",
            "tool.interrupted tool.timeout tool.agent_message shell.* file.* subagent.type subagent.task"
            " subagent.model mcp.command mcp.url " + _MCP + _WEB,
            "context feedback",
            "code",
        ),
    },
    "afterShellExecution": {"shell.after": _after("shell.*", "", "tool.sandbox")},
    "afterMCPExecution": {"mcp.after": _after(_CALL, "", "mcp.server mcp.identity mcp.command mcp.url")},
    "afterFileEdit": {
        "file.edited": (_TOOL + _FILE + "file.added file.removed file.edits", _DRIFT, "", "none", "none", "seed"),
    },
    "afterTabFileEdit": {"tab.edited": _observed(_FILE + "file.added file.removed file.edits")},
    "afterAgentResponse": {"agent.response": _observed("text")},
    "afterAgentThought": {"agent.thought": _observed("text", "session.thought_ms")},
    # A session that is not to go on: documented by the second generation, and seen on the package's agent; the third's
    # documents say that a session starts whatever a hook says.
    "sessionStart": {"session.start": _observed("session.background", "session.mode", "context env end")},
    "sessionEnd": {
        "session.end": _observed(
            "session.reason session.background session.status", "session.duration_ms session.error"
        )
    },
    "preCompact": {"compact.before": _observed("session.source", "compaction.*", "warn")},
    "stop": {"agent.stop": _observed("session.status session.loop_count", "", "followup")},
    "subagentStop": {
        "subagent.stop": _observed(
            "subagent.type session.status",
            "subagent.task subagent.id subagent.parent subagent.description subagent.transcript subagent.messages"
            " subagent.tool_calls subagent.modified_files subagent.duration_ms session.loop_count"
            " session.last_message",
            "followup",
        ),
    },
    # Only known from another client's migration table.
    "postCompact": {"other": _observed("", "", "", "source")},
    # It belongs to no conversation.
    "workspaceOpen": {"other": ("event.remote", _DRIFT, "", "none", "none", "code")},
}

# A call that fires two events: the generic one, and for what it carries the one that can ask.
SPECIFIC: dict[tuple[str, str], str] = {("preToolUse", "shell.before"): "beforeShellExecution"}

# With which exit code a deny is given from a version on; its JSON is on stdout either way. Exit 0 is also the
# answer to a payload without a version: the JSON is the one deny that every generation documents.
DENY_EXIT: tuple[tuple[tuple[int, ...], int, str], ...] = (
    ((0,), 0, "exit codes are not documented (first generation) or only logged (2.3.41): the JSON is what denies"),
    ((2, 4), 2, "exit 2 denies whatever else is on stdout, and there is no failClosed yet for output that is not JSON"),
    ((3,), 0, "exit 2 drops the agent's text and shows the JSON raw; failClosed blocks on output that is not JSON"),
)

# What a payload must hold, by native event ("*" for all): catalog.required. The conversation tells whose it is.
REQUIRED: dict[str, str] = {
    "*": "hook_event_name",
    "preToolUse": "conversation_id tool_name tool_input",
    "postToolUse": "tool_name tool_input",
    "postToolUseFailure": "tool_name tool_input",
    "beforeShellExecution": "conversation_id command",
    "afterShellExecution": "command",
    "beforeMCPExecution": "conversation_id tool_name tool_input",
    "afterMCPExecution": "tool_name tool_input",
    "beforeReadFile": "conversation_id file_path|filePath content",
    "beforeTabFileRead": "file_path|filePath content",
    "afterFileEdit": "file_path|filePath",
    "afterTabFileEdit": "file_path|filePath",
    "beforeSubmitPrompt": "conversation_id prompt|prompt_text",
    "subagentStart": "conversation_id subagent_type task|prompt",
    "unknown": "conversation_id",
}

# Native events whose payloads may hold whole files or whole outputs.
CARRIES_FILES = frozenset(
    [
        "beforeReadFile",
        "beforeTabFileRead",
        "afterFileEdit",
        "afterTabFileEdit",
        "preToolUse",
        "postToolUse",
        "afterShellExecution",
        "afterMCPExecution",
    ]
)


def tables() -> Tables:
    """For the registry."""
    return ROWS, REQUIRED, SPECIFIC, CARRIES_FILES
