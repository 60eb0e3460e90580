"""What the build half of a client's package declares: how it is installed, examined and imitated.

Values and the three doors to them. No hook loads this module or what it opens: an image does not hold them.
General code (installation, doctor, inspect, report) reads the values and names no client.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from policyhooks.clients.registry import part_of

if TYPE_CHECKING:
    from policyhooks.clients.calls import ToolData
    from policyhooks.clients.subject import Subject

# Under which name clients that name hooks know ours.
MARK = "policyhooks"
# The virtual place of payloads that are made, not received: nothing of the real disk is looked at.
WORKSPACE = "/w/project"
HOME = "/home/dev"
# Folders that many programs share: what lies in them tells whose it is.
SHARED_FOLDERS = frozenset(
    (".github", ".config", ".local", "etc", "library", "application support", "programdata", "program files")
)
SESSION = "5e55-10f7"

Payload = dict[str, object]
Keys = Mapping[str, str | int | bool]  # of a handler, in the order in which they are written
Written = tuple[str, Payload]  # the native event and what it carries beyond the common fields


@dataclass(frozen=True)
class Handler:
    """What a client starts for an event, as its file names it."""

    keys: Keys
    grouped: bool = False  # it stands in a group, which has the matcher
    matcher: str = ""

    def document(self) -> dict[str, object]:
        """The JSON value under the event."""
        matcher = {"matcher": self.matcher} if self.matcher else {}
        return {**matcher, "hooks": [dict(self.keys)]} if self.grouped else {**self.keys, **matcher}


@dataclass(frozen=True)
class PromptHooks:
    """How a client that has prompt hooks of its own is given one."""

    tools: Mapping[str, ToolData]  # names for its matcher
    matched: Sequence[str]  # native events whose entries have a matcher of tools
    typed: Sequence[str] = ()  # those with a matcher of subagent types
    texts: Sequence[str] = ()  # those with a matcher over the text of the command
    closing: Mapping[str, bool] = field(default_factory=dict)  # the key that closes an entry on errors
    unsupported: Mapping[str, str] = field(default_factory=dict)  # native event -> what is wrong with it
    # Native event -> canonical events that have an event of their own too: one prompt is enough.
    doubled: Mapping[str, Sequence[str]] = field(default_factory=dict)
    grouped: bool = True  # a handler stands in a group, which has the matcher


@dataclass(frozen=True)
class Source:
    """A file or folder that the client takes configuration from. A `*` stands for any one name.

    `path` is below the project, the home folder or the root of the file system, by its scope. `holds` says what is in
    it: `entries` (ours are written there), `settings` (switches of its own), `documents` (whose front matter may hold
    hooks) or `more` (plugins, servers, trust).
    """

    scope: str  # project, local, user, managed, or plugin: below wherever a plugin lies
    path: str
    holds: str = "more"
    macos: str = ""  # the same there, where it differs
    windows: str = ""

    def places(self) -> Iterator[str]:
        """What is protected because of it: a folder that is the client's own, or the two names that tell it apart."""
        for path in filter(None, (self.path, self.macos, self.windows)):
            parts = [part for part in path.lower().split("/") if part]
            at = next((at for at, part in enumerate(parts) if part not in SHARED_FOLDERS), 0)
            if self.scope == "plugin" and not parts[0].startswith("."):
                yield "/".join(parts[-2:])
            else:
                yield "/".join(parts[max(at - 1, 0) : at + 1])


@dataclass(frozen=True)
class Edition:
    """What a client has from a version on, until the next edition. A version that nobody knows is of the last one."""

    since: tuple[int, ...]
    natives: frozenset[str]  # native events that its loader accepts
    prompts: bool  # whether it has prompt hooks
    deny: str  # how it is given a deny, and why


