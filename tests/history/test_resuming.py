"""A replay whose worker or driver is killed ends right or goes on where it was, each event counted once."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.errors import UsageError
from policyhooks.history.kept_parts import JOB, KeptParts
from policyhooks.history.past_events import Segment
from policyhooks.history.replay_part import Change, Part, decode
from policyhooks.history.replaying import replay
from policyhooks.history.safe_files import Skipped
from policyhooks.history.store import find_segments
from tests.history.test_replaying import bench, journal, rule
from tests.support.counts import scaled

FILES = 12
EVENTS = scaled(1200)  # of a file
PATIENCE_S = 900.0


def store(folder: Path, events: int = EVENTS) -> Path:
    """Journals of many machines."""
    for machine in range(FILES):
        inputs = [{"command": f"echo {at} {'touch marker' if at % 10 == 0 else ''}"} for at in range(events)]
        journal(folder / f"{machine}", *inputs)
        (folder / f"{machine}/machine").write_text(f"m{machine:02d}")
    return folder


def policies(folder: Path) -> tuple[str, str]:
    bench(folder / "old", rule("x", "xyz"))
    bench(folder / "new", rule("marker", "touch marker"))
    return str(folder / "old"), str(folder / "new")


def words(folder: Path, resume: Path) -> list[str]:
    named = ["--policies", str(folder / "new"), "--against", str(folder / "old"), "--store", str(folder / "store")]
    return ["replay", *named, "--format", "json", "--resume", str(resume)]


def start(folder: Path, resume: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "policyhooks", *words(folder, resume)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)


def parts(resume: Path) -> list[Path]:
    return sorted(resume.glob("part-*")) if resume.is_dir() else []


def wait_for_parts(running: subprocess.Popen[bytes], resume: Path, count: int) -> None:
    end = time.monotonic() + PATIENCE_S
    while len(parts(resume)) < count and running.poll() is None and time.monotonic() < end:
        time.sleep(0.005)
    assert running.poll() is None, running.communicate()
    assert count <= len(parts(resume)) < FILES, "it was killed in between"


def children_of(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def wait_for_end(pids: list[int]) -> None:
    end = time.monotonic() + PATIENCE_S
    while any(is_alive(pid) for pid in pids) and time.monotonic() < end:
        time.sleep(0.05)
    assert not [pid for pid in pids if is_alive(pid)]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def told_by(out: bytes) -> dict[str, object]:
    """What a run says, without the names of the two sides."""
    return {name: value for name, value in json.loads(out).items() if name not in ("against", "policies")}


def wanted(folder: Path) -> dict[str, object]:
    """What a run without trouble says."""
    benches = [
        bench(folder / f"{name}2", rule(*of))
        for name, of in (("old", ("x", "xyz")), ("new", ("marker", "touch marker")))
    ]
    skipped = Skipped()
    found = replay(find_segments([folder / "store"], skipped), benches[1], benches[0])
    assert found.counts["denied"] == found.events // 10 > 0
    assert found.events == FILES * EVENTS
    return json.loads(json.dumps(found.as_json()))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_killed_driver_is_resumed(tmp_path: Path) -> None:
    store(tmp_path / "store")
    policies(tmp_path)
    resume = tmp_path / "resume"
    running = start(tmp_path, resume)
    wait_for_parts(running, resume, 2)
    workers = children_of(running.pid)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    wait_for_end(workers)
    kept = {path.name: path.stat().st_mtime_ns for path in parts(resume)}
    torn = parts(resume)[0]
    torn.write_bytes(torn.read_bytes()[:-9])  # as a disk would leave it
    done = start(tmp_path, resume)
    out, err = done.communicate(timeout=PATIENCE_S)
    assert done.returncode == 0, err
    assert told_by(out) == wanted(tmp_path)
    again = {path.name: path.stat().st_mtime_ns for path in parts(resume)}
    assert len(again) == FILES
    same = [name for name, moment in kept.items() if again[name] == moment]
    assert sorted(same) == sorted(kept.keys() - {torn.name}), "only what was torn was done again"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_killed_worker_costs_nothing(tmp_path: Path) -> None:
    store(tmp_path / "store")
    policies(tmp_path)
    running = start(tmp_path, tmp_path / "resume")
    wait_for_parts(running, tmp_path / "resume", 2)
    workers = children_of(running.pid)
    if not workers:
        pytest.skip("one core: there are no workers")
    os.kill(workers[0], signal.SIGKILL)
    out, err = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 0, err
    assert told_by(out) == wanted(tmp_path)


def test_another_job_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store(tmp_path / "store", 1)
    policies(tmp_path)
    asked = words(tmp_path, tmp_path / "resume")
    assert run(asked) == 0
    first = capsys.readouterr().out
    assert run(asked) == 0
    assert capsys.readouterr().out == first
    (tmp_path / "new/p.yaml").write_text((tmp_path / "new/p.yaml").read_text().replace("effect: deny", "effect: ask"))
    assert run(asked) == 2
    assert "not of this job" in capsys.readouterr().err


def test_a_journal_that_grows_is_read_again(tmp_path: Path) -> None:
    store(tmp_path / "store", 1)
    old, new = bench(tmp_path / "old", rule("x", "xyz")), bench(tmp_path / "new", rule("echo", "echo"))
    found = replay(find_segments([tmp_path / "store"], Skipped()), new, old, resume=tmp_path / "resume")
    path = tmp_path / "store/3/journal/journal.jsonl"
    path.write_text(path.read_text() * 2)
    more = replay(find_segments([tmp_path / "store"], Skipped()), new, old, resume=tmp_path / "resume")
    assert (found.events, more.events) == (FILES, FILES + 1)


def test_two_runs_and_shared_folders_are_refused(tmp_path: Path) -> None:
    held = KeptParts(tmp_path / "a", b"job")
    with pytest.raises(UsageError, match="another run"):
        KeptParts(tmp_path / "a", b"job")
    os.close(held.lock)
    (tmp_path / "b").mkdir(mode=0o755)
    with pytest.raises(UsageError, match="not private"):
        KeptParts(tmp_path / "b", b"job")
    (tmp_path / "c").mkdir(mode=0o700)
    (tmp_path / "c" / JOB).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Exception, match="cannot be used"):
        KeptParts(tmp_path / "c", b"job")
    assert not (tmp_path / "elsewhere").exists()


def test_a_part_and_its_bytes() -> None:
    texts = [f"t{at}" for at in range(14)]
    change = Change(*texts[:3], ("a/b",), *texts[3:13], line=7)
    part = Part(skipped=Skipped({"why": 2}))
    part.add("one", "", None)
    part.add("two", "not kept", None)
    part.add("\ud800", "", change)
    again = decode(part.encode())
    assert list(again.rows()) == list(part.rows())
    assert again.skipped == part.skipped
    assert again.encode() == part.encode()


@pytest.mark.parametrize("how", ["other bytes", "link", "json"])
def test_an_answer_that_was_changed_is_none(tmp_path: Path, how: str) -> None:
    kept = KeptParts(tmp_path / "a", b"job")
    segment = Segment("journal", str(tmp_path / "x"))
    kept.keep(segment, Part(skipped=Skipped({"why": 2})))
    assert kept.find(segment) is not None
    (path,) = parts(tmp_path / "a")
    if how == "link":
        path.rename(tmp_path / "other")
        path.symlink_to(tmp_path / "other")
    else:
        path.write_bytes(path.read_bytes().replace(b"2", b"3") if how == "other bytes" else b"0" * 64 + b"{}")
    assert kept.find(segment) is None
    os.close(kept.lock)
