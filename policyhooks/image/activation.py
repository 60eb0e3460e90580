"""Puts a program to work: a state folder with one image per generation, switched in one step.

    bin/hook                       what clients start: entries of version 2
    hook.py -> current/hook.py     what clients with entries of version 1 start
    current -> generations/<n>     switched by one rename: a hook sees the old generation or the new one
    generations/<n>/               start, front, hook.py, the image, programs/<i>/*.py (for people), manifest.json
    bin/shfmt-<digest>             the parser of commands
    journal/, judge/, counters/    written at decision time, in a shared state below users/<uid>
    machine, key, journal.head     made once; of a shared state, key and head in every user's folder
    layers/, outlines/             what was trusted (layers.py); what explains programs (inspect/outline_store.py)
    layout                         the version of each part (layout.py)

The folder is private (0700), or owned by root and readable by all (`shared`). It knows no client's
settings files.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from policyhooks import __version__
from policyhooks.core.program import RANKS, rank_of, source_loader
from policyhooks.errors import EnvironmentBroken
from policyhooks.image.admission import admit
from policyhooks.image.build import build_image, interpreter_key
from policyhooks.image.command_parser import install_parser
from policyhooks.image.front import find_front
from policyhooks.image.front_table import FILE as FRONT_TABLE
from policyhooks.image.front_table import front_table
from policyhooks.image.generation_folder import make_generation
from policyhooks.image.layers import StoredLayer, stored_layers
from policyhooks.image.layout import PARTS, bring_up_to_date, make_key, read_layout
from policyhooks.image.locking import locked
from policyhooks.image.starters import interpreter_path, write_state_hook
from policyhooks.judge import place

KEPT_GENERATIONS = 5  # to go back to; and a hook that started just before a switch still reads its own


class ProgramSource(Protocol):
    """A compiled program: what compile_policies gives. `layer` is what it is installed for, and so its rank."""

    @property
    def layer(self) -> str: ...

    @property
    def modules(self) -> Mapping[str, str]: ...

    @property
    def digest(self) -> str: ...


@dataclass(frozen=True)
class Activation:
    """What is active in a state folder."""

    state: Path
    generation: int
    interpreter: Path
    image: Path
    digests: tuple[str, ...]


def activate(
    state: Path,
    programs: Sequence[ProgramSource],
    *,
    options: Mapping[str, object] | None = None,
    shared: bool = False,
    about: Mapping[str, object] | None = None,
    parser: bytes | None = None,
) -> Activation:
    """Build the image of these programs (highest layer first) and switch to it. All or nothing.

    The layers that were trusted in this state come along, ranked below what is given here. `about` is kept in the
    manifest, for people and for rollback: what bundle it came from. `parser` is a shfmt that was shipped.
    """
    state, owner = Path(os.path.abspath(state)), _owner(shared)
    bound = admit([one.modules for one in programs], options or {}, shared=shared)
    prepare_state(state, shared=shared)
    layers = trusted_layers(state)
    if not shared:  # there every user has a judge and a key of their own
        place.prepare(state)
        make_key(state)
    modules = [one.modules for one in (*programs, *layers)]
    settings = {
        "state": str(state),
        "machine": read_or_make(state / "machine", secrets.token_hex(16)),
        **owner,
        "shfmt": install_parser(state, parser, shared=shared),
        **looked_at(modules),
        **bound,
    }
    image = build_image(
        [(rank_of(program.layer), program.modules) for program in programs],
        settings,
        [(layer.rank, layer.record, layer.modules) for layer in layers],
    )
    files = {image_name(): image, FRONT_TABLE: front_table(modules)}
    sources, manifest = [program.modules for program in programs], _manifest(files, programs, about or {})
    number = make_generation(state, files, sources, manifest, shared=shared)
    write_state_hook(state, shared=shared)
    switch(state, number)
    prune(state, number)
    path = state / "generations" / str(number) / image_name()
    return Activation(state, number, interpreter_path(), path, tuple(program.digest for program in programs))


def trusted_layers(state: Path) -> list[StoredLayer]:
    """What was trusted in a state folder, brought up to date; nobody else changes it meanwhile."""
    with locked(state):
        bring_up_to_date(state)
        return stored_layers(state)


def looked_at(programs: Sequence[Mapping[str, str]]) -> dict[str, bool]:
    """What a hook needs beside the event: the workspace's remote and branch, a judge loaded when a session starts.

    A program of an earlier release does not say so: then the repository is read, and nothing is loaded.
    """
    heads = [source_loader(modules)("index") for modules in programs]
    return {
        "repository": any(head.get("REPOSITORY", True) for head in heads),
        "judged": any(head.get("JUDGED", False) for head in heads),
    }


def image_name() -> str:
    return f"{interpreter_key()}.image"


def prepare_state(state: Path, *, shared: bool = False) -> None:
    """Make the folders with their modes. Raises EnvironmentBroken when somebody else could write there.

    A folder that a newer policyhooks has laid out is refused before anything in it is touched.
    """
    read_layout(state)
    mode = 0o755 if shared else 0o700
    state.mkdir(mode=mode, parents=True, exist_ok=True)
    status = state.stat()
    if status.st_uid not in (0, os.geteuid()):
        raise EnvironmentBroken(f"the state folder {state} belongs to another user", "choose another with --state")
    if status.st_mode & 0o022:
        raise EnvironmentBroken(f"the state folder {state} can be written by others", f"run chmod 700 {state}")
    state.chmod(mode)
    for name in ("generations", "bin"):
        (state / name).mkdir(mode=mode, exist_ok=True)
    if shared:
        # Every user's decisions make their own folder here; nobody can take another's away.
        (state / "users").mkdir(exist_ok=True)
        (state / "users").chmod(0o1777)
        return
    for name in ("journal", "judge", "counters"):
        (state / name).mkdir(mode=0o700, exist_ok=True)


def read_or_make(path: Path, fresh: str) -> str:
    """A value that is made once and kept."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text("ascii").strip()
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(fresh + "\n")
    return fresh


