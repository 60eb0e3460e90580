"""What places on a disk are, from YAML and the clients' tables of their configuration: by section, name -> tags."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

from policyhooks.clients.facts import Source, install_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.compiler.model.data_files import Tag, Tags
from policyhooks.compiler.tables.reading import read_data

CONFIGURATION: Tag = "agent_config"


def read_tags(path: Path) -> dict[str, Any]:
    """The sections; a name has its tags in the order in which the model lists them."""
    _, tags = read_data(path, Tags)
    found: dict[str, Any] = {}
    for section in Tags.model_fields:
        written = getattr(tags, section)
        found[section] = by_name(written) if isinstance(written, dict) else list(written)
    for client in CLIENTS:
        for source in install_of(client).sources:
            add_source(found, source)
    return found


def add_source(found: dict[str, Any], source: Source) -> None:
    """What a client takes configuration from is tagged by the client's own table of it."""
    for place in source.places():
        is_file = "/" not in source.path
        section = "pairs" if "/" in place else "names" if is_file else "folders"
        tags = found[section].setdefault(place, [])
        if CONFIGURATION not in tags:
            tags.append(CONFIGURATION)


def by_name(places: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for tag in get_args(Tag):
        for name in places.get(tag, ()):
            names.setdefault(name, []).append(tag)
    return names
