"""`policyhooks resident`: the process that answers for the hooks of an installation: status, start, stop, run."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from policyhooks.cli.options.actions import add_actions
from policyhooks.cli.options.said import say
from policyhooks.clients.registry import CLIENTS
from policyhooks.errors import UsageError
from policyhooks.report.residents.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

EXAMPLES = """examples:
  policyhooks resident start --client claude-code      from now on fronts ask it, and start it when it is not there
  policyhooks resident status
  policyhooks resident stop                            end it; the ordinary hook answers again
  policyhooks resident run --client claude-code        in the foreground, for a service manager
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """One sub-command a deed."""
    helps = {
        "status": "whether one is wanted, and runs",
        "start": "want one, and start it",
        "stop": "end it, and want none",
        "run": "be one, in the foreground",
    }
    add_actions(parser, helps, FORMATS)
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Run one action."""
    from policyhooks.cli.options.states import find_states
    from policyhooks.image import resident_process as resident

    states = find_states(arguments)
    if arguments.action == "status":
        print(render([describe(state) for state in states], arguments.format, style_of(sys.stdout)))
        return 0
    if arguments.action == "run":
        if len(states) != 1:
            raise UsageError("a resident answers for one installation", "name it with --client or --state")
        resident.run(states[0].resolve(), client_of(states[0], arguments.client))
    for state in states:
        if arguments.action == "stop":
            say(f"{state}: {'stopped' if resident.stop(state) else 'none ran'}; the ordinary hook answers")
        else:
            pid = resident.start(state.resolve(), client_of(state, arguments.client))
            say(f"{state}: a resident answers, process {pid}")
    return 0


def describe(state: Path) -> dict[str, object]:
    """Whether a resident is wanted and runs."""
    from policyhooks.image.resident_process import is_wanted, running

    return {"state": str(state), "wanted": is_wanted(state), "process": running(state)}


def client_of(state: Path, named: str | None) -> str:
    """Whose modules it has at hand first; any client's events are decided."""
    return named or next((part for part in reversed(state.parts) if part in CLIENTS), CLIENTS[0])
