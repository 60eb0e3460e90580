"""`policyhooks bundle rollback`: back to an earlier generation, in one step."""

from __future__ import annotations

import argparse

from policyhooks.cli.options.places import add_place_arguments, place_of


def configure(parser: argparse.ArgumentParser) -> None:
    add_place_arguments(parser)
    parser.add_argument("--to", type=int, metavar="N", help="which generation (default: the one before)")


def run(arguments: argparse.Namespace) -> int:
    """The serial floor stays where it is."""
    from policyhooks.bundle.staging import bundle_sources
    from policyhooks.cli.bundle.activate import journal
    from policyhooks.image.generations import roll_back
    from policyhooks.image.locking import locked
    from policyhooks.installation.origin import restore_origin
    from policyhooks.runtime.ports.journal import VERSION

    place = place_of(arguments)
    with locked(place.state):
        old, new = roll_back(place.state, arguments.to)
        restore_origin(place.state, bundle_sources(place.state, new))
        journal(place, "rollback", None, new.number, unkeyed=new.about.get("journal") != VERSION)
    print(f"back from generation {old.number} ({old.title}) to {new.number} ({new.title})")
    return 0
