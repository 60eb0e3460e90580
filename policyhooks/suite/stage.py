"""The virtual place of policy tests: a subject becomes a canonical event without a look at the machine.

The catalog says which client's event carries it best; the engine then treats it as the hook would.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from policyhooks.clients.catalog import Row, rows
from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.facts import HOME, SESSION, WORKSPACE, payloads_of
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.reading import in_pipeline
from policyhooks.clients.registry import adapter_for
from policyhooks.clients.subject import USER, Subject
from policyhooks.core import records
from policyhooks.core.event import Event
from policyhooks.core.events import ROOTS
from policyhooks.core.schema import RECORDS
from policyhooks.core.shell_records import PathRef
from policyhooks.core.values import Record, build, but
from policyhooks.errors import UsageError

NO_VARIABLES: Mapping[str, str] = {}
NOON = 1_788_264_000_000_000_000  # a fixed time, so that tests that look at the clock are stable

ROOT_RECORDS: dict[str, type[Record]] = {
    "session": records.Session,
    "tool": records.Tool,
    "file": records.File,
    "mcp": records.Mcp,
    "web": records.Web,
    "prompt": records.Prompt,
    "subagent": records.Subagent,
}


@cache
def choose_row(
    event: str, effect: str, *, clients: tuple[str, ...] = (), natives: tuple[str, ...] = (), mode: str = "default"
) -> Row | None:
    """The native event that carries a subject: one that can express the effect, if any can. The same for all cases."""
    fitting = [
        row
        for row in rows(event=event)
        if (not clients or row.client in clients)
        and (not natives or row.native in natives or f"{row.client}.{row.native}" in natives)
    ]
    fitting.sort(key=lambda row: (_badness(row, effect, mode), payloads_of(row.client).TRIED))
    return fitting[0] if fitting else None


def _badness(row: Row, effect: str, mode: str) -> int:
    if effect == "ask":
        return 0 if row.ask_becomes(mode) == "ask" else 1
    return 0 if not effect or effect in row.effects else 1


def build_event(
    subject: Subject,
    row: Row,
    roots: Mapping[str, Mapping[str, object]] | None = None,
    environ: Mapping[str, str] = NO_VARIABLES,
) -> Event:
    """The event that the row's client would send, read by its adapter; without an adapter's help where there is none.

    `roots` holds values that a case sets itself, by root variable and field, `environ` the client's variables.
    """
    given = roots or {}
    event = _sent(subject, row, environ) or _assembled(subject, row)
    changes: dict[str, object] = {}
    for root, kind in ROOT_RECORDS.items():
        if root in given:
            changes[root] = build(kind, {**getattr(event, root).__dict__, **given[root]})
    shell = dict(given.get("shell", {}))
    if "dialect" in shell:
        changes["dialect"] = shell.pop("dialect")
    machine = {**PLACE, "ci": in_pipeline(environ)}
    info = build(records.EventInfo, {**event.event.__dict__, **machine, **shell, **given.get("event", {})})
    supplied = event.supplied | _given_fields(given)
    event = but(event, event=info, home=HOME, supplied=supplied, environ=environ)
    return build(Event, {**event.__dict__, **changes})


# What a case may say of a shell command beside its text; the folders are those of the event.
SHELL_GIVEN = ("dialect", "cwd", "workspace")

# What the machine adds to every event.
PLACE: dict[str, object] = {"time_ns": NOON, "user": USER, "os": "linux"}


def _sent(subject: Subject, row: Row, environ: Mapping[str, str]) -> Event | None:
    """The event as the client's adapter reads it; None where the client cannot send this subject."""
    try:
        native, payload = native_payload(row.client, subject, native=row.native)
        event = adapter_for(row.client).parse(native, payload, environ)
    except (UsageError, MalformedPayload):
        return None
    return event if event.name == row.event else None


def _assembled(subject: Subject, row: Row) -> Event:
    built: dict[str, object] = {root: build(ROOT_RECORDS[root], fields) for root, fields in _parts(subject).items()}
    if subject.command:
        built["command"] = subject.command
    if subject.text and subject.event != "prompt.submit":
        built["text"] = subject.text
    info = records.EventInfo(
        client=row.client,
        native=row.native,
        name=row.event,
        cwd=WORKSPACE,
        workspace=WORKSPACE,
        workspaces=(WORKSPACE,),
        permission_mode="default",
    )
    return but(
        build(Event, built),
        client=row.client,
        native=row.native,
        name=row.event,
        payload={"tool_name": TOOL_NAMES.get(subject.event, subject.tool_name), "tool_input": tool_input(subject)},
        supplied=row.fields | row.optional,
        event=info,
    )


def _parts(subject: Subject) -> dict[str, dict[str, object]]:
    """The fields of each root record that the subject fills."""
    parts: dict[str, dict[str, object]] = {
        "session": _filled(id=SESSION, source=subject.source, reason=subject.reason, last_message=subject.last_message)
    }
    if subject.path:
        written = subject.added or subject.content
        parts["file"] = _filled(content=subject.content, added=written, removed=subject.removed) | {
            "path": PathRef(raw=subject.path, op=subject.file_op),
            "op": subject.file_op,
            "via": "tool",
        }
    if subject.server:
        identity = f"{subject.server}/{subject.tool}"
        parts["mcp"] = {
            "server": subject.server,
            "tool": subject.tool,
            "arguments": subject.arguments,
            "identity": identity,
        }
    if subject.url or subject.query:
        parts["web"] = {"url": subject.url, "query": subject.query}
    if subject.event == "prompt.submit":
        parts["prompt"] = {"text": subject.text}
    if subject.task:
        parts["subagent"] = {"task": subject.task}
    parts["tool"] = _filled(output=subject.output, error=subject.error, use_id="u1") | {
        "name": subject.tool_name or TOOL_NAMES.get(subject.event, ""),
        "input": subject.tool_input or tool_input(subject),
    }
    return parts


TOOL_NAMES = {
    "shell.before": "Bash",
    "shell.after": "Bash",
    "file.read": "Read",
    "file.write": "Write",
    "file.edited": "Write",
    "web.before": "WebFetch",
    "subagent.start": "Task",
}


def tool_input(subject: Subject) -> dict[str, object]:
    """The arguments of the tool call that the subject stands for."""
    if subject.server:
        return dict(subject.arguments)
    named = {
        "command": subject.command,
        "file_path": subject.path,
        "content": subject.content,
        "url": subject.url,
        "prompt": subject.task,
    }
    return {name: value for name, value in named.items() if value}


def _filled(**fields: str) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value}


def _given_fields(given: Mapping[str, Mapping[str, object]]) -> frozenset[str]:
    return frozenset(f"{root}.{field}" for root, fields in given.items() for field in fields)


def unknown_fields(roots: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Dotted names in `roots` that the policy language does not have."""
    return [
        f"{root}.{field}"
        for root, fields in roots.items()
        for field in fields
        if field not in RECORDS.get(ROOTS.get(root, ""), {})
    ]


def computed_fields(roots: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Dotted names in `roots` that no case can set, because they are worked out from others."""
    return [
        f"{root}.{field}"
        for root, fields in roots.items()
        for field in fields
        if (root == "shell" and field not in SHELL_GIVEN) or (root, field) == ("event", "time")
    ]
