"""Puts the starting scripts (stub.py) where they are started from: generations, state folders, a user's share folder.

Each file is replaced in one step, so a hook that starts meanwhile finds the old one or the new one.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from policyhooks.image.front import FILE as FRONT
from policyhooks.image.front import ORDINARY, Front, find_front
from policyhooks.image.front_table import check_of
from policyhooks.image.stub import START, generation_source, start_code, start_text, state_hook, user_hook
from policyhooks.runtime.launch.boot import HEADER
from policyhooks.runtime.resident.parent import HEAD as RESIDENT_HEAD
from policyhooks.runtime.resident.parent import TOLD as RESIDENT_TOLD
from policyhooks.whole_file import write_whole


def interpreter_path() -> Path:
    """The interpreter itself, not a link of some environment to it."""
    return Path(os.path.realpath(sys.executable))


def start_sources(folder: Path, number: int, image: str) -> dict[str, str]:
    """`start` and `hook.py` of a generation with this number, as this interpreter needs them."""
    with (folder / image).open("rb") as file:
        head = file.read(HEADER)
    place = f"generations/{number}/{image}"
    tag, version = sys.implementation.cache_tag or "", sys.version.split()[0]
    size, check = int.from_bytes(head[16:24], "big"), head[8:16]
    return {
        "hook.py": generation_source(
            hexversion=sys.hexversion,
            cache_tag=tag,
            version=version,
            image=place,
            header=HEADER,
            size=size,
            check=check,
        ),
        START: start_text(
            interpreter=str(interpreter_path()),
            hexversion=sys.hexversion,
            cache_tag=tag,
            version=version,
            image=place,
            size=size,
            check=check,
        ),
    }


def resident_text(folder: Path, number: int, image: str) -> bytes:
    """What fronts tell a resident, so that it knows whether it is the one to ask: generation and image."""
    digest = hashlib.sha256((folder / image).read_bytes()).hexdigest()
    line = f"{number} {digest} ".encode()
    return RESIDENT_HEAD.encode() + b"\n" + line + f"{check_of(line):016x}\n".encode()


def write_start(folder: Path, number: int, image: str) -> None:
    """What starts an image, into its generation's folder, with the mode of the image."""
    texts = {name: source.encode() for name, source in start_sources(folder, number, image).items()}
    mode = (folder / image).stat().st_mode & 0o777
    if not mode & 0o077:  # in a shared state there is no resident: it could not be every user
        texts[RESIDENT_TOLD] = resident_text(folder, number, image)
    for name, data in (*texts.items(), start_code()):
        (folder / name).write_bytes(data)
        (folder / name).chmod(mode)


def write_state_hook(state: Path, *, shared: bool) -> None:
    """`bin/hook` of a state folder, which personal and managed entries start: a front and its script, or that alone."""
    front = find_front()
    scripts = state_hook(str(interpreter_path()), str(state), hook_name(front))
    _write(state / "bin", {**_native(front), **_encoded(scripts)}, 0o755 if shared else 0o700)


def write_user_hook(share: Path) -> None:
    """`bin/hook` of a user, which committed entries start."""
    (share / "bin").mkdir(mode=0o700, exist_ok=True)
    front = find_front()
    scripts = user_hook(str(interpreter_path()), str(share), hook_name(front))
    _write(share / "bin", {**_native(front), **_encoded(scripts)}, 0o700)


def hook_name(front: Front) -> str:
    """What the script is called: beside a front that starts it, or as what entries start."""
    return ORDINARY if front.data else FRONT


def _native(front: Front) -> dict[str, bytes]:
    return {FRONT: front.data} if front.data else {}


def _encoded(sources: Mapping[str, str]) -> dict[str, bytes]:
    return {name: source.encode() for name, source in sources.items()}


def is_as_written(folder: Path, sources: Mapping[str, str]) -> bool:
    """Whether a folder's scripts are these, and can be started."""
    try:
        same = all((folder / name).read_text("utf-8") == source for name, source in sources.items())
    except (OSError, UnicodeDecodeError):
        return False
    return same and all(os.access(folder / name, os.X_OK) for name in sources)


def _write(folder: Path, files: Mapping[str, bytes], mode: int) -> None:
    for name, data in reversed(list(files.items())):  # `hook` last: what it starts is there before it
        write_whole(folder / name, data, mode)
