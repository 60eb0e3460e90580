"""`policyhooks approve`: a person reads a call that was denied, whole, and lifts the deny for it."""

from __future__ import annotations

import argparse
import os
import pwd
import shutil
import sys

from policyhooks.cli.options.in_person import require_person
from policyhooks.cli.options.named_tickets import find_ticket
from policyhooks.cli.options.places import add_state_arguments
from policyhooks.cli.options.said import say
from policyhooks.errors import UsageError
from policyhooks.installation.approving import approve
from policyhooks.report.lifts.whole_call import TYPED, render_ticket

EXAMPLES = """examples:
  policyhooks approve PH-7K2Q-M4XW
  policyhooks approve PH-7K2Q-M4XW --reason "release 1.4, agreed with Dana"

A person's act, in a terminal of their own. It is denied to agents.
"""
LONGEST = 200
ASIDE = 2  # lines of a terminal that a page leaves free
DECLINED = 1


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
    size = shutil.get_terminal_size((80, 24))
    if not turn_pages(render_ticket(vars(one), max(size.columns, 40)), max(size.lines - ASIDE, 5)):
        return decline()
    reason = (arguments.reason or ask("Why, for the journal: ")).strip()
    if not reason or len(reason) > LONGEST or not reason.isprintable():
        raise UsageError("a lift needs a reason of one line", f"at most {LONGEST} characters; nothing was lifted")
    typed = ask(f"To lift it, type the last {TYPED} characters of the digest: ").strip().lower()
    if typed != one.digest[-TYPED:]:
        return decline()
    approve(state, one, who=pwd.getpwuid(os.geteuid()).pw_name, reason=reason)
    say(f"{one.ticket} is lifted for {one.for_s // 60} minutes: let the agent try again")
    return 0


def turn_pages(lines: list[str], height: int) -> bool:
    """Every line on the terminal, a page at a time; whether the person went to the end."""
    for start in range(0, len(lines), height):
        print(*lines[start : start + height], sep="\n")
        if start + height < len(lines) and ask("-- Enter for more, q to stop -- ").strip():
            return False
    return True


def ask(question: str) -> str:
    """What the person answers; nothing at the end of input."""
    sys.stdout.write(question)
    sys.stdout.flush()
    return sys.stdin.readline()


def decline() -> int:
    say("nothing was lifted")
    return DECLINED
