"""The reference page of events and fields, from core/schema.py and the catalog."""

from __future__ import annotations

from collections.abc import Iterator

from policyhooks.clients.catalog import ALWAYS, Row, rows, vouches_for
from policyhooks.clients.registry import CLIENTS
from policyhooks.core.effects import EFFECTS
from policyhooks.core.events import EVENTS, MESSAGE_ROOTS, PARENT, ROOTS, SUBJECT
from policyhooks.core.schema import FIELD_NOTES, RECORD_NOTES, RECORDS, ROOT_NOTES
from policyhooks.report.reference.markdown import table


def render() -> str:
    """The whole page."""
    return "\n".join([*_events(), *_catalog(), *_roots(), *_records(), ""])


def _events() -> Iterator[str]:
    yield "# Events and fields"
    yield ""
    yield "A rule names canonical events; each client has its own names for them."
    yield "A rule on a parent event sees its children."
    yield ""
    lines = []
    for event in EVENTS:
        natives = [_natives(client, event) for client in CLIENTS]
        lines.append([f"`{event}`", f"`{PARENT[event]}`" if event in PARENT else "", _subject(event), *natives])
    yield from table(["event", "parent", "a rule sees", *CLIENTS], lines)
    yield ""


def _subject(event: str) -> str:
    return f"`{SUBJECT[event]}`" if event in SUBJECT else ""


def _natives(client: str, event: str) -> str:
    return ", ".join(row.native for row in rows(client=client, event=event)) if event != "other" else "any other"


def _catalog() -> Iterator[str]:
    yield "## What each native event can do"
    yield ""
    yield "Effects that an event cannot express are errors at build time, unless the rule's `degrade` replaces them."
    yield "`ask` becomes what the last column says; `specific` leaves the question to the client's more specific event."
    yield "Where `blocks` says `result`, the action has happened: a deny keeps its result from the agent."
    yield ""
    for client in CLIENTS:
        yield f"### {client}"
        yield ""
        yield from table(
            ["native event", "event", "blocks", "effects", "ask becomes"], [_row(row) for row in rows(client=client)]
        )
        yield ""


def _row(row: Row) -> list[str]:
    effects = ", ".join(effect for effect in EFFECTS if effect in row.effects)
    ask = ", ".join(becomes if mode == "*" else f"{mode}: {becomes}" for mode, becomes in row.ask.items())
    blocks = "yes" if row.blocks else "result" if row.withholds else ""
    return [row.native, f"`{row.event}`", blocks, effects, ask if blocks else ""]


_VARIABLES = (
    "variables that the client was started with, by name (`env.ACME_STAGE`): those that the file declares under"
    " `environment`, no others; a text, empty where one is not set. The client vouches for them"
)


def _roots() -> Iterator[str]:
    yield "## What a condition sees"
    yield ""
    yield "Every field exists on every event, with a zero value of its type; the catalog knows which events supply it."
    yield f"These are always supplied: {', '.join(f'`{name}`' for name in ALWAYS.split())}."
    workspace = ", ".join(f"`{name}`" for name in _all_fields() if vouches_for(name) in ("workspace", "agent"))
    yield f"An agent can change these, so an allow or exception must not rest on them: {workspace}."
    yield ""
    lines = [[f"`{name}`", f"`{type_name}`", _note(name, type_name)] for name, type_name in ROOTS.items()]
    lines += [[f"`{name}`", f"`{type_name}`", _note(name, type_name)] for name, type_name in MESSAGE_ROOTS.items()]
    lines += [
        ["`vars`", "", "the file's `variables`, evaluated once an event, when first used"],
        ["`lists`", "", "the file's `lists` and those of imported libraries"],
        ["`params`", "", "the file's `params`, as the Config binds them"],
        ["`env`", "", _VARIABLES],
    ]
    yield from table(["name", "type", "what it is"], lines)
    yield ""


def _all_fields() -> list[str]:
    return [f"{root}.{field}" for root, type_name in ROOTS.items() for field in RECORDS.get(type_name, ())]


def _note(name: str, type_name: str) -> str:
    if name in ROOT_NOTES:
        return ROOT_NOTES[name]
    note = RECORD_NOTES[type_name]
    return f"{note[0].lower()}{note[1:].removesuffix('.')}"


def _records() -> Iterator[str]:
    for record, fields in RECORDS.items():
        yield f"### {record}"
        yield ""
        yield RECORD_NOTES[record]
        yield ""
        lines = [[f"`{name}`", f"`{of}`", FIELD_NOTES[record][name]] for name, of in fields.items()]
        yield from table(["field", "type", "what it is"], lines)
        yield ""
