"""Sub-commands of a verb about what installations here have: the first shows it, each can be narrowed to some."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping

from policyhooks.cli.options.places import add_state_arguments
from policyhooks.errors import UsageError


def add_actions(
    parser: argparse.ArgumentParser, helps: Mapping[str, str], formats: Iterable[str]
) -> dict[str, argparse.ArgumentParser]:
    """One sub-command for each name with its help; the first one takes `--format`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    made = {}
    for name, help_line in helps.items():
        made[name] = actions.add_parser(name, help=help_line, description=help_line)
        add_state_arguments(made[name])
    next(iter(made.values())).add_argument("--format", choices=list(formats), default="text")
    return made


def add_named(action: argparse.ArgumentParser, metavar: str, named: str, every: str) -> None:
    """What a sub-command is about: things by their names, or `--all` of them, with a help each."""
    action.add_argument("named", nargs="*", metavar=metavar, help=named)
    action.add_argument("--all", action="store_true", help=every)


def means_all(arguments: argparse.Namespace, names: str) -> bool:
    """Whether every one is meant. Raises UsageError unless it is either names or all; `names` says which names."""
    if bool(arguments.named) == arguments.all:
        raise UsageError("which?", f"name {names}, or --all")
    return bool(arguments.all)
