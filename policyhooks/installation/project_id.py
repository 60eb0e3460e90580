"""The id that names a project in committed entries, and what somebody without an installation meets: one line each."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from pathlib import Path

FILE = "policyhooks.yaml"


@dataclass(frozen=True)
class ProjectEntry:
    id: str = ""
    missing: str = "block"


def read_project(root: Path) -> ProjectEntry:
    try:
        text = (root / FILE).read_text("utf-8", "replace")
    except OSError:
        return ProjectEntry()
    found = re.search(r"^project: *([a-z0-9-]{8,40}) *$", text, re.MULTILINE)
    missing = re.search(r"^missing: *(block|ask|pass) *$", text, re.MULTILINE)
    return ProjectEntry(found[1] if found else "", missing[1] if missing else "block")


def new_id() -> str:
    return f"p-{secrets.token_hex(8)}"


def write_id(root: Path, project: str) -> None:
    if read_project(root).id == project:
        return
    root.mkdir(parents=True, exist_ok=True)
    path = root / FILE
    text = path.read_text("utf-8") if path.exists() else "apiVersion: policyhooks/v1\nkind: Config\n"
    path.write_text(text + f"project: {project}\n")
