"""Codex's tools: which input key means what. Data only; the shape is calls.ToolData."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.clients.calls import ToolData

_PATCH = (("patch", "command|input|patch", True),)
_AGENT = (("type", "agent_type|subagent_type", False), ("task", "message|prompt|task", True), ("model", "model", False))
# What types into a session (write_stdin), runs code (js_repl) or has another name is read by its arguments.
_SERVER = (("server", "server", False),)
TOOLS: dict[str, ToolData] = {
    "Bash": ("shell.before", "bash", (("command", "command", True),)),
    "apply_patch": ("file.write", "edit", _PATCH),
    "Write": ("file.write", "edit", _PATCH),
    "Edit": ("file.write", "edit", _PATCH),
    "view_image": ("file.read", "read", (("path", "path", True),)),
    "read_file": ("file.read", "read", (("path", "file_path|path", True),)),
    "list_dir": ("file.read", "read", (("path", "dir_path|path", False),)),
    "grep_files": ("file.read", "read", (("path", "path|dir_path", False), ("pattern", "include", False))),
    "read_mcp_resource": ("mcp.before", "read_resource", _SERVER),
    "list_mcp_resources": ("mcp.before", "list_resources", _SERVER),
    "list_mcp_resource_templates": ("mcp.before", "list_resource_templates", _SERVER),
    "spawn_agent": ("subagent.start", "", _AGENT),
    "Agent": ("subagent.start", "", _AGENT),
}
