"""Hooks that a client takes from the front matter of documents, such as skills and agents. It changes none of them.

Such a hook runs while its document is active, beside ours. The documents are others' texts: bounded, and read as data.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import yaml

from policyhooks.clients.facts import install_of
from policyhooks.doctor.target import Target
from policyhooks.installation.entries import commands_of

HEAD = 1 << 16  # as much of a document is read
MOST = 500  # documents of one kind
_FENCE = "---"
_NESTED = 64


def component_hooks(target: Target) -> Iterator[tuple[Path, str, str]]:
    """(file, native event, command) of each; an event `?` where the front matter has hooks that cannot be read."""
    for source in install_of(target.place.client).sources:
        if source.holds == "documents":
            root = target.machine.root_of(source.scope)
            for file in sorted(islice(root.glob(source.path), MOST)):
                yield from ((file, native, command) for native, command in _hooks_of(_head(file)))


def _head(file: Path) -> str:
    try:
        if not file.is_file():
            return ""
        with file.open("rb") as opened:
            return opened.read(HEAD).decode("utf-8", "replace").lstrip("\ufeff")
    except OSError:
        return ""


def _hooks_of(text: str) -> list[tuple[str, str]]:
    first, *lines = text.splitlines() or [""]
    if first.rstrip() != _FENCE:
        return []
    end = next((at for at, line in enumerate(lines) if line.rstrip() == _FENCE), len(lines))
    matter = "\n".join(lines[:end])
    if "hooks" not in matter:
        return []
    try:
        hooks = _read(matter)
    except (yaml.YAMLError, ValueError, RecursionError):
        return [("?", "its front matter cannot be read")]
    found = hooks if isinstance(hooks, dict) else {}
    return [(str(native), command) for native, groups in found.items() for command in commands_of(groups)]


def _read(matter: str) -> object:
    """The value of `hooks`. An alias could stand for more than fits anywhere, so a text with one is not read."""
    depth = 0
    for event in yaml.parse(matter, Loader=yaml.CSafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if isinstance(event, yaml.AliasEvent) or depth > _NESTED:
            raise ValueError("aliases, or too deep")
    document = yaml.load(matter, Loader=yaml.CSafeLoader)
    return document.get("hooks") if isinstance(document, dict) else None
