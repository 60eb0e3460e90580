"""What the entries start: is it there, ours and unchanged, and does it lead from this project to its state folder."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from policyhooks.doctor.finding import Finding, fault, ok
from policyhooks.doctor.target import Target, private
from policyhooks.image.starters import is_as_written
from policyhooks.image.stub import state_hook, user_hook
from policyhooks.installation.share import is_listed, linked_state, share_folder

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


def _problem(target: Target, folder: Path) -> str:
    hook = folder / "hook"
    try:
        found = _INTERPRETER.search(hook.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return f"{hook}, which the entries start, is gone or cannot be read: every call is blocked"
    if not private(hook) or not private(folder):
        return f"{hook}, which the entries start, can be written by other users"
    interpreter = shlex.split(found[1] or found[2])[0] if found else ""
    if not found or not is_as_written(folder, _scripts(target, interpreter)):
        return f"{hook}, which the entries start, is not what install writes: somebody has changed it"
    if not os.access(interpreter, os.X_OK):
        return f"{interpreter}, which {hook} runs with, is gone: every call is blocked"
    return ""


def _scripts(target: Target, interpreter: str) -> Mapping[str, str]:
    if target.place.committed:
        return user_hook(interpreter, str(share_folder()))
    return state_hook(interpreter, str(target.place.state))


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
