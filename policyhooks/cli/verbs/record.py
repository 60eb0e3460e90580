"""`policyhooks record`: payloads that clients really sent here, masked, as fixtures for tests and bug reports."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from policyhooks.cli.options.notes import tell
from policyhooks.cli.options.said import say
from policyhooks.clients.registry import CLIENTS
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.installation.places import SCOPES
from policyhooks.report.screen.chart import count

EXAMPLES = """examples:
  policyhooks install --client cursor --every-event     entries for every event, so that each is journalled
  policyhooks record --client cursor                    what was seen, one line a kind of payload
  policyhooks record --client cursor --out cursor.json  as a fixture file

Secrets are masked, contents and prompts left out, people and folders renamed. Read it before you share it.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--client", choices=CLIENTS, help="whose installation (default: every one that is here)")
    parser.add_argument("--scope", choices=SCOPES, default="project", help="(default: project)")
    parser.add_argument("--root", metavar="DIR", help="as for install")
    parser.add_argument("--state", metavar="DIR", help="as for install")
    parser.add_argument("--native", metavar="EVENT", help="only this event of the client")
    parser.add_argument("--out", metavar="FILE", help="write the fixtures there, private (default: list what was seen)")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Read the journals, keep one payload of each kind."""
    from policyhooks.cli.options.states import find_states
    from policyhooks.importing.fixtures import fixtures_of
    from policyhooks.inspect.journal import read_records

    states = [_own(state) for state in find_states(arguments)]
    found = fixtures_of(record for state in states for record in read_records(state))
    if arguments.native:
        found = [fixture for fixture in found if fixture.native == arguments.native]
    if not found:
        raise EnvironmentBroken("no event was journalled yet", "use the client for a while after `policyhooks install`")
    if not arguments.out:
        for fixture in found:
            label = f"{fixture.client} {fixture.native} {fixture.version}".rstrip()
            say(" ".join(sorted(fixture.payload)), f"{label}: ")
        return 0
    target = Path(arguments.out)
    text = json.dumps([fixture.as_json() for fixture in found], indent=2, ensure_ascii=True) + "\n"
    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise UsageError(f"{target} exists already", "name another file, or remove it first") from None
    with os.fdopen(descriptor, "w", encoding="ascii") as out:
        out.write(text)
    tell(f"{count(len(found), 'kind')} of payloads in {target}; read it before you share it")
    return 0


def _own(state: Path) -> Path:
    """A state that several users share keeps each one's decisions apart."""
    from policyhooks.runtime.launch.shared_state import own_folder

    return Path(own_folder(str(state), os.getuid()) or state)
