"""Gemini CLI's tools: which input key means what. Data only; the shape is calls.ToolData."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.clients.calls import ToolData

_PATH = "file_path|absolute_path|path"
_SEARCH = (("path", "dir_path|path|directory", False),)
TOOLS: dict[str, ToolData] = {
    "run_shell_command": ("shell.before", "bash", (("command", "command", True),)),
    "read_file": ("file.read", "read", (("path", _PATH, True),)),
    "read_many_files": ("file.read", "read", (("paths", "include|paths", True),)),
    "list_directory": ("file.read", "read", _SEARCH),
    "glob": ("file.read", "read", (*_SEARCH, ("pattern", "pattern", False))),
    "grep_search": ("file.read", "read", (*_SEARCH, ("pattern", "include|include_pattern", False))),
    "search_file_content": ("file.read", "read", (*_SEARCH, ("pattern", "include", False))),
    "write_file": ("file.write", "write", (("path", _PATH, True), ("content", "content", True))),
    "replace": (
        "file.write",
        "edit",
        (("path", _PATH, True), ("removed", "old_string", True), ("added", "new_string", True)),
    ),
    "web_fetch": ("web.before", "", (("url", "url", False), ("query", "prompt", False))),
    "invoke_agent": ("subagent.start", "", (("type", "agent_name", False), ("task", "prompt", True))),
    "list_mcp_resources": ("mcp.before", "list_resources", (("server", "serverName", False),)),
    "google_web_search": ("web.before", "", (("query", "query", True),)),
}