@dataclass(frozen=True)
class Install:
    """How our entries get into the client's file, and what a person must know of it."""

    title: str
    sources: Sequence[Source]
    handler: Callable[[str, str, int, int], Handler]  # native event, command line, seconds, loop limit
    restart: str
    limits: str  # what its fail switch does not cover
    review: Mapping[str, str] = field(default_factory=dict)  # scope -> what has to be confirmed in the client
    skeleton: Mapping[str, object] = field(default_factory=dict)  # what a new file holds besides hooks
    strips_comments: bool = False  # its loader takes `//` and `/*` for comments inside strings too
    shorter: Mapping[str, int] = field(default_factory=dict)  # native event -> seconds, where it allows less
    left_out: frozenset[str] = frozenset()  # native events without an entry: it would take the client's work over
    programs: Sequence[str] = ()  # what is asked for the version that is installed here
    editions: Sequence[Edition] = ()  # the oldest first; none where the loader passes over what it does not know
    assumed: tuple[int, ...] = ()  # the version that is written for where none is known
    notes: Sequence[str] = ()  # what a person must know beyond the rows of the catalog
    own_questions: str = ""  # of a client that asks after every hook: what an allow rule does there
    first_answer: str = ""  # said where it may take the first of several answers
    starts: Sequence[str] = ()  # other clients whose entries it starts too
    prompts: PromptHooks | None = None
    plugin_root: str = ""  # the variable that holds a plugin's folder, where it has plugins with hooks

    @property
    def files(self) -> Mapping[str, str]:
        """Scope -> the file that holds our entries."""
        return {source.scope: source.path for source in self.sources if source.holds == "entries"}

    @property
    def macos(self) -> str:
        """The managed file there."""
        return next((one.macos for one in self.sources if one.holds == "entries" and one.scope == "managed"), "")


@dataclass(frozen=True)
class Switch:
    """A key of a settings file, and the value that switches hooks off. `spares` is a scope that it does not reach."""

    key: tuple[str, ...]
    off: object
    effect: str
    spares: str = ""


class Look(Protocol):
    """What a client's own check sees of an installation."""

    @property
    def scope(self) -> str: ...
    @property
    def root(self) -> Path: ...  # of the project
    @property
    def home(self) -> Path: ...
    @property
    def file(self) -> Path: ...  # that holds our entries

    def read(self, file: Path) -> Mapping[str, object]:
        """A settings file; nothing where it is not there or cannot be read."""
        ...

    def ours(self) -> Iterator[tuple[str, int]]:
        """Native event and position of each entry of ours."""
        ...


@dataclass(frozen=True)
class Said:
    """What such a check found; without a repair all is well."""

    message: str
    repair: str = ""


class Loader(Protocol):
    """Of a client that drops a whole file for one thing that it does not accept."""

    def accepts(self, native: str) -> bool: ...
    def refusals(self, text: str) -> list[str]: ...
    def doubts(self, text: str) -> list[str]: ...
    def is_strict(self, text: str) -> bool: ...


@dataclass(frozen=True)
class Doctor:
    """What may keep the client from running our entries, and how it runs them."""

    command_line: str  # how it is started without hooks
    fail_switch: tuple[str, object] = ("", None)  # key and value of an entry that closes on failure
    switch_since: tuple[int, ...] = ()  # the first version that honours the fail switch
    time_unit: str = "s"
    runs_in: str = "/bin/sh"  # the shell of its command lines, where it is there
    denied: Sequence[str] = ('"block"',)  # what an answer on exit 0 holds that denies
    variables: Sequence[tuple[str, ...]] = (("env",),)  # keys under which settings name variables for hooks
    switches: Sequence[Switch] = ()
    process: str = ""  # the name of its own process, where it is a program of a terminal
    agents_own: Sequence[str] = ()  # variables that it sets for the commands of its agent, and for no person's
    managed_only: tuple[str, str] = ("", "")  # where only an administrator's hooks run: system file, key
    trust: Callable[[Look], Iterator[Said]] | None = None
    loader: Loader | None = None


class Payloads(Protocol):
    """What a client's `payloads` offers: subjects in its own words. Shapes are those of recorded payloads."""

    TRIED: int  # its turn where a test names no client: the most expressive first
    NAMED: bool  # whether payloads say which event they are of
    PROVED: Mapping[str, str]  # canonical event -> effects that tests/realclient saw, with our hook installed

    def common(self, cwd: str) -> Payload: ...
    def write(self, subject: Subject, native: str, cwd: str) -> Written | None: ...


def install_of(client: str) -> Install:
    """How a client is installed for."""
    found: Install = part_of(client, "install").INSTALL
    return found


def doctor_of(client: str) -> Doctor:
    """What is examined of a client."""
    found: Doctor = part_of(client, "doctor").DOCTOR
    return found


def payloads_of(client: str) -> Payloads:
    """How a client writes its payloads."""
    return part_of(client, "payloads")


def edition_of(client: str, version: tuple[int, ...] = ()) -> Edition | None:
    """What a version has, () for one that nobody knows; None where the client's versions do not differ in that."""
    facts = install_of(client)
    known = [edition for edition in facts.editions if edition.since <= (version or facts.assumed)]
    return known[-1] if known else None


def installable(client: str, native: str, version: tuple[int, ...] = ()) -> bool:
    """Whether an entry for a native event may be written into a file that this version and newer ones load."""
    edition = edition_of(client, version)
    return native not in install_of(client).left_out and (edition is None or native in edition.natives)
