"""The journal: chained, locked, torn tails fenced, full disks undone, rotated, private."""

import hashlib
import hmac
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from policyhooks.inspect.journal import read_records
from policyhooks.inspect.verification import verify
from policyhooks.runtime.ports import journal
from policyhooks.runtime.ports.journal import NotStored, append
from policyhooks.runtime.ports.journal_head import FILE as HEAD
from policyhooks.runtime.ports.journal_head import keyed_hash
from tests.support.counts import scaled
from tests.support.hooks import argv, install, payload, records, run, verdict


@pytest.fixture
def state(tmp_path: Path) -> Path:
    (tmp_path / "journal").mkdir(mode=0o700)
    return tmp_path


def file_of(state: Path) -> Path:
    return state / "journal" / "journal.jsonl"


def test_records_are_numbered_chained_and_private(state: Path) -> None:
    assert [append(str(state), {"v": 1, "n": number}) for number in range(5)] == [1, 2, 3, 4, 5]
    checked = verify(state)
    assert (checked.records, checked.torn, checked.problems) == (5, 0, ())
    assert file_of(state).stat().st_mode & 0o777 == 0o600
    assert [record["n"] for record in read_records(state)] == [0, 1, 2, 3, 4]


def test_every_changed_byte_breaks_the_chain(state: Path) -> None:
    for number in range(3):
        append(str(state), {"v": 1, "n": number})
    whole = file_of(state).read_bytes()
    for at in range(len(whole) - 1):
        file_of(state).write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        checked = verify(state)
        assert checked.problems or checked.torn, at


@pytest.mark.parametrize("kept", [1, 20, -1, -2, -3, -70])
def test_a_torn_tail_is_fenced_and_the_chain_goes_on(state: Path, kept: int) -> None:
    """A writer that was killed within its line has not come to the head."""
    append(str(state), {"v": 1, "n": 0})
    before, head = file_of(state).stat().st_size, (state / HEAD).read_bytes()
    append(str(state), {"v": 1, "n": 1})
    whole = file_of(state).read_bytes()
    cut = before + kept if kept > 0 else len(whole) + kept
    file_of(state).write_bytes(whole[:cut])
    (state / HEAD).write_bytes(head)
    append(str(state), {"v": 1, "n": 2})
    append(str(state), {"v": 1, "n": 3})
    checked = verify(state)
    assert checked.problems == ()
    found = [record["n"] for record in read_records(state)]
    assert found in ([0, 2, 3], [0, 1, 2, 3])
    assert len(found) == 4 or checked.torn == 1


def test_rotation_goes_on_with_the_same_chain(state: Path) -> None:
    for number in range(40):
        append(str(state), {"v": 1, "n": number, "pad": "x" * 100}, rotate_at=2000)
    assert len(list((state / "journal").iterdir())) > 3
    checked = verify(state)
    assert (checked.records, checked.problems) == (40, ())
    assert [record["n"] for record in read_records(state)] == list(range(40))


