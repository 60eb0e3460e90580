"""The answer when nothing could be decided: the client's own fail answer, with a record of why.

INVARIANT: a result that some rule guards is never passed on unread; one that no rule guards is never withheld.
"""

from __future__ import annotations

from policyhooks.clients.answers import closes
from policyhooks.clients.catalog import withheld_events
from policyhooks.clients.registry import adapter_for
from policyhooks.core.events import PARENT
from policyhooks.runtime.ports.journal import SINKS, NotStored, append
from policyhooks.runtime.ports.journal_key import read_key
from policyhooks.runtime.ports.recording import failure_of

# Under which keys payloads name their event.
EVENT_NAMES = ("hook_event_name", "hookEventName", "hookName")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.verdict import Response
    from policyhooks.runtime.launch.hook import Hook


def answer_of(hook: Hook, reason: str | BaseException, wait: bool) -> Response:
    """A deny where the event can be stopped, its result withheld where a rule guards it, else silence.

    Recorded unless recording is what failed.
    """
    words = reason if isinstance(reason, str) else words_of(reason)
    response = respond(hook, words)
    if hook.stage != "recording":
        try:  # noqa: SIM105 - contextlib is too heavy for the hook
            record_failure(hook, words, response, wait)
        except NotStored:
            pass  # a journal that fails too has nothing to add to a block
    return response


def record_failure(hook: Hook, words: str, response: Response, wait: bool = True) -> None:
    """Store that nothing was decided, and why. Raises NotStored."""
    record = failure_of(
        hook.client,
        hook.native,
        words,
        exit_code=response.exit_code,
        stdin=hook.stdin,
        key=read_key(hook.settings.state),
        programs=[program.digest for program in hook.programs],
    )
    if hook.request:
        record["request"] = hook.request
    number = append(hook.settings.state, record, wait=wait)
    hook.stored = (number, record) if SINKS else None


def respond(hook: Hook, words: str) -> Response:
    """The answer alone; nothing is stored."""
    seen = hook.stdin or b"".join(hook.pieces)
    client, native = hook.client, hook.native
    if not closes(client, native, True):
        # Nothing can be stopped there. What the client waits for may still be another event: the payload names it.
        client, native = claimed(hook, seen)
    events = withheld_events(client, native)
    if not events:
        return adapter_for(client).fail(native, f"policyhooks could not decide: {words}.", seen)
    client, native = sender_of(hook, seen) if native == hook.native else (client, native)
    guarded = guards(hook, client, {*events, *[PARENT[event] for event in events if event in PARENT]})
    reason = f"The result of this call was withheld, because policyhooks could not decide: {words}."
    return adapter_for(client).fail(native, reason, seen, guarded)


def claimed(hook: Hook, seen: bytes) -> tuple[str, str]:
    """Who sent the event and what the payload calls it, where it says so; else what the command line said."""
    client, native = sender_of(hook, seen)
    from policyhooks.core.json_outline import outline

    found = outline(seen)
    names = [found.get(key) for key in EVENT_NAMES] if isinstance(found, dict) else []
    return client, next((name for name in names if isinstance(name, str) and name), native)


def sender_of(hook: Hook, seen: bytes) -> tuple[str, str]:
    """Who really sent the event: some clients start the entries of others."""
    from policyhooks.clients.detection import SHARED, detect

    if hook.client not in SHARED:
        return hook.client, hook.native
    from policyhooks.clients.errors import MalformedPayload
    from policyhooks.core.json_outline import outline
    from policyhooks.runtime.platform import environment

    found = outline(seen)
    try:
        return detect(hook.client, hook.native, found if isinstance(found, dict) else {}, environment())[:2]
    except MalformedPayload:
        return hook.client, hook.native


def guards(hook: Hook, client: str, events: set[str]) -> bool:
    """Whether some rule in force may withhold or replace the result of such an event. What cannot be read: yes."""
    try:
        programs = [*hook.programs, *[open_layer() for _, open_layer in hook.settings.layers]]
        tables: list[object] = [program.index.get("OUTPUTS") for program in programs]
    except Exception:  # noqa: BLE001 - a layer that cannot be opened may guard anything
        return True
    for table in tables:
        if not isinstance(table, dict):  # compiled before there was such a table
            return True
        for event in events:
            clients = table.get(event)
            if clients is not None and (not clients or client in clients):
                return True
    return not tables


def words_of(problem: BaseException) -> str:
    """A problem in words that hold no values of the event."""
    if type(problem).__module__.startswith("policyhooks."):
        return str(problem).rstrip(".") or type(problem).__name__
    return f"internal error ({type(problem).__name__})"
