"""`policyhooks clients`: the catalog as a table, one line for each client, native and canonical event."""

from __future__ import annotations

import argparse
import sys

from policyhooks.clients.catalog import rows
from policyhooks.clients.registry import CLIENTS
from policyhooks.core.events import EVENTS
from policyhooks.report.catalog.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

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
    parser.add_argument("--format", choices=FORMATS, default="text", help="(default: text)")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Print the rows that fit."""
    found = rows(arguments.client, arguments.event)
    sys.stdout.write(render(found, arguments.format, style_of(sys.stdout), fields=arguments.fields))
    return 0
