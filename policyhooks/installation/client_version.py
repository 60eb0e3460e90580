"""For which version of a client a file is written: the installed one, or the oldest that the project allows.

It knows what differs between versions from the client's editions alone (clients/facts.py), not what is written.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path

from policyhooks.clients.facts import install_of
from policyhooks.compiler.versions import lowest, told_version
from policyhooks.installation.places import Place

WAIT_S = 20


def version_for(place: Place, options: Mapping[str, object]) -> tuple[int, ...]:
    """The version that a place's file must suit, and every newer one with it; () where versions do not differ.

    `options` are those of the program. A file that a team shares must suit whoever has it, so what happens to be
    installed here does not count.
    """
    facts = install_of(place.client)
    if not facts.editions:
        return ()
    installed = () if place.committed else installed_version(place.client, for_root=place.scope == "managed")
    required = required_version(place.client, options)
    return installed or (lowest(required, facts.assumed) if required else facts.assumed)


def required_version(client: str, options: Mapping[str, object]) -> str:
    """What the Config says of a client's versions, or nothing."""
    requires = options.get("requires")
    clients = requires.get("clients") if isinstance(requires, dict) else None
    return str(clients.get(client, "")) if isinstance(clients, dict) else ""


def installed_version(client: str, *, for_root: bool = False) -> tuple[int, ...]:
    """The version on the PATH, the oldest of several programs; () where there is none or it does not say."""
    found = [path for name in install_of(client).programs if (path := shutil.which(name)) is not None]
    told = [_ask(path) for path in found if not for_root or _is_roots_own(Path(path))]
    return min((version for version in told if version), default=())


def shown(version: tuple[int, ...]) -> str:
    """A version in words."""
    return ".".join(map(str, version))


def _ask(program: str) -> tuple[int, ...]:
    try:
        done = subprocess.run(
            [os.path.abspath(program), "--version"],
            timeout=WAIT_S,
            check=False,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return told_version(done.stdout)


def _is_roots_own(program: Path) -> bool:
    """Whether nobody but root could have put this program there: an administrator's installation starts no other."""
    real = Path(os.path.realpath(program))
    for path in (real, *real.parents):
        try:
            status = path.stat()
        except OSError:
            return False
        if status.st_uid != 0 or stat.S_IMODE(status.st_mode) & 0o022:
            return False
    return True
