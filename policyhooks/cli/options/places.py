"""What verbs that look at installations share: `--client`, `--scope`, `--root`, `--state`, of one or of all here."""

from __future__ import annotations

import argparse

from policyhooks.clients.registry import CLIENTS
from policyhooks.installation.places import SCOPES, Place, locate


def add_place_arguments(parser: argparse.ArgumentParser, *, required: bool = True, unnamed: str = "") -> None:
    """The arguments that name one installation. `unnamed` says what holds without a client."""
    parser.add_argument("--client", required=required, choices=CLIENTS, help=f"whose hooks{unnamed}")
    parser.add_argument(
        "--scope", choices=SCOPES, default="project", help="which of the client's files (default: project)"
    )
    parser.add_argument(
        "--root", metavar="DIR", help="in place of the project folder, the home folder or / (whichever the scope needs)"
    )
    parser.add_argument(
        "--state", metavar="DIR", help="in place of the private state folder that follows from the scope"
    )


def add_state_arguments(parser: argparse._ActionsContainer) -> None:
    """The arguments that narrow which installations are meant, for `find_states`: without them, all of this folder."""
    parser.add_argument("--client", choices=CLIENTS, help="default: every client that has one")
    parser.add_argument("--scope", choices=SCOPES, help="default: every one that is here")
    parser.add_argument("--root", metavar="DIR", help="the project, home or file system root")
    parser.add_argument("--state", metavar="DIR", help="the state folder itself")


def place_of(arguments: argparse.Namespace) -> Place:
    """The installation that the command line names."""
    return locate(arguments.client, arguments.scope, arguments.root, arguments.state)
