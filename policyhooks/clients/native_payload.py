"""A subject in a client's own words: the native payload that the client would send for it.

How a client writes is in its package (`payloads`); reading is its adapter's work.
"""

from __future__ import annotations

from policyhooks.clients.facts import WORKSPACE, Written, payloads_of
from policyhooks.clients.registry import CLIENTS, STANDARD
from policyhooks.clients.subject import Subject
from policyhooks.errors import UsageError

# Who writes payloads, in the order in which they are shown.
WRITERS = (STANDARD, *(client for client in CLIENTS if client != STANDARD))


def native_payload(client: str, subject: Subject, *, native: str = "", cwd: str = WORKSPACE) -> Written:
    """The native event's name and the payload. Raises UsageError where the client has no such event.

    `native` chooses between several native events that carry the same subject.
    """
    words = payloads_of(client) if client in CLIENTS else None
    written = words.write(subject, native, cwd) if words is not None else None
    if words is None or written is None or (native and written[0] != native):
        raise UsageError(f"`{client}` has no payload for the event `{subject.event}`")
    name, own = written
    named = {"hook_event_name": name} if words.NAMED else {}
    return name, {**words.common(cwd), **named, **own}
