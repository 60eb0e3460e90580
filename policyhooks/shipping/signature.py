"""Signatures of what is shipped to a collector: Ed25519 of a kept library, a key for each state folder that ships.

The key is made where it is used and never leaves. It is no key of a bundle or a lift: what is signed begins with a
name of its own.
"""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.errors import EnvironmentBroken

if TYPE_CHECKING:
    from nacl.signing import SigningKey, VerifyKey

FILE = "key"
KEY_HEADER, SIGNATURE_HEADER = "Policyhooks-Key", "Policyhooks-Signature"
PURPOSE = b"policyhooks-ship@v1\0"
SEED = 32
MISSING = "pip install 'policyhooks[ship]'"


@dataclass(frozen=True)
class Signer:
    """A key that can sign, and the public one in hex."""

    public: str
    key: SigningKey = field(repr=False)

    def sign(self, subject: str, id: str, data: bytes) -> dict[str, str]:
        """The headers of a message."""
        signature = self.key.sign(statement(subject, id, data)).signature.hex()
        return {KEY_HEADER: self.public, SIGNATURE_HEADER: signature}


def statement(subject: str, id: str, data: bytes) -> bytes:
    """What a signature covers: each part with its length, so that none can reach into the next."""
    parts = (subject.encode("utf-8"), id.encode("utf-8"), data)
    return PURPOSE + b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def is_signed(public: str, signature: str, subject: str, id: str, data: bytes) -> bool:
    """Whether a public key (hex) has signed a message."""
    from nacl.exceptions import BadSignatureError

    try:
        _verifier(public).verify(statement(subject, id, data), bytes.fromhex(signature))
    except (BadSignatureError, ValueError, TypeError):
        return False
    return True


@lru_cache(maxsize=4096)
def _verifier(public: str) -> VerifyKey:
    from nacl.signing import VerifyKey

    return VerifyKey(bytes.fromhex(public))


def load_signer(folder: Path) -> Signer | None:
    """The key in a folder of checkpoints; None where there is none. Raises EnvironmentBroken on a damaged one."""
    try:
        descriptor = os.open(folder / FILE, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    except OSError:
        raise _damaged(folder) from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_mode & 0o077 or status.st_uid != os.geteuid():
            raise _damaged(folder)
        text = os.read(descriptor, SEED * 2 + 2).strip()
    finally:
        os.close(descriptor)
    if len(text) != SEED * 2:
        raise _damaged(folder)
    try:
        return _signer(bytes.fromhex(text.decode("ascii")))
    except ValueError:
        raise _damaged(folder) from None


def make_signer(folder: Path) -> Signer:
    """The key in a folder, made where there is none. Raises EnvironmentBroken."""
    found = load_signer(folder)
    if found is not None:
        return found
    seed = secrets.token_bytes(SEED)
    signer = _signer(seed)
    draft = folder / f".{FILE}-{secrets.token_hex(4)}"
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            out.write(seed.hex().encode("ascii") + b"\n")
            out.flush()
            os.fsync(out.fileno())
        os.link(draft, folder / FILE)  # never over one that came meanwhile
    except OSError as problem:
        raise EnvironmentBroken(f"{folder / FILE} cannot be made: {(problem.strerror or '').lower()}") from None
    finally:
        with suppress(OSError):
            draft.unlink()
    return signer


def _signer(seed: bytes) -> Signer:
    try:
        from nacl.signing import SigningKey
    except ImportError:
        raise EnvironmentBroken("signing needs a package that is not installed", MISSING) from None
    key = SigningKey(seed)
    return Signer(bytes(key.verify_key).hex(), key)


def _damaged(folder: Path) -> EnvironmentBroken:
    hint = "move it away and enrol again: policyhooks ship enrol"
    return EnvironmentBroken(f"{folder / FILE} is damaged, or is not private to this user", hint)
