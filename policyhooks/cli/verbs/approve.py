"""`policyhooks approve`: a person reads a call that was denied, whole, and lifts the deny for it."""

from __future__ import annotations

import argparse
import os
import pwd

from policyhooks.cli.options.confirming import DECLINED, confirm
from policyhooks.cli.options.in_person import require_person
from policyhooks.cli.options.named_tickets import find_ticket
from policyhooks.cli.options.places import add_state_arguments
from policyhooks.cli.options.said import say
from policyhooks.errors import UsageError
from policyhooks.installation.approving import approve, require_person_may

EXAMPLES = """examples:
  policyhooks approve PH-7K2Q-M4XW
  policyhooks approve PH-7K2Q-M4XW --reason "release 1.4, agreed with Dana"

A person's act, in a terminal of their own. It is denied to agents.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """The ticket of a deny."""
    parser.add_argument("ticket", metavar="TICKET", help="as the deny names it: PH-XXXX-XXXX")
    parser.add_argument("--reason", help="why, for the journal; asked for where it is not given")
    add_state_arguments(parser)
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Show the call, ask, lift."""
    require_person()
    state, one = find_ticket(arguments, arguments.ticket)
    if not one.holds or one.lift is not None:
        what = "is lifted already" if one.lift is not None else "is over"
        raise UsageError(f"{one.ticket} {what}", "policyhooks approvals list")
    require_person_may(one)
    reason = confirm(vars(one), arguments.reason, "lift")
    if not reason:
        return DECLINED
    approve(state, one, who=pwd.getpwuid(os.geteuid()).pw_name, reason=reason)
    say(f"{one.ticket} is lifted for {one.for_s // 60} minutes: let the agent try again")
    return 0
