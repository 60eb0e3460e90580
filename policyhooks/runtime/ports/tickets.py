"""Where tickets and lifts are kept: private files in the state folder, whole or worth nothing.

    tickets/<session>.<ticket>          a denied call that may be lifted, with all that a person must see
    tickets/<session>.<ticket>.lift     that a person has lifted it: the same digest, until when, who, why
    tickets/<session>.<ticket>.<n>      its n-th use: a digest of the call's id; made once, never written over
    tickets/<session>.<ticket>.<n>.twin the same call on the event that the client fires next for it

Every text ends with its HMAC under a key of its own, and names the file that it stands in. A session is a digest of
user, client and session id. What is torn, moved or older than it may be counts as not there: the deny stays.
Who lifts is cli's to ask; what a lift is bound to is engine/action.py's.
"""

from __future__ import annotations

import posix
import time

from policyhooks.core.json_text import encode
from policyhooks.core.lifts import spell
from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.core.values import Record
from policyhooks.runtime.platform import sha256
from policyhooks.runtime.ports.journal_head import keyed_hash
from policyhooks.runtime.ports.journal_key import read_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from policyhooks.core.event import Event

FOLDER = "tickets"
VERSION = 1
OPEN_S = 3600  # a ticket that nobody has lifted is over then
MOST_OF_SESSION, MOST = 5, 50
LONGEST = 1 << 20
KEPT_S = 9 * 3600  # no lift holds as long
SKEW_S = 5
CHECK = 64


class Moment(Record):
    """Now, by the clock on the wall and by one that nobody can set."""

    wall: float = 0.0
    steady: float = 0.0


def now() -> Moment:
    return Moment(wall=time.time(), steady=time.monotonic())


def holds(told: Mapping[str, Any], seconds: float, moment: Moment) -> bool:
    """Whether something that was written holds still: by both clocks, so that setting one back prolongs nothing.

    The steady clock begins anew with the machine: what was written before it is over.
    """
    spent, steady = moment.wall - told["at"], moment.steady - told["steady"]
    return bool(-SKEW_S <= spent < seconds and 0 <= steady < seconds)


def secret_of(state: str) -> bytes:
    """The key of the checks. Raises NotStored."""
    return bytes(sha256(b"policyhooks tickets\0" + read_key(state)).digest())


def session_of(event: Event) -> str:
    """The name of an event's session, which no payload can choose."""
    text = "\0".join((str(posix.getuid()), event.client, event.session.id)).encode("utf-8", "surrogatepass")
    return str(sha256(text).hexdigest()[:16])


def new_name() -> str:
    """A ticket that nobody can guess."""
    return spell(int.from_bytes(posix.urandom(5), "big"))


def listed(state: str) -> list[str]:
    """The names of all files. Raises OSError."""
    try:
        return posix.listdir(f"{state}/{FOLDER}")
    except FileNotFoundError:
        return []


def tickets_in(names: list[str]) -> list[tuple[str, str]]:
    """Session and ticket of every ticket among names."""
    parts = [name.split(".") for name in names]
    return sorted([(part[0], part[1]) for part in parts if len(part) == 2])


def read(state: str, secret: bytes, name: str) -> dict[str, Any] | None:
    """What a file holds; None where it is not there, or not as it was written."""
    try:
        descriptor = posix.open(f"{state}/{FOLDER}/{name}", posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK)
    except OSError:
        return None
    try:
        data = b""
        while len(data) < LONGEST and (piece := posix.read(descriptor, LONGEST)):
            data += piece
    except OSError:
        return None
    finally:
        posix.close(descriptor)
    text, mark, check = data.rpartition(b"\n")
    if not mark or keyed_hash(secret, text).encode("ascii") != check:
        return None
    try:
        told: Any = parse(text)
    except RejectedJson:
        return None
    good = isinstance(told, dict) and told.get("v") == VERSION and told.get("file") == name
    return told if good else None


def write(state: str, secret: bytes, name: str, told: Mapping[str, object]) -> None:
    """A file, whole or not at all. Raises OSError."""
    text = encode({"v": VERSION, "file": name, **told}).encode("ascii")
    store(state, name, text + b"\n" + keyed_hash(secret, text).encode("ascii"))


def store(state: str, name: str, data: bytes) -> None:
    """The same, of bytes: written beside its place and linked there, which fails where it is there. Raises OSError."""
    folder = f"{state}/{FOLDER}"
    try:  # noqa: SIM105 - contextlib is too heavy for the hook
        posix.mkdir(folder, 0o700)
    except FileExistsError:
        pass
    draft = f"{folder}/draft-{posix.urandom(8).hex()}"
    descriptor = posix.open(draft, posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_NOFOLLOW, 0o600)
    try:
        try:
            if posix.write(descriptor, data) != len(data):
                raise OSError(28, "short write")
            posix.fsync(descriptor)
        finally:
            posix.close(descriptor)
        posix.link(draft, f"{folder}/{name}")
    finally:
        posix.unlink(draft)


def use_of(event: Event, otherwise: str) -> str:
    """What tells one call from the next; `otherwise` where its client gives it no id."""
    text = f"use\0{event.session.id}\0{event.tool.use_id or otherwise}"
    return str(sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32])


def spend(state: str, name: str, uses: int, use: str, twin: bool) -> bool:
    """Use a lift once for a call; whether it could be. The same call uses it once, however often it asks.

    Raises OSError where that cannot be written: nothing is lifted then.
    """
    for number in range(1, uses + 1):
        slot = f"{name}.{number}"
        if twin:
            if not is_used(state, slot):
                return False
            slot += ".twin"
        try:
            store(state, slot, use.encode("ascii"))
        except FileExistsError:
            if used_by(state, slot) == use:
                return True
            continue
        return True
    return False


def is_free(names: list[str], name: str, uses: int, twin: bool) -> bool:
    """Whether a lift may have a use left, as far as a list of names tells."""
    slots = [f"{name}.{number}" for number in range(1, uses + 1)]
    if twin:
        return any(slot in names and f"{slot}.twin" not in names for slot in slots)
    return any(slot not in names for slot in slots)


def used_by(state: str, slot: str) -> str:
    try:
        descriptor = posix.open(f"{state}/{FOLDER}/{slot}", posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK)
    except OSError:
        return ""
    try:
        return posix.read(descriptor, 64).decode("ascii", "replace")
    finally:
        posix.close(descriptor)


def is_used(state: str, slot: str) -> bool:
    return bool(used_by(state, slot))


def parts_of(names: list[str], name: str) -> Iterator[str]:
    """Every file of a ticket: the lift first, so that what is half gone lifts nothing."""
    yield f"{name}.lift"
    yield name
    for other in names:
        if other.startswith(f"{name}.") and other != f"{name}.lift":
            yield other


def remove(state: str, names: list[str], name: str) -> None:
    """A ticket with its lift and uses. Raises OSError."""
    for part in parts_of(names, name):
        try:  # noqa: SIM105 - contextlib is too heavy for the hook
            posix.unlink(f"{state}/{FOLDER}/{part}")
        except FileNotFoundError:
            pass
