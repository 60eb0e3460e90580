"""Payloads that a client really sent, from the journal, as fixtures for tests: masked, and without who and where.

The journal has masked secrets already and keeps bodies (contents, prompts, outputs) as length and
hash; here names of people, folders and sessions become those of the tests' virtual place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from policyhooks.secrets.masking import mask

HOME, WORKSPACE, EMAIL = "/home/dev", "/w/project", "dev@example.com"
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_HOMES = re.compile(r"(?:/home|/Users)/[^/\s\"']+|/root(?=/|$)")
_IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_VERSIONS = ("cursor_version", "version")


@dataclass(frozen=True)
class Fixture:
    """One payload of a kind that was not seen before."""

    client: str
    native: str
    version: str
    payload: Mapping[str, object]

    def as_json(self) -> dict[str, object]:
        return {"client": self.client, "native": self.native, "version": self.version, "payload": self.payload}


def fixtures_of(records: Iterable[Mapping[str, object]]) -> list[Fixture]:
    """One fixture for each client, native event, tool and set of keys, the first that was seen."""
    found: dict[str, Fixture] = {}
    for record in records:
        payload = record.get("input")
        if record.get("kind", "decision") != "decision" or not isinstance(payload, Mapping):
            continue
        shape = json.dumps([record.get("client"), record.get("native"), record.get("tool"), _shape(payload)])
        if shape not in found:
            version = next((str(payload[key]) for key in _VERSIONS if payload.get(key)), str(record.get("version", "")))
            plain = _Plain(str(record.get("cwd", "")))
            clean = plain.clean(payload)
            assert isinstance(clean, dict)
            found[shape] = Fixture(str(record.get("client")), str(record.get("native")), version, clean)
    return list(found.values())


def _shape(value: object) -> object:
    """Which keys a payload has, at every depth, whatever they hold."""
    if isinstance(value, Mapping) and not _is_body(value):
        return {str(key): _shape(inner) for key, inner in sorted(value.items())}
    if isinstance(value, list):
        return [_shape(value[0])] if value else []
    return type(value).__name__


def _is_body(value: Mapping[str, object]) -> bool:
    return set(value) == {"length", "hash"}


class _Plain:
    """Replaces what tells people, machines and sessions apart; the same id always becomes the same one."""

    def __init__(self, workspace: str) -> None:
        self.workspace = workspace.rstrip("/")
        self.ids: dict[str, str] = {}

    def clean(self, value: object) -> object:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            if _is_body(value):
                return f"[text of {value['length']} characters]"
            return {self.text(str(key)): self.clean(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.clean(inner) for inner in value]
        return value

    def text(self, text: str) -> str:
        text = mask(text)
        if len(self.workspace) > 1:
            text = text.replace(self.workspace, WORKSPACE)
        text = _HOMES.sub(HOME, text)
        text = _EMAIL.sub(EMAIL, text)
        return _IDS.sub(lambda found: self.ids.setdefault(found[0].lower(), _number(len(self.ids) + 1)), text)


def _number(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"
