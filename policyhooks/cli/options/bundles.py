"""What verbs that read bundles share: the trust roots of the command line and the machine, and the one way in."""

from __future__ import annotations

import argparse
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.errors import EnvironmentBroken, UsageError

if TYPE_CHECKING:
    from policyhooks.bundle.trust import TrustRoot
    from policyhooks.bundle.verification import Bundle

SUFFIX = ".phb"


def add_trust_arguments(parser: argparse.ArgumentParser) -> None:
    """Who must have signed, beyond what the machine itself demands."""
    parser.add_argument("--allowed-signers", metavar="FILE", help="who may sign, besides the machine's own trust root")
    parser.add_argument("--threshold", type=int, metavar="N", help="how many of them must (default: 1)")


def trust_of(arguments: argparse.Namespace, root: Path = Path("/"), home: Path | None = None) -> list[TrustRoot]:
    """Every trust root that applies; the machine's own cannot be left out."""
    from policyhooks.bundle.trust import machine_trust, read_trust_root

    given = getattr(arguments, "allowed_signers", None)
    threshold = getattr(arguments, "threshold", None)
    if threshold is not None and (threshold < 1 or given is None):
        raise UsageError("--threshold wants --allowed-signers and a number from 1")
    extra = [read_trust_root(Path(given), threshold)] if given is not None else []
    return machine_trust(root, home or own_home(), extra)


def own_home() -> Path | None:
    """The home folder that the system has for this user; no environment variable has a say in whom we trust."""
    from policyhooks.compiler.border import account_home

    return account_home()


def open_file(path: str, roots: list[TrustRoot]) -> Bundle:
    """The bundle in a file, verified. Raises VerificationFailed."""
    from policyhooks.bundle.verification import open_bundle, read_file

    return open_bundle(read_file(path), roots, now=time.time())


def write_file(path: str, data: bytes) -> None:
    """Write a bundle in one step."""
    target = Path(path)
    draft = target.with_name(f".{target.name}.{secrets.token_hex(6)}")
    try:
        draft.write_bytes(data)
        draft.replace(target)
    except OSError as problem:
        draft.unlink(missing_ok=True)
        reason = (problem.strerror or "unknown").lower()
        raise EnvironmentBroken(f"`{path}` cannot be written: {reason}") from None
