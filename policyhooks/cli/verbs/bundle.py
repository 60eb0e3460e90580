"""`policyhooks bundle`: build, sign, verify, look at, compare, activate and take back bundles of policies."""

from __future__ import annotations

import argparse
import importlib

from policyhooks.cli.argument_parser import Screen

EXAMPLES = """examples:
  policyhooks bundle build policies/ -o acme-1.4.0.phb
  policyhooks bundle sign acme-1.4.0.phb --key ~/.ssh/id_ed25519
  policyhooks bundle verify acme-1.4.0.phb --allowed-signers allowed_signers --threshold 2
  sudo policyhooks bundle activate acme-1.4.0.phb --client cursor --scope managed
  policyhooks bundle diff acme-1.3.0.phb acme-1.4.0.phb --fail-on loosened

exit codes: 0 fine, 3 policies invalid, 4 tests failed, 6 `--fail-on` found something, 7 verification failed
"""

# action: (module, one line of help)
ACTIONS: dict[str, tuple[str, str]] = {
    "build": ("policyhooks.cli.bundle.build", "test, compile and pack policies into one file"),
    "sign": ("policyhooks.cli.bundle.sign", "add a signature with an SSH key"),
    "verify": ("policyhooks.cli.bundle.verify", "check signatures, digests, form and expiry; exit 7 when refused"),
    "inspect": ("policyhooks.cli.bundle.inspect", "show what a bundle says of itself"),
    "fetch": ("policyhooks.cli.bundle.fetch", "fetch and verify the bundles that a project file names"),
    "activate": ("policyhooks.cli.bundle.activate", "verify, compile, self-test and switch to a bundle"),
    "rollback": ("policyhooks.cli.bundle.rollback", "back to an earlier generation"),
    "history": ("policyhooks.cli.bundle.history", "the generations that are kept"),
    "break-glass": ("policyhooks.cli.bundle.break_glass", "an order to only record for some hours, to be signed"),
    "diff": ("policyhooks.cli.bundle.diff", "compare two bundles, what is looser first"),
}


def configure(parser: argparse.ArgumentParser) -> None:
    """One sub-command an action."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, (module, help_line) in ACTIONS.items():
        action = actions.add_parser(name, help=help_line, description=help_line, formatter_class=Screen)
        importlib.import_module(module).configure(action)
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Run one action."""
    return int(importlib.import_module(ACTIONS[arguments.action][0]).run(arguments))
