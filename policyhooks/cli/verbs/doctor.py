"""`policyhooks doctor`: would the hooks fire, and would a deny hold. Exit 0 when all is healthy, 1 when not."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.clients.registry import CLIENTS
from policyhooks.errors import UsageError
from policyhooks.installation.places import SCOPES
from policyhooks.report.screen.style import Style, one_line, style_of

if TYPE_CHECKING:
    from policyhooks.doctor.examination import Examined
    from policyhooks.doctor.target import Target

EXAMPLES = """examples:
  policyhooks doctor                                      every installation of this user and project
  policyhooks doctor --client claude-code --scope user    one of them
  policyhooks doctor --format json                        for a fleet
  policyhooks doctor --client claude-code --repair hooks-off
"""
SIGNS = {"ok": ("ok", "green"), "note": ("note", "yellow"), "fault": ("FAULT", "red")}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--client", choices=CLIENTS, help="one client (default: every one that has an installation)")
    parser.add_argument("--scope", choices=SCOPES, help="one scope (default: all)")
    parser.add_argument("--root", metavar="DIR", help="as for install: the project, or the root of --scope")
    parser.add_argument("--state", metavar="DIR", help="as for install")
    parser.add_argument("--home", metavar="DIR", help="where the user's files are (default: the home folder)")
    parser.add_argument("--system", metavar="DIR", help="where the administrator's files begin (default: /)")
    parser.add_argument("--repair", metavar="CHECK", help="repair what this check found, as its repair says")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="(default: text)")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Look at everything, or repair one thing."""
    from policyhooks.doctor.examination import examine, find_targets
    from policyhooks.doctor.target import Machine

    clients = [arguments.client] if arguments.client else list(CLIENTS)
    scopes = [arguments.scope] if arguments.scope else list(SCOPES)
    root = Path(arguments.root).absolute() if arguments.root else None
    machine = Machine(
        project=root if root is not None and arguments.scope in (None, "project", "local") else Path.cwd(),
        home=_folder(arguments.home, root if arguments.scope == "user" else None, Path.home()),
        system=_folder(arguments.system, root if arguments.scope == "managed" else None, Path("/")),
    )
    if arguments.state and not (arguments.client and arguments.scope):
        raise UsageError("--state is the folder of one installation", "name its --client and --scope too")
    targets = find_targets(machine, clients, scopes, arguments.state)
    if arguments.repair:
        return _repair(targets, arguments.repair)
    found = [examine(target) for target in targets]
    healthy = bool(found) and all(one.healthy for one in found)
    if arguments.format == "json":
        print(json.dumps({"healthy": healthy, "installations": [describe(one) for one in found]}, indent=2))
    else:
        _show(found, style_of(sys.stdout))
    return 0 if healthy else 1


def _folder(told: str | None, root: Path | None, usual: Path) -> Path:
    return Path(told).absolute() if told else root or usual


def _repair(targets: list[Target], check: str) -> int:
    from policyhooks.doctor.repair import repair

    if len(targets) != 1:
        raise UsageError("--repair changes one installation", "name it with --client and --scope")
    for line in repair(targets[0], check):
        print(one_line(line))
    return 0


def describe(examined: Examined) -> dict[str, object]:
    """An installation as JSON."""
    place = examined.target.place
    return {
        "client": place.client,
        "scope": place.scope,
        "file": str(place.file),
        "state": str(place.state),
        "healthy": examined.healthy,
        "findings": [vars(finding) for finding in examined.findings],
    }


def _show(found: list[Examined], style: Style) -> None:
    if not found:
        print("nothing is installed for this user and project")
        print("  repair: policyhooks install --client claude-code")
    for examined in found:
        place = examined.target.place
        print(style.paint(f"{place.client} {place.scope}", "bold") + f"  {place.file}")
        for finding in examined.findings:
            word, colour = SIGNS[finding.level]
            print(f"  {style.paint(word.ljust(5), colour)}  {finding.check.ljust(12)}  {one_line(finding.message)}")
            if finding.repair and finding.level != "ok":
                print(f"         {style.paint('repair:', 'dim')} {one_line(finding.repair)}")
        print()
    faults = sum(finding.level == "fault" for examined in found for finding in examined.findings)
    if found:
        verdict = (
            style.paint("healthy", "bold", "green") if not faults else style.paint(f"{faults} faults", "bold", "red")
        )
        print(f"{verdict}, {len(found)} installation{'s' if len(found) != 1 else ''}")
