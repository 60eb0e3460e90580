"""The journal: one JSON line per decision, appended before the answer is given.

Keys of a record, in this order (absent where they would say nothing):
    v           2: the chain is keyed; 1 where an earlier version wrote it, with a chain that needs no key
    time        UTC, `2026-11-16T23:59:59.123Z`
    kind        decision; `later` for audit judges and commands that ran after the answer
    client, version, native, event, session, tool, cwd
    verdict     what the client was told: deny, ask, allow, pass
    by          ids of the rules whose verdict won
    rules       [{id, outcome, effect, would, why, derived, mode, rank, judge}] of every rule that fired, failed,
                was skipped or asked a model; `would` is what it would have done without its mode or exception,
                `rank` is told of trusted layers; ids policyhooks/layer-* tell what became of those;
                `judge` is what came of asking, an ok too: {outcome, cause, criterion, reason, confidence,
                model, name, cached, calls, attempts, tokens, cost (dollars; absent where nobody knows), ms,
                prompt (digest of all that is sent but the data), signs (what in the data seems to be written for
                the reviewer)}
    error       why the engine itself could not decide
    ms          {total, decide}: milliseconds since the process could tell the time
    programs    digests of the programs, highest layer first
    input       the payload: secrets masked, bodies (file contents, prompts, outputs) as
                {length, hash} unless the Config says `journal: {bodies: masked}`
    input_hash  HMAC-SHA256 of stdin under the installation's key
    answer      exit code
    seen        where the Config keeps bodies masked: {looks: by kind and name, environ, user, home, guarded,
                machine}, what was read besides payload and program, masked
    body        where it keeps them in full: {at, digest} of the file with all of it, or {why} there is none
    memory      where something was remembered: {at: event time, read and wrote: {session, workspace: version, -1 where
                it was not known}, facts: [[rank, policy/name and kind, moment, keyed digests ...], ...]}
    lift        where a deny may be lifted: {ticket, used}; where it was, also who and their reason
    request     the front's number of the call, where it had asked a resident
    head        only where the head (journal_head.py) did not fit when the record was written: -1 there was none
                that could be believed, else by how many records it was behind
    seq         number of the record in this journal, from 1
    chain       HMAC-SHA256 over the previous record's chain and this line up to and without `,"chain"`

A record is one write under the file's lock, and the head one behind it. A torn tail (a killed writer)
is fenced off with a newline; the chain goes on from the last whole record, or from the head where that
knows of later ones: a cut stays visible as a gap. A short write (full disk) is cut off again; a head
that cannot be written is behind, and no reason to lose a record. When nothing can be stored NotStored
is raised, and the hook denies where the event can be stopped, unless the Config says `journal:
{on_error: pass}`. Reading and checking are inspect/journal.py's.
"""

from __future__ import annotations

import posix

from policyhooks.core.json_text import encode
from policyhooks.core.values import but
from policyhooks.runtime import platform
from policyhooks.runtime.ports.journal_head import (
    LOST,
    START,
    Head,
    chain_key,
    find_head,
    keyed_hash,
    read_head,
    tell,
)

# Further places for records: modules with `store(state, number, record)`, in the order in which they are given one.
# sinks.py calls them, after the answer.
SINKS: tuple[str, ...] = ()
FOLDER = "journal"
FILE = "journal.jsonl"
ROTATE_AT = 16 << 20
VERSION = 2  # `v` of the records that are written here
BEHIND = 1  # a writer that is killed between its record and the head leaves it behind by so many
NOTHING: dict[str, object] = {}
TAIL = 160  # enough for seq and chain at the end of a record


class NotStored(Exception):
    """The record could not be written; the text says why, without a path."""


def append(
    state: str,
    record: dict[str, object],
    rotate_at: int = ROTATE_AT,
    wait: bool = True,
    key: bytes = b"",
    keep: int = 0,
) -> int:
    """Store a record and return its number; of files put aside `keep` stay, 0 for all.

    Raises NotStored, at once when it may not wait for the lock.
    """
    folder = f"{state}/{FOLDER}"
    key = chain_key(key or _key_of(state))
    head = -1
    try:
        descriptor, size = open_locked(f"{folder}/{FILE}", wait)
        try:
            seq, chain, fence = _last(descriptor, size, folder)
            if size >= rotate_at:
                # Whoever waits for this file's lock finds another file under its name and tries again.
                posix.rename(f"{folder}/{FILE}", f"{folder}/journal-{seq:012d}.jsonl")
                posix.close(descriptor)
                descriptor, size = open_locked(f"{folder}/{FILE}", wait)
                seq, chain, fence = _last(descriptor, size, folder)
            head, known = find_head(state, key)
            known, told = _go_on(known, seq, chain)
            stored = _add(descriptor, size, fence, {**record, "v": VERSION, **told}, known, key)
            # INVARIANT: from here on the record is stored, and nothing may say that it is not.
            tell(head, key, stored)
            if keep and not size:
                _drop_oldest(folder, keep, head, key)
        finally:
            posix.close(descriptor)
            if head >= 0:
                posix.close(head)
    except OSError as problem:
        raise NotStored(f"the journal cannot be written (errno {problem.errno})") from None
    return stored.seq


