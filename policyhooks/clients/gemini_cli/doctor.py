"""What may keep Gemini CLI from running our entries: switches, distrusted folders. Never loaded by a hook."""

from __future__ import annotations

import os
from collections.abc import Iterator

from policyhooks.clients.facts import MARK, Doctor, Look, Said, Switch


def check_trust(look: Look) -> Iterator[Said]:
    """Whether a file of the client distrusts the project's folder."""
    if look.scope != "project":
        return
    file = look.home / ".gemini/trustedFolders.json"
    folder = os.path.realpath(look.root)
    for path, word in look.read(file).items():
        if word == "DO_NOT_TRUST" and (folder == path or folder.startswith(path.rstrip("/") + "/")):
            message = f"{file} says not to trust {path}: hooks of the project do not run"
            yield Said(message, "in Gemini CLI: /permissions, then trust the folder")
            return
    yield Said("no file of Gemini CLI distrusts this folder")


DOCTOR = Doctor(
    process="gemini",
    agents_own=("GEMINI_CLI",),
    time_unit="ms",
    switches=(
        Switch(("hooksConfig", "enabled"), False, "switches every hook off"),
        Switch(("hooksConfig", "disabled"), MARK, "names our hooks among those that are off"),
    ),
    command_line="settings named on the command line or by the environment can replace these",
    trust=check_trust,
)
