"""The journal: one JSON line per decision, appended before the answer is given.

Keys of a record, in this order (absent where they would say nothing):
    v           1
    time        UTC, `2026-11-16T23:59:59.123Z`
    kind        decision; `later` for audit judges and commands that ran after the answer
    client, version, native, event, session, tool, cwd
    verdict     what the client was told: deny, ask, allow, pass
    by          ids of the rules whose verdict won
    rules       [{id, outcome, effect, would, why, derived, mode, rank}] of every rule that fired, failed or
                was skipped; `would` is what it would have done without its mode or exception,
                `rank` is told of trusted layers; ids policyhooks/layer-* tell what became of those
    error       why the engine itself could not decide
    ms          {total, decide}: milliseconds since the process could tell the time
    programs    digests of the programs, highest layer first
    input       the payload: secrets masked, bodies (file contents, prompts, outputs) as
                {length, hash} unless the Config says `journal: {bodies: masked}`
    input_hash  HMAC-SHA256 of stdin under the installation's key
    answer      exit code
    seq         number of the record in this journal, from 1
    chain       sha256 over the previous record's chain and this line up to and without `,"chain"`

A record is one write under the file's lock. A torn tail (a killed writer) is fenced off with a
newline; the chain goes on from the last whole record. A short write (full disk) is cut off again.
When nothing can be stored NotStored is raised, and the hook denies where the event can be stopped,
unless the Config says `journal: {on_error: pass}`. Reading and checking are inspect/journal.py's.
"""

from __future__ import annotations

import posix

from policyhooks.core.json_text import encode
from policyhooks.runtime import platform
from policyhooks.runtime.platform import sha256

# Further places for records: modules with `store(state, number, record)`, in the order in which they are given one.
# sinks.py calls them, after the answer.
SINKS: tuple[str, ...] = ()
FOLDER = "journal"
FILE = "journal.jsonl"
ROTATE_AT = 16 << 20
START = "0" * 64  # the chain before the first record
TAIL = 160  # enough for seq and chain at the end of a record


class NotStored(Exception):
    """The record could not be written; the text says why, without a path."""


def keyed_hash(key: bytes, data: bytes) -> str:
    """HMAC-SHA256, by hand: the hmac package is too heavy for the hook."""
    padded = key.ljust(64, b"\0")
    inner = sha256(bytes([byte ^ 0x36 for byte in padded]) + data).digest()
    return sha256(bytes([byte ^ 0x5C for byte in padded]) + inner).hexdigest()


def append(state: str, record: dict[str, object], rotate_at: int = ROTATE_AT, wait: bool = True) -> int:
    """Store a record and return its number. Raises NotStored, at once when it may not wait for the lock."""
    folder = f"{state}/{FOLDER}"
    body = encode(record)[:-1]
    try:
        descriptor, size = _open_locked(f"{folder}/{FILE}", wait)
        try:
            seq, chain, fence = _last(descriptor, size, folder)
            if size >= rotate_at:
                # Whoever waits for this file's lock finds another file under its name and tries again.
                posix.rename(f"{folder}/{FILE}", f"{folder}/journal-{seq:012d}.jsonl")
                posix.close(descriptor)
                descriptor, size = _open_locked(f"{folder}/{FILE}", wait)
                seq, chain, fence = _last(descriptor, size, folder)
            line = f'{body},"seq":{seq + 1}'.encode("ascii")
            new = sha256(chain.encode("ascii") + line).hexdigest()
            _write(descriptor, size, fence + line + f',"chain":"{new}"}}\n'.encode("ascii"))
        finally:
            posix.close(descriptor)
    except OSError as problem:
        raise NotStored(f"the journal cannot be written (errno {problem.errno})") from None
    return seq + 1


def _open_locked(path: str, wait: bool) -> tuple[int, int]:
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
    for name in sorted((name for name in posix.listdir(folder) if name.startswith("journal-")), reverse=True):
        descriptor = posix.open(f"{folder}/{name}", posix.O_RDONLY)
        try:
            found = _look_back(posix.pread(descriptor, posix.fstat(descriptor).st_size, 0))
        finally:
            posix.close(descriptor)
        if found is not None:
            return found
    return 0, START


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
