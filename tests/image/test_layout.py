"""The layout of a state folder: steps that can be killed and run again, folders that are newer than we are."""

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.errors import EnvironmentBroken
from policyhooks.image.layers import read_layers
from policyhooks.image.layout import FILE, FIRST, LAYOUT, MIGRATIONS, PARTS, bring_up_to_date, read_layout
from policyhooks.image.locking import locked
from tests.support.released import shell, snapshot, unpack

STEP = """
import os, sys
left = int(sys.argv[2])
def watch(event, arguments):
    global left
    if event in ("open", "os.rename", "os.remove", "os.mkdir") and sys.argv[1] in str(arguments[0]):
        left -= 1
        if left < 0:
            os.kill(os.getpid(), 9)
from pathlib import Path
from policyhooks.image.layout import bring_up_to_date
sys.addaudithook(watch)
bring_up_to_date(Path(sys.argv[1]))
"""


def test_the_table_leads_from_the_first_layout_to_this_one() -> None:
    parts = dict(FIRST)
    for part, before, after, _ in MIGRATIONS:
        assert parts[part] == before < after
        parts[part] = after
    assert parts == PARTS


def visible(state: Path) -> dict[str, tuple[int, bytes]]:
    """What counts: not the lock, not the drafts of somebody who was killed."""
    return {
        name: found for name, found in snapshot(state).items() if name != "lock" and not Path(name).name.startswith(".")
    }


def test_killed_anywhere_it_ends_the_same_when_it_runs_again(tmp_path: Path) -> None:
    whole = unpack(tmp_path / "whole")
    assert bring_up_to_date(whole) == ["generations", "layers", "journal", "memory", "tickets"]
    assert bring_up_to_date(whole) == []
    wanted = visible(whole)
    root = tmp_path / "killed"
    state = unpack(root)
    for steps in range(100):
        done = subprocess.run([sys.executable, "-c", STEP, str(state), str(steps)], capture_output=True, check=False)
        assert done.returncode in (0, -signal.SIGKILL), done.stderr
        assert len(read_layers(state)) == 2
        read_layout(state)
        if done.returncode == 0:
            break
    assert steps > 5
    bring_up_to_date(state)
    # Records of layers and installations are named by paths, which differ.
    moved = {name: (mode, data.replace(b"/killed/", b"/whole/")) for name, (mode, data) in visible(state).items()}
    for found in (wanted, moved):
        for name in [name for name in found if name.startswith(("layers/", "installs/"))]:
            if name.startswith("layers/"):
                assert json.loads(found[name][1])["kept"]
            del found[name]
    assert moved == wanted


def full_disk() -> None:
    """From here on nothing can be written."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_full_disk_loses_nothing_and_hooks_go_on(tmp_path: Path) -> None:
    root = tmp_path / "root"
    state = unpack(root)
    place = ["--client", "claude-code", "--scope", "project", "--root", f"{root}/project", "--state", str(state)]
    install = ["install", "--policies", f"{root}/policies", *place]
    assert run(install) == 0
    for path in [state / FILE, *(state / "layers").iterdir()]:  # back to the first layout, with an image that runs
        found = json.loads(path.read_text())
        path.write_text(json.dumps({name: value for name, value in found.items() if name != "kept"}))
    (state / FILE).unlink()
    before = visible(state)
    done = subprocess.run(
        [sys.executable, "-m", "policyhooks", *install], capture_output=True, check=False, preexec_fn=full_disk
    )
    assert done.returncode == 1
    assert b"error" in done.stderr
    assert b"Traceback" not in done.stderr
    assert visible(state) == before
    assert not [name for name in snapshot(state) if Path(name).name.startswith(".layout")]
    assert shell(state, "yarn x", root / "project") == "deny"
    assert run(install) == 0
    assert read_layout(state) == PARTS
    assert shell(state, "yarn x", root / "project") == "deny"


NEWER = {
    "a later layout": {"layout": LAYOUT + 1, "parts": dict(PARTS)},
    "a later part": {"layout": LAYOUT, "parts": {**PARTS, "journal": 99}},
    "a later version of tickets": {"layout": LAYOUT, "parts": {**PARTS, "tickets": 2}},
    "a part that nobody knows": {"layout": LAYOUT, "parts": {**PARTS, "teapot": 1}},
    "a layout that is a text": {"layout": "2", "parts": dict(PARTS)},
    "no parts": {"layout": LAYOUT},
    "a list": [],
}


@pytest.mark.parametrize("case", NEWER)
def test_a_newer_or_damaged_layout_is_refused_and_not_touched(
    tmp_path: Path, case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    state = unpack(tmp_path)
    (state / "lock").unlink()
    (state / FILE).write_text(json.dumps(NEWER[case]))
    place = ["--client", "claude-code", "--scope", "project", "--root", f"{tmp_path}/project", "--state", str(state)]
    before, file = snapshot(state), snapshot(tmp_path / "project")
    for verb in (
        ["install", "--policies", f"{tmp_path}/policies"],
        ["trust", f"{tmp_path}/project"],
        ["trust", f"{tmp_path}/project", "--remove"],
        ["bundle", "rollback"],
        ["uninstall"],
    ):
        assert run([*verb, *place]) == 1, verb
        said = capsys.readouterr().err
        assert "does not know" in said or "cannot be read" in said, (verb, said)
        assert snapshot(state) == before, verb
        assert snapshot(tmp_path / "project") == file, verb


def test_doctor_tells_of_the_layout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = unpack(tmp_path)
    place = ["--client", "claude-code", "--scope", "project", "--root", f"{tmp_path}/project", "--state", str(state)]
    run(["doctor", *place])
    assert "laid out as by an earlier policyhooks" in " ".join(capsys.readouterr().out.split())
    (state / FILE).write_text(json.dumps(NEWER["a later layout"]))
    assert run(["doctor", *place]) != 0
    assert f"has layout {LAYOUT + 1}" in " ".join(capsys.readouterr().out.split())


def test_a_truncated_layout_is_refused(tmp_path: Path) -> None:
    state = unpack(tmp_path)
    (state / FILE).write_text("")
    with pytest.raises(EnvironmentBroken, match="cannot be read"):
        bring_up_to_date(state)


def test_the_lock_is_taken_again_by_who_holds_it_and_by_nobody_else(tmp_path: Path) -> None:
    code = f"""
import fcntl
fcntl.flock(open({str(tmp_path / "lock")!r}), fcntl.LOCK_EX | fcntl.LOCK_NB)
"""

    def free() -> bool:
        return subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0

    with locked(tmp_path):
        with locked(tmp_path):
            assert not free()
        assert not free()
    assert free()
    assert os.listdir(tmp_path) == ["lock"]
