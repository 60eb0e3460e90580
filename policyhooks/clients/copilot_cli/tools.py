"""Copilot CLI's tools: which input key means what. Data only; the shape is calls.ToolData.

Lower case under its own spelling of events, Claude Code's names under the other.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.clients.calls import ToolData

_COMMAND = (("command", "command", True),)
_PATH = (("path", "path|file_path|filePath", True),)
_SEARCH = (("path", "path|file_path", False),)
_WRITE = (
    ("path", "path|file_path|filePath", True),
    ("content", "file_text|content", False),
    ("removed", "old_str|old_string", False),
    ("added", "new_str|new_string|insert_text", False),
)
_TASK = (
    ("type", "agent_type|subagent_type|agentType", False),
    ("task", "prompt|task|description", True),
    ("model", "model", False),
)

TOOLS: dict[str, ToolData] = {
    "bash": ("shell.before", "bash", _COMMAND),
    "Bash": ("shell.before", "bash", _COMMAND),
    "powershell": ("shell.before", "powershell", _COMMAND),
    "PowerShell": ("shell.before", "powershell", _COMMAND),
    "view": ("file.read", "read", _PATH),
    "Read": ("file.read", "read", _PATH),
    "grep": ("file.read", "read", (*_SEARCH, ("pattern", "glob", False))),
    "Grep": ("file.read", "read", (*_SEARCH, ("pattern", "glob", False))),
    "rg": ("file.read", "read", (*_SEARCH, ("pattern", "glob", False))),
    "glob": ("file.read", "read", (*_SEARCH, ("pattern", "pattern", False))),
    "Glob": ("file.read", "read", (*_SEARCH, ("pattern", "pattern", False))),
    "show_file": ("file.read", "read", _PATH),
    "LS": ("file.read", "read", _SEARCH),
    "create": ("file.write", "write", _WRITE),
    "Write": ("file.write", "write", _WRITE),
    "edit": ("file.write", "edit", _WRITE),
    "Edit": ("file.write", "edit", _WRITE),
    "MultiEdit": ("file.write", "edit", (*_WRITE, ("edits", "edits", False))),
    "str_replace_editor": ("file.write", "edit", _WRITE),
    "apply_patch": ("file.write", "edit", (("patch", "patch|input|command", True),)),
    "web_fetch": ("web.before", "", (("url", "url", True),)),
    "WebFetch": ("web.before", "", (("url", "url", True),)),
    "web_search": ("web.before", "", (("query", "query", True),)),
    "WebSearch": ("web.before", "", (("query", "query", True),)),
    "task": ("subagent.start", "", _TASK),
    "Task": ("subagent.start", "", _TASK),
    "Agent": ("subagent.start", "", _TASK),
}
