"""What a machine says of itself to a collector: versions, bundle, what decides, whether its journal holds.

It looks at files and starts nothing. Checking a long journal takes a while, so it is done now and then.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from policyhooks import __version__

CHECK_S = 3600.0
LONGEST = 200


def telling_health(journal: Path, *, coverage: bool = False) -> Callable[[], Mapping[str, object]]:
    """For the installation whose journal this is. `coverage`: compare the transcripts of this user with it, too."""
    from policyhooks.cli.options.rulebooks import state_above

    state = state_above(journal)
    slow: dict[str, object] = {}
    checked = [0.0]

    def tell() -> Mapping[str, object]:
        if not slow or time.monotonic() > checked[0] + CHECK_S:
            slow["journal"] = _check(journal)
            if coverage:
                slow["uncovered"] = _count_uncovered(state)
            checked[0] = time.monotonic()
        return {**_place(state), **_program(state), **slow}

    return tell


def _place(state: Path) -> Mapping[str, object]:
    from policyhooks.installation.removal import recorded

    scopes = sorted({place.scope for place in recorded(state)})
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return {"policyhooks": __version__, "system": system, "client": state.name, "scope": ", ".join(scopes)}


def _program(state: Path) -> Mapping[str, object]:
    from policyhooks.errors import PolicyHooksError
    from policyhooks.image.manifests import current_number, read_manifest

    try:
        number = current_number(state)
    except PolicyHooksError:
        return {"generation": 0, "programs": []}
    manifest = read_manifest(state, number)
    found: dict[str, object] = {"generation": number, "programs": manifest.get("programs", [])}
    bundle = manifest.get("bundle")
    if isinstance(bundle, dict):
        found |= {"bundle": bundle.get("name"), "bundle_version": bundle.get("version")}
        found |= {"bundle_serial": bundle.get("serial"), "bundle_kind": bundle.get("kind")}
    return found


def _check(journal: Path) -> str:
    from policyhooks.inspect.journal_verification import verify

    try:
        found = verify(journal)
    except OSError as problem:
        return f"cannot be read: {(problem.strerror or 'unknown').lower()}"
    if not found.problems:
        return "holds"
    return f"{len(found.problems)} problems, the first: {found.problems[0]}"[:LONGEST]


def _count_uncovered(state: Path) -> int | None:
    """Calls of the last day that clients of this user recorded and no hook decided; None where nothing was measured."""
    from policyhooks.doctor.flight_recorder import find_watched, watch_of
    from policyhooks.doctor.target import Machine
    from policyhooks.history.coverage.measured_coverage import UNCOVERED
    from policyhooks.history.coverage.measuring import measure
    from policyhooks.history.safe_files import Skipped
    from policyhooks.history.store import find_transcripts
    from policyhooks.shipping.journal_times import stamp

    machine, since = Machine(Path.cwd()), time.time() - 86_400
    watched = [one for one in find_watched(machine) if one.place.state == state]
    clients = {one.place.client for one in watched}
    segments = [one for one in find_transcripts(machine.home, Skipped(), since) if one.client in clients]
    found = measure(segments, [watch_of(target) for target in watched], since=stamp(since))
    return found.states[UNCOVERED] if found.measured else None
