"""`policyhooks bodies`: what the journal keeps in full: seal it to a public key, make the pair, open it elsewhere."""

from __future__ import annotations

import argparse
import importlib.util
import time
from pathlib import Path

from policyhooks.cli.options.places import add_state_arguments
from policyhooks.cli.options.said import say
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.report.screen.chart import count

EXAMPLES = """examples:
  policyhooks bodies key ~/journal.key             on another machine: a private key there, the public one printed
  policyhooks bodies seal                          seal the hours that have ended; run it every hour
  policyhooks bodies open ~/journal.key --state COPY    where the private key is: back into the clear, to replay

A hook keeps full bodies only where `bodies seal` has run within the last day.
What seals is PyNaCl: `pip install 'policyhooks[seal]'`.

exit codes: 0 fine, 7 a sealed file cannot be opened with this key, or was changed
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """One sub-command a deed."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, help_line in (
        ("seal", "seal what was kept in hours that have ended to the public key of the Config"),
        ("key", "make a pair of keys: write the private one to a file, print the public one"),
        ("open", "put sealed bodies back into the clear, with the private key"),
    ):
        action = actions.add_parser(name, help=help_line, description=help_line)
        if name != "seal":
            action.add_argument("key", metavar="FILE", help="the file of the private key")
        if name != "key":
            add_state_arguments(action)
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Run one action."""
    if importlib.util.find_spec("nacl") is None:
        raise EnvironmentBroken("bodies are sealed with PyNaCl, which is not here", "pip install 'policyhooks[seal]'")
    from policyhooks.history.sealing import make_key, open_sealed

    if arguments.action == "key":
        print(make_key(arguments.key))
        return 0
    from policyhooks.cli.options.states import find_states

    for state in find_states(arguments):
        if arguments.action == "seal":
            seal_in(state)
            continue
        told = open_sealed(state, arguments.key)
        say(f"opened {count(told.files, 'file')} with {count(told.bodies, 'event')}  {state}")
    return 0


def seal_in(state: Path) -> None:
    """Seal what one installation keeps; what is older than its journal goes."""
    from policyhooks.bundle.break_glass import current_programs, options_of
    from policyhooks.history.sealing import drop_before, seal
    from policyhooks.inspect.journal import read_lines

    journal = options_of(current_programs(state)).get("journal")
    key = journal.get("seal") if isinstance(journal, dict) else None
    if not isinstance(key, str):
        raise UsageError(f"{state} keeps no full bodies", "the Config needs `journal: {bodies: full, seal: KEY}`")
    told = seal(state, key, time.time())
    first = next((line.record for line in read_lines(state) if line.record is not None), None)
    gone = drop_before(state, str(first.get("time", ""))) if first is not None else 0
    more = f", {told.open_bodies} of this hour still open" if told.open_bodies else ""
    more += f", {count(gone, 'older hour')} let go" if gone else ""
    say(f"sealed {count(told.bodies, 'event')}{more}  {state}")
