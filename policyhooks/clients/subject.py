"""What an agent wants to do, before any client has put it into words: the subject of a test or an explanation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

USER = "dev"
# Where the hook itself lies, for rules that protect it: its state folder, its interpreter and that one's library.
GUARDED = ("/w/state", "/w/python/bin/python3.12", "/w/python/lib/python3.12")

# Which event a bare string of a test is about, and the field of Subject that it fills.
STRING_FIELDS: dict[str, str] = {
    "shell.before": "command",
    "shell.after": "command",
    "file.read": "path",
    "file.write": "path",
    "file.edited": "path",
    "tab.read": "path",
    "tab.edited": "path",
    "mcp.before": "mcp",
    "mcp.after": "mcp",
    "web.before": "url",
    "prompt.submit": "text",
    "agent.response": "text",
    "agent.thought": "text",
    "subagent.start": "task",
    "tool.before": "tool_name",
    "permission.request": "command",
    "tool.after": "output",
    "tool.failed": "output",
    "agent.stop": "last_message",
    "subagent.stop": "last_message",
    "session.start": "source",
    "session.end": "reason",
    "compact.before": "source",
    "notification": "text",
    "config.change": "path",
    "other": "native",
}

FILE_OPS = {
    "file.read": "read",
    "tab.read": "read",
    "file.edited": "edit",
    "tab.edited": "edit",
    "config.change": "edit",
}


@dataclass(frozen=True)
class Subject:
    """One wish of an agent. Only the fields of its event mean something."""

    event: str
    command: str = ""
    path: str = ""
    op: str = ""
    content: str = ""
    added: str = ""
    removed: str = ""
    server: str = ""
    tool: str = ""
    arguments: Mapping[str, object] = field(default_factory=dict)
    url: str = ""
    query: str = ""
    text: str = ""
    task: str = ""
    tool_name: str = ""
    tool_input: Mapping[str, object] = field(default_factory=dict)
    output: str = ""
    error: str = ""
    last_message: str = ""
    source: str = ""
    reason: str = ""
    native: str = ""

    @property
    def title(self) -> str:
        """What people recognise it by."""
        if self.event.startswith("mcp."):
            return f"{self.server}/{self.tool}"
        name = STRING_FIELDS.get(self.event, "")
        return str(getattr(self, name)) if name else self.event

    @property
    def file_op(self) -> str:
        """What happens to the file: as given, or as the event says."""
        return self.op or FILE_OPS.get(self.event, "write")


def from_string(event: str, text: str) -> Subject:
    """The subject that a bare string of a test stands for. Raises ValueError with what is wrong."""
    name = STRING_FIELDS.get(event)
    if name is None:
        raise ValueError(f"a string cannot stand for the event `{event}`")
    if name == "mcp":
        server, slash, tool = text.partition("/")
        if not slash or not server or not tool:
            raise ValueError("an MCP call is written `server/tool`")
        return Subject(event, server=server, tool=tool)
    return Subject(event, **{name: text})  # type: ignore[arg-type]
