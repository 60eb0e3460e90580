"""The texts of an event that the index looks through for four-character keys (kind `gram`).

One table for both sides: the compiler may key a rule by a gram only where a literal must occur in
one of GRAM_FIELDS, and the engine takes its grams from exactly these. It knows no rules.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.event import Event

GRAM_FIELDS: tuple[str, ...] = (
    "shell.command",
    "file.path.raw",
    "file.path.norm",
    "file.content",
    "file.added",
    "file.removed",
    "mcp.server",
    "mcp.tool",
    "web.url",
    "web.query",
    "prompt.text",
    "subagent.task",
    "tool.output",
    "tool.error",
    "session.last_message",
    "text",
)


def event_texts(event: Event) -> list[str]:
    """The values of GRAM_FIELDS that this event has."""
    file, mcp, web, tool = event.file, event.mcp, event.web, event.tool
    texts = (
        event.command,
        file.path.raw,
        file.path.norm,
        file.content,
        file.added,
        file.removed,
        mcp.server,
        mcp.tool,
        web.url,
        web.query,
        event.prompt.text,
        event.subagent.task,
        tool.output,
        tool.error,
        event.session.last_message,
        event.text,
    )
    return [text for text in texts if text]
