"""What doctor says of destinations: nothing where nothing is shipped, one line each, never a fault."""

from dataclasses import replace
from pathlib import Path

import pytest

from policyhooks.doctor.shipping_lag import check_shipping
from policyhooks.doctor.target import Machine, Target
from policyhooks.installation.places import locate
from policyhooks.shipping.checkpoint import Checkpoint, Position, make_folder, save
from tests.support.journals import make_state, write

KEPT = Checkpoint("syslog://l:601", Position(1, 150, "a"), at="2026-11-19T22:00:00.000Z")
CASES = [
    (KEPT, "ok", "delivered up to record 150"),
    (replace(KEPT, position=Position(1, 60, "a")), "ok", "delivered up to record 60"),
    (
        replace(KEPT, position=Position(1, 40, "a")),
        "note",
        "110 records behind, last delivery 2026-11-19T22:00:00.000Z",
    ),
    (replace(KEPT, position=Position()), "note", "150 records behind"),
    (replace(KEPT, position=Position(1, 151, "a")), "note", "began anew"),
    (replace(KEPT, problem="no answer in time", since="2026"), "note", "no answer in time, since 2026"),
    (replace(KEPT, refused=1), "note", "1 record refused"),
]


@pytest.fixture
def target(tmp_path: Path) -> Target:
    state = make_state(tmp_path / "state")
    write(state, 150)
    return Target(locate("claude-code", "project", str(tmp_path), str(state)), Machine(tmp_path))


def test_nothing_is_said_where_nothing_is_shipped(target: Target) -> None:
    assert list(check_shipping(target)) == []


@pytest.mark.parametrize(("kept", "level", "told"), CASES)
def test_each_destination_is_a_line(target: Target, kept: Checkpoint, level: str, told: str) -> None:
    save(make_folder(target.place.state / "ship" / "own"), "d", kept)
    (found,) = check_shipping(target)
    assert (found.check, found.level) == ("shipping", level)
    assert told in found.message
    assert bool(found.repair) == (level == "note")
