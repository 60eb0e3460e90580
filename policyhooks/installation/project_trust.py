"""Which project files this user has trusted, and as what: one private record a file.

~/.local/share/policyhooks/trusted/<digest of the path>.json    {"format": 1, "file": ..., "files": {name: sha256}}
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from policyhooks.compiler.model.config import Config
from policyhooks.errors import EnvironmentBroken, VerificationFailed
from policyhooks.installation.project_digest import Digests, digest_project, read_config
from policyhooks.installation.trust_folder import trust_folder

FORMAT = 1
MAX_BYTES = 8 << 20


@dataclass(frozen=True)
class Trusted:
    """A project file by its real path, and the digests that were accepted."""

    file: str
    files: Mapping[str, str]


def record_of(path: Path) -> Path:
    """Where the record of a project file lies."""
    return trust_folder() / f"{hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:32]}.json"


def load_trust(path: Path) -> Trusted | None:
    """What was trusted of a project file; None where nothing was. A record that others could write is refused."""
    found = _read(record_of(path))
    if found is None or found.file == os.path.realpath(path):
        return found
    raise VerificationFailed(f"{record_of(path)} is the record of another file", "remove it")


def list_trust() -> list[Trusted]:
    """Every record, by path."""
    found = [_read(path) for path in trust_folder().glob("*.json")]
    return sorted((one for one in found if one is not None), key=lambda one: one.file)


def save_trust(path: Path, digests: Digests) -> None:
    """Accept a project file as it was when the digests were taken."""
    target = record_of(path)
    text = json.dumps({"format": FORMAT, "file": os.path.realpath(path), "files": dict(digests.files)}, indent=1)
    draft = target.with_name(f".{target.name}-{secrets.token_hex(4)}")
    try:
        for folder in (target.parent.parent, target.parent):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _check_private(target.parent, os.stat(target.parent))
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as out:
            out.write(text)
        draft.replace(target)
    except OSError as problem:
        raise EnvironmentBroken(f"{target} cannot be written: {(problem.strerror or 'unknown').lower()}") from None


def forget_trust(path: Path) -> bool:
    """Trust a project file no more; whether it was trusted."""
    try:
        record_of(path).unlink()
    except FileNotFoundError:
        return False
    except OSError as problem:
        raise EnvironmentBroken(f"{record_of(path)} cannot be removed: {problem.strerror}") from None
    return True


def why_untrusted(path: Path) -> str:
    """Why a project file does not count as trusted; empty when it does, or when there is nothing to trust."""
    trusted = load_trust(path)
    if trusted is None:
        if brings_nothing(read_config(path).model):
            return ""
        return "nobody has accepted it on this account"
    changed = changes(trusted.files, digest_project(path).files)
    return f"since it was, {', '.join(changed)}" if changed else ""


def brings_nothing(config: Config) -> bool:
    """Whether a file only says which project it is: then what is done with it is what is done without it."""
    said = {"apiVersion", "kind", "project", "clients", "requires"}
    return config.model_dump(exclude=said) == Config.model_validate(
        {"apiVersion": config.apiVersion, "kind": config.kind}
    ).model_dump(exclude=said)


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """What differs, file by file."""
    words = []
    for name in sorted({*before, *now}):
        if name not in now:
            words.append(f"`{name}` is gone")
        elif name not in before:
            words.append(f"`{name}` is new")
        elif before[name] != now[name]:
            words.append(f"`{name}` has changed")
    return words


def _read(path: Path) -> Trusted | None:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            _check_private(path, os.fstat(descriptor))
            _check_private(path.parent, os.stat(path.parent))
            found = json.loads(file.read(MAX_BYTES))
        if found["format"] != FORMAT:
            raise VerificationFailed(f"{path} was written by another policyhooks", "trust the project file again")
        files = {str(name): str(digest) for name, digest in found["files"].items()}
        return Trusted(str(found["file"]), files)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise VerificationFailed(f"{path} cannot be read", "remove it and trust the project file again") from None


def _check_private(path: Path, status: os.stat_result) -> None:
    kind = stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)
    if not kind or status.st_uid not in (0, os.geteuid()) or status.st_mode & 0o077:
        hint = f"look who wrote it, then remove it or run chmod go-rwx {path}"
        raise VerificationFailed(f"{path} could have been changed by others", hint)
