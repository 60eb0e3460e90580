"""The entries that an installation should have: made by install, compared by doctor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from policyhooks.clients.catalog import natives
from policyhooks.installation.client_version import version_for
from policyhooks.installation.command_line import committed_command, personal_command
from policyhooks.installation.entries import CommandFor, Entry, entries_for, events_to_install
from policyhooks.installation.places import Place
from policyhooks.installation.project_entry import read_entry

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled


def wanted_entries(place: Place, compiled: Compiled, *, every_event: bool = False) -> list[Entry]:
    """One entry for every event that can block or that a rule looks at, then the prompt hooks.

    With `every_event` also those that nobody looks at: the journal then shows what the client sends.
    Raises InvalidPolicies where a rule cannot be the prompt hook that it wants to be.
    """
    version = version_for(place, compiled.options)
    prompts: list[Entry] = []
    if any(rule.model.judge is not None for rule in compiled.rules):
        from policyhooks.installation.prompt_entries import prompt_entries

        aliases = compiled.config.model.judge.models if compiled.config is not None else ()
        prompts = prompt_entries(place.client, compiled.rules, aliases, version)
    every = {(place.client, native) for native in natives(place.client)}
    limits = [rule.model.followup.limit for rule in compiled.rules if rule.model.followup is not None]
    used = every if every_event else compiled.used_events
    return [*hook_entries(place, used, version, limits), *prompts]


def hook_entries(
    place: Place, used: Iterable[tuple[str, str]], version: tuple[int, ...], followups: Iterable[int]
) -> list[Entry]:
    """The entries that start our hook, for what rules look at, as (client, native event); no compiler is needed."""
    events = events_to_install(place.client, used, version)
    return entries_for(place.client, events, command_for(place), loop_limit=max([10, *followups]))


def unknown_events(place: Place, compiled: Compiled, entries: Sequence[Entry]) -> str:
    """What is not decided because a version that the file must suit lacks the event; nothing where none does."""
    written = {entry.native for entry in entries}
    lacking = [native for native in events_to_install(place.client, compiled.used_events) if native not in written]
    if not lacking:
        return ""
    whose = "a version that `requires.clients` allows" if place.committed else f"the {place.client} that is here"
    repair = "require a newer one" if place.committed else "update it and install again"
    what = f"is not known to have {', '.join(lacking)}: no entry is written, nothing is decided there"
    return f"{whose} {what}; {repair}"


def command_for(place: Place) -> CommandFor:
    """What makes the command line of an entry in this place's file."""
    if place.committed:
        missing = read_entry(place.root).missing
        return lambda native, seconds: committed_command(place.project, place.client, native, seconds, missing)
    hint = f"Install it: policyhooks install --client {place.client} --scope {place.scope}"
    return lambda native, seconds: personal_command(place.state, place.client, native, seconds, hint)
