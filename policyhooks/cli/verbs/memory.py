"""`policyhooks memory`: what an installation remembers of sessions: show, clear."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from policyhooks.cli.options.actions import add_actions, add_named, means_all
from policyhooks.cli.options.said import say
from policyhooks.errors import UsageError
from policyhooks.report.memory.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

EXAMPLES = """examples:
  policyhooks memory show                    every session and workspace, and what is remembered of it
  policyhooks memory clear 3f9a1c             of one, by the beginning of its key
  policyhooks memory clear --all
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """One sub-command a deed."""
    actions = add_actions(
        parser,
        {
            "show": "what is remembered, by session and workspace",
            "clear": "forget it; a person's act, and recorded",
        },
        FORMATS,
    )
    named = "as `memory show` prints it, or its beginning"
    add_named(actions["clear"], "KEY", named, "of every session and workspace")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Run one action."""
    from policyhooks.cli.options.recorded import recorded_folders
    from policyhooks.inspect.kept_facts import read_memory

    folders = recorded_folders(arguments)
    if arguments.action == "show":
        found = {str(folder): [vars(one) for one in read_memory(folder)] for folder in folders}
        print(render(found, arguments.format, style_of(sys.stdout)))
        return 0
    every = means_all(arguments, "keys of `policyhooks memory show`")
    return clear(folders, arguments.named, every=every)


def clear(folders: list[Path], named: list[str], *, every: bool) -> int:
    """Forget what is kept under the keys that begin so. Raises UsageError where one begins none, or several."""
    from policyhooks.inspect.kept_facts import read_memory
    from policyhooks.installation.forgetting import forget

    known = {folder: [one.key for one in read_memory(folder)] for folder in folders}
    wanted = {key for keys in known.values() for key in keys} if every else set()
    for name in named:
        fitting = {key for keys in known.values() for key in keys if key.startswith(name)}
        if len(fitting) != 1:
            what = "no key begins" if not fitting else f"{len(fitting)} keys begin"
            raise UsageError(f"{what} with `{name}`", "policyhooks memory show")
        wanted |= fitting
    for folder, keys in known.items():
        gone = forget(folder, [key for key in keys if key in wanted])
        say(f"{folder}: forgot {gone} of {len(keys)}")
    return 0
