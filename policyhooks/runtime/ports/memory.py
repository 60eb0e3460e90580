"""Where facts are kept: in the state folder, one small file for each session and workspace, private.

    memory/key      of the digests of set members and of the checks below; nothing else uses it
    memory/lock     held while something is written
    memory/index    memory_index.py's
    memory/<key>    {"v": version, "seen": nanoseconds, "facts": {...}, "labels": {...}} and, behind it, its HMAC

A key is a hash of user, client and session, never a name out of a payload. A file is written beside its place and
renamed, then the index: a kill in between leaves a file that is newer than its row, which is good. A file that is
gone, older than its row or damaged makes what it held unknown, never empty. Writing is memory_commit.py's.
"""

from __future__ import annotations

import posix

from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.runtime.engine.remembering import SESSION, Kept
from policyhooks.runtime.platform import sha256
from policyhooks.runtime.ports import memory_index as index
from policyhooks.runtime.ports.journal_head import keyed_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from policyhooks.core.event import Event

FOLDER = "memory"
KEY = "key"
LARGEST = 64 << 10  # of one file; what does not fit saturates
LONGEST = 4 * LARGEST  # nothing that we write is as long: what cannot saturate is small
EXPIRES_S = 30 * 86_400  # what nobody fed for so long is forgotten
LABELLED_S = 12 * 3600  # for so long a labelled session is taken to be alive
CHECK = 64
DIGEST = 24  # characters of what is kept of a text
SECOND = 1_000_000_000


def key_of(event: Event, scope: str) -> str:
    """The name under which an event's facts are kept; a session without an id shares those of its workspace."""
    info = event.event
    parts: tuple[str, ...]
    if scope == SESSION and event.session.id:
        parts = ("session", str(posix.getuid()), event.client, event.session.id)
    else:
        parts = ("workspace", str(posix.getuid()), info.workspace or info.cwd)
    return hashed(parts)


def hashed(parts: tuple[str, ...]) -> str:
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    return sha256(text).hexdigest()[: index.KEY]


def read_key(folder: str) -> bytes:
    """The key of a memory; empty where there is none. Raises OSError."""
    try:
        descriptor = posix.open(f"{folder}/{KEY}", posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK)
    except FileNotFoundError:
        return b""
    try:
        return posix.read(descriptor, 256).strip()
    finally:
        posix.close(descriptor)


def recall(state: str, event: Event, scope: str) -> Kept:
    """What is kept for an event, new sessions with the labels of those beside them."""
    folder = f"{state}/{FOLDER}"
    key = key_of(event, scope)
    kept = read_kept(folder, key, event.event.time_ns)
    workspace = key_of(event, "workspace")
    if not kept.new or kept.unknown or key == workspace or is_start(event):
        return kept
    return inherit(kept, read_kept(folder, workspace, event.event.time_ns), event.event.time_ns)


def is_start(event: Event) -> bool:
    """Whether a person has begun anew, on purpose and with nothing of what was before."""
    return event.name == "session.start" and event.session.source == "clear"


def inherit(kept: Kept, workspace: Kept, now: int) -> Kept:
    """A new session takes over the labels of every session of its workspace that may be alive."""
    if workspace.unknown:
        return Kept(unknown=workspace.unknown, new=False)
    facts: dict[str, dict[str, int]] = {}
    for ident, sessions in workspace.labels.items():
        at = max(sessions.values(), default=0)
        if at and now - at < LABELLED_S * SECOND:
            facts[ident] = {"at": at}
    return Kept(facts=facts, seen=kept.seen) if facts else kept


def read_kept(folder: str, key: str, now: int) -> Kept:
    """One file, held against the index."""
    try:
        rows = index.read_index(folder)
        data = read_file(f"{folder}/{key}")
        if data is None and not rows:
            return Kept()
        secret = read_key(folder)
    except OSError as problem:
        return Kept(unknown=f"it cannot be read (errno {problem.errno})")
    row = index.find(rows, key)
    if data is None:
        if row is None:
            full = len(rows) // index.ROW >= index.MOST and not any(is_expired(one, now) for one in index.rows(rows))
            return Kept(unknown="there is no room for another session" if full else "")
        return Kept() if is_expired(row, now) else Kept(unknown="its file is gone", new=False)
    found = decode(data, secret)
    if found is None:
        return Kept(unknown="its file is damaged", new=False)
    if row is not None and found.version < row.version:
        return Kept(unknown="its file is older than it was", new=False)
    return found if now - found.seen < EXPIRES_S * SECOND else Kept(seen=found.seen, version=found.version)


def is_expired(row: index.Row, now: int) -> bool:
    return now // SECOND - row.seen > EXPIRES_S


def read_file(path: str) -> bytes | None:
    try:
        descriptor = posix.open(path, posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK)
    except FileNotFoundError:
        return None
    try:
        data = b""
        while len(data) < LONGEST and (piece := posix.read(descriptor, LONGEST)):
            data += piece
        return data
    finally:
        posix.close(descriptor)


def encode_kept(kept: Kept, secret: bytes) -> bytes:
    """A file's text."""
    from policyhooks.core.json_text import encode

    told = {"v": kept.version, "seen": kept.seen, "facts": kept.facts, "labels": kept.labels}
    text = encode(told).encode("ascii")
    return text + b"\n" + keyed_hash(secret, text).encode("ascii")


def decode(data: bytes, secret: bytes) -> Kept | None:
    """What a file holds; None where it is not what was written."""
    text, mark, check = data.rpartition(b"\n")
    if not mark or not secret or keyed_hash(secret, text).encode("ascii") != check:
        return None
    try:
        told: Any = parse(text)
    except RejectedJson:
        return None
    if not isinstance(told, dict) or told.keys() != {"v", "seen", "facts", "labels"}:
        return None
    facts: Mapping[str, Any] = told["facts"]
    return Kept(version=told["v"], seen=told["seen"], facts=facts, labels=told["labels"], new=False)


def digest(state: str, text: str) -> str:
    """What is kept of a text. Raises OSError where the key cannot be had."""
    secret = b""
    if state:
        folder = f"{state}/{FOLDER}"
        secret = read_key(folder)
        if not secret:
            from policyhooks.runtime.ports.memory_commit import first_key

            secret = first_key(folder)
    return keyed_hash(secret, text.encode("utf-8", "surrogatepass"))[:DIGEST]
