"""What doctor can repair itself: settings that switch hooks off, hooks that rewrite, a broken file, a journal.

Nothing is thrown away: what is taken out of a file is kept beside the state, private.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

from policyhooks.clients.facts import Switch
from policyhooks.doctor.chain import other_hooks
from policyhooks.doctor.refusal import make_loadable
from policyhooks.doctor.switches import off_switches
from policyhooks.doctor.target import Target
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.installation.documents import Node, read, remove
from policyhooks.installation.entries import commands_of
from policyhooks.installation.files import load, replace
from policyhooks.installation.records import load_record
from policyhooks.runtime.ports.journal_head import FILE as HEAD
from policyhooks.runtime.ports.journal_head import START, begin
from policyhooks.runtime.ports.journal_key import read_key


def repair(target: Target, check: str) -> list[str]:
    """Repair what a check found; lines that say what was done. Raises UsageError for what has no repair here."""
    if check not in REPAIRS:
        raise UsageError(f"doctor cannot repair `{check}` itself", f"one of {', '.join(REPAIRS)}")
    return REPAIRS[check](target) or ["nothing to repair"]


def _switch_on(target: Target) -> list[str]:
    done = []
    for file, switch in list(off_switches(target)):
        kept = keep(target, file)
        content = load(file)
        text = (content.data or b"").decode("utf-8")
        text = _without_line(text, switch, file) if file.suffix == ".toml" else _without(text, switch)
        replace(content, text.encode("utf-8"))
        done.append(f"took `{'.'.join(switch.key)}` out of {file}; the file as it was is {kept}")
    return done


def _without(text: str, switch: Switch) -> str:
    """The text without the key, or without our name in the key's list."""
    node = read(text.lstrip("\ufeff"))
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text.lstrip("\ufeff")
    for name in switch.key[:-1]:
        node = _member(node, name)
    last = switch.key[-1]
    value = _member(node, last)
    if value.kind == "array":
        at = next(i for i, one in enumerate(value.elements) if body[one.start : one.end].strip('"') == switch.off)
        return mark + remove(body, value, at)
    return mark + remove(body, node, [key for key, _, _ in node.members].index(last))


def _member(node: Node, key: str) -> Node:
    found = node.member(key)
    assert found is not None, "the switch was just read from this text"
    return found


def _without_line(text: str, switch: Switch, file: Path) -> str:
    """A TOML text without the one line that sets the key."""
    lines = text.splitlines(keepends=True)
    for at, line in enumerate(lines):
        if line.replace(" ", "").startswith(f"{switch.key[-1]}=false"):
            shorter = "".join(lines[:at] + lines[at + 1 :])
            tomllib.loads(shorter)
            return shorter
    raise EnvironmentBroken(f"`{'.'.join(switch.key)}` of {file} is written in an unusual way", "take it out by hand")


def _drop_rewriting(target: Target) -> list[str]:
    done = []
    for other in [one for one in other_hooks(target) if one.rewrites and not one.component]:
        kept = keep(target, other.file)
        content = load(other.file)
        text = _without_hook((content.data or b"").decode("utf-8"), other.native, other.command)
        replace(content, text.encode("utf-8"))
        done.append(f"took a hook on {other.native} out of {other.file}; the file as it was is {kept}")
    return done


def _without_hook(text: str, native: str, command: str) -> str:
    """The text without the one handler that has this command; its group goes when it was the last in it."""
    event = _member(_member(read(text), "hooks"), native)
    for at, entry in enumerate(event.elements):
        if command not in commands_of(_value(text, entry)):
            continue
        handlers = entry.member("hooks")
        if handlers is None or len(handlers.elements) < 2:
            return remove(text, event, at)
        inner = [command in commands_of(_value(text, handler)) for handler in handlers.elements]
        if True in inner:
            return remove(text, handlers, inner.index(True))
    return text


def _value(text: str, node: Node) -> object:
    import json

    return json.loads(text[node.start : node.end])


def _set_file_aside(target: Target) -> list[str]:
    """A file that the client cannot read: kept, and replaced by what it was before the installation."""
    if not target.broken_file:
        return []
    file = target.place.file
    kept = keep(target, file)
    record = load_record(target.place.state, file)
    if record is not None and record.original is not None:
        replace(load(file), record.original)
        return [f"{file} is what it was before the installation; the broken one is {kept}"]
    os.unlink(os.path.realpath(file))
    return [f"removed {file}, which did not exist before the installation; the broken one is {kept}"]


def _set_journal_aside(target: Target) -> list[str]:
    """A journal that cannot be trusted or written is kept for whoever investigates, and a new one begins."""
    folder = target.own_state / "journal"
    aside = _fresh(target.own_state / "journal-set-aside")
    folder.rename(aside)
    folder.mkdir(mode=0o700)
    head = target.own_state / HEAD
    if os.path.lexists(head):
        head.rename(aside / HEAD)
    begin(str(target.own_state), read_key(str(target.own_state)), 0, START)
    return [f"the journal is now {aside}; a new one begins"]


def keep(target: Target, file: Path) -> Path:
    """A private copy of a file as it is now."""
    target.place.state.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = _fresh(target.place.state / f"kept-{file.name}")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(load(file).data or b"")
    return path


def _fresh(path: Path) -> Path:
    number = 1
    while path.with_name(f"{path.name}.{number}").exists():
        number += 1
    return path.with_name(f"{path.name}.{number}")


REPAIRS: dict[str, Callable[[Target], list[str]]] = {
    "hooks-off": _switch_on,
    "other-hooks": _drop_rewriting,
    "file": _set_file_aside,
    "refused": make_loadable,
    "journal": _set_journal_aside,
}
