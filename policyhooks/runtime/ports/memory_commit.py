"""Writes what an event adds to the facts, with its record: one commit, under one lock.

First the facts, then the record that says which: a record never tells of a fact that is not kept. What was read is
held against what is there now; where it has moved, the event is decided again, and nothing was written.
"""

from __future__ import annotations

import posix
import time

from policyhooks.core.values import but
from policyhooks.core.verdict import Moved
from policyhooks.runtime import platform
from policyhooks.runtime.engine.remembering import SESSION, WORKSPACE, Kept
from policyhooks.runtime.ports import memory_index as index
from policyhooks.runtime.ports.journal import NotStored
from policyhooks.runtime.ports.memory import (
    FOLDER,
    KEY,
    LARGEST,
    SECOND,
    encode_kept,
    is_expired,
    key_of,
    read_key,
    recall,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.verdict import Decision
    from policyhooks.runtime.engine.fact_values import Given
    from policyhooks.runtime.engine.remembering import Named, Recall

    Append = Callable[[dict[str, object]], int]
    Leaves = Sequence[tuple[Named, Given]]

LOCK = "lock"
NAP_S = 0.002
ENTRY, MEMBER, COUNTED, USE = 160, 44, 24, 20  # characters of an entry and of what is in it
FIRST_S = 1.0
NAMES = {SESSION: "session", WORKSPACE: "workspace"}
NOTHING: dict[str, int] = {}


def commit(state: str, asked: Recall, decision: Decision, wait_s: float, append: Append) -> int:
    """Store what the event leaves behind and its record; gives what `append` gives. Raises Moved and NotStored."""
    leaves = asked.deed(decision)
    starts = asked.event.name == "session.start" and any(one.fact.kind == "label" for one in asked.named.values())
    if not leaves and not starts:
        return append(told_of(asked, {}, []))
    folder = f"{state}/{FOLDER}"
    try:
        make_folder(folder)
        lock = take(f"{folder}/{LOCK}", wait_s)
        try:
            return Commit(state, folder, asked).run(decision, append)
        finally:
            posix.close(lock)
    except OSError as problem:
        raise NotStored(f"what is to be remembered cannot be written (errno {problem.errno})") from None


class Commit:
    """One commit, under the lock."""

    __slots__ = ("asked", "event", "folder", "fresh", "secret", "state")

    def __init__(self, state: str, folder: str, asked: Recall) -> None:
        self.state = state
        self.folder = folder
        self.asked = asked
        self.event: Event = asked.event
        self.secret = read_key(folder)
        self.fresh: dict[str, Kept] = {}

    def run(self, decision: Decision, append: Append) -> int:
        for (scope, ident), entry in self.asked.used.items():
            if self.kept(scope).facts.get(ident) != entry or self.kept(scope).unknown:
                raise Moved
        leaves = self.asked.deed(decision)
        changed = self.asked.grown(leaves, self.kept, fits)
        labelled = [one.ident for one, _ in leaves if one.fact.kind == "label" and one.fact.scope == SESSION]
        if labelled and key_of(self.event, SESSION) != key_of(self.event, WORKSPACE):
            changed = {
                WORKSPACE: with_labels(self.event, changed.get(WORKSPACE) or self.kept(WORKSPACE), labelled),
                **changed,
            }
        if self.event.name == "session.start" and SESSION not in changed and self.kept(SESSION).new:
            changed[SESSION] = but(self.kept(SESSION), seen=self.event.event.time_ns)
        versions = {}
        for scope, kept in changed.items():
            if self.write(key_of(self.event, scope), kept):
                versions[NAMES[scope]] = kept.version + 1
        return append(told_of(self.asked, versions, leaves))

    def kept(self, scope: str) -> Kept:
        """What is kept now; nothing can change it while the lock is held."""
        if scope not in self.fresh:
            self.fresh[scope] = recall(self.state, self.event, scope)
        return self.fresh[scope]

    def write(self, key: str, kept: Kept) -> bool:
        """One file and its row; False where there is no room for another key."""
        rows = index.read_index(self.folder)
        if index.find(rows, key) is None and len(rows) // index.ROW >= index.MOST:
            rows = make_room(self.folder, rows, kept.seen)
            if len(rows) // index.ROW >= index.MOST:
                return False
        if not self.secret:
            self.secret = make_key(self.folder)
        made = but(kept, version=kept.version + 1)
        replace(f"{self.folder}/{key}", encode_kept(made, self.secret))
        index.put(self.folder, rows, index.Row(key=key, version=made.version, seen=made.seen // SECOND))
        return True


def fits(kept: Kept) -> bool:
    """Whether a file of these facts is no longer than it may be, at its longest."""
    parts = [(len(one.get("m", ())), len(one.get("w", ())), len(one.get("u", ()))) for one in kept.facts.values()]
    return sum(ENTRY + members * MEMBER + counted * COUNTED + uses * USE for members, counted, uses in parts) <= LARGEST


def with_labels(event: Event, kept: Kept, labelled: Sequence[str]) -> Kept:
    """The workspace with the labels of an event's session, for those that begin beside it."""
    session, now = key_of(event, SESSION)[:16], event.event.time_ns
    labels = {ident: dict(sessions) for ident, sessions in kept.labels.items()}
    for ident in labelled:
        sessions = {**labels.get(ident, NOTHING), session: now}
        newest = sorted(sessions, key=sessions.__getitem__)[-8:]
        labels[ident] = {name: sessions[name] for name in newest}
    return but(kept, labels=labels, seen=max(kept.seen, now))


def told_of(asked: Recall, versions: dict[str, int], leaves: Leaves) -> dict[str, object]:
    """What the record says of memory: the versions that were read and written, and what was added."""
    read = {NAMES[scope]: -1 if kept.unknown else kept.version for scope, kept in asked.known.items()}
    wrote = [[ident, *given.told()] for _, ident, _, given in asked.changes(leaves)]
    told = {name: value for name, value in (("read", read), ("wrote", versions), ("facts", wrote)) if value}
    return {"at": asked.event.event.time_ns, **told} if told else {}


def take(path: str, wait_s: float) -> int:
    """The lock. Raises OSError where it is not free in time."""
    descriptor = posix.open(path, posix.O_RDWR | posix.O_CREAT | posix.O_NOFOLLOW, 0o600)
    end = time.monotonic() + wait_s
    while True:
        try:
            platform.lock(descriptor, wait=False)
            return descriptor
        except OSError:
            if time.monotonic() > end:
                posix.close(descriptor)
                raise
            time.sleep(NAP_S)


def make_folder(folder: str) -> None:
    try:  # noqa: SIM105 - contextlib is too heavy for the hook
        posix.mkdir(folder, 0o700)
    except FileExistsError:
        pass


def make_key(folder: str) -> bytes:
    """A new key; under the lock, so that there is one."""
    secret = posix.urandom(32).hex().encode("ascii")
    replace(f"{folder}/{KEY}", secret + b"\n")
    return secret


def first_key(folder: str) -> bytes:
    """The key of a memory that has none yet; of two that make one, both read the first."""
    make_folder(folder)
    lock = take(f"{folder}/{LOCK}", FIRST_S)
    try:
        return read_key(folder) or make_key(folder)
    finally:
        posix.close(lock)


def make_room(folder: str, rows: bytes, now: int) -> bytes:
    """The index without what has expired, whose files go; what has not is never touched."""
    left = []
    for row in index.rows(rows):
        if not is_expired(row, now):
            left.append(index.write_row(row))
            continue
        try:  # noqa: SIM105 - contextlib is too heavy for the hook
            posix.unlink(f"{folder}/{row.key}")
        except FileNotFoundError:
            pass
    made = b"".join(left)
    if made != rows:
        replace(f"{folder}/{index.FILE}", made)
    return made


def replace(path: str, data: bytes) -> None:
    """A private file under its name, whole or not at all."""
    fresh = f"{path}.new"
    flags = posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_NOFOLLOW
    descriptor = posix.open(fresh, flags, 0o600)
    try:
        if posix.write(descriptor, data) != len(data):
            raise OSError(28, "short write")
    finally:
        posix.close(descriptor)
    posix.rename(fresh, path)
