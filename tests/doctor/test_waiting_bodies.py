"""Doctor says where bodies that should be sealed wait in clear; nothing where none are kept."""

import json
import os
import time
from pathlib import Path

import pytest

from policyhooks.compiler.compile import compile_policies
from policyhooks.doctor.target import Machine, Target
from policyhooks.doctor.waiting_bodies import check_bodies
from policyhooks.image.activation import activate
from policyhooks.installation.places import locate
from policyhooks.runtime.ports.whole_events import FOLDER, SEALER
from tests.history.test_replaying import HEAD, rule

DAY = 24 * 3600


def target_of(folder: Path, journal: dict[str, object]) -> Target:
    (folder / "p.yaml").write_text(HEAD + rule("x", "xyz"))
    (folder / "c.yaml").write_text(f"apiVersion: policyhooks/v1\nkind: Config\njournal: {json.dumps(journal)}\n")
    activate(folder / "state", [compile_policies([str(folder / "p.yaml")], str(folder / "c.yaml"))])
    return Target(locate("claude-code", "project", str(folder), str(folder / "state")), Machine(folder))


def hour(ago: float) -> str:
    return time.strftime("%Y-%m-%dT%H", time.gmtime(time.time() - ago))


@pytest.mark.parametrize("bodies", ["none", "masked"])
def test_nothing_is_said_where_nothing_waits(tmp_path: Path, bodies: str) -> None:
    assert list(check_bodies(target_of(tmp_path, {"bodies": bodies}))) == []


CASES = [
    (0.0, [0.0], "ok", "1 hour of them in clear"),
    (0.0, [0.0, 4 * 3600.0], "note", "sealed late: 2 hours of them in clear, since "),
    (2.0 * DAY, [0.0], "fault", "nobody has sealed bodies for a day"),
    (None, [], "fault", "0 hours of them in clear"),
]


@pytest.mark.parametrize(("sealed", "hours", "level", "told"), CASES)
def test_what_waits_is_told(tmp_path: Path, sealed: float | None, hours: list[float], level: str, told: str) -> None:
    target = target_of(tmp_path, {"bodies": "full", "seal": "A" * 43 + "="})
    folder = target.place.state / FOLDER
    for ago in hours:
        (folder / hour(ago)).mkdir(parents=True)
    if sealed is not None:
        (folder / SEALER).touch()
        os.utime(folder / SEALER, (time.time() - sealed,) * 2)
    (found,) = check_bodies(target)
    assert (found.check, found.level) == ("bodies", level)
    assert told in found.message
    assert ("policyhooks bodies seal --client claude-code" in found.repair) == (level != "ok")
