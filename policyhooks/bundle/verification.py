"""Reads a bundle, which is always to verify it: signatures first, then form, digests, format and expiry.

Signatures are checked before a byte of the archive is looked at. Every signature in the file must
hold; those of signers whom a trust root does not know count for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.bundle.archive import MAX_ARCHIVE, Container, disassemble, unpack
from policyhooks.bundle.manifest import Manifest, read_manifest
from policyhooks.bundle.signing import Signature, find_signer, holds, read_signature
from policyhooks.bundle.trust import TrustRoot
from policyhooks.errors import VerificationFailed
from policyhooks.image.admission import why_refused


@dataclass(frozen=True)
class Bundle:
    """A bundle whose every byte has been accounted for. Without trust roots nobody vouches for it."""

    manifest: Manifest
    files: Mapping[str, bytes]
    digest: str
    signatures: int
    signers: tuple[str, ...]  # principals of the first trust root, sorted
    trusted: bool

    @property
    def program(self) -> dict[str, str]:
        """The modules of the generated program."""
        return {
            name.removeprefix("program/").removesuffix(".py"): content.decode()
            for name, content in self.files.items()
            if name.startswith("program/")
        }


def read_file(path: str | Path) -> bytes:
    """The bytes of a bundle file. Raises VerificationFailed."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_ARCHIVE + (1 << 20))
    except OSError as problem:
        raise VerificationFailed(f"`{path}` cannot be read: {(problem.strerror or 'unknown').lower()}") from None
    return data


def open_bundle(data: bytes, roots: Sequence[TrustRoot], *, now: float) -> Bundle:
    """The bundle in these bytes. Raises VerificationFailed on the first thing that is wrong."""
    container = disassemble(data)
    signers = [verify_signatures(container, root, now) for root in roots]
    files = unpack(container.archive)
    manifest = read_manifest(files)
    reason = why_refused(manifest.engine)
    if reason:
        raise VerificationFailed(reason, f"it wants policyhooks {manifest.engine['version']}")
    first = signers[0] if signers else ()
    return Bundle(manifest, files, container.digest, len(container.signatures), first, bool(roots))


def verify_signatures(container: Container, root: TrustRoot, now: float) -> tuple[str, ...]:
    """The different signers whom the root knows, at least as many as it wants."""
    if not container.signatures:
        raise VerificationFailed("the bundle is not signed", "sign it with `policyhooks bundle sign`")
    signatures = [read_signature(blob) for blob in container.signatures]
    found: dict[str, bytes] = {}
    for signature in signatures:
        if not holds(container.archive, signature):
            raise VerificationFailed("a signature of the bundle does not hold")
        principal = find_signer(container.archive, signature, root.signers, now)
        if principal:
            found.setdefault(principal, signature.key)
    # One key under two names is one signer, and so are two keys under one name.
    count = min(len(found), len(set(found.values())))
    if count < root.threshold:
        raise VerificationFailed(
            f"the bundle has {count} of the {root.threshold} trusted signatures that {root.path} wants",
            "its signers are unknown, or their keys have expired",
        )
    return tuple(sorted(found))


def check_expiry(manifest: Manifest, now: float) -> None:
    """Raises VerificationFailed on a bundle whose time is over. What is active already stays as strict as it is."""
    if manifest.expires and now >= manifest.expires:
        raise VerificationFailed(
            f"the bundle {manifest.name} {manifest.version} has expired", "build and sign a new one"
        )


def known_signatures(container: Container) -> list[Signature]:
    """The signatures in their parts, for people to look at."""
    return [read_signature(blob) for blob in container.signatures]
