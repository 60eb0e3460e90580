"""What `explain` and `decide` work with: what is named, else the installation that governs the folder, else the
project file, else the shipped policies. Whichever it is, one line says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import tell
from policyhooks.cli.options.project import Chosen, choose_named, choose_to_read

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.inspect.journal_ids import Entry
    from policyhooks.inspect.rulebook import Rulebook
    from policyhooks.installation.governing import Installation


@dataclass(frozen=True)
class Source:
    """A rulebook, what it came from in words and as data, and what it came from itself."""

    rulebook: Rulebook
    title: str
    about: Mapping[str, object] = field(default_factory=dict)
    chosen: Chosen | None = None
    installation: Installation | None = None

    @property
    def untrusted(self) -> str:
        """Why nothing of it may be started; empty when it may."""
        return self.chosen.untrusted if self.chosen is not None else ""

    def refuse_to_start(self) -> None:
        """Raise where judges and commands were asked for, and nobody has trusted what would start them."""
        if self.chosen is not None:
            self.chosen.refuse_to_start()


def choose_source(
    paths: Sequence[str] | None, config: str | None, folder: Path, client: str | None
) -> tuple[Source, ...]:
    """One source; of installations one for each client that has one. The first line on stderr says which."""
    named = choose_named(paths, config)
    if named is None:
        found = find_installed(folder, client)
        if found:
            return found
    return (of_chosen(named or choose_to_read(None, None), named=named is not None),)


def find_installed(folder: Path, client: str | None) -> tuple[Source, ...]:
    """The installations that govern a folder, as they decide."""
    from policyhooks.installation.governing import find_governing

    found = find_governing(folder, client)
    for one in found:
        tell(f"note: using {one.title}")
    return tuple(of_installation(one) for one in found)


def of_chosen(chosen: Chosen, *, named: bool) -> Source:
    """Policies that are compiled now. Raises InvalidPolicies."""
    from policyhooks.inspect.rulebook import of_compiled

    rulebook = of_compiled(chosen.compile())
    if chosen.found is not None:
        about: dict[str, object] = {"from": "project file", "file": str(chosen.found)}
        return Source(rulebook, f"the project file {chosen.found}", about, chosen)
    if not named:
        tell("note: nothing is installed here and there is no policyhooks.yaml: using the shipped policies")
        return Source(rulebook, "the shipped policies", {"from": "shipped policies"}, chosen)
    about = {"from": "options", "policies": list(chosen.paths), "config": chosen.config or ""}
    return Source(rulebook, f"what the options name: {chosen.title}", about, chosen)


def of_installation(installation: Installation, number: int | None = None) -> Source:
    """An installation as its hook decides, or an earlier generation of it."""
    from policyhooks.inspect.rulebook import of_generation

    place, current = installation.place, installation.generation
    rulebook = of_generation(
        place.state, number or current, lambda: compile_origin(place.state), now=number in (None, current)
    )
    about = {
        "from": "installation",
        "client": place.client,
        "scope": place.scope,
        "root": str(place.root),
        "state": str(place.state),
        "generation": number or current,
    }
    return Source(rulebook, installation.title, about, installation=installation)


def of_record(entry: Entry) -> tuple[Source, str]:
    """The generation that decided a record, and what is to be said where that is not the one in force."""
    from policyhooks.image.manifests import current_number, find_generation, read_manifest
    from policyhooks.inspect.rulebook import of_generation

    state = state_above(entry.state)
    current = current_number(state)
    programs = entry.record.get("programs")
    wanted = [str(digest) for digest in programs] if isinstance(programs, list) else []
    number, said = current, ""
    if wanted and read_manifest(state, current).get("programs") != wanted:
        found = find_generation(state, wanted)
        number = found or current
        if found is not None:
            said = f"generation {found} decided it; generation {current} is in force now"
        else:
            said = f"the program that decided it is gone; this is what generation {current} makes of it"
    rulebook = of_generation(state, number, lambda: compile_origin(state), now=number == current)
    about = {"from": "journal", "state": str(state), "generation": number}
    return Source(rulebook, f"generation {number} of {state}", about), said


def of_current(folder: Path) -> Source:
    """The generation in force where a journal lies."""
    from policyhooks.image.manifests import current_number
    from policyhooks.inspect.rulebook import of_generation

    state = state_above(folder)
    current = current_number(state)
    rulebook = of_generation(state, current, lambda: compile_origin(state), now=True)
    return Source(rulebook, f"generation {current} of {state}", {"state": str(state), "generation": current})


def state_above(folder: Path) -> Path:
    """The state whose hook writes this journal: in a shared one, each user has a folder."""
    from policyhooks.runtime.launch.shared_state import FOLDER

    return folder.parent.parent if folder.parent.name == FOLDER else folder


def compile_origin(state: Path) -> Compiled | None:
    """What the sources of an installation are today; None where they are not known. Raises InvalidPolicies."""
    from policyhooks.compiler.compile import compile_policies
    from policyhooks.core.program import LAYERS
    from policyhooks.image.manifests import current_number, read_manifest
    from policyhooks.installation.origin import load_origin

    origin = load_origin(state)
    if origin is None:
        return None
    ranks = read_manifest(state, current_number(state)).get("ranks")
    layer = str(ranks[0]) if isinstance(ranks, list) and ranks else LAYERS[0]
    return compile_policies(origin.policies, origin.config or None, layer=layer, arrived=True)
