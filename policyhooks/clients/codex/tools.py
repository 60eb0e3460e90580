"""Codex's tools: which input key means what. Data only; the shape is calls.ToolData."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.clients.calls import ToolData

_PATCH = (("patch", "command|input|patch", True),)
_AGENT = (("type", "agent_type|subagent_type", False), ("task", "message|prompt|task", True), ("model", "model", False))
TOOLS: dict[str, ToolData] = {
    "Bash": ("shell.before", "bash", (("command", "command", True),)),
    "apply_patch": ("file.write", "edit", _PATCH),
    "Write": ("file.write", "edit", _PATCH),
    "Edit": ("file.write", "edit", _PATCH),
    "view_image": ("file.read", "read", (("path", "path", True),)),
    "spawn_agent": ("subagent.start", "", _AGENT),
    "Agent": ("subagent.start", "", _AGENT),
}
