"""The event that Cursor fires next for a call that has fired preToolUse. Loaded when a question is to be left to it.

Its payload is written from what the first one says. Where versions differ (the folder, the sandbox) there are
several: whoever relies on one must rely on all.
"""

from __future__ import annotations

from policyhooks.clients.fields import optional_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.event import Event

FILE = "cursor/hooks.json"  # how the name of the file with its entries ends
# What the first payload says of the tool call, and the second does not.
_OWN = ("tool_name", "tool_input", "tool_use_id", "agent_message", "cwd", "hook_event_name")


def following(event: Event, native: str) -> list[dict[str, object]]:
    """Every payload that the call's own event may carry; none where it is not known what that would be."""
    if native != "beforeShellExecution" or event.command is None:
        return []
    common = {name: value for name, value in event.payload.items() if name not in _OWN}
    folders = dict.fromkeys((event.event.cwd, optional_text(event.payload, "cwd"), ""))
    return [
        {**common, "hook_event_name": native, "command": event.command, "cwd": folder, "sandbox": sandbox}
        for folder in folders
        for sandbox in (False, True)
    ]
