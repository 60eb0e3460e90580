"""`policyhooks collect`: fills a lake from JetStream, says who may send to it, and shows how the fleet is."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import tell
from policyhooks.cli.options.private_words import ending, read_token
from policyhooks.errors import UsageError
from policyhooks.report.fleets.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

if TYPE_CHECKING:
    from policyhooks.collecting.notifying import Notifier
    from policyhooks.shipping.destination import Destination

ACTIONS = ("run", "token", "revoke", "settle", "status")
STREAM, SUBJECT = "JOURNALS", "policyhooks.journal"
PATIENCE_S = 30.0
SILENT_AFTER_H = 72.0
UNCOLLECTED = 1
LAST_ALERTS_S = 20.0

EXAMPLES = """examples:
  policyhooks collect token --lake /var/lib/lake --tenant acme > token
  policyhooks collect --lake /var/lib/lake --from nats://nats.example.com/JOURNALS
  policyhooks collect status --lake /var/lib/lake       every installation, and what is wrong with it
  policyhooks collect revoke NAME --lake /var/lib/lake  a token, a key, or an installation's key
  policyhooks collect settle ID --lake /var/lib/lake    somebody has looked at this finding

A message counts when an enrolled key has signed it. Killed at any moment, it goes on where the lake ends; nothing is
lost or doubled. It needs the extra `collect`, and does not run as root unless told to.

exit codes: 0 all is collected (--once) or it was ended, 1 something could not be, 2 the command line is wrong
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="run", help="what to do (default: run)")
    parser.add_argument("name", nargs="?", help="of revoke and settle: what")
    parser.add_argument("--lake", metavar="DIR", required=True, help="the folder that is filled")
    parser.add_argument("--from", dest="source", metavar="ADDRESS", help="nats://HOST[:PORT][/STREAM]")
    parser.add_argument("--add-stream", action="store_true", help="make the stream where the server has none")
    parser.add_argument("--once", action="store_true", help="end when all that the stream has now is collected")
    parser.add_argument("--wait", type=float, default=PATIENCE_S, metavar="S", help="of --once: for the server (30)")
    parser.add_argument("--token-file", metavar="FILE", help="a private file with the token for NATS")
    parser.add_argument("--keep", type=int, default=0, metavar="DAYS", help="remove older days (default 0: none)")
    parser.add_argument(
        "--silent-after", type=float, default=SILENT_AFTER_H, metavar="H", help="hours until silence is a finding (72)"
    )
    parser.add_argument("--alerts", metavar="FILE", help="a private file: whom to tell of what")
    parser.add_argument("--as-root", action="store_true", help="run although this is root")
    parser.add_argument("--tenant", help="of token: whose machine it is for")
    parser.add_argument("--hours", type=float, default=1.0, metavar="H", help="of token: how long it holds (1)")
    parser.add_argument("--reason", default="", help="of settle: what was found")
    parser.add_argument("--format", choices=FORMATS, default="text", help="of status (default: text)")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Do what the action says."""
    if (arguments.action in ("revoke", "settle")) != (arguments.name is not None):
        raise UsageError("`collect revoke` and `collect settle` need a name, and nothing else takes one")
    if (arguments.action == "token") != (arguments.tenant is not None):
        hint = "policyhooks collect token --tenant NAME --lake DIR"
        raise UsageError("--tenant is the owner of `collect token`", hint)
    os.umask(0o077)
    lake = Path(arguments.lake).absolute()
    actions = {"token": _make_token, "revoke": _revoke, "settle": _settle, "status": _show}
    if arguments.action in actions:
        return actions[arguments.action](lake, arguments)
    if not arguments.source:
        raise UsageError("collect from where?", "name the stream: --from nats://HOST/STREAM")
    if arguments.wait < 0 or arguments.keep < 0 or arguments.silent_after <= 0:
        raise UsageError("--wait and --keep cannot be negative, and --silent-after is more than 0")
    if os.geteuid() == 0 and not arguments.as_root:
        raise UsageError("what a fleet sends should not be collected as root", "run it as a user of its own")
    return _collect(lake, arguments)


def _collect(lake: Path, arguments: argparse.Namespace) -> int:
    from policyhooks.collecting.alarms import Terms
    from policyhooks.collecting.collecting import Collecting, Limits
    from policyhooks.collecting.collector import Collector
    from policyhooks.collecting.jetstream import Stream
    from policyhooks.collecting.lake_catalog import open_catalog, set_meta
    from policyhooks.collecting.lake_files import held, make_lake_folder
    from policyhooks.collecting.notifying import Notifier, read_alerts

    source = read_source(arguments.source)
    token = read_token(arguments.token_file) if arguments.token_file else ""
    terms: Terms | None = None
    notifier: Notifier | None = None
    make_lake_folder(lake)
    with held(lake), ending() as stop:
        catalog = open_catalog(lake, make=True)
        if arguments.alerts:
            terms, addresses = read_alerts(Path(arguments.alerts))
            notifier = Notifier(lake, addresses, tell)
            notifier.start()
        set_meta(catalog, "silent_after_h", str(arguments.silent_after))
        stream = Stream(source.host, source.port, source.tls, source.where, token)
        limits = Limits(arguments.keep, arguments.silent_after, SUBJECT if arguments.add_stream else "")
        collecting = Collecting(stream, Collector(lake, catalog, terms), limits, tell, stop)
        try:
            through = collecting.run(once=arguments.once, patience=arguments.wait if arguments.once else float("inf"))
        finally:
            stream.close()
            if notifier is not None:
                notifier.finish(LAST_ALERTS_S if arguments.once else 0.0)
            catalog.close()
    told = collecting.counts
    tell(f"collected: {told['new']} new, {told['repeated']} repeated, {told['refused']} refused")
    return 0 if through else UNCOLLECTED


def read_source(text: str) -> Destination:
    """The server and the stream. Raises UsageError."""
    from policyhooks.shipping.destination import NATS, SCHEMES, read_destination

    found = read_destination(text)
    if found.kind != NATS or "." in found.where.replace(SCHEMES["nats"][3], ""):
        raise UsageError(f"`{text}` names no stream of NATS", "--from nats://HOST[:PORT]/STREAM")
    if found.where == SCHEMES["nats"][3]:  # none was named
        return read_destination(f"{text.rstrip('/')}/{STREAM}")
    return found


def _make_token(lake: Path, arguments: argparse.Namespace) -> int:
    from policyhooks.collecting.enrolled_keys import make_token, token_id
    from policyhooks.collecting.lake_catalog import open_catalog
    from policyhooks.collecting.lake_files import make_lake_folder

    make_lake_folder(lake)
    token = make_token(lake, open_catalog(lake, make=True), arguments.tenant, arguments.hours, time.time())
    print(token)
    tell(f"token {token_id(token)} of {arguments.tenant}: for one installation, once, within {arguments.hours:g} h")
    return 0


def _revoke(lake: Path, arguments: argparse.Namespace) -> int:
    from policyhooks.collecting.enrolled_keys import revoke
    from policyhooks.collecting.lake_catalog import open_catalog

    print(f"revoked: {revoke(open_catalog(lake), arguments.name, time.time())}")
    return 0


def _settle(lake: Path, arguments: argparse.Namespace) -> int:
    from policyhooks.collecting.settled_findings import settle

    settle(lake, arguments.name, arguments.reason)
    print(f"settled: {arguments.name}")
    return 0


def _show(lake: Path, arguments: argparse.Namespace) -> int:
    from policyhooks.collecting.fleet import read_fleet

    sys.stdout.write(render(read_fleet(lake), arguments.format, style_of(sys.stdout)))
    return 0
