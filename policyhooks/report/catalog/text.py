"""The catalog as a table, one line for each client, native and canonical event, and notes on each client."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from policyhooks.clients.catalog import DENY_FORMS, Row
from policyhooks.clients.editions import describe
from policyhooks.clients.facts import install_of, installable
from policyhooks.core.effects import EFFECTS
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import Style
from policyhooks.report.screen.table import draw

HEADING = ("client", "native event", "event", "blocks", "ask", "effects", "evidence")


def render(found: Sequence[Row], style: Style, *, fields: bool = False) -> str:
    """The table, on request the fields of each event, and notes on the clients."""
    cells = [(row.client, row.native, row.event, _stops(row), _ask(row), _effects(row), row.evidence) for row in found]
    alone = len({row.client for row in found}) == 1
    table = draw(HEADING, cells, style=style, least={1: 14, 2: 14, 4: 8, 5: 16}, drop=(6, 0) if alone else (6,))
    lines = [*table, *(_fields(found, style) if fields else ()), *_notes(found, style)]
    return "".join(f"{line}\n" for line in lines)


def _fields(found: Sequence[Row], style: Style) -> Iterator[str]:
    for row in found:
        yield f"\n{style.paint(f'{row.client} {row.native} ({row.event})', 'bold')}  deny: {DENY_FORMS[row.deny]}"
        for field, who in row.vouched.items():
            yield f"  {field}{'?' if field in row.optional else ''}  {who}"


def _notes(found: Sequence[Row], style: Style) -> Iterator[str]:
    for client in dict.fromkeys(row.client for row in found):
        unwritten = [row.native for row in found if row.client == client and not installable(client, row.native)]
        told = [f"install never writes an entry for {', '.join(unwritten)}."] if unwritten else []
        for text in (*install_of(client).notes, *told, *describe(client)):
            yield ""
            yield from hang(f"{client}  ", text, style, label_colours=("bold",))


def _effects(row: Row) -> str:
    return " ".join(effect for effect in EFFECTS if effect in row.effects) or "-"


def _stops(row: Row) -> str:
    """What a deny keeps from happening: the action, or that its result reaches the agent."""
    return "yes" if row.blocks else "result" if row.withholds else "-"


def _ask(row: Row) -> str:
    words = {"none": "-", "specific": "by its own event"}
    modes = [f"{mode}: {becomes}" for mode, becomes in row.ask.items() if mode != "*"]
    return ", ".join([words.get(row.ask["*"], row.ask["*"]), *modes])
