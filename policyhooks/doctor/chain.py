"""Other hooks on the events that we decide: they are named, and those that seem to change calls are a fault.

A client runs all hooks side by side, so a call that another hook rewrites is never judged in its new
form. Nothing of others is started; what they do is guessed from their text.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from policyhooks.clients.catalog import rows
from policyhooks.clients.facts import install_of
from policyhooks.doctor.finding import Finding, fault, note, ok
from policyhooks.doctor.front_matter import component_hooks
from policyhooks.doctor.target import Target, read_quietly
from policyhooks.installation.editing import foreign_hooks
from policyhooks.report.screen.style import one_line, shorten

_REWRITES = re.compile(rb"updatedInput|updated_input|modifiedArgs|hookSpecificOutput[^\n]{0,80}tool_input")
LONGEST_SCRIPT = 1 << 20


@dataclass(frozen=True)
class Other:
    """A hook of somebody else."""

    file: Path
    native: str
    command: str
    rewrites: bool
    component: bool = False  # it stands in the front matter of a document, and runs while that is active


def other_hooks(target: Target) -> Iterator[Other]:
    """Hooks of others on events that can be stopped, in every file of the client."""
    client = target.place.client
    events = [native for native in target.hooks if any(row.blocks for row in rows(client, native=native))]
    for file in target.settings_files():
        if file.suffix == ".toml":
            continue
        for native, command in foreign_hooks(read_quietly(file), events):
            yield Other(file, native, command, _seems_to_rewrite(command, target))
    for file, native, command in component_hooks(target):
        yield Other(file, native, command, _seems_to_rewrite(command, target), component=True)


def check_chain(target: Target) -> Iterator[Finding]:
    """Name the others; one that seems to rewrite calls is a fault."""
    others = list(other_hooks(target))
    for other in others:
        where = f"{other.native} in {other.file}: {shorten(one_line(other.command), 80)}"
        if other.rewrites:
            message = f"another hook seems to change calls after they were judged: {where}"
            by_hand = f"take the hook out of {other.file}, or the file away"
            yield fault("other-hooks", message, by_hand if other.component else target.repair("other-hooks"))
        elif other.component:
            yield note("other-hooks", f"while its document is active, another hook runs beside ours: {where}")
        else:
            yield note("other-hooks", f"another hook runs beside ours: {where}")
    if not others:
        yield ok("other-hooks", "no other hook on the events that can be stopped")
    elif first_answer := install_of(target.place.client).first_answer:
        yield note("other-hooks", first_answer)
    yield from _doubles(target)


def _doubles(target: Target) -> Iterator[Finding]:
    """Files of other clients whose entries this one starts too."""
    from policyhooks.installation.entries import is_ours

    for other in install_of(target.place.client).starts:
        file = target.machine.project / install_of(other).files["project"]
        hooks = read_quietly(file).get("hooks")
        entries = [entry for found in hooks.values() for entry in found] if isinstance(hooks, dict) else []
        if any(is_ours(entry) for entry in entries):
            message = f"{file} holds our entries too: with third-party hooks on, a call is decided twice"
            yield note("other-hooks", message)


def _seems_to_rewrite(command: str, target: Target) -> bool:
    texts = [command.encode("utf-8", "replace")]
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    for word in words:
        path = Path(os.path.join(target.machine.project, os.path.expandvars(os.path.expanduser(word))))
        try:
            if path.is_file() and path.stat().st_size <= LONGEST_SCRIPT:
                texts.append(path.read_bytes())
        except (OSError, ValueError):
            continue
    return any(_REWRITES.search(text) for text in texts)