def _key_of(state: str) -> bytes:
    from policyhooks.runtime.ports.journal_key import read_key

    return read_key(state)


def _add(descriptor: int, size: int, fence: bytes, record: dict[str, object], known: Head, key: bytes) -> Head:
    """Write the line behind the record that is known, and say what the head is then."""
    number = known.seq + 1
    line = f'{encode(record)[:-1]},"seq":{number}'.encode("ascii")
    chain = keyed_hash(key, known.chain.encode("ascii") + line)
    _write(descriptor, size, fence + line + f',"chain":"{chain}"}}\n'.encode("ascii"))
    return but(known, seq=number, chain=chain, keyed=known.keyed or number)


def _go_on(head: Head | None, seq: int, chain: str) -> tuple[Head, dict[str, object]]:
    """The record to go on from, by the head and by the journal's own end, and what a record has to tell of the two."""
    if head is None:
        return Head(seq=seq, chain=chain), {"head": LOST}
    if head.seq >= seq:
        return head, NOTHING
    told: dict[str, object] = {"head": seq - head.seq} if seq - head.seq > BEHIND else NOTHING
    return but(head, seq=seq, chain=chain), told


def _drop_oldest(folder: str, keep: int, head: int, key: bytes) -> None:
    """Retention: what is older than the newest `keep` files that were put aside goes, once the head says so."""
    try:
        known = read_head(head, key)
        gone = sorted(name for name in posix.listdir(folder) if name.startswith("journal-"))[:-keep]
        end = _end_of(f"{folder}/{gone[-1]}") if gone else None
        if known is None or end is None or end[0] < known.first:
            return
        if tell(head, key, but(known, first=end[0] + 1, base=end[1])):
            for name in gone:
                posix.unlink(f"{folder}/{name}")
    except OSError:
        return  # the next rotation tries again


def find_last(state: str) -> tuple[int, str]:
    """Number and chain of the last whole record of a journal; zero and the start where there is none."""
    folder = f"{state}/{FOLDER}"
    try:
        descriptor = posix.open(f"{folder}/{FILE}", posix.O_RDONLY)
    except FileNotFoundError:
        return _last_rotated(folder)
    try:
        return _last(descriptor, posix.fstat(descriptor).st_size, folder)[:2]
    finally:
        posix.close(descriptor)


def open_locked(path: str, wait: bool) -> tuple[int, int]:
    """The file under its lock, with its size; another try when it was rotated while we waited."""
    while True:
        descriptor = posix.open(path, posix.O_RDWR | posix.O_CREAT | posix.O_APPEND, 0o600)
        try:
            platform.lock(descriptor, wait)
            ours = posix.fstat(descriptor)
            if ours.st_ino == posix.stat(path).st_ino:
                return descriptor, ours.st_size
        except FileNotFoundError:
            pass
        except OSError:
            posix.close(descriptor)
            raise
        posix.close(descriptor)


def _last(descriptor: int, size: int, folder: str) -> tuple[int, str, bytes]:
    """Number and chain of the last whole record, and the fence that a torn tail needs."""
    if not size:
        return *_last_rotated(folder), b""
    tail = posix.pread(descriptor, min(size, TAIL), max(0, size - TAIL))
    fence = b"" if tail.endswith(b"\n") else b"\n"
    found = read_end(tail + fence)  # a record that lacks only its newline is whole
    if found is not None:
        return *found, fence
    # A writer was killed, or somebody wrote here: look back for the last whole record.
    found = _look_back(posix.pread(descriptor, size, 0)) or _last_rotated(folder)
    return *found, fence


def _look_back(text: bytes) -> tuple[int, str] | None:
    for line in reversed(text.split(b"\n")[:-1]):
        found = read_end(line + b"\n")
        if found is not None:
            return found
    return None


def _last_rotated(folder: str) -> tuple[int, str]:
    """Where the chain of a new file begins: at the end of the file that was put aside last."""
    try:
        names = posix.listdir(folder)
    except FileNotFoundError:
        names = []
    for name in sorted((name for name in names if name.startswith("journal-")), reverse=True):
        found = _end_of(f"{folder}/{name}")
        if found is not None:
            return found
    return 0, START


def _end_of(path: str) -> tuple[int, str] | None:
    """Number and chain of the last whole record of a file."""
    descriptor = posix.open(path, posix.O_RDONLY)
    try:
        return _look_back(posix.pread(descriptor, posix.fstat(descriptor).st_size, 0))
    finally:
        posix.close(descriptor)


def read_end(tail: bytes) -> tuple[int, str] | None:
    """Number and chain at the end of a record's line; None when it does not end like one."""
    head, mark, end = tail.rpartition(b',"chain":"')
    number = head.rpartition(b',"seq":')[2]
    if not mark or not tail.endswith(b'"}\n') or len(end) != 67 or not number.isdigit():
        return None
    return int(number), end[:64].decode("ascii", "replace")


def _write(descriptor: int, size: int, data: bytes) -> None:
    try:
        written = posix.write(descriptor, data)
    except OSError:
        posix.ftruncate(descriptor, size)
        raise
    if written != len(data):
        posix.ftruncate(descriptor, size)
        raise OSError(28, "short write")
