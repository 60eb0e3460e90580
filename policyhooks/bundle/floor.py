"""The serial floor of a state folder: which bundle it follows and how far it has come, so that nobody can take it back.

Read before a bundle is looked at closely, written only after the bundle was verified, compiled,
tested and switched to. A floor that is there and cannot be read refuses every bundle.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from policyhooks.bundle.verification import Bundle
from policyhooks.errors import EnvironmentBroken, VerificationFailed
from policyhooks.whole_file import write_whole

FILE = "floor.json"


@dataclass(frozen=True)
class Floor:
    """The highest serial that was active. `seen` is the latest time that a signed bundle has vouched for."""

    name: str = ""
    serial: int = -1
    digest: str = ""
    seen: int = 0


def read_floor(state: Path) -> Floor:
    """The floor of a state folder; the lowest one where no bundle was ever active."""
    try:
        found = json.loads((state / FILE).read_bytes())
        floor = Floor(**found)
        if not isinstance(floor.serial, int) or not isinstance(floor.seen, int):
            raise ValueError
        return floor
    except FileNotFoundError:
        return Floor()
    except (OSError, ValueError, TypeError):
        hint = "it guards against old bundles; remove it only when you know why it is damaged"
        raise VerificationFailed(f"{state / FILE} cannot be read", hint) from None


def check_floor(floor: Floor, bundle: Bundle, *, replace: bool = False) -> None:
    """Raises VerificationFailed on a bundle that would take the machine back, or aside."""
    manifest = bundle.manifest
    if floor.name and manifest.name != floor.name:
        if replace:
            return
        hint = "give --replace to follow another bundle from now on"
        raise VerificationFailed(f"this machine follows the bundle {floor.name}, not {manifest.name}", hint)
    if manifest.serial < floor.serial:
        hint = "build it with a higher serial; `policyhooks bundle rollback` goes back on this machine"
        raise VerificationFailed(f"serial {manifest.serial} is lower than {floor.serial}, which was active", hint)
    if manifest.serial == floor.serial and bundle.digest != floor.digest:
        raise VerificationFailed(f"serial {manifest.serial} was active with other contents", "raise the serial")


def raise_floor(state: Path, floor: Floor, bundle: Bundle) -> None:
    """Remember a bundle that is active now, in one step."""
    manifest = bundle.manifest
    seen = max(floor.seen, manifest.issued if bundle.trusted else 0)
    new = Floor(manifest.name, manifest.serial, bundle.digest, seen)
    try:
        write_whole(state / FILE, json.dumps(asdict(new)).encode("ascii"))
    except OSError as problem:
        raise EnvironmentBroken(f"{state / FILE} cannot be written: {problem.strerror}") from None
