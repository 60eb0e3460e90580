"""One installation with everything that the checks look at, read once. It judges nothing."""

from __future__ import annotations

import os
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.core.program import READS
from policyhooks.errors import EnvironmentBroken, PolicyHooksError
from policyhooks.installation.editing import check_document
from policyhooks.installation.entries import Entry, is_ours
from policyhooks.installation.files import load
from policyhooks.installation.origin import Origin, load_origin
from policyhooks.installation.places import SCOPES, Place, locate
from policyhooks.installation.records import record_path
from policyhooks.installation.toml_editing import check_toml
from policyhooks.runtime.launch.shared_state import FOLDER as USERS
from policyhooks.runtime.launch.shared_state import own_folder

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled


@dataclass(frozen=True)
class Machine:
    """Where the client's files of each scope begin."""

    project: Path
    home: Path = field(default_factory=Path.home)
    system: Path = Path("/")

    def root_of(self, scope: str) -> Path:
        return {"user": self.home, "managed": self.system}.get(scope, self.project)


@dataclass(frozen=True)
class Target:
    """An installation to look at."""

    place: Place
    machine: Machine
    moved: bool = False  # its root or state was named on the command line, so repairs name it too

    @property
    def own_state(self) -> Path:
        """Where decisions of this user are written: a state that several users share keeps them apart."""
        if self.place.scope != "managed":
            return self.place.state
        found = own_folder(str(self.place.state), os.getuid())
        return Path(found) if found else self.place.state / USERS / str(os.getuid())

    @cached_property
    def document(self) -> Mapping[str, object] | None:
        """The client's file; None where there is none. Raises EnvironmentBroken when it cannot be read."""
        return read_settings(self.place.file)

    @cached_property
    def broken_file(self) -> str:
        """Why the client's file cannot be read, or nothing."""
        try:
            _ = self.document
        except EnvironmentBroken as problem:
            return problem.message
        return ""

    @cached_property
    def hooks(self) -> Mapping[str, list[object]]:
        """The hook entries of the file by native event."""
        if self.broken_file:
            return {}
        found = (self.document or {}).get("hooks")
        if not isinstance(found, dict):
            return {}
        return {str(native): entries for native, entries in found.items() if isinstance(entries, list)}

    def ours(self, native: str) -> list[object]:
        """Our entries on a native event."""
        return [entry for entry in self.hooks.get(native, []) if is_ours(entry)]

    @cached_property
    def installed(self) -> bool:
        """Whether there is, or should be, anything of ours."""
        recorded = record_path(self.place.state, self.place.file).exists()
        return recorded or any(self.ours(native) for native in self.hooks)

    @cached_property
    def origin(self) -> Origin | None:
        return load_origin(self.place.state)

    @cached_property
    def compiled(self) -> Compiled | PolicyHooksError:
        """The program that these policies compile to today, or why they do not."""
        from policyhooks.compiler.compile import compile_policies

        if self.origin is None:
            return EnvironmentBroken("it is not recorded which policies were installed")
        missing = [path for path in (*self.origin.policies, self.origin.config) if path and not Path(path).exists()]
        if missing:
            return EnvironmentBroken(f"{missing[0]} is gone")
        try:
            # What was admitted is not checked anew: that is what `check` is for.
            return compile_policies(
                self.origin.policies, self.origin.config or None, layer=self.place.layer, program_format=READS[0]
            )
        except PolicyHooksError as problem:
            return problem

    @cached_property
    def wanted(self) -> list[Entry] | None:
        """The entries that install would write today; None where the policies do not compile."""
        from policyhooks.installation.wanted import wanted_entries

        if isinstance(self.compiled, PolicyHooksError):
            return None
        try:
            every = self.origin is not None and self.origin.every_event
            return wanted_entries(self.place, self.compiled, every_event=every)
        except PolicyHooksError:
            return None

    def words(self) -> str:
        """The arguments that name this installation to other verbs."""
        parts = ["--client", self.place.client, "--scope", self.place.scope]
        if self.moved:
            parts += ["--root", str(self.place.root), "--state", str(self.place.state)]
        return shlex.join(parts)

    @property
    def reinstall(self) -> str:
        """The command that installs the same policies again."""
        parts: list[str] = []
        if self.origin is not None:
            parts = ["--policies", *self.origin.policies] if self.origin.policies else []
            # To name a project file is to trust it: that is no repair's to do.
            parts += ["--config", self.origin.config] if self.origin.config and not self.origin.found else []
            parts += ["--every-event"] if self.origin.every_event else []
        return " ".join(["policyhooks install", self.words(), shlex.join(parts)]).rstrip()

    def repair(self, check: str) -> str:
        """The command that lets doctor itself repair something."""
        where = [] if not self.moved else ["--home", str(self.machine.home), "--system", str(self.machine.system)]
        return " ".join(["policyhooks doctor", self.words(), shlex.join([*where, "--repair", check])])

    def settings_files(self) -> Iterator[Path]:
        """Every settings file of the client that can hold hooks, its own first."""
        yield self.place.file
        for scope in SCOPES:
            try:
                other = locate(self.place.client, scope, str(self.machine.root_of(scope))).file
            except PolicyHooksError:
                continue
            if other != self.place.file:
                yield other


def read_settings(path: Path) -> dict[str, object] | None:
    """A settings file, JSON or TOML; None where there is none. Raises EnvironmentBroken."""
    data = load(path).data
    if data is None:
        return None
    try:
        text = data.decode("utf-8").lstrip("\ufeff")
    except UnicodeDecodeError:
        raise EnvironmentBroken(f"{path} is not UTF-8") from None
    if not text.strip():
        return {}
    return check_toml(path, text) if path.suffix == ".toml" else check_document(path, text)


def read_quietly(path: Path) -> dict[str, object]:
    """A settings file for a look at its switches; empty where it cannot be read."""
    try:
        return read_settings(path) or {}
    except (EnvironmentBroken, OSError, tomllib.TOMLDecodeError):
        return {}


def private(path: Path) -> bool:
    """Whether nobody but its owner, root or us, can write to a path."""
    status = os.stat(path)
    return not status.st_mode & 0o022 and status.st_uid in (0, os.geteuid())
