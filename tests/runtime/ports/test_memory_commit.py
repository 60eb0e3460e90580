"""What was acknowledged is kept, what was not sent is not there, whoever ends when; caps hold."""

import json
import posix
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from policyhooks.runtime.engine.remembering import SESSION
from policyhooks.runtime.ports import memory_commit
from policyhooks.runtime.ports.journal import NotStored
from policyhooks.runtime.ports.memory import FOLDER, LARGEST, key_of
from tests.support import remembering as past
from tests.support.counts import SOAK
from tests.support.remember_much import MEMORY, RULES, name
from tests.support.sessions import Session

PROJECT = Path(__file__).parents[3]
WORKERS, EVENTS, ROUNDS = (64, 200, 8) if SOAK else (3, 40, 1)


HOLDER = """
import fcntl, sys, time
held = open(sys.argv[1], "r+")
fcntl.lockf(held, fcntl.LOCK_EX)
print(1, flush=True)
time.sleep(60)
"""


def started(folder: Path, state: Path, worker: int) -> subprocess.Popen[str]:
    words = ["-m", "tests.support.remember_much", str(folder), str(state), str(worker), str(EVENTS)]
    return subprocess.Popen([sys.executable, *words], cwd=PROJECT, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_parallel_writers_that_are_killed_lose_and_invent_nothing(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    state = tmp_path / "state"
    state.mkdir()
    workers = [started(tmp_path, state, worker) for worker in range(WORKERS)]
    told = [worker.stdout for worker in workers]
    for lines in told:
        assert lines is not None
        assert lines.readline() == "ready\n"
    for number, worker in enumerate(workers):
        if number % 2:
            time.sleep(chance.random() * 0.05)
            worker.kill()
    acknowledged = [[int(line) for line in (lines or ()) if line.endswith("\n")] for lines in told]
    for worker, lines in zip(workers, told, strict=True):
        worker.wait(timeout=120)
        assert lines is not None
        lines.close()
    session = Session(tmp_path, state=str(state), memory=MEMORY, rules=RULES)
    session.shell("ls")
    kept = session.outside().recall(session.last, SESSION)
    assert not kept.unknown
    entry = kept.facts["1 acme.past/edited set"]
    digests = {
        session.outside().digest(name(worker, number)): (worker, number)
        for worker in range(WORKERS)
        for number in range(EVENTS)
    }
    found = {digests[member] for member in entry["m"]}  # KeyError: invented
    sent = {(worker, number) for worker, numbers in enumerate(acknowledged) for number in numbers}
    assert sent <= found
    for worker in range(WORKERS):
        # One more than was acknowledged may have been written when it was killed; of those that lived, none.
        assert len([one for one in found if one[0] == worker]) - len(acknowledged[worker]) in (
            (0, 1) if worker % 2 else (0,)
        )
    assert kept.facts["1 acme.past/count count"]["n"] == min(len(found), 1000)
    assert len(kept.facts["1 acme.past/few set"]["m"]) == 5
    assert kept.version == len(found)


def test_a_file_never_grows_beyond_its_cap(tmp_path: Path) -> None:
    memory = "".join(
        f"  set_{number}: {{set: file.path.norm + '{number}', events: [file.edited], most: 2000}}\n"
        for number in range(30)
    )
    reads = " || ".join(f"memory.set_{number}.size > 5000" for number in range(30))
    rules = (
        f"  - id: a\n    match: {{events: [shell.before]}}\n    when: {reads}\n    effect: deny\n    {past.MESSAGE}\n"
    )
    session = Session(tmp_path, memory=memory, rules=rules)
    for number in range(70):
        session.edit(f"/home/dev/project/{number}")
    path = Path(session.state) / FOLDER / key_of(session.last, SESSION)
    assert path.stat().st_size < LARGEST + 4096
    kept = session.outside().recall(session.last, SESSION)
    assert not kept.unknown
    assert any(entry.get("full") for entry in kept.facts.values())
    assert all(len(entry["m"]) <= 70 for entry in kept.facts.values())


class Full:
    """A disk without room."""

    def __init__(self, error: OSError | None) -> None:
        self.error = error

    def write(self, descriptor: int, data: bytes) -> int:
        if self.error is not None:
            raise self.error
        return posix.write(descriptor, data[:10])


@pytest.mark.parametrize("error", [OSError(28, "no space"), None])
def test_a_full_disk_keeps_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError | None
) -> None:
    session = Session(tmp_path)
    session.read("~/.aws/credentials")
    before = session.outside().recall(session.last, SESSION)
    full = Full(error)
    with monkeypatch.context() as patched:
        stand_in = type(
            "posix", (), {**{key: getattr(posix, key) for key in dir(posix)}, "write": staticmethod(full.write)}
        )
        patched.setattr(memory_commit, "posix", stand_in)
        with pytest.raises(NotStored):
            session.shell("git push")
    after = session.outside().recall(session.last, SESSION)
    assert (after.version, after.facts, after.unknown) == (before.version, before.facts, "")
    assert session.shell("git push").verdict == "pass"


def test_nobody_waits_for_ever(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.read("~/.aws/credentials")
    decision = session.decide(past.shell("git push"))
    command = [sys.executable, "-c", HOLDER, f"{session.state}/{FOLDER}/lock"]
    holder = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        holder.stdout.readline()
        assert decision.memory is not None
        with pytest.raises(NotStored):
            memory_commit.commit(session.state, decision.memory, decision, 0.05, session.record)  # type: ignore[arg-type]
    finally:
        holder.kill()
        holder.communicate()


def test_a_record_tells_what_was_read_and_written(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.shell("git push")
    session.edit("/home/dev/project/a")
    first, second = session.told
    assert first["read"] == {"session": 0}
    assert first["wrote"] == {"session": 1}
    assert second["wrote"] == {"session": 2}
    assert json.loads(json.dumps(second["facts"])) == [
        ["1 acme.past/edited set", second["at"], session.outside().digest("/home/dev/project/a")]
    ]


def test_what_failed_to_be_recorded_is_no_reason_to_lose_a_fact(tmp_path: Path) -> None:
    session = Session(tmp_path)
    decision = session.decide(past.shell("git push"))

    def fail(_told: dict[str, object]) -> int:
        raise NotStored("no journal")

    with pytest.raises(NotStored):
        memory_commit.commit(session.state, decision.memory, decision, 1.0, fail)  # type: ignore[arg-type]
    kept = session.outside().recall(session.last, SESSION)
    assert kept.facts["1 acme.past/pushes count"]["n"] == 1
