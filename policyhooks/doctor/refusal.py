"""Files that a client's loader refuses as a whole, so that none of their hooks runs; and their repair.

Every file of the client is looked at: a refused one of somebody else takes that somebody's hooks with it. What the
loader accepts is the client's own fact (clients/cursor/loading.py is the one there is).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from policyhooks.clients.facts import Loader, doctor_of, install_of
from policyhooks.doctor.finding import Finding, fault, note, ok
from policyhooks.doctor.target import Target
from policyhooks.errors import EnvironmentBroken
from policyhooks.installation.documents import Node, add, read, remove, without_comment_marks
from policyhooks.installation.files import load, replace

_BOM = "\ufeff"


def check_refusal(target: Target) -> Iterator[Finding]:
    """Whether the client would load each of its files."""
    loader = doctor_of(target.place.client).loader
    if loader is None or target.broken_file:
        return
    title, found = install_of(target.place.client).title, False
    for file in dict.fromkeys(target.settings_files()):
        text = _text(file)
        if not text.strip():
            continue
        for reason in loader.refusals(text):
            found = True
            whose = "every hook in it is off, ours too" if file == target.place.file else "every hook in it is off"
            message = f"{title} refuses {file} as a whole: {reason}; {whose}"
            yield fault("refused", message, f"{target.repair('refused')} && {target.reinstall}")
        for doubt in loader.doubts(text):
            yield note("refused", f"{file}: {doubt}; an older {title} refuses the whole file")
    for link in _links(target):
        found = True
        message = f"{link} is a symbolic link: {title} refuses to load hooks of a project through one"
        yield fault("refused", message, f"put a real file in its place, then {target.reinstall}")
    if not found:
        yield ok("refused", f"nothing in the file that {title}'s loader refuses")


def _text(file: Path) -> str:
    try:
        return (load(file).data or b"").decode("utf-8")
    except (EnvironmentBroken, UnicodeDecodeError):
        return ""


def _links(target: Target) -> Iterator[Path]:
    """Links between the project's root and its file."""
    if target.place.scope != "project":
        return
    path = target.place.root
    for part in target.place.file.relative_to(path).parts if target.place.file.is_relative_to(path) else ():
        path = path / part
        if os.path.islink(path):
            yield path


def make_loadable(target: Target) -> list[str]:
    """Take out what the loader refuses, and spell what it would misread another way: the rest stays as it is."""
    from policyhooks.doctor.repair import keep

    loader = doctor_of(target.place.client).loader
    done: list[str] = []
    if loader is None:
        return done
    for file in dict.fromkeys(target.settings_files()):
        text = _text(file)
        if not text.strip() or not loader.refusals(text):
            continue
        if not loader.is_strict(text.lstrip(_BOM)):
            raise EnvironmentBroken(f"{file} has comments, so it is not changed here", "repair it by hand")
        kept = keep(target, file)
        replace(load(file), loadable(text, loader).encode("utf-8"))
        done.append(f"{file} can be loaded again; the file as it was is {kept}")
    return done


def loadable(text: str, loader: Loader) -> str:
    """A strict JSON text as the client would load it: the same values, without what it refuses."""
    text = without_comment_marks(text.lstrip(_BOM))
    for _ in range(text.count("{") + 2):
        if not loader.refusals(text):
            break
        text = _without_one(text, loader)
    return text


def _without_one(text: str, loader: Loader) -> str:
    """The text without one thing that is refused."""
    root = read(text)
    keys = [key for key, _, _ in root.members]
    hooks = root.member("hooks")
    if hooks is None:
        return add(text, root, {}, "hooks")
    if hooks.kind != "object":
        return remove(text, root, keys.index("hooks"))
    for at, (native, _, event) in enumerate(hooks.members):
        if not loader.accepts(native) or event.kind != "array":
            return remove(text, hooks, at)
        for number, entry in enumerate(event.elements):
            if _refused(text, native, entry, loader):
                return remove(text, event, number)
    return remove(text, root, keys.index("version")) if "version" in keys else add(text, root, 1, "version")


def _refused(text: str, native: str, entry: Node, loader: Loader) -> bool:
    alone = {"version": 1, "hooks": {native: [json.loads(text[entry.start : entry.end])]}}
    return bool(loader.refusals(without_comment_marks(json.dumps(alone))))
