"""A payload from a journal record, as far as the journal keeps one, and what it does not keep in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from policyhooks.inspect.journal import Record

BODY = {"length", "hash"}
MASK = re.compile(r"\[(?:SECRET|PII)[:\w. -]*\]|\[secret\]", re.IGNORECASE)


@dataclass(frozen=True)
class Restored:
    """The payload with empty texts where bodies were, and what that leaves unknown."""

    payload: Mapping[str, object] | None
    unknown: tuple[str, ...]


def restore(record: Record) -> Restored:
    """What the client had sent. None where the journal has no payload of it."""
    found = record.get("input")
    if not isinstance(found, Mapping):
        why = f"the event could not be read ({record['error']})" if record.get("error") else "its payload was not kept"
        return Restored(None, (f"{why}: what was asked for cannot be known",))
    unknown = [
        f"{name} was not kept, only that it had {length} characters: what rules saw in it cannot be known"
        for name, length in bodies(found, "")
    ]
    masked = sorted(set(_masked(found, "")))
    unknown += [f"{name} is masked: what the secret was cannot be known" for name in masked]
    payload = _filled(found)
    return Restored(payload if isinstance(payload, dict) else None, tuple(unknown))


def is_body(value: object) -> bool:
    """Whether the journal kept only length and hash of a text."""
    return isinstance(value, Mapping) and set(value) == BODY and isinstance(value["length"], int)


def bodies(value: object, name: str) -> Iterator[tuple[str, int]]:
    """The texts that were not kept, by their dotted names, with their lengths."""
    if isinstance(value, Mapping) and is_body(value):
        yield name or "it", int(value["length"])
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from bodies(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from bodies(inner, f"{name}[{at}]")


def _masked(value: object, name: str) -> Iterator[str]:
    if isinstance(value, str) and MASK.search(value):
        yield name
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _masked(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _masked(inner, name)


def _filled(value: object) -> object:
    if is_body(value):
        return ""
    if isinstance(value, Mapping):
        return {key: _filled(inner) for key, inner in value.items()}
    return [_filled(inner) for inner in value] if isinstance(value, list) else value
