"""`policyhooks bundle history`: the generations that are kept, and which one is current."""

from __future__ import annotations

import argparse

from policyhooks.cli.options.places import add_place_arguments, place_of


def configure(parser: argparse.ArgumentParser) -> None:
    add_place_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Oldest first."""
    from policyhooks.image.generations import list_generations
    from policyhooks.image.manifests import current_number

    place = place_of(arguments)
    now = current_number(place.state)
    for one in list_generations(place.state):
        state = "current" if one.number == now else "" if one.whole else "unusable"
        print(f"{one.number:>4}  {state:<9} {one.title}".rstrip())
    return 0
