"""`policyhooks doctor`: would the hooks fire, would a deny hold; did they fire. Exit 0 when all is healthy, else 1."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import working
from policyhooks.clients.registry import CLIENTS
from policyhooks.errors import UsageError
from policyhooks.installation.places import SCOPES
from policyhooks.report.examination.formats import FORMATS, render
from policyhooks.report.screen.style import one_line, style_of

if TYPE_CHECKING:
    from policyhooks.doctor.target import Machine, Target

HISTORY = "30d"

EXAMPLES = """examples:
  policyhooks doctor                                      every installation of this user and project
  policyhooks doctor --client claude-code --scope user    one of them
  policyhooks doctor --format json                        for a fleet
  policyhooks doctor --client claude-code --repair hooks-off
  policyhooks doctor --history                            did every past call have its decision
  policyhooks doctor --history --since 24h --format json  the same, for a fleet

--history compares the transcripts that the clients keep with the journals, by tool-use id where the client's hook is
sent one, else by session, time and arguments: calls without a decision, late and doubled decisions, denied calls that
show a result, each with what to do. It changes nothing.

exit codes: 0 healthy, 1 not healthy or nothing installed, 2 the command line is wrong
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--client", choices=CLIENTS, help="one client (default: every one that has an installation)")
    parser.add_argument("--scope", choices=SCOPES, help="one scope (default: all)")
    parser.add_argument("--root", metavar="DIR", help="as for install: the project, or the root of --scope")
    parser.add_argument("--state", metavar="DIR", help="as for install")
    parser.add_argument("--home", metavar="DIR", help="where the user's files are (default: the home folder)")
    parser.add_argument("--system", metavar="DIR", help="where the administrator's files begin (default: /)")
    parser.add_argument("--repair", metavar="CHECK", help="repair what this check found, as its repair says")
    parser.add_argument(
        "--history", action="store_true", help="did the hooks see every past call? nothing else is checked"
    )
    parser.add_argument(
        "--since", metavar="TIME", help="how far --history looks back: `30d`, `2026-11-16` or `all` (default: 30d)"
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="(default: text)")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Look at everything, or repair one thing."""
    from policyhooks.doctor.examination import CHECKS, examine, find_targets
    from policyhooks.doctor.target import Machine
    from policyhooks.installation.project_root import project_root

    clients = [arguments.client] if arguments.client else list(CLIENTS)
    scopes = [arguments.scope] if arguments.scope else list(SCOPES)
    root = Path(arguments.root).absolute() if arguments.root else None
    machine = Machine(
        project=root
        if root is not None and arguments.scope in (None, "project", "local")
        else project_root(Path.cwd()),
        home=_folder(arguments.home, root if arguments.scope == "user" else None, Path.home()),
        system=_folder(arguments.system, root if arguments.scope == "managed" else None, Path("/")),
    )
    if arguments.state and not (arguments.client and arguments.scope):
        raise UsageError("--state is the folder of one installation", "name its --client and --scope too")
    if arguments.history:
        if arguments.repair:
            raise UsageError("--history repairs nothing", "leave out --repair; each finding says what to do")
        return _look_back(arguments, machine, clients, scopes)
    if arguments.since:
        raise UsageError("--since is for --history", "add --history, or leave it out")
    targets = find_targets(machine, clients, scopes, arguments.state)
    if arguments.repair:
        return _repair(targets, arguments.repair)
    with working("examining", len(targets) * len(CHECKS), aloud=False) as step:
        found = [examine(target, step) for target in targets]
    sys.stdout.write(render(found, arguments.format, style_of(sys.stdout)))
    return 0 if found and all(one.healthy for one in found) else 1


def _look_back(arguments: argparse.Namespace, machine: Machine, clients: list[str], scopes: list[str]) -> int:
    from policyhooks.cli.options.past import read_since
    from policyhooks.cli.options.recorder import record
    from policyhooks.doctor.flight_recorder import find_watched
    from policyhooks.history.safe_files import Skipped
    from policyhooks.history.store import find_transcripts
    from policyhooks.report.recorder.formats import render as render_recorded

    moment, seconds = read_since(arguments.since or HISTORY)
    skipped = Skipped()
    segments = [one for one in find_transcripts(machine.home, skipped, seconds) if one.client in clients]
    found = record(segments, find_watched(machine, clients, scopes, arguments.state), moment, skipped)
    sys.stdout.write(render_recorded(found, arguments.format, style_of(sys.stdout)))
    return 0 if found.coverage.watches and found.healthy else 1


def _folder(told: str | None, root: Path | None, usual: Path) -> Path:
    return Path(told).absolute() if told else root or usual


def _repair(targets: list[Target], check: str) -> int:
    from policyhooks.doctor.repair import repair

    if len(targets) != 1:
        raise UsageError("--repair changes one installation", "name it with --client and --scope")
    for line in repair(targets[0], check):
        print(one_line(line))
    return 0
