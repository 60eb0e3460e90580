"""What was acknowledged is kept, what was not sent is not there, whoever ends when; caps hold."""

import json
import os
import posix
import random
import signal
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
from tests.support.remember_much import IN_A_SESSION, MEMORY, RULES, name, session_of
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


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_parallel_writers_that_are_killed_lose_and_invent_nothing(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    state = tmp_path / "state"
    state.mkdir()
    words = ["-m", "tests.support.remember_much", str(tmp_path), str(state), str(WORKERS), str(EVENTS)]
    with subprocess.Popen([sys.executable, *words], cwd=PROJECT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        for number, child in enumerate(parent.stdout.readline().split()):
            if number % 2:
                time.sleep(chance.random() * 0.05)
                os.kill(int(child), signal.SIGKILL)
        assert parent.wait() == 0
    sent = {(worker, number) for worker in range(WORKERS) for number in committed(tmp_path / f"told-{worker}")}
    assert {(worker, number) for worker in range(0, WORKERS, 2) for number in range(EVENTS)} <= sent
    session = Session(tmp_path, state=str(state), memory=MEMORY, rules=RULES)
    for first in range(0, EVENTS, IN_A_SESSION):
        numbers = range(first, min(EVENTS, first + IN_A_SESSION))
        check_session(session_of(first), session, numbers, {one for one in sent if one[1] in numbers})


def committed(told: Path) -> list[int]:
    """What a worker has written down; a last line without its end is none."""
    lines = told.read_text().splitlines(keepends=True) if told.exists() else []
    return [int(line) for line in lines if line.endswith("\n")]


def check_session(name_: str, first: Session, numbers: range, sent: set[tuple[int, int]]) -> None:
    """The facts of one session are what its workers sent, and caps hold."""
    session = Session(Path(first.state), name=name_, state=first.state, programs=first.programs)
    session.shell("ls")
    kept = session.outside().recall(session.last, SESSION)
    assert not kept.unknown
    if "1 acme.past/edited set" not in kept.facts:
        assert not sent
        return
    outside = session.outside()
    digests = {
        outside.digest(name(worker, number)): (worker, number) for worker in range(WORKERS) for number in numbers
    }
    found = {digests[member] for member in kept.facts["1 acme.past/edited set"]["m"]}  # KeyError: invented
    assert sent <= found
    # One more than was written down may have been committed when a worker was killed; of those that lived, none.
    more = [worker for worker, _ in found - sent]
    assert all(worker % 2 for worker in more)
    assert len(more) == len(set(more))
    assert kept.facts["1 acme.past/count count"]["n"] == min(len(found), 1000)
    assert len(kept.facts["1 acme.past/few set"]["m"]) == min(len(found), 5)
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
