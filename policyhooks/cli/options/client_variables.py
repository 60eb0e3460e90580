"""`--env NAME=VALUE`: the variables that a client is taken to have been started with, for what is decided here."""

from __future__ import annotations

import argparse

from policyhooks.errors import UsageError


def add_variable_argument(parser: argparse.ArgumentParser) -> None:
    """The option, as everywhere. Without it the client has no variables: those of this process are another's."""
    parser.add_argument(
        "--env",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a variable that the client was started with, such as CI=true",
    )


def variables_of(arguments: argparse.Namespace) -> dict[str, str]:
    """The variables of the command line. Raises UsageError on a word that is none."""
    found = {}
    for word in arguments.env:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise UsageError("--env wants NAME=VALUE", "such as --env CI=true")
        found[name] = value
    return found
