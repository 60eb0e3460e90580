"""How far each destination has come, and under which name the journal is known: private files, replaced as a whole.

They lie in a folder of the one who ships, never in a journal's own: a state that several users share is read by root,
and what a user may write there must not steer it.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from policyhooks.errors import EnvironmentBroken
from policyhooks.runtime.ports.journal_head import START
from policyhooks.whole_file import write_whole

FOLDER = "ship"
SOURCE = "source.json"
LOCK = "lock"
LONGEST = 1 << 16


@dataclass(frozen=True)
class Position:
    """The last record that was passed: the epoch counts how often the journal has begun anew."""

    epoch: int = 0
    seq: int = 0
    chain: str = START


@dataclass(frozen=True)
class Checkpoint:
    """What is known of one destination. `refused` records were not taken, and are told as such."""

    to: str
    position: Position = Position()
    delivered: int = 0
    refused: int = 0
    at: str = ""  # when something was delivered last
    problem: str = ""  # why nothing could be, since `since`
    since: str = ""


@dataclass(frozen=True)
class Identity:
    """The journal's name for receivers, made here once, and its present epoch."""

    installation: str
    epoch: int = 1


def load(folder: Path, to: str, digest: str) -> Checkpoint:
    """The checkpoint of a destination; a fresh one where there is none. Raises EnvironmentBroken on a damaged one."""
    path = folder / f"{digest}.json"
    found = _read(path)
    if found is None:
        return Checkpoint(to)
    place = found.get("position")
    try:
        if found.get("to") != to or not isinstance(place, dict):
            raise ValueError
        return Checkpoint(
            to,
            Position(_number(place, "epoch"), _number(place, "seq"), _text(place, "chain")),
            delivered=_number(found, "delivered"),
            refused=_number(found, "refused"),
            at=_text(found, "at"),
            problem=_text(found, "problem"),
            since=_text(found, "since"),
        )
    except ValueError:
        raise _damaged(path) from None


def load_all(folder: Path) -> Iterator[Checkpoint]:
    """Every checkpoint of a journal, to look at; damaged ones are left out."""
    for path in sorted(folder.glob("*.json")):
        if path.name == SOURCE:
            continue
        with suppress(EnvironmentBroken):
            found = _read(path) or {}
            yield load(folder, str(found.get("to")), path.stem)


def save(folder: Path, digest: str, checkpoint: Checkpoint) -> None:
    """Keep a checkpoint: on the disk before it has its name, so that a crash leaves the old one or the new one."""
    _write(folder / f"{digest}.json", asdict(checkpoint))


def identify(folder: Path) -> Identity:
    """The journal's name and epoch, made where there is none. Raises EnvironmentBroken."""
    path = folder / SOURCE
    found = _read(path)
    if found is None:
        identity = Identity(secrets.token_hex(16))
        _write(path, asdict(identity))
        return identity
    try:
        identity = Identity(_text(found, "installation"), _number(found, "epoch"))
        if len(bytes.fromhex(identity.installation)) != 16 or identity.epoch < 1:
            raise ValueError
    except ValueError:
        raise _damaged(path) from None
    return identity


def begin_epoch(folder: Path, ended: int) -> Identity:
    """The identity behind the end of an epoch; a destination that finds it later gets the same one."""
    identity = identify(folder)
    if identity.epoch <= ended:
        identity = Identity(identity.installation, ended + 1)
        _write(folder / SOURCE, asdict(identity))
    return identity


def make_folder(path: Path) -> Path:
    """A private folder. Raises EnvironmentBroken where it is not ours alone."""
    if not path.parent.exists():
        make_folder(path.parent)
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        status = path.lstat()
    except OSError as problem:
        message = f"{path} cannot be made: {(problem.strerror or 'unknown').lower()}"
        raise EnvironmentBroken(message, "name a folder of yours: --checkpoints DIR") from None
    if path.is_symlink() or status.st_uid != os.geteuid() or status.st_mode & 0o077:
        raise EnvironmentBroken(f"{path} is not private to this user", f"chmod 700 {path}, or name another one")
    return path


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """The right to deliver this journal, until the process ends. Raises EnvironmentBroken where another has it."""
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            hint = "add the destination to that one, or end it first"
            raise EnvironmentBroken(f"another process ships from here already ({folder})", hint) from None
        yield
    finally:
        os.close(descriptor)


def _number(found: Mapping[str, object], name: str) -> int:
    value = found.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(name)
    return value


def _text(found: Mapping[str, object], name: str) -> str:
    value = found.get(name)
    if not isinstance(value, str):
        raise ValueError(name)
    return value


def _read(path: Path) -> dict[str, object] | None:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError:
        raise _damaged(path) from None
    with os.fdopen(descriptor, "rb") as stream:
        try:
            found = json.loads(stream.read(LONGEST))
        except ValueError:
            raise _damaged(path) from None
    if not isinstance(found, dict):
        raise _damaged(path)
    return found


def _damaged(path: Path) -> EnvironmentBroken:
    return EnvironmentBroken(
        f"{path} is damaged", "move it away: what it stood for is delivered again, and told twice at most"
    )


def _write(path: Path, content: object) -> None:
    write_whole(path, json.dumps(content).encode("ascii") + b"\n")
