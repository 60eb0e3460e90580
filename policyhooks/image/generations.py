"""The generations of a state folder: which are kept, which is current, and the way back to an earlier one.

Going back is one rename, like going forward. The serial floor does not move: an older bundle can be
gone back to by hand, never brought in again from outside.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from policyhooks.errors import UsageError, VerificationFailed
from policyhooks.image.activation import image_name, switch
from policyhooks.image.layout import read_layout
from policyhooks.image.manifests import current_number, generation_numbers


@dataclass(frozen=True)
class Generation:
    """One generation: its number and what activation wrote about it."""

    number: int
    about: Mapping[str, object]
    whole: bool  # its image is the one that was activated, and for this interpreter

    @property
    def title(self) -> str:
        """What it came from, in a few words."""
        bundle = self.about.get("bundle")
        if not isinstance(bundle, dict):
            return "policies of this machine"
        kind = " (break-glass)" if bundle.get("kind") == "break-glass" else ""
        return f"{bundle.get('name')} {bundle.get('version')}, serial {bundle.get('serial')}{kind}"


def list_generations(state: Path) -> list[Generation]:
    """Every generation that is kept, oldest first."""
    return [read_generation(state, number) for number in generation_numbers(state)]


def read_generation(state: Path, number: int) -> Generation:
    """One generation; it is not whole when anything of it is missing or changed."""
    folder = state / "generations" / str(number)
    try:
        about = json.loads((folder / "manifest.json").read_bytes())
        image = hashlib.sha256((folder / image_name()).read_bytes()).hexdigest()
        whole = isinstance(about, dict) and about.get("image") == image and (folder / "hook.py").is_file()
    except (OSError, ValueError):
        return Generation(number, {}, whole=False)
    return Generation(number, about if isinstance(about, dict) else {}, whole)


def roll_back(state: Path, number: int | None = None) -> tuple[Generation, Generation]:
    """Make an earlier generation current, by default the one before; (from, to).

    Its image is whole in itself, whichever engine made it, and reads the state as it is.
    """
    read_layout(state)
    now = current_number(state)
    kept = {one.number: one for one in list_generations(state)}
    before = [one for one in kept if one < now]
    wanted = number if number is not None else max(before, default=0)
    if wanted not in kept or wanted == now:
        raise UsageError(f"there is no generation {wanted} to go back to", "`policyhooks bundle history` lists them")
    target, current = kept[wanted], kept.get(now) or Generation(now, {}, whole=False)
    if not target.whole:
        hint = "it is damaged, or was made for another Python; activate its bundle again"
        raise VerificationFailed(f"generation {wanted} cannot be used", hint)
    missing = sorted(events_of(target) - events_of(current)) if events_of(target) else []
    if missing:
        hint = "activate its bundle again: that renews the entries"
        raise VerificationFailed(f"generation {wanted} needs an entry for {missing[0]}, which is not installed", hint)
    switch(state, wanted)
    return current, target


def events_of(generation: Generation) -> set[str]:
    """The native events that had entries when a generation was activated."""
    events = generation.about.get("events")
    return set(map(str, events)) if isinstance(events, list) else set()
