"""`policyhooks uninstall`: leave the client's file as it was."""

from __future__ import annotations

import argparse
import sys

from policyhooks.cli.options.places import add_place_arguments, place_of
from policyhooks.report.screen.style import style_of

EXAMPLES = """examples:
  policyhooks uninstall --client claude-code
  policyhooks uninstall --client cursor --scope user --dry-run
"""


def configure(parser: argparse.ArgumentParser) -> None:
    add_place_arguments(parser)
    parser.add_argument("--dry-run", action="store_true", help="show what would change and write nothing")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """The exact bytes of before, or the file without our entries where others have edited it since."""
    from policyhooks.cli.options.change_screen import show_change
    from policyhooks.image.layout import read_layout
    from policyhooks.installation.change import apply_uninstall, plan_uninstall

    place = place_of(arguments)
    read_layout(place.state)  # what a newer policyhooks has recorded is not ours to take apart
    change = plan_uninstall(place)
    style = style_of(sys.stdout)
    if not change.changes:
        print(f"{place.file} holds no entry of ours")
        return 0
    show_change(change, style)
    if arguments.dry_run:
        print("nothing was written")
        return 0
    apply_uninstall(change)
    print(f"\n{style.paint('uninstalled', 'green')} from {place.file}")
    print(f"  the state folder with the journal is kept: {place.state}")
    print("  restart running sessions: they may still start the hook")
    return 0
