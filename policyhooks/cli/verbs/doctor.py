"""`policyhooks doctor`: would the hooks fire, and would a deny hold. Exit 0 when all is healthy, 1 when not."""

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
    from policyhooks.doctor.target import Target

EXAMPLES = """examples:
  policyhooks doctor                                      every installation of this user and project
  policyhooks doctor --client claude-code --scope user    one of them
  policyhooks doctor --format json                        for a fleet
  policyhooks doctor --client claude-code --repair hooks-off
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--client", choices=CLIENTS, help="one client (default: every one that has an installation)")
    parser.add_argument("--scope", choices=SCOPES, help="one scope (default: all)")
    parser.add_argument("--root", metavar="DIR", help="as for install: the project, or the root of --scope")
    parser.add_argument("--state", metavar="DIR", help="as for install")
    parser.add_argument("--home", metavar="DIR", help="where the user's files are (default: the home folder)")
    parser.add_argument("--system", metavar="DIR", help="where the administrator's files begin (default: /)")
    parser.add_argument("--repair", metavar="CHECK", help="repair what this check found, as its repair says")
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
    targets = find_targets(machine, clients, scopes, arguments.state)
    if arguments.repair:
        return _repair(targets, arguments.repair)
    with working("examining", len(targets) * len(CHECKS), aloud=False) as step:
        found = [examine(target, step) for target in targets]
    sys.stdout.write(render(found, arguments.format, style_of(sys.stdout)))
    return 0 if found and all(one.healthy for one in found) else 1


def _folder(told: str | None, root: Path | None, usual: Path) -> Path:
    return Path(told).absolute() if told else root or usual


def _repair(targets: list[Target], check: str) -> int:
    from policyhooks.doctor.repair import repair

    if len(targets) != 1:
        raise UsageError("--repair changes one installation", "name it with --client and --scope")
    for line in repair(targets[0], check):
        print(one_line(line))
    return 0
