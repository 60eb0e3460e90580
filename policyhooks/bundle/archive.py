"""The container of a bundle: one file with a canonical archive and the signatures on it.

    21 bytes  b"policyhooks bundle 1\\n"
    8 bytes   length of the archive, big-endian
    archive   uncompressed POSIX tar in the one form that `pack` writes
    then, for each signature: 4 bytes length, big-endian, and an SSHSIG blob (bundle/signing.py)

There is exactly one sequence of bytes for a set of files: whatever `pack` would not have written
(links, devices, `..`, other modes, times or orders, padding that is not zero) is refused. The
archive is not compressed, so that its bytes depend on nobody's compression library. It knows
neither manifests nor keys, and writes nothing to disk.
"""

from __future__ import annotations

import hashlib
import io
import re
import tarfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from policyhooks.errors import VerificationFailed

MAGIC = b"policyhooks bundle 1\n"
MAX_ARCHIVE = 256 << 20
MAX_FILES = 50_000
MAX_NAME = 100  # what a tar header holds without tricks
MAX_SIGNATURES = 16
MAX_SIGNATURE = 16 << 10
# Names that mean the same on every file system: no `..`, no hidden names, nothing that a shell or terminal reads.
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*(/[A-Za-z0-9_][A-Za-z0-9_.+-]*)*")
BLOCK = 512


@dataclass(frozen=True)
class Container:
    """What a file holds, nothing of it trusted yet."""

    archive: bytes
    signatures: tuple[bytes, ...]

    @property
    def digest(self) -> str:
        """The name of a bundle: signatures come and go, this stays."""
        return hashlib.sha256(self.archive).hexdigest()


def pack(files: Mapping[str, bytes]) -> bytes:
    """The archive of these files: sorted by name, without owner or time. Raises ValueError on a bad name."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in sorted(files.items()):
            if not is_name(name):
                raise ValueError(f"`{name}` cannot be the name of a file in a bundle")
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            entry.mode = 0o644
            tar.addfile(entry, io.BytesIO(content))
    return out.getvalue()


def _read_entries(tar: tarfile.TarFile) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for entry in tar:
        if not entry.isreg() or not is_name(entry.name) or entry.name in files:
            raise VerificationFailed("the bundle holds something that is not a plain file with a plain name")
        if len(files) >= MAX_FILES:
            raise VerificationFailed(f"the bundle holds more than {MAX_FILES} files")
        reader = tar.extractfile(entry)
        files[entry.name] = reader.read() if reader is not None else b""
    return files


def unpack(archive: bytes) -> dict[str, bytes]:
    """The files of an archive. Raises VerificationFailed on anything that `pack` would not have written."""
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as tar:
            files = _read_entries(tar)
    except (tarfile.TarError, ValueError, OverflowError, EOFError, UnicodeError):
        raise VerificationFailed("the archive in the bundle cannot be read") from None
    if pack(files) != archive:
        raise VerificationFailed("the archive in the bundle is not in its canonical form")
    return files


def is_name(name: str) -> bool:
    """Whether a file in a bundle may be called so."""
    return len(name) <= MAX_NAME and NAME.fullmatch(name) is not None


def assemble(archive: bytes, signatures: Sequence[bytes] = ()) -> bytes:
    """The bytes of a bundle file; signatures are sorted, each once."""
    parts = [MAGIC, len(archive).to_bytes(8, "big"), archive]
    for signature in sorted(set(signatures)):
        parts += [len(signature).to_bytes(4, "big"), signature]
    return b"".join(parts)


def disassemble(data: bytes) -> Container:
    """The archive and the signatures of a bundle file. Raises VerificationFailed."""
    head = len(MAGIC) + 8
    if data[: len(MAGIC)] != MAGIC or len(data) < head:
        raise VerificationFailed("this file is not a policyhooks bundle", "make one with `policyhooks bundle build`")
    size = int.from_bytes(data[len(MAGIC) : head], "big")
    if size > MAX_ARCHIVE or size % BLOCK or len(data) < head + size:
        raise VerificationFailed("the bundle is cut off or damaged")
    signatures: list[bytes] = []
    at = head + size
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        end = at + 4 + length
        if not 0 < length <= MAX_SIGNATURE or end > len(data) or len(signatures) == MAX_SIGNATURES:
            raise VerificationFailed("the signatures of the bundle are damaged")
        signatures.append(data[at + 4 : end])
        at = end
    found = Container(data[head : head + size], tuple(signatures))
    if assemble(found.archive, found.signatures) != data:
        raise VerificationFailed("the signatures of the bundle are not in their canonical form")
    return found
