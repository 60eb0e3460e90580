"""`policyhooks uninstall`: leave the client's file as it was; with --all nothing of ours is left behind."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.places import add_place_arguments, place_of
from policyhooks.cli.options.said import say
from policyhooks.errors import UsageError
from policyhooks.report.screen.style import style_of

if TYPE_CHECKING:
    from policyhooks.installation.places import Place

EXAMPLES = """examples:
  policyhooks uninstall --client claude-code
  policyhooks uninstall --client cursor --scope user --dry-run
  policyhooks uninstall --all                  every installation of this user, all but the journals
  policyhooks uninstall --all --purge          the journals too, which are evidence
"""
EVIDENCE = "the journal is deleted: it is the evidence of what was decided here, and nobody can bring it back"


def configure(parser: argparse.ArgumentParser) -> None:
    add_place_arguments(parser, required=False)
    parser.set_defaults(scope=None)
    parser.add_argument(
        "--all", action="store_true", help="every installation of this user, with its state and processes"
    )
    parser.add_argument("--purge", action="store_true", help="delete the state folder with its journal, the evidence")
    parser.add_argument("--dry-run", action="store_true", help="say what would change and write nothing")
    parser.add_argument("--diff", action="store_true", help="show the change of each file line by line")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """The exact bytes of before, or the file without our entries where others have edited it since."""
    if arguments.all:
        return _run_all(arguments)
    if arguments.client is None:
        raise UsageError("whose hooks?", "name the --client, or --all")
    arguments.scope = arguments.scope or "project"
    place = place_of(arguments)
    if arguments.purge:
        _refuse_managed(place.scope)
    changed = _take_out(place, dry=arguments.dry_run, diff=arguments.diff)
    if arguments.dry_run or not (changed or arguments.purge):
        return 0
    if arguments.purge:
        _clear(place, purge=True)
    else:
        if not _is_used(place.state):
            _end_processes(place.state)
        _say(f"the state folder with the journal is kept: {place.state}")
    _say("restart running sessions: they may still start the hook")
    return 0


def _say(text: str, label: str = "  ", *colours: str) -> None:
    """A line of what was done, below the file that it belongs to."""
    say(text, label, *colours)


def _refuse_managed(scope: str | None) -> None:
    if scope == "managed":
        hint = "leave out --purge; who manages the machine keeps its journal, or purges it with `policyhooks log purge`"
        raise UsageError("a managed journal is not deleted by uninstall", hint)


def _take_out(place: Place, *, dry: bool, diff: bool) -> bool:
    """Our entries out of one file; whether there were any."""
    from policyhooks.cli.options.change_screen import WHOLE, show_change, sum_up
    from policyhooks.image.layout import read_layout
    from policyhooks.installation.change import apply_uninstall, plan_uninstall

    read_layout(place.state)  # what a newer policyhooks has recorded is not ours to take apart
    change = plan_uninstall(place)
    style = style_of(sys.stdout)
    if not change.changes:
        say(f"{place.file} holds no entry of ours")
        return False
    if diff:
        show_change(change, style)
        print()
    if not dry:
        apply_uninstall(change)
    _say(sum_up(change), f"{'would uninstall' if dry else 'uninstalled'} from ", "green")
    if dry:
        print(f"nothing was written{'' if diff else f'; {WHOLE}'}")
    return True


def _is_used(state: Path) -> bool:
    """Whether entries of another file lead to this state folder."""
    from policyhooks.installation.change import plan_uninstall
    from policyhooks.installation.removal import recorded

    return any(plan_uninstall(place).changes for place in recorded(state))


def _end_processes(state: Path) -> None:
    """What runs for an installation: the resident, which no front will ask for any more, and the judge's worker."""
    from policyhooks.image import resident_process
    from policyhooks.judge.ending import end_worker

    if resident_process.stop(state):
        _say("the resident was ended")
    if end_worker(state):
        _say("the judge's worker was ended")


def _clear(place: Place, *, purge: bool) -> None:
    """The state of one installation, its processes first."""
    from policyhooks.installation.removal import clear_state, forget_link

    _end_processes(place.state)
    if purge and (place.state / "journal").is_dir():
        _say(f"{EVIDENCE}: {place.state / 'journal'}")
    left = clear_state(place.state, purge=purge)
    forget_link(place)
    if left:
        _say(f"the journal is kept: {left[0]}")
    else:
        _say(f"{place.state} is gone")


def _run_all(arguments: argparse.Namespace) -> int:
    """Every file, every state folder, then what all projects share."""
    from policyhooks.installation.places import default_root
    from policyhooks.installation.removal import (
        clear_project,
        clear_share,
        find_places,
        folders_made,
        remove_empty,
        state_folders,
    )

    if arguments.state or arguments.scope == "managed":
        _refuse_managed(arguments.scope if arguments.purge else None)
        raise UsageError("--all is every installation of this user", "leave out --state and --scope managed")
    if arguments.client or arguments.scope:
        raise UsageError("--all is every client and scope", "leave out --client and --scope, or --all")
    root = Path(arguments.root).absolute() if arguments.root else default_root("project")
    places = [place for place in find_places(root) if _is_ours(place)]
    made = [folder for place in places for folder in folders_made(place)]
    for place in places:
        _take_out(place, dry=arguments.dry_run, diff=arguments.diff)
    if arguments.dry_run:
        for state in state_folders():
            say(f"{state} would go{'' if arguments.purge else ', but for its journal'}")
        return 0
    for place in places:
        _clear(place, purge=arguments.purge)
    _clear_rest(purge=arguments.purge)
    for root in dict.fromkeys(place.root for place in places if place.committed):
        gone = clear_project(root)
        if gone is not None:
            _say(f"{gone} is gone: it held nothing but the id that install wrote")
    clear_share()
    for folder in made:
        remove_empty(Path(folder), once=True)  # the first of two installations made it, the last one leaves it
    _name_managed()
    _say("restart running sessions: they may still start the hook")
    return 0


def _is_ours(place: Place) -> bool:
    """Whether a place has entries or a state of ours: most clients of most users have neither."""
    from policyhooks.installation.change import plan_uninstall

    return place.state.is_dir() or plan_uninstall(place).changes


def _clear_rest(*, purge: bool) -> None:
    """States whose installation nobody remembers."""
    from policyhooks.installation.removal import clear_state, state_folders

    for state in state_folders():
        _end_processes(state)
        clear_state(state, purge=purge)


def _name_managed() -> None:
    from policyhooks.clients.registry import CLIENTS
    from policyhooks.installation.places import locate

    for client in CLIENTS:
        try:
            place = locate(client, "managed")
        except UsageError:
            continue
        if place.state.is_dir():
            _say(f"left: the managed installation in {place.file}, which an administrator can take away")
