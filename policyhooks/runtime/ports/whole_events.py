"""Keeps all that a decision rested on, where the Config says so: what was sent, and what was seen of the machine.

`masked`: into the record, as `seen`, with its secrets masked. `full`: into a file of its own below `bodies/HOUR`,
private and in clear, until a separate process has sealed the hour (history/sealing.py); the record holds its name and
digest, so that a body can go and the chain holds. INVARIANT: where nobody has sealed for a day no body is kept.
"""

from __future__ import annotations

import posix
import time

from policyhooks.clients.reading import PIPELINES
from policyhooks.core.json_text import encode
from policyhooks.runtime.platform import sha256
from policyhooks.runtime.ports.journal import NotStored
from policyhooks.runtime.ports.recording import hide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.event import Event
    from policyhooks.runtime.launch.hook import Hook

FOLDER = "bodies"
SEALER = "sealer"  # a file that the sealing process touches
FRESH_S = 24 * 3600
MOST_LOOKS = 500  # of one kind, in a record; an event that looked at more is not exact
UNSEALED = "nobody has sealed bodies for a day"
# The variables that adapters read; a test compares them with their code.
NAMED = (
    "CI", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_REMOTE", "CLAUDE_ENV_FILE", "CLAUDE_PROJECT_DIR",
    "CURSOR_CODE_REMOTE", "CURSOR_PROJECT_DIR", "CURSOR_USER_EMAIL", "CURSOR_VERSION", "GEMINI_PROJECT_DIR",
    "GEMINI_SESSION_ID", *PIPELINES,
)  # fmt: skip


def keep(hook: Hook, event: Event, bodies: str) -> dict[str, object]:
    """What the record says of it. Raises NotStored."""
    seen = seen_by(hook)
    if bodies == "masked":
        looks: dict[str, dict[str, object]] = seen["looks"]  # type: ignore[assignment]
        if any(len(found) > MOST_LOOKS for found in looks.values()):
            return {}
        return {"seen": hide(seen, event)}
    settings = hook.settings
    if not is_sealed(settings.root or settings.state):
        return {"body": {"why": UNSEALED}}
    try:
        return {"body": write(settings.state, hook.stdin, seen)}
    except OSError as problem:
        raise NotStored(f"the event's body cannot be written (errno {problem.errno})") from None


def seen_by(hook: Hook) -> dict[str, object]:
    """All that was read besides the payload and the programs."""
    from policyhooks.runtime.ports.witnessed import Witnessed

    kept = hook.kept
    assert isinstance(kept, Witnessed)
    place = kept.place
    return {
        "environ": {name: kept.environ[name] for name in NAMED if name in kept.environ},
        "user": place.user,
        "home": place.home,
        "guarded": list(place.guarded),
        "machine": kept.machine,
        "looks": kept.notes.seen,
    }


def is_sealed(state: str) -> bool:
    """Whether a sealing process has been at work lately."""
    try:
        return time.time() - posix.stat(f"{state}/{FOLDER}/{SEALER}").st_mtime < FRESH_S
    except OSError:
        return False


def write(state: str, stdin: bytes, seen: dict[str, object]) -> dict[str, object]:
    """A new private file; its name and digest. A random part keeps the digest from telling what is inside."""
    hour = time.strftime("%Y-%m-%dT%H", time.gmtime())
    document = {"v": 1, "salt": posix.urandom(16).hex(), "stdin": stdin.decode("utf-8"), "seen": seen}
    data = encode(document).encode("ascii")
    digest = sha256(data).hexdigest()
    for folder in (f"{state}/{FOLDER}", f"{state}/{FOLDER}/{hour}"):
        try:
            posix.mkdir(folder, 0o700)
        except FileExistsError:
            continue
    name = f"{hour}/{digest[:32]}"
    path = f"{state}/{FOLDER}/{name}"
    descriptor = posix.open(path, posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_NOFOLLOW, 0o600)
    try:
        if posix.write(descriptor, data) != len(data):
            raise OSError(28, "short write")
    except OSError:
        posix.unlink(path)
        raise
    finally:
        posix.close(descriptor)
    return {"at": name, "digest": digest}
