"""The record of an installed program's rules, as a generation and a bundle keep it: for the next installation to weigh.

It is a memory, not a trust. What stands in it is `rule_record`'s; a machine without a compiler reads and writes it too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from policyhooks.errors import EnvironmentBroken
from policyhooks.whole_file import write_whole

FILE = "rules.json"
SHIPPED = "tests/rules.json"  # in a bundle, beside its trials
FORMAT = 1
MAX_BYTES = 64 << 20

Record = Mapping[str, Any]


def encode(record: Record) -> bytes:
    """A record as canonical JSON."""
    return (json.dumps(record, sort_keys=True, separators=(",", ":")) + "\n").encode("ascii")


def decode(data: bytes, program: str) -> Record | None:
    """The record in these bytes; None where it is none of this program (its digest)."""
    try:
        found = json.loads(data)
        whole = found["format"] == FORMAT and found["program"] == program
        return found if whole and isinstance(found["rules"], dict) else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def save_record(state: Path, record: Record) -> None:
    """Keep the record in the current generation: whoever goes back to it goes back to its record."""
    folder = state / "current"
    try:
        mode = 0o644 if state.stat().st_mode & 0o055 else 0o600
        write_whole(folder / FILE, encode(record), mode)
    except OSError as problem:
        raise EnvironmentBroken(f"{folder / FILE} cannot be written: {problem.strerror}") from None


def load_record(state: Path, program: str) -> Record | None:
    """The record of the current generation; None where there is none of this program (its digest)."""
    try:
        with (state / "current" / FILE).open("rb") as file:
            return decode(file.read(MAX_BYTES), program)
    except OSError:
        return None
