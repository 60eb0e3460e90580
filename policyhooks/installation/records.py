"""The private record of an installation: what the client's file was, and what we made of it.

It lies in the state folder (0600) and is also the backup. Uninstall uses it to give back the
exact bytes while nobody else has edited the file since.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path

from policyhooks.errors import EnvironmentBroken


@dataclass(frozen=True)
class InstallRecord:
    """`original` is None where there was no file; `written` is the digest of what we wrote."""

    file: str
    original: bytes | None
    written: str
    made: list[str] = field(default_factory=list)


def digest(data: bytes | None) -> str:
    """The digest by which a file is known to be as we left it."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


def record_path(state: Path, file: Path) -> Path:
    """Where the record of a file lies."""
    return state / "installs" / (hashlib.sha256(os.fsencode(file)).hexdigest()[:16] + ".json")


def load_record(state: Path, file: Path) -> InstallRecord | None:
    """The record of a file; None where there is none. A damaged one is an error, not an absence."""
    path = record_path(state, file)
    try:
        found = json.loads(path.read_bytes())
        original = None if found["original"] is None else base64.b64decode(found["original"], validate=True)
        return InstallRecord(found["file"], original, found["written"], list(found["made"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise EnvironmentBroken(
            f"{path} is damaged: {type(problem).__name__}", "remove it; uninstall then takes out our entries one by one"
        ) from None


def save_record(state: Path, file: Path, record: InstallRecord) -> Path:
    """Write the record, private, in one step."""
    path = record_path(state, file)
    original = None if record.original is None else base64.b64encode(record.original).decode("ascii")
    text = json.dumps({"file": record.file, "original": original, "written": record.written, "made": record.made})
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        temporary = path.with_suffix(".new")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as out:
            out.write(text)
        os.replace(temporary, path)
    except OSError as problem:
        raise EnvironmentBroken(f"{path} cannot be written: {problem.strerror}", "nothing was changed") from None
    return path


def drop_record(state: Path, file: Path) -> None:
    """Forget an installation; its folder goes when it was the last one."""
    path = record_path(state, file)
    path.unlink(missing_ok=True)
    try:
        path.parent.rmdir()
    except OSError:
        return
