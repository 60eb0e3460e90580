"""Seals the bodies of past hours to a public key, lets old ones go, and opens sealed ones where the private key is.

The cipher is a kept library's: a sealed box of PyNaCl (X25519, XSalsa20, Poly1305), with a new sender key for every
hour. INVARIANT: what was in clear goes only when its sealed form is on the disk.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.core.json_text import encode
from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.errors import EnvironmentBroken, UsageError, VerificationFailed
from policyhooks.history.safe_files import Refused, open_regular
from policyhooks.runtime.ports.whole_events import FOLDER, SEALER

if TYPE_CHECKING:
    from nacl.public import PrivateKey

HOUR = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}")
NAME = re.compile(r"[0-9a-f]{32}")
SEALED = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2})\.[0-9]+\.sealed")
LARGEST = 64 << 20  # of one body
MOST = 256 << 20  # of bodies in one sealed file
WAIT_S = 300  # a hook that was slow may still be writing into the hour that has ended
ENDING = ".sealed"


@dataclass(frozen=True)
class Told:
    """What a run of the sealing process did."""

    bodies: int = 0
    files: int = 0
    open_bodies: int = 0  # of the current hour, still in clear


def seal(state: Path, key: str, now: float) -> Told:
    """Seal every hour that has ended. Raises EnvironmentBroken, and then nothing was lost."""
    from nacl.public import PublicKey, SealedBox

    box = SealedBox(PublicKey(base64.b64decode(key)))
    folder = state / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    ended = time.strftime("%Y-%m-%dT%H", time.gmtime(now - WAIT_S))
    bodies = files = left = 0
    for hour in _hours(folder):
        if hour.name >= ended:
            left += sum(1 for one in hour.iterdir() if NAME.fullmatch(one.name))
            continue
        for names, data in _packs(hour):
            _write(folder, hour.name, box.encrypt(data))
            for name in names:
                (hour / name).unlink()
            bodies, files = bodies + len(names), files + 1
        if not any(hour.iterdir()):
            hour.rmdir()
    (folder / SEALER).touch(mode=0o600)
    return Told(bodies, files, left)


def _hours(folder: Path) -> list[Path]:
    found = [one for one in folder.iterdir() if HOUR.fullmatch(one.name)]
    return sorted(one for one in found if one.is_dir() and not one.is_symlink())


def _packs(hour: Path) -> Iterator[tuple[list[str], bytes]]:
    """The bodies of an hour, so many together as fit: one JSON line each, `{name, body}`."""
    names: list[str] = []
    lines: list[bytes] = []
    for path in sorted(hour.iterdir()):
        data = _read(path)
        if data is None:
            continue  # nothing that a hook has written
        if lines and sum(map(len, lines)) + len(data) > MOST:
            yield names, b"".join(lines)
            names, lines = [], []
        names.append(path.name)
        lines.append(f"{encode({'name': path.name, 'body': data.decode('ascii')})}\n".encode("ascii"))
    if lines:
        yield names, b"".join(lines)


def _read(path: Path) -> bytes | None:
    if not NAME.fullmatch(path.name):
        return None
    try:
        with open_regular(path, LARGEST) as stream:
            data = stream.read()
    except (Refused, OSError):
        return None
    return data if data.isascii() else None


def _write(folder: Path, hour: str, data: bytes) -> None:
    """A new file, whole and on the disk, beside those of the same hour."""
    number = sum(1 for one in folder.glob(f"{hour}.*{ENDING}"))
    while (folder / f"{hour}.{number}{ENDING}").exists():
        number += 1
    draft = folder / f".{hour}.{os.getpid()}"
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.link(draft, folder / f"{hour}.{number}{ENDING}")  # never over another one
        place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(place)
        finally:
            os.close(place)
    except OSError as problem:
        why = (problem.strerror or "unknown").lower()
        raise EnvironmentBroken(f"bodies in {folder} cannot be sealed: {why}", "they stay as they were") from None
    finally:
        draft.unlink(missing_ok=True)


def drop_before(state: Path, moment: str) -> int:
    """Let every body go of an hour that ended before a moment, sealed or not; how many files or folders went."""
    folder, gone = state / FOLDER, 0
    if not folder.is_dir():
        return 0
    for path in sorted(folder.iterdir()):
        found = SEALED.fullmatch(path.name)
        hour = found[1] if found else path.name
        if not HOUR.fullmatch(hour) or hour >= moment[:13]:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
        gone += 1
    return gone


def make_key(path: str) -> str:
    """A new private key in a file of its own; the public one as the Config takes it."""
    from nacl.public import PrivateKey

    key = PrivateKey.generate()
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise UsageError(f"{path} exists already", "name another file; a key that is lost opens nothing") from None
    except OSError as problem:
        raise EnvironmentBroken(f"{path} cannot be written: {(problem.strerror or 'unknown').lower()}") from None
    with os.fdopen(descriptor, "wb") as out:
        out.write(base64.b64encode(bytes(key)) + b"\n")
    return base64.b64encode(bytes(key.public_key)).decode("ascii")


def open_sealed(state: Path, key_file: str) -> Told:
    """Put the bodies of every sealed file back beside it, in clear. Raises VerificationFailed on any other."""
    from nacl.exceptions import CryptoError
    from nacl.public import SealedBox

    box = SealedBox(_read_key(key_file))
    folder = state / FOLDER
    bodies = files = 0
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        found = SEALED.fullmatch(path.name)
        if found is None:
            continue
        try:
            with open_regular(path, 2 * MOST) as stream:
                lines = box.decrypt(stream.read()).splitlines()
        except (Refused, OSError, CryptoError):
            hint = "it was sealed to another key, or was changed"
            raise VerificationFailed(f"{path} cannot be opened with this key", hint) from None
        bodies, files = bodies + _put_back(folder / found[1], lines), files + 1
    return Told(bodies, files)


def _put_back(hour: Path, lines: list[bytes]) -> int:
    hour.mkdir(mode=0o700, exist_ok=True)
    for line in lines:
        try:
            one = parse(line)
        except RejectedJson:
            continue
        name, body = (one.get("name"), one.get("body")) if isinstance(one, dict) else (None, None)
        if isinstance(name, str) and NAME.fullmatch(name) and isinstance(body, str):
            descriptor = os.open(hour / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
            with os.fdopen(descriptor, "wb") as out:
                out.write(body.encode("ascii", "replace"))
    return len(lines)


def _read_key(path: str) -> PrivateKey:
    from nacl.public import PrivateKey

    try:
        with open_regular(path, 1024) as stream:
            return PrivateKey(base64.b64decode(stream.read().strip(), validate=True))
    except (Refused, OSError, ValueError, TypeError):
        raise UsageError(f"{path} is no private key", "the file that `policyhooks bodies key` has written") from None
