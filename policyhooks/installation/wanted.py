"""The entries that an installation should have: made by install, compared by doctor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from policyhooks.bundle.activation import hook_command
from policyhooks.core.catalog import natives
from policyhooks.installation.entries import Entry, entries_for, events_to_install, tell_missing
from policyhooks.installation.places import Place
from policyhooks.installation.prompt_entries import prompt_entries

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled


def wanted_entries(place: Place, compiled: Compiled, *, every_event: bool = False) -> list[Entry]:
    """One entry for every event that can block or that a rule looks at, then the prompt hooks.

    With `every_event` also those that nobody looks at: the journal then shows what the client sends.
    Raises InvalidPolicies where a rule cannot be the prompt hook that it wants to be.
    """
    hint = f"Install it: policyhooks install --client {place.client} --scope {place.scope}"
    prompts = prompt_entries(place.client, compiled.rules)
    every = {(place.client, native) for native in natives(place.client)}
    limits = [rule.model.followup.limit for rule in compiled.rules if rule.model.followup is not None]
    own = entries_for(
        place.client,
        events_to_install(place.client, every if every_event else compiled.used_events),
        lambda native, seconds: tell_missing(
            hook_command(place.state, place.client, native, seconds, hint), f"{place.state}/hook.py"
        ),
        loop_limit=max([10, *limits]),
    )
    return [*own, *prompts]