def switch(state: Path, number: int) -> None:
    """Make a generation the current one, in one rename; the script's name follows it."""
    _replace_link(state / "current", f"generations/{number}")
    hook = state / "hook.py"
    if not hook.is_symlink() or os.readlink(hook) != "current/hook.py":
        _replace_link(hook, "current/hook.py")


def prune(state: Path, number: int) -> None:
    """Remove generations that no running hook can still be in."""
    for entry in (state / "generations").iterdir():
        if entry.name.isdigit() and int(entry.name) <= number - KEPT_GENERATIONS:
            shutil.rmtree(entry, ignore_errors=True)


def _owner(shared: bool) -> dict[str, object]:
    """Who the decisions are made for; a shared state asks the system at decision time."""
    if shared:
        return {"uid": -1, "judge_python": os.path.abspath(sys.executable)}
    import pwd

    try:
        entry = pwd.getpwuid(os.geteuid())
    except KeyError:
        hint = "a container that is given a number needs an account for it: its home folder is what rules look at"
        raise EnvironmentBroken(f"user {os.geteuid()} has no account on this system", hint) from None
    return {"uid": entry.pw_uid, "user": entry.pw_name, "home": entry.pw_dir}


def _manifest(
    files: Mapping[str, bytes], programs: Sequence[ProgramSource], about: Mapping[str, object]
) -> dict[str, object]:
    return {
        "interpreter": str(interpreter_path()),
        "key": interpreter_key(),
        "engine": __version__,
        "journal": PARTS["journal"],
        "programs": [program.digest for program in programs],
        "ranks": [RANKS[rank_of(program.layer)] for program in programs],
        "image": hashlib.sha256(files[image_name()]).hexdigest(),
        "front": find_front().digest,
        "told": hashlib.sha256(files[FRONT_TABLE]).hexdigest(),
        **about,
    }


def _replace_link(link: Path, target: str) -> None:
    temporary = link.with_name(f".{link.name}-{os.getpid()}-{secrets.token_hex(4)}")
    temporary.symlink_to(target)
    temporary.replace(link)
