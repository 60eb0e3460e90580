"""What a journal record was about, as fields of the policy language, moved into the virtual place of tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.facts import HOME, WORKSPACE
from policyhooks.clients.registry import adapter_for
from policyhooks.core.event import Event
from policyhooks.core.events import SUBJECT
from policyhooks.inspect.journal import Record
from policyhooks.inspect.restoring import restore

NEEDS_NO_MODE = ("", "default")


@dataclass(frozen=True)
class RecordedAction:
    """`fields` are those of the event by root; `unknown` says what of it the journal does not keep."""

    event: Event | None
    fields: Mapping[str, Mapping[str, object]]
    unknown: tuple[str, ...]


def read_action(record: Record) -> RecordedAction:
    """The action of a record; without an event where its payload cannot be read back."""
    restored = restore(record)
    if restored.payload is None:
        return RecordedAction(None, {}, restored.unknown)
    try:
        event = adapter_for(str(record.get("client", ""))).parse(str(record.get("native", "")), restored.payload, {})
    except (MalformedPayload, KeyError, ImportError):
        return RecordedAction(None, {}, (*restored.unknown, "its payload cannot be read back"))
    return RecordedAction(event, fields_of(event), restored.unknown)


def fields_of(event: Event) -> dict[str, dict[str, object]]:
    """What a case of a test has to say of an event."""
    found: dict[str, dict[str, object]] = {
        "shell": {"command": event.command or ""},
        "file": {"path": event.file.path.raw, "content": event.file.content},
        "mcp": {
            "server": event.mcp.server,
            "tool": event.mcp.tool,
            "arguments": dict(event.mcp.arguments),
            "command": event.mcp.command,
            "url": event.mcp.url,
        },
        "web": {"url": event.web.url.raw if hasattr(event.web.url, "raw") else event.web.url},
        "prompt": {"text": event.prompt.text},
        "subagent": {"task": event.subagent.task},
        "tool": {"name": event.tool.name, "input": dict(event.tool.input)},
        "session": {"last_message": event.session.last_message},
    }
    root = SUBJECT.get(event.name, "tool")
    chosen = {root: {name: value for name, value in found.get(root, {}).items() if value}}
    mode = event.event.permission_mode
    if mode not in NEEDS_NO_MODE:
        chosen["event"] = {"permission_mode": mode}
    return {name: values for name, values in chosen.items() if values}


def moved(value: object, cwd: str, home: str) -> object:
    """A value with the recorded folders replaced by those of tests."""
    if isinstance(value, str):
        for real, virtual in ((cwd, WORKSPACE), (home, HOME)):
            if len(real) > 1:
                value = re.sub(rf"{re.escape(real.rstrip('/'))}(?![\w.-])", virtual, value)
        return value
    if isinstance(value, Mapping):
        return {key: moved(inner, cwd, home) for key, inner in value.items()}
    return [moved(inner, cwd, home) for inner in value] if isinstance(value, list) else value


# A condition that holds for one action, by the root that a rule looks at, with what it is compared with.
COMPARED: dict[str, tuple[str, Callable[[Event], str]]] = {
    "shell": ("shell.command", lambda event: event.command or ""),
    "file": ("file.path.raw", lambda event: event.file.path.raw),
    "mcp": ('mcp.server + "/" + mcp.tool', lambda event: f"{event.mcp.server}/{event.mcp.tool}"),
    "prompt": ("prompt.text", lambda event: event.prompt.text),
}


def condition_of(event: Event, derived: str, rule_events: tuple[str, ...]) -> tuple[str, str]:
    """The field and the text that tell this action from others; empty where no single one does."""
    root = SUBJECT.get(rule_events[0] if rule_events else event.name, "tool")
    if root == "tool":
        root = SUBJECT.get(event.name, "tool")
    if root not in COMPARED:
        return "", ""
    name, text_of = COMPARED[root]
    text = derived or text_of(event)
    return (name, text) if text and not any(0xD800 <= ord(char) < 0xE000 for char in text) else ("", "")
