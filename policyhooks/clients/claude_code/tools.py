"""Claude Code's tools: which input key means what. Data only; the shape is calls.ToolData."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.clients.calls import ToolData

_COMMAND = (("command", "command", True),)
_SEARCH = (("path", "path", False),)
_AGENT = (("type", "subagent_type", False), ("task", "prompt", True), ("model", "model", False))

TOOLS: dict[str, ToolData] = {
    "Bash": ("shell.before", "bash", _COMMAND),
    "PowerShell": ("shell.before", "powershell", _COMMAND),
    "Monitor": ("shell.before", "bash", _COMMAND),
    "Read": ("file.read", "read", (("path", "file_path", True),)),
    "NotebookRead": ("file.read", "read", (("path", "notebook_path", True),)),
    "Grep": ("file.read", "read", (*_SEARCH, ("pattern", "glob", False))),
    "Glob": ("file.read", "read", (*_SEARCH, ("pattern", "pattern", False))),
    "LS": ("file.read", "read", _SEARCH),
    "Write": ("file.write", "write", (("path", "file_path", True), ("content", "content", True))),
    "Edit": (
        "file.write",
        "edit",
        (("path", "file_path", True), ("removed", "old_string", True), ("added", "new_string", True)),
    ),
    "MultiEdit": ("file.write", "edit", (("path", "file_path", True), ("edits", "edits", True))),
    "NotebookEdit": ("file.write", "edit", (("path", "notebook_path", True), ("added", "new_source", False))),
    "WebFetch": ("web.before", "", (("url", "url", True),)),
    "WebSearch": ("web.before", "", (("query", "query", True),)),
    "Agent": ("subagent.start", "", _AGENT),
    "Task": ("subagent.start", "", _AGENT),
    "ReadMcpResourceTool": ("mcp.before", "read_resource", (("server", "server", True),)),
}
