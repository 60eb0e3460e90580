"""`policyhooks clients`: the catalog as a table, one line for each client, native and canonical event."""

from __future__ import annotations

import argparse
import json
import sys

from policyhooks.clients.catalog import DENY_FORMS, Row, rows
from policyhooks.clients.facts import install_of, installable
from policyhooks.clients.registry import CLIENTS
from policyhooks.core.effects import EFFECTS
from policyhooks.core.events import EVENTS
from policyhooks.report.screen.style import style_of
from policyhooks.report.screen.table import draw

EXAMPLES = """examples:
  policyhooks clients                                 everything
  policyhooks clients --client cursor                 one client
  policyhooks clients --event shell.before --fields   what a rule can see there
  policyhooks clients --format json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--client", choices=CLIENTS, help="one client")
    parser.add_argument("--event", choices=EVENTS, metavar="EVENT", help="one canonical event")
    parser.add_argument("--fields", action="store_true", help="also the fields that each event supplies")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="(default: text)")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Print the rows that fit."""
    found = rows(arguments.client, arguments.event)
    if arguments.format == "json":
        print(json.dumps([describe(row) for row in found], indent=2))
        return 0
    style = style_of(sys.stdout)
    heading = ["client", "native event", "event", "blocks", "ask", "effects", "evidence"]
    cells = [[row.client, row.native, row.event, _stops(row), _ask(row), _effects(row), row.evidence] for row in found]
    print("\n".join(draw(heading, cells, style=style)))
    if arguments.fields:
        for row in found:
            print(f"\n{style.paint(f'{row.client} {row.native} ({row.event})', 'bold')}  deny: {DENY_FORMS[row.deny]}")
            for field, who in row.vouched.items():
                print(f"  {field}{'?' if field in row.optional else ''}  {who}")
    for client in dict.fromkeys(row.client for row in found):
        unwritten = [row.native for row in found if row.client == client and not installable(client, row.native)]
        told = [f"install never writes an entry for {', '.join(unwritten)}."] if unwritten else []
        for text in (*install_of(client).notes, *told):
            print(f"\n{style.paint(client, 'bold')}  {text}")
    return 0


def describe(row: Row) -> dict[str, object]:
    """A row as JSON."""
    return {
        "client": row.client,
        "native": row.native,
        "event": row.event,
        "blocks": row.blocks,
        "withholds": row.withholds,
        "deny": row.deny,
        "ask": dict(row.ask),
        "effects": _ordered(row),
        "fields": sorted(row.fields),
        "optional": sorted(row.optional),
        "vouched": row.vouched,
        "evidence": row.evidence,
        "installed": installable(row.client, row.native),
    }


def _ordered(row: Row) -> list[str]:
    return [effect for effect in EFFECTS if effect in row.effects]


def _effects(row: Row) -> str:
    return " ".join(_ordered(row)) or "-"


def _stops(row: Row) -> str:
    """What a deny keeps from happening: the action, or that its result reaches the agent."""
    return "yes" if row.blocks else "result" if row.withholds else "-"


def _ask(row: Row) -> str:
    words = {"none": "-", "specific": "by its own event"}
    modes = [f"{mode}: {becomes}" for mode, becomes in row.ask.items() if mode != "*"]
    return ", ".join([words.get(row.ask["*"], row.ask["*"]), *modes])
