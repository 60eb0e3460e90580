"""What activation wrote about the generations of a state folder, and which of them is current.

It looks at no image, so that whoever only reads loads nothing that builds one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from policyhooks.errors import EnvironmentBroken


def current_number(state: Path) -> int:
    """The number of the current generation. Raises EnvironmentBroken where there is none."""
    try:
        return int(os.readlink(state / "current").rpartition("/")[2])
    except (OSError, ValueError):
        raise EnvironmentBroken(f"nothing is active in {state}", "run `policyhooks install`") from None


def read_manifest(state: Path, number: int) -> Mapping[str, object]:
    """What activation wrote about a generation; empty where that cannot be read."""
    try:
        about = json.loads((state / "generations" / str(number) / "manifest.json").read_bytes())
    except (OSError, ValueError):
        return {}
    return about if isinstance(about, dict) else {}


def find_generation(state: Path, digests: Sequence[str]) -> int | None:
    """The newest generation that is kept and has these programs; None where it is gone."""
    for number in reversed(generation_numbers(state)):
        if read_manifest(state, number).get("programs") == list(digests):
            return number
    return None


def list_manifests(state: Path) -> list[Mapping[str, object]]:
    """What is written about every generation that is kept."""
    return [read_manifest(state, number) for number in generation_numbers(state)]


def generation_numbers(state: Path) -> list[int]:
    """The generations that are kept, oldest first."""
    try:
        return sorted(int(entry.name) for entry in (state / "generations").iterdir() if entry.name.isdigit())
    except OSError:
        return []
