"""Writes a file whole: a draft beside it, with the mode it is to have from the first byte, takes its place in one step.

Whoever reads meanwhile sees the old file or the new one; a failure leaves the old one, and no draft. It has no words
for people: its OSError is for the caller to explain.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: Path, data: bytes, mode: int = 0o600, *, durable: bool = True) -> None:
    """Replace a file, or make it. The mode holds whatever the umask is.

    `durable`: it is on the disk before it takes the place, so that a power failure leaves no empty file. What can be
    made again at any time need not wait for that.
    """
    draft = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as out:
            os.fchmod(out.fileno(), mode)
            out.write(data)
            if durable:
                out.flush()
                os.fsync(out.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
