"""Puts our entries into the text of a client's hook file and takes them out again. Pure: text in, text out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from policyhooks.clients.facts import install_of
from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.errors import EnvironmentBroken
from policyhooks.installation.documents import Node, add, read, remove, write
from policyhooks.installation.entries import Entry, commands_of, is_ours, skeleton
from policyhooks.installation.json_comments import find_fault


def check_document(path: Path, text: str) -> dict[str, object]:
    """The file's JSON object, or a clear error: a file that cannot be read is never touched."""
    try:
        value = parse(text)
    except RejectedJson as problem:
        where, hint = find_fault(text)
        message = f"{path} is not strict JSON: {where or problem.message}"
        raise EnvironmentBroken(message, hint or "repair it; it was not touched") from None
    if not isinstance(value, dict):
        raise EnvironmentBroken(f"{path} does not hold a JSON object", "repair it; it was not touched")
    hooks = value.get("hooks")
    if hooks is not None:
        if not isinstance(hooks, dict):
            raise EnvironmentBroken(f"`hooks` of {path} is not an object", "repair it; it was not touched")
        for native, entries in hooks.items():
            if not isinstance(entries, list):
                raise EnvironmentBroken(f"`hooks.{native}` of {path} is not a list", "repair it; it was not touched")
    return value


def insert(client: str, text: str | None, entries: Sequence[Entry]) -> str:
    """The text with our entries at the end of their events; a new document where there is none."""
    # A loader that takes `//` for a comment inside strings too could not read a file with a URL in it.
    plain = not install_of(client).strips_comments
    if text is None or not text.strip():
        document = {**skeleton(client), "hooks": _grouped(entries)}
        return write(document, "  ", plain=plain) + "\n"
    for key, value in skeleton(client).items():
        if read(text).member(key) is None:
            text = add(text, read(text), value, key)
    if read(text).member("hooks") is None:
        return add(text, read(text), _grouped(entries), "hooks", plain=plain)
    for native, group in _grouped(entries).items():
        for value in group:
            hooks = _member(read(text), "hooks")
            event = hooks.member(native)
            if event is None:
                text = add(text, hooks, [value], native, plain=plain)
            else:
                text = add(text, event, value, plain=plain)
    return text


def strip(text: str, keep_hooks: bool = True) -> str:
    """The text without our entries; events that held nothing else go with them.

    `keep_hooks` keeps an empty `hooks` object: only a record can tell that it was not there before.
    """
    while (found := _next_ours(text)) is not None:
        native, index, inner = found
        hooks = _member(read(text), "hooks")
        event = _member(hooks, native)
        if inner is not None:
            text = remove(text, _member(event.elements[index], "hooks"), inner)
        elif len(event.elements) > 1:
            text = remove(text, event, index)
        else:
            text = remove(text, hooks, [key for key, _, _ in hooks.members].index(native))
    root = read(text)
    left = root.member("hooks")
    if left is not None and not left.members and not keep_hooks:
        text = remove(text, root, [key for key, _, _ in root.members].index("hooks"))
    return text


def _member(node: Node, key: str) -> Node:
    found = node.member(key)
    assert found is not None, "the tree and the value are of one text"
    return found


def foreign_hooks(document: dict[str, object], events: Sequence[str]) -> list[tuple[str, str]]:
    """(native event, command) of every entry of somebody else on these events."""
    hooks = document.get("hooks")
    if not isinstance(hooks, dict):
        return []
    return [
        (native, command)
        for native in events
        for entry in (hooks.get(native) or ())
        if not is_ours(entry)
        for command in commands_of(entry)
    ]


def _next_ours(text: str) -> tuple[str, int, int | None] | None:
    """Event and index of our next entry; the third is the handler in a group that somebody else shares."""
    hooks = json.loads(text).get("hooks") or {}
    for native, index, entry in [(name, at, one) for name, found in hooks.items() for at, one in enumerate(found)]:
        if is_ours(entry):
            return native, index, None
        handlers = entry.get("hooks") if isinstance(entry, dict) else None
        inner = [is_ours(handler) for handler in handlers] if isinstance(handlers, list) else []
        if True in inner:
            return native, index, inner.index(True)
    return None


def _grouped(entries: Sequence[Entry]) -> dict[str, list[object]]:
    grouped: dict[str, list[object]] = {}
    for entry in entries:
        grouped.setdefault(entry.native, []).append(entry.value)
    return grouped
