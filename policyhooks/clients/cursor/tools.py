"""Cursor's tools: which input key means what. Data only; the shape is calls.ToolData.

The inputs of its tools are documented for Shell alone; the other keys are those seen in public
payloads, several generations side by side. Claude Code's names appear when Cursor starts an entry
of a Claude Code settings file. What types into a shell that runs, or onto the screen (WriteShellStdin, ComputerUse),
and every tool that is not here is read by its arguments: no event of its own would put a question about it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.clients.calls import ToolData

_COMMAND = (("command", "command", True),)
_KEYS = "file_path|path|target_file|filePath|relative_workspace_path|notebook_path|target_notebook"
_PATH = (("path", _KEYS, True),)
_SEARCH = (
    ("path", "path|target_directory|file_path|directory|relative_workspace_path", False),
    ("paths", "paths|target_directories|files", False),
)
_WRITE = (
    ("path", _KEYS, True),
    ("content", "content|contents|file_text|code_edit", False),
    ("removed", "old_string|old_str", False),
    ("added", "new_string|new_str", False),
    ("edits", "edits", False),
)
_SERVER = (("server", "server|server_name|serverName", False),)
_TASK = (
    ("type", "subagent_type|subagentType", False),
    ("task", "prompt|task|description", True),
    ("model", "model", False),
)

TOOLS: dict[str, ToolData] = {
    "Shell": ("shell.before", "bash", _COMMAND),
    "Bash": ("shell.before", "bash", _COMMAND),
    "Read": ("file.read", "read", _PATH),
    "ReadFile": ("file.read", "read", _PATH),
    "TabRead": ("file.read", "read", _PATH),
    "Grep": ("file.read", "read", (*_SEARCH, ("pattern", "glob", False))),
    "Glob": ("file.read", "read", (*_SEARCH, ("pattern", "glob_pattern|pattern", False))),
    "LS": ("file.read", "read", _SEARCH),
    "ListDir": ("file.read", "read", _SEARCH),
    "List": ("file.read", "read", _SEARCH),
    "ReadLints": ("file.read", "read", _SEARCH),
    "SemanticSearch": ("file.read", "read", _SEARCH),
    "Write": ("file.write", "write", _WRITE),
    "TabWrite": ("file.write", "write", _WRITE),
    "Edit": ("file.write", "edit", _WRITE),
    "MultiEdit": ("file.write", "edit", _WRITE),
    "StrReplace": ("file.write", "edit", _WRITE),
    "EditNotebook": ("file.write", "edit", _WRITE),
    "NotebookEdit": ("file.write", "edit", _WRITE),
    "ApplyPatch": ("file.write", "edit", (("patch", "patch|input|command", True),)),
    "Delete": ("file.write", "delete", _PATH),
    "Fetch": ("web.before", "", (("url", "url", True),)),
    "WebFetch": ("web.before", "", (("url", "url", True),)),
    "WebSearch": ("web.before", "", (("query", "query|search_term", True),)),
    "FetchMcpResource": ("mcp.before", "read_resource", _SERVER),
    "ListMcpResources": ("mcp.before", "list_resources", _SERVER),
    "Task": ("subagent.start", "", _TASK),
    "Agent": ("subagent.start", "", _TASK),
}
