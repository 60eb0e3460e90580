"""`policyhooks approvals`: denies that may be lifted, and lifts: list them, take one back."""

from __future__ import annotations

import argparse
import sys

from policyhooks.cli.options.actions import add_actions, add_named, means_all
from policyhooks.cli.options.named_tickets import find_ticket, tickets_here
from policyhooks.cli.options.said import say
from policyhooks.installation.approving import revoke
from policyhooks.report.lifts.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

EXAMPLES = """examples:
  policyhooks approvals list                  what was denied and may be lifted, and what is lifted
  policyhooks approvals revoke PH-7K2Q-M4XW   nothing more rests on it, from now on
  policyhooks approvals revoke --all
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """One sub-command a deed."""
    actions = add_actions(
        parser,
        {"list": "tickets of denies, and lifts", "revoke": "take tickets and their lifts back; recorded"},
        FORMATS,
    )
    add_named(actions["revoke"], "TICKET", "as `approvals list` prints it", "every one")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Run one action."""
    if arguments.action == "list":
        found = {str(folder): [vars(one) for one in ones] for folder, ones in tickets_here(arguments).items()}
        print(render(found, arguments.format, style_of(sys.stdout)))
        return 0
    if means_all(arguments, "tickets of `policyhooks approvals list`"):
        wanted = [(folder, one) for folder, ones in tickets_here(arguments).items() for one in ones]
    else:
        wanted = [find_ticket(arguments, text) for text in arguments.named]
    for folder, one in wanted:
        revoke(folder, one)
    say(f"took {len(wanted)} back")
    return 0
