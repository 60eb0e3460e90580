"""The parser of commands (shfmt) that a state folder keeps: where it comes from, under which name it is kept."""

from __future__ import annotations

import hashlib
import sys
import sysconfig
from pathlib import Path

from policyhooks.whole_file import write_whole


def find_parser() -> Path | None:
    """The shfmt that came with this installation. Never one on the PATH: an agent can put its own there."""
    for folder in (Path(sysconfig.get_path("scripts")), Path(sys.executable).parent):
        if (folder / "shfmt").is_file():
            return folder / "shfmt"
    return None


def install_parser(state: Path, shipped: bytes | None = None, *, shared: bool = False) -> str:
    """Copy shfmt into the state under its digest; empty where there is none, and commands stay not understood."""
    content = shipped
    if content is None:
        source = find_parser()
        if source is None:
            return ""
        content = source.read_bytes()
    target = state / "bin" / f"shfmt-{hashlib.sha256(content).hexdigest()[:32]}"
    if not target.exists() or target.read_bytes() != content:
        write_whole(target, content, 0o755 if shared else 0o700, durable=False)
    return str(target)
