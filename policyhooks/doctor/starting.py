"""What the entries start: is it there, ours and unchanged, and does it lead from this project to its state folder."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from policyhooks.doctor.finding import Finding, fault, note, ok
from policyhooks.doctor.program import read_manifest
from policyhooks.doctor.target import Target, private
from policyhooks.image.front import ORDINARY, digest_of, find_front
from policyhooks.image.resident_process import is_wanted, running
from policyhooks.image.starters import is_as_written
from policyhooks.image.stub import state_hook, user_hook
from policyhooks.installation.share import is_listed, linked_state, share_folder
from policyhooks.runtime.resident.parent import TOLD

_INTERPRETER = re.compile(r"^#!(/\S+) -IS$|^exec ('[^']+'|\S+) -I -S ", re.MULTILINE)


def check_start(target: Target) -> Iterator[Finding]:
    """The script, then for a committed file the way from the project's id to the state folder."""
    folder = share_folder() / "bin" if target.place.committed else target.place.state / "bin"
    problem = _problem(target, folder)
    if problem:
        yield fault("start", problem, target.reinstall)
        return
    if target.place.committed:
        problem = _astray(target)
        if problem:
            yield fault("start", problem, target.reinstall)
            return
    yield ok("start", f"entries start {folder / 'hook'}")
    yield from _kind(target, folder)


def _kind(target: Target, folder: Path) -> Iterator[Finding]:
    """Which of the two it is: the native front, which stands outside of the hook, or the script alone."""
    front = find_front()
    if is_native(folder / "hook"):
        yield ok("front", "native: it stands outside of the hook")
        yield ok("resident", _resident(target.place.state))
    elif front.data:
        yield note("front", "the script stands where a native front could", target.reinstall)
    else:
        yield note("front", f"the script does without a native front: {front.why}")


def _resident(state: Path) -> str:
    """Who answers fronts."""
    if not (state / "current" / TOLD).is_file():
        return "none: a managed installation has no resident, because it could not be every user"
    if not is_wanted(state):
        return "none is wanted: every call starts the ordinary hook; `policyhooks resident start` changes that"
    found = running(state)
    return f"answers, process {found}" if found else "is wanted and does not run: the next call starts it"


def is_native(hook: Path) -> bool:
    """Whether what entries start is a front, by its first bytes: a script names its interpreter there."""
    with hook.open("rb") as file:
        return file.read(2) != b"#!"


def _problem(target: Target, folder: Path) -> str:
    hook = folder / "hook"
    gone = f"{hook}, which the entries start, is gone or cannot be read: every call is blocked"
    try:
        native = is_native(hook)
        script = folder / (ORDINARY if native else "hook")
        found = _INTERPRETER.search(script.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return gone
    if not all(map(private, (hook, script, folder))):
        return f"{hook}, which the entries start, can be written by other users"
    interpreter = shlex.split(found[1] or found[2])[0] if found else ""
    changed = f"{hook}, which the entries start, is not what install writes: somebody has changed it"
    if not found or not is_as_written(folder, _scripts(target, interpreter, script.name)):
        return changed
    if native and not _is_front(target, hook):
        return changed
    if not os.access(interpreter, os.X_OK):
        return f"{interpreter}, which {hook} runs with, is gone: every call is blocked"
    return ""


def _is_front(target: Target, hook: Path) -> bool:
    """Whether it is the front that was activated; one of an earlier release counts where that is what is active."""
    wanted = {read_manifest(target.place.state).get("front"), find_front().digest}
    return digest_of(hook.read_bytes()) in wanted and os.access(hook, os.X_OK)


def _scripts(target: Target, interpreter: str, name: str) -> Mapping[str, str]:
    if target.place.committed:
        return user_hook(interpreter, str(share_folder()), name)
    return state_hook(interpreter, str(target.place.state), name)


def _astray(target: Target) -> str:
    place = target.place
    if not place.project:
        return f"policyhooks.yaml in {place.root} has no project id, so the entries lead nowhere"
    if linked_state(place.project, place.client) != Path(os.path.realpath(place.state)):
        return (
            f"project {place.project} does not lead to {place.state}: its calls are blocked, or decided by other rules"
        )
    if not is_listed(place.state, place.root):
        return f"{place.root} is not listed as a folder of project {place.project}: every call from it is blocked"
    return ""
