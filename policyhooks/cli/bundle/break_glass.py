"""`policyhooks bundle break-glass`: write the order that, once signed, lets a machine only record for some hours."""

from __future__ import annotations

import argparse
import time

EXAMPLES = """example:
  policyhooks bundle break-glass --name acme --reason "rule X blocks every commit, INC-7" --hours 4 -o order.phb
  policyhooks bundle sign order.phb --key ~/.ssh/id_ed25519
  sudo policyhooks bundle activate order.phb --client cursor --scope managed
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--name", required=True, help="the bundle that the machines follow")
    parser.add_argument("--reason", required=True, help="why; it is journalled on every machine")
    parser.add_argument("--hours", type=float, default=4, metavar="N", help="how long (default: 4, at most 72)")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the order to write")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """It does nothing until it is signed by those whom the machines trust."""
    from policyhooks.bundle.archive import assemble
    from policyhooks.bundle.break_glass import make_order
    from policyhooks.bundle.manifest import NAME
    from policyhooks.cli.options.bundles import write_file
    from policyhooks.errors import UsageError

    if not NAME.fullmatch(arguments.name):
        raise UsageError("this is not the name of a bundle", "such as --name acme")
    archive = make_order(arguments.name, "break-glass", arguments.reason, arguments.hours, time.time())
    write_file(arguments.output, assemble(archive))
    print(f"{arguments.output}: an order for {arguments.hours:g} hours; sign it now, its time runs")
    return 0
