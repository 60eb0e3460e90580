"""What places on a disk are, read from YAML: by section, name -> tags."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

from policyhooks.compiler.model.data_files import Tag, Tags
from policyhooks.compiler.tables.reading import read_data


def read_tags(path: Path) -> dict[str, Any]:
    """The sections; a name has its tags in the order in which the model lists them."""
    _, tags = read_data(path, Tags)
    found: dict[str, Any] = {}
    for section in Tags.model_fields:
        written = getattr(tags, section)
        found[section] = by_name(written) if isinstance(written, dict) else list(written)
    return found


def by_name(places: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for tag in get_args(Tag):
        for name in places.get(tag, ()):
            names.setdefault(name, []).append(tag)
    return names
