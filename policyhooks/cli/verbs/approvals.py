"""`policyhooks approvals`: denies that may be lifted, and lifts: list them, take one back, sign one for others."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from policyhooks.cli.options.actions import add_named, means_all
from policyhooks.cli.options.confirming import DECLINED, confirm
from policyhooks.cli.options.in_person import require_person
from policyhooks.cli.options.named_tickets import find_ticket, tickets_here
from policyhooks.cli.options.places import add_state_arguments
from policyhooks.cli.options.said import say
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.installation import lift_documents
from policyhooks.installation.approving import revoke
from policyhooks.installation.lift_documents import Request
from policyhooks.installation.signed_tickets import accept, request_of, sign_request
from policyhooks.report.lifts.formats import FORMATS, render
from policyhooks.report.screen.style import style_of
from policyhooks.secrets.masking import find

EXAMPLES = """examples:
  policyhooks approvals list                  what was denied and may be lifted, and what is lifted
  policyhooks approvals revoke PH-7K2Q-M4XW   nothing more rests on it, from now on
  policyhooks approvals revoke --all

Where a rule says `by: signer`, somebody with a listed key lifts it, on any machine:
  policyhooks approvals request PH-7K2Q-M4XW            writes PH-7K2Q-M4XW.request.json
  policyhooks approvals sign PH-7K2Q-M4XW.request.json --key ~/.ssh/id_ed25519
  policyhooks approvals accept PH-7K2Q-M4XW.lift.json   back where it was denied
"""
HELP = {
    "list": "tickets of denies, and lifts",
    "revoke": "take tickets and their lifts back; recorded",
    "request": "write a ticket as a document, for somebody with a key",
    "sign": "read such a document, and sign it with a key",
    "accept": "bring a signed document back: its deny is lifted",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """One sub-command a deed."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, help_line in HELP.items():
        action = actions.add_parser(name, help=help_line, description=help_line)
        if name != "sign":
            add_state_arguments(action)
        _configure(name, action)
    parser.epilog = EXAMPLES


def _configure(name: str, action: argparse.ArgumentParser) -> None:
    if name == "list":
        action.add_argument("--format", choices=FORMATS, default="text")
    elif name == "revoke":
        add_named(action, "TICKET", "as `approvals list` prints it", "every one")
    elif name == "request":
        action.add_argument("ticket", metavar="TICKET", help="as the deny names it")
        action.add_argument("--out", metavar="FILE", help="default: TICKET.request.json")
        action.add_argument("--unmasked", action="store_true", help="also where the call holds a secret")
    else:
        action.add_argument("file", metavar="FILE", help="a request" if name == "sign" else "what was signed")
    if name == "sign":
        action.add_argument("--key", required=True, metavar="FILE", help="an SSH key, also of a token")
        action.add_argument("--for", dest="for_", metavar="TIME", help="for less than the rules let it be: 10m")
        action.add_argument("--reason", help="why, for the journal; asked for where it is not given")
        action.add_argument("--out", metavar="FILE", help="default: TICKET.lift.json")


def run(arguments: argparse.Namespace) -> int:
    """Run one action."""
    return ACTIONS[arguments.action](arguments)


def list_all(arguments: argparse.Namespace) -> int:
    """Print what is there."""
    found = {str(folder): [vars(one) for one in ones] for folder, ones in tickets_here(arguments).items()}
    print(render(found, arguments.format, style_of(sys.stdout)))
    return 0


def take_back(arguments: argparse.Namespace) -> int:
    """Take tickets and lifts away."""
    if means_all(arguments, "tickets of `policyhooks approvals list`"):
        wanted = [(folder, one) for folder, ones in tickets_here(arguments).items() for one in ones]
    else:
        wanted = [find_ticket(arguments, text) for text in arguments.named]
    for folder, one in wanted:
        revoke(folder, one)
    say(f"took {len(wanted)} back")
    return 0


def write_request(arguments: argparse.Namespace) -> int:
    """A ticket as a document. What leaves the machine is said, and no secret leaves by accident."""
    _, one = find_ticket(arguments, arguments.ticket)
    document = lift_documents.write(request_of(one))
    if not arguments.unmasked and find("\n".join(one.fields.values()), wide=True):
        hint = "the document would hold it: let the agent call without it, or add --unmasked"
        raise UsageError("the call holds what looks like a secret", hint)
    path = arguments.out or f"{one.ticket}.request.json"
    _write(path, document)
    say(f"{path} holds the call, whole: send it to {one.signers} of those whose keys are listed")
    return 0


def sign(arguments: argparse.Namespace) -> int:
    """Show what is asked for, ask, sign."""
    require_person()
    request = _read(arguments.file)
    for_s = _seconds(arguments.for_, request)
    reason = confirm({**request.row, "for_s": for_s}, arguments.reason, "sign")
    if not reason:
        return DECLINED
    signed = sign_request(request, os.path.expanduser(arguments.key), reason, for_s)
    path = arguments.out or f"{request.ticket}.lift.json"
    _write(path, lift_documents.write(signed))
    missing = request.signers - len(signed.signatures)
    then = (
        f"another {missing} must sign it: policyhooks approvals sign {path}"
        if missing > 0
        else (f"where it was denied: policyhooks approvals accept {path}")
    )
    say(f"{path} is signed; {then}")
    return 0


def bring_back(arguments: argparse.Namespace) -> int:
    """Lift what was signed."""
    request = _read(arguments.file)
    state, one = find_ticket(arguments, request.ticket)
    names = accept(state, one, request)
    say(f"{one.ticket} is lifted, signed by {', '.join(names)}: let the agent try again")
    return 0


def _seconds(text: str | None, request: Request) -> int:
    """For how long: what the rules let it be, or less."""
    if text is None:
        return request.for_s
    from policyhooks.compiler.model.fields import read_duration

    try:
        asked = read_duration(text) // 1000
    except ValueError:
        asked = 0
    if not 60 <= asked <= request.for_s:
        raise UsageError(f"`--for {text}` is no time up to {request.for_s // 60} minutes", "for example 10m")
    return asked


def _read(path: str) -> Request:
    try:
        with Path(path).open("rb") as file:
            return lift_documents.read(file.read(lift_documents.LONGEST + 1), path)
    except OSError as problem:
        raise UsageError(f"`{path}` cannot be read: {(problem.strerror or 'unknown').lower()}") from None


def _write(path: str, document: str) -> None:
    """A new file for nobody else."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(document)
    except FileExistsError:
        raise UsageError(f"`{path}` is there already", "remove it, or name another file with --out") from None
    except OSError as problem:
        raise EnvironmentBroken(f"`{path}` cannot be written: {(problem.strerror or 'unknown').lower()}") from None


ACTIONS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "list": list_all,
    "revoke": take_back,
    "request": write_request,
    "sign": sign,
    "accept": bring_back,
}
