"""`policyhooks sync`: fetch the bundle that a fleet follows, activate it when it is new. For a timer, never a hook."""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from policyhooks.cli.bundle.activate import activate_or_say, add_bundle_arguments
from policyhooks.cli.options.places import add_place_arguments, place_of
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.whole_file import write_whole

FILE = "sync.json"
EXAMPLES = """examples:
  sudo policyhooks sync https://policies.acme.example/acme.phb --client cursor --scope managed --jitter 300
  sudo policyhooks sync git+https://git.acme.example/policies.git#acme.phb --client codex --scope managed
  sudo policyhooks sync oci://registry.acme.example/policies/acme:stable --client claude-code --scope managed

exit codes: 0 active (new or unchanged), 1 it cannot be fetched, 7 it was refused; in both cases the old program stays
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE", help="a path, file, https, git+https, git+ssh, git+file or oci")
    parser.add_argument("--ref", default="", metavar="REF", help="of a git source: the branch or tag")
    parser.add_argument("--jitter", type=float, default=0, metavar="SECONDS", help="wait up to so long first")
    add_place_arguments(parser)
    add_bundle_arguments(parser)
    parser.set_defaults(dry_run=False)
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """The mark of a version is kept only once that version is active, so that a refusal is tried again."""
    from policyhooks.bundle.fetching import fetch

    place = place_of(arguments)
    if not 0 <= arguments.jitter <= 86_400:
        raise UsageError("--jitter is a number of seconds up to a day")
    if arguments.jitter:
        time.sleep(random.uniform(0, arguments.jitter))  # noqa: S311 - it spreads load, it hides nothing
    known = read_marks(place.state)
    same = known.get("source") == arguments.source and known.get("ref") == arguments.ref
    mark = known.get("mark", "") if same and (place.state / "current").exists() else ""
    found = fetch(arguments.source, mark, ref=arguments.ref)
    if found.data is None or (same and known.get("digest") == _digest(found.data)):
        print("unchanged")
        return 0
    code = _activate(arguments, found.data)
    if code == 0:
        marks = {"source": arguments.source, "ref": arguments.ref, "mark": found.mark, "digest": _digest(found.data)}
        save_marks(place.state, marks)
    return code


def _activate(arguments: argparse.Namespace, data: bytes) -> int:
    with tempfile.TemporaryDirectory(prefix="policyhooks-sync-") as folder:
        path = Path(folder) / "fetched.phb"
        path.write_bytes(data)
        return activate_or_say(arguments, str(path))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def read_marks(state: Path) -> dict[str, str]:
    """What was fetched last; nothing where that cannot be read, and then everything is fetched."""
    try:
        found = json.loads((state / FILE).read_bytes())
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def save_marks(state: Path, marks: dict[str, str]) -> None:
    """Remember, in one step."""
    try:
        write_whole(state / FILE, json.dumps(marks).encode("ascii"), durable=False)
    except OSError as problem:
        raise EnvironmentBroken(f"{state / FILE} cannot be written: {problem.strerror}") from None
    print(f"following {marks['source']}", file=sys.stderr)
