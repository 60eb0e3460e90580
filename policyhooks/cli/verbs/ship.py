"""`policyhooks ship`: delivers journals to other systems, and tells how far it has come. It never touches a journal."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import tell
from policyhooks.cli.options.places import add_state_arguments
from policyhooks.cli.options.private_words import ending, read_token
from policyhooks.cli.options.states import find_states, recorded_in
from policyhooks.errors import UsageError
from policyhooks.report.screen.style import style_of
from policyhooks.report.shipments.formats import FORMATS, render

if TYPE_CHECKING:
    from policyhooks.shipping.shipping import Journal

ACTIONS = ("run", "status", "enrol")
RATE = 500.0
PATIENCE_S = 30.0
UNDELIVERED = 1

EXAMPLES = """examples:
  policyhooks ship --client claude-code --scope user --to nats://nats.example.com:4222
  policyhooks ship --to otlp+https://collector.example.com:4318 --to ocsf:/var/log/policyhooks/ocsf.jsonl
  policyhooks ship --to syslog+tls://logs.example.com:6514 --once
  policyhooks ship status                              how far every destination has come
  policyhooks ship enrol --to nats://nats.example.com --with FILE

It reads the journal and goes on until it is ended; a hook never waits for it, and does not know of it. Each record goes
out at least once, in order, masked again; `id` is the same each time, so that a receiver can drop repetitions. What was
delivered is remembered beside the journal, for each destination.

exit codes: 0 all is delivered (--once) or it was ended, 1 something could not be, 2 the command line is wrong
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="run", help="what to do (default: run)")
    add_state_arguments(parser.add_argument_group("which installation (as given to install)"))
    parser.add_argument(
        "--to",
        action="append",
        metavar="ADDRESS",
        help="nats://, otlp+http://, ocsf:FILE or syslog://; may be repeated",
    )
    parser.add_argument("--once", action="store_true", help="end when all that is there now is delivered")
    parser.add_argument(
        "--rate", type=float, default=RATE, metavar="N", help="records a second and destination (default 500, 0: any)"
    )
    parser.add_argument(
        "--wait",
        type=float,
        default=PATIENCE_S,
        metavar="S",
        help="of --once: seconds for a receiver to come back (30)",
    )
    parser.add_argument("--token-file", metavar="FILE", help="a private file with the token for NATS and OTLP")
    parser.add_argument(
        "--checkpoints", metavar="DIR", help="where to remember what was delivered (default: the state)"
    )
    parser.add_argument("--with", dest="token", metavar="FILE", help="of enrol: the token of `policyhooks collect`")
    parser.add_argument("--coverage", action="store_true", help="tell a collector of calls that no hook decided, too")
    parser.add_argument("--format", choices=FORMATS, default="text", help="of status (default: text)")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Ship, or tell how far it has come."""
    states = find_states(arguments)
    if arguments.action == "status":
        if arguments.to or arguments.once:
            raise UsageError("`ship status` only looks", "leave out --to and --once")
        rows = [row for journal in find_journals(states, arguments) for row in _rows(journal)]
        sys.stdout.write(render(rows, arguments.format, style_of(sys.stdout)))
        return 0
    if (arguments.action == "enrol") != bool(arguments.token):
        raise UsageError("--with is the token of `ship enrol`", "policyhooks ship enrol --to nats://HOST --with FILE")
    if not arguments.to:
        raise UsageError("ship where to?", "name a destination: --to nats://HOST, or `policyhooks ship status`")
    if arguments.rate < 0 or arguments.wait < 0:
        raise UsageError("--rate and --wait cannot be negative")
    return _enrol(states, arguments) if arguments.action == "enrol" else _ship(states, arguments)


def _enrol(states: list[Path], arguments: argparse.Namespace) -> int:
    """Enrol each state's key; one token is for one of them."""
    from policyhooks.shipping.delivery import Credentials
    from policyhooks.shipping.destination import read_destination
    from policyhooks.shipping.enrolling import enrol

    journals = find_journals(states, arguments)
    if len(states) != 1 or not journals or len(arguments.to) != 1:
        hint = "name it with --client, --scope or --state, and one --to"
        raise UsageError("a token enrols one installation with one collector", hint)
    credentials = Credentials(read_token(arguments.token_file) if arguments.token_file else "")
    token = read_token(arguments.token)
    installation, key = enrol(journals[0].folder, read_destination(arguments.to[0]), credentials, token)
    print(f"sent: installation {installation}\nkey {key}")
    return 0


def _ship(states: list[Path], arguments: argparse.Namespace) -> int:
    from policyhooks.cli.options.machine_health import telling_health
    from policyhooks.cli.options.rule_telling import telling
    from policyhooks.shipping.carrier import ENDLESS
    from policyhooks.shipping.delivery import Credentials
    from policyhooks.shipping.destination import NATS, OTLP, read_destination
    from policyhooks.shipping.shipping import Order, ship

    destinations = tuple(dict.fromkeys(read_destination(text) for text in arguments.to))
    token = read_token(arguments.token_file) if arguments.token_file else ""
    if token and not any(one.kind in (NATS, OTLP) for one in destinations):
        raise UsageError("none of these destinations takes a token", "leave out --token-file")
    with ending() as stop:
        through = ship(
            lambda: find_journals(states, arguments),
            Order(
                destinations,
                Credentials(token),
                arguments.rate,
                enrich=telling,
                health=lambda journal: telling_health(journal, coverage=arguments.coverage),
            ),
            tell,
            stop,
            once=arguments.once,
            patience=arguments.wait if arguments.once else ENDLESS,
        )
    return 0 if through else UNDELIVERED


def find_journals(states: list[Path], arguments: argparse.Namespace) -> list[Journal]:
    """The journals of these states, of all users that may be read, with the folders of their checkpoints."""
    from policyhooks.shipping.lag import folder_of
    from policyhooks.shipping.shipping import Journal

    named = Path(arguments.checkpoints).absolute() if arguments.checkpoints else None
    if named is not None and len(states) > 1:
        raise UsageError("--checkpoints is the folder of one installation", "name it with --client, --scope or --state")
    return [Journal(journal, folder_of(state, journal, named)) for state in states for journal in recorded_in(state)]


def _rows(journal: Journal) -> list[dict[str, object]]:
    from policyhooks.shipping.lag import find_lags

    return [lag.as_row() for lag in find_lags(journal.state, journal.folder)]
