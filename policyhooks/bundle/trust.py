"""Who may sign bundles for this machine: an allowed-signers file, and how many of them must.

The file is OpenSSH's own format; one comment line may say `# policyhooks threshold 2`. Whether
bundles are verified depends on such a file being here, never on anything in a bundle.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.errors import VerificationFailed

FILE = "allowed_signers"
SYSTEM = "etc/policyhooks"
MAX_BYTES = 1 << 20
_OURS = re.compile(r"#\s*policyhooks\b.*", re.IGNORECASE)
_THRESHOLD = re.compile(r"#\s*policyhooks threshold ([1-9][0-9]?)\s*")


@dataclass(frozen=True)
class TrustRoot:
    """The text of an allowed-signers file and the number of different signers that must stand behind a bundle."""

    path: str
    signers: bytes
    threshold: int = 1


def read_trust_root(path: Path, threshold: int | None = None) -> TrustRoot:
    """The file, which only root or we may be able to change; a given threshold can only raise the file's."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            data = file.read(MAX_BYTES + 1)
    except OSError as problem:
        reason = (problem.strerror or "unknown").lower()
        raise VerificationFailed(f"the trust root {path} cannot be read: {reason}") from None
    if not stat.S_ISREG(status.st_mode) or status.st_uid not in (0, os.geteuid()) or status.st_mode & 0o022:
        raise VerificationFailed(f"the trust root {path} could have been changed by others", f"run chmod 644 {path}")
    if len(data) > MAX_BYTES or not data.strip():
        raise VerificationFailed(f"the trust root {path} is empty or too long")
    return TrustRoot(str(path), data, max(threshold or 1, _threshold(data, path)))


def _threshold(data: bytes, path: Path) -> int:
    found = 1
    for line in data.decode("utf-8", "replace").splitlines():
        line = line.strip()
        if _OURS.fullmatch(line):
            said = _THRESHOLD.fullmatch(line)
            if said is None:
                hint = "write: # policyhooks threshold 2"
                raise VerificationFailed(f"the trust root {path} has a line for policyhooks that cannot be read", hint)
            found = max(found, int(said[1]))
    return found


def trust_places(root: Path, home: Path | None) -> list[Path]:
    """Where a machine keeps its trust root; that of the system comes first."""
    places = [root / SYSTEM / FILE]
    if home is not None:
        places.append(home / ".config/policyhooks" / FILE)
    return places


def machine_trust(root: Path, home: Path | None, extra: Sequence[TrustRoot] = ()) -> list[TrustRoot]:
    """Every trust root that is here; a bundle must satisfy each of them. One that exists and cannot be read refuses."""
    return [*extra, *(read_trust_root(path) for path in trust_places(root, home) if os.path.lexists(path))]
