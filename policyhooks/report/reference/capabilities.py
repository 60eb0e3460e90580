"""The capability page: client x event x effect, with what each cell rests on. From the catalog and one table."""

from __future__ import annotations

from collections.abc import Iterator

from policyhooks.clients.catalog import Row, rows
from policyhooks.clients.editions import describe
from policyhooks.clients.facts import install_of, payloads_of
from policyhooks.clients.registry import CLIENTS
from policyhooks.core.effects import EFFECTS, TABLE
from policyhooks.core.events import EVENTS
from policyhooks.report.reference.markdown import table

PROVED = "proved"
GRADES = {
    PROVED: "our hook did it on the real client, in `make realclient`",
    "run": "the client did it for a hook, seen when its payloads were recorded",
    "code": "the code of the client's own package did it when it was run by itself ([Cursor](cursor.md))",
    "source": "read in the client's source or program",
    "docs": "the vendor's documentation says so",
    "seed": "an older edition of the vendor's documentation says so",
    "public": "others report it",
}


def render() -> str:
    """The whole page."""
    return "\n".join([*_head(), *(line for event in EVENTS for line in _event(event)), ""])


def _head() -> Iterator[str]:
    yield "# What a rule can do, on which client"
    yield ""
    yield "One table an event; a cell says what the promise rests on, and an empty one that the client cannot do it."
    yield "A rule with an effect that a matched client lacks is an error at build time, unless `degrade` replaces it."
    yield "How it went on the real clients: [real clients](real-clients.md)."
    yield ""
    yield from (f"* {client}: {text}" for client in CLIENTS for text in (*install_of(client).notes, *describe(client)))
    yield ""
    yield from table(["effect", "what it brings about"], [[f"`{row.name}`", row.note] for row in TABLE])
    yield ""
    yield from table(["grade", "what it means"], [[f"`{grade}`", text] for grade, text in GRADES.items()])
    yield ""


def _event(event: str) -> Iterator[str]:
    found = rows(event=event)
    effects = [effect for effect in EFFECTS if any(effect in row.effects for row in found)]
    if not effects or event == "other":
        return
    yield f"## {event}"
    yield ""
    lines = []
    for client in CLIENTS:
        for row in [row for row in found if row.client == client]:
            cells = [grade_of(row, effect) for effect in effects]
            stopped = "yes" if row.blocks else "its result" if row.withholds else ""
            lines.append([client, row.native, stopped, *cells])
    yield from table(["client", "native event", "can be stopped", *effects], lines)
    yield ""


def grade_of(row: Row, effect: str) -> str:
    """What an effect of a row rests on; empty where it has none."""
    if effect not in row.effects:
        return ""
    return PROVED if effect in payloads_of(row.client).PROVED.get(row.event, "").split() else row.evidence
