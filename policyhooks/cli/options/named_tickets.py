"""Finding the ticket that a person names, in the state folders of what is installed here."""

from __future__ import annotations

import argparse
from pathlib import Path

from policyhooks.cli.options.recorded import recorded_folders
from policyhooks.core.lifts import read_name
from policyhooks.errors import UsageError
from policyhooks.installation.approving import Open, open_tickets

NAMED = "a ticket is written PH-XXXX-XXXX"
LIST = "policyhooks approvals list"


def tickets_here(arguments: argparse.Namespace) -> dict[Path, list[Open]]:
    """Every ticket, by state folder."""
    return {folder: open_tickets(folder) for folder in recorded_folders(arguments)}


def find_ticket(arguments: argparse.Namespace, text: str) -> tuple[Path, Open]:
    """The ticket of a name. Raises UsageError."""
    name = read_name(text)
    if not name:
        raise UsageError(f"`{text}` is no ticket", NAMED)
    for folder, found in tickets_here(arguments).items():
        for one in found:
            if one.ticket == name:
                return folder, one
    raise UsageError(f"there is no ticket {name} here", LIST)