def test_a_full_disk_leaves_no_half_record(state: Path) -> None:
    """A file size limit gives the short write and the error of a full disk."""
    append(str(state), {"v": 1, "n": 0})
    before = file_of(state).read_bytes()
    script = (
        "import resource, signal, sys\n"
        "from policyhooks.runtime.ports.journal import append, NotStored\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(before) + 50}, {len(before) + 50}))\n"
        "try:\n"
        f"    append({str(state)!r}, {{'v': 1, 'pad': 'x' * 500}})\n"
        "except NotStored as problem:\n"
        "    sys.exit(str(problem))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert b"the journal cannot be written" in done.stderr
    assert file_of(state).read_bytes() == before


@pytest.mark.parametrize("broken", ["no room", "a folder", "gone"])
def test_a_head_that_cannot_be_written_loses_no_record_and_no_answer(tmp_path: Path, broken: str) -> None:
    active = install(tmp_path)
    run(active, payload())
    head = active.state / HEAD
    head.unlink()
    if broken == "no room":
        head.symlink_to("/dev/full")
    elif broken == "a folder":
        head.mkdir()
    for _ in range(2):
        assert verdict(run(active, payload())) == "pass"
        assert verdict(run(active, payload("deny"))) == "deny"
    assert [record["seq"] for record in records(active)] == [1, 2, 3, 4, 5]
    assert [record.get("head") for record in records(active)][:2] == [None, -1]


def test_a_head_that_falls_behind_says_so_and_holds(state: Path) -> None:
    """What a disk leaves on which it cannot be written for a while: the head of before, behind every record."""
    append(str(state), {"n": 0})
    old = (state / HEAD).read_bytes()
    for number in range(1, 6):
        append(str(state), {"n": number})
        (state / HEAD).write_bytes(old)
        assert verify(state).problems == ()
    assert [record.get("head") for record in read_records(state)] == [None, None, None, 2, 3, 4]
    for number in range(6, 8):
        append(str(state), {"n": number})
        assert verify(state).problems == ()


@pytest.mark.parametrize("broken", ["missing", "a file", "no permission"])
def test_a_journal_that_cannot_be_written_denies(tmp_path: Path, broken: str) -> None:
    if broken == "no permission" and os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    active = install(tmp_path)
    folder = active.state / "journal"
    folder.rmdir()
    if broken == "a file":
        folder.write_text("")
    elif broken == "no permission":
        folder.mkdir(mode=0o500)
    done = run(active, payload())
    assert verdict(done) == "deny"
    assert b"journal" in done.stderr


def test_the_config_may_let_decisions_pass_unrecorded(tmp_path: Path) -> None:
    active = install(tmp_path, options={"journal": {"on_error": "pass"}})
    (active.state / "journal").rmdir()
    assert verdict(run(active, payload())) == "pass"
    assert verdict(run(active, payload("deny"))) == "deny"


def test_a_lock_that_nobody_gives_back_ends_at_the_deadline(tmp_path: Path) -> None:
    active = install(tmp_path)
    run(active, payload())
    with file_of(active.state).open("r+b") as held:
        os.lockf(held.fileno(), os.F_LOCK, 0)
        done = run(active, payload(), timeout_s=1)
    assert verdict(done) == "deny"
    assert verify(active.state).problems == ()


def test_keyed_hash_is_hmac() -> None:
    for key in (b"", b"k", b"k" * 32, b"k" * 64):
        for data in (b"", b"text" * 1000):
            assert keyed_hash(key, data) == hmac.new(key, data, hashlib.sha256).hexdigest()


def test_bodies_are_kept_as_length_and_hash_and_secrets_are_masked(tmp_path: Path) -> None:
    active = install(tmp_path)
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    changed = payload(
        tool_input={"do": "x", "content": "the whole file", "note": f"use {token}", "password": "hunter2hunter2"}
    )
    run(active, changed)
    text = file_of(active.state).read_text()
    assert token not in text
    assert "the whole file" not in text
    assert "hunter2hunter2" not in text
    kept = records(active)[0]["input"]["tool_input"]  # type: ignore[index]
    assert kept["content"]["length"] == len("the whole file")
    assert kept["note"] == "use [SECRET:github-token]"
    key = bytes.fromhex((active.state / "key").read_text())
    assert records(active)[0]["input_hash"] == keyed_hash(key, json.dumps(changed).encode())


def test_sixteen_processes_lose_and_tear_nothing(tmp_path: Path) -> None:
    """16 processes x 500 decisions, each through the engine's own append."""
    active = install(tmp_path)
    each = scaled(500)
    script = (
        "import sys\nfrom policyhooks.runtime.ports.journal import append\n"
        f"for number in range({each}):\n"
        "    record = {'v': 1, 'who': sys.argv[1], 'n': number, 'pad': 'x' * 300}\n"
        f"    append({str(active.state)!r}, record, rotate_at=200_000)\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", script, str(who)]) for who in range(16)]
    assert [writer.wait(timeout=300) for writer in writers] == [0] * 16
    checked = verify(active.state)
    assert (checked.records, checked.torn, checked.problems) == (16 * each, 0, ())
    for who in range(16):
        own = [record["n"] for record in read_records(active.state) if record["who"] == str(who)]
        assert own == list(range(each))


def test_sixteen_hooks_at_once_record_every_decision(tmp_path: Path) -> None:
    active = install(tmp_path)
    rounds = scaled(100)
    for _ in range(rounds):
        started = [
            subprocess.Popen(argv(active), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for _ in range(16)
        ]
        for process in started:
            assert process.stdin is not None
            process.stdin.write(json.dumps(payload()).encode())
            process.stdin.close()
        assert [process.wait(timeout=60) for process in started] == [64] * 16
    checked = verify(active.state)
    assert (checked.records, checked.torn, checked.problems) == (16 * rounds, 0, ())


def test_kill_at_random_points_loses_no_acknowledged_record(tmp_path: Path) -> None:
    active = install(tmp_path)
    script = (
        "import os, sys\nfrom policyhooks.runtime.ports.journal import append\n"
        "number = 0\n"
        "while True:\n"
        f"    append({str(active.state)!r}, {{'v': 1, 'id': sys.argv[1] + '-' + str(number), 'pad': 'x' * 2000}})\n"
        "    os.write(1, b'%s-%d\\n' % (sys.argv[1].encode(), number))\n"
        "    number += 1\n"
    )
    acknowledged: set[str] = set()
    for turn in range(scaled(1000)):
        writer = subprocess.Popen([sys.executable, "-c", script, str(turn)], stdout=subprocess.PIPE)
        assert writer.stdout is not None
        writer.stdout.readline()
        acknowledged.add(f"{turn}-0")
        time.sleep((turn * 7919 % 100) / 10_000)
        writer.send_signal(signal.SIGKILL)
        acknowledged.update(writer.stdout.read().decode().split("\n")[:-1])
        writer.wait()
        writer.stdout.close()
    kept = {str(record["id"]) for record in read_records(active.state)}
    assert acknowledged <= kept
    assert verify(active.state).problems == ()


def test_not_stored_says_nothing_of_places() -> None:
    with pytest.raises(NotStored) as caught:
        append("/nonexistent/secret-place", {"v": 1})
    assert "secret-place" not in str(caught.value)
    assert journal.FILE not in str(caught.value)
