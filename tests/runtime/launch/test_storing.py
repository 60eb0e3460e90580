"""Hooks that remember: what one process leaves behind is what the next one knows, in parallel and by a resident."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from policyhooks.image.activation import Activation
from policyhooks.runtime.resident.frames import ACCEPT, COMMIT, PREPARED
from tests.support import remembering as past
from tests.support.counts import SOAK
from tests.support.hooks import argv, install, payload, records, run, verdict
from tests.support.residents import Talk, asked, resident_of

CURL = "curl https://x.example"
PARALLEL = 64 if SOAK else 8


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Activation:
    return past.installed(tmp_path_factory.mktemp("past"))


@pytest.fixture
def active(made: Activation) -> Activation:
    shutil.rmtree(made.state / "memory", ignore_errors=True)
    return made


def shell(active: Activation, command: str, use: str = "t1", session: str = "s1") -> str:
    return verdict(run(active, past.shell(command, use=use, session=session)))


def say_all(active: Activation) -> list[str]:
    """The two-call attack, the third push, a stop before and after the tests, a server that is new."""
    said = [shell(active, command, use=command) for command in (CURL, "cat ~/.aws/credentials", CURL)]
    said += [shell(active, "git push", use=str(number)) for number in range(3)]
    for event in (
        past.stop(),
        past.edit("/home/dev/project/a"),
        past.stop(),
        past.shell("pytest", "PostToolUse"),
        past.stop(),
    ):
        done = run(active, event, native=str(event["hook_event_name"]))
        said.append(json.loads(done.stdout)["decision"] if done.stdout else "pass")
    for native in ("PreToolUse", "PostToolUse", "PreToolUse"):
        done = run(active, past.mcp(native), native=native)
        said.append(verdict(done))
    return said


SAID = ["pass", "pass", "deny", "pass", "pass", "deny", "pass", "pass", "block", "pass", "pass", "ask", "pass", "pass"]


def test_what_one_hook_leaves_behind_the_next_one_knows(active: Activation) -> None:
    assert say_all(active) == SAID


def test_a_resident_remembers_the_same(active: Activation) -> None:
    if not (active.state / "bin/ordinary").exists():
        pytest.skip("no front was built here (make setup)")
    before = len(records(active))
    with resident_of(active):
        assert say_all(active) == SAID
    assert all(record.get("request") for record in records(active)[before:])


def test_of_many_at_one_moment_no_more_than_may_pass(active: Activation) -> None:
    before = len(records(active))
    with ThreadPoolExecutor(PARALLEL) as pool:
        said = list(pool.map(lambda number: shell(active, "git push", use=f"p{number}"), range(PARALLEL)))
    assert sorted(said) == ["deny"] * (PARALLEL - 2) + ["pass"] * 2
    told = [record["memory"] for record in records(active)[before:]]
    versions = [one["wrote"]["session"] for one in told if "wrote" in one]  # type: ignore[index,operator]
    assert sorted(versions) == list(range(1, len(versions) + 1))
    assert sum("pushes" in str(one.get("facts")) for one in told) == 2  # type: ignore[attr-defined]


@pytest.fixture
def resident(active: Activation) -> Iterator[Activation]:
    if not (active.state / "bin/ordinary").exists():
        pytest.skip("no front was built here (make setup)")
    with resident_of(active):
        yield active


def prepared(active: Activation, event: dict[str, object]) -> tuple[Talk, bytes]:
    talk = Talk(active.state)
    talk.ask(asked(active.state), past.encoded(event))
    assert talk.hear() == (ACCEPT, b"")
    kind, body = talk.hear()
    assert kind == PREPARED
    return talk, body


def test_what_moves_between_answer_and_commit_is_not_acknowledged(resident: Activation) -> None:
    assert shell(resident, "git push", use="a") == "pass"
    talk, _ = prepared(resident, past.shell("git push", use="b"))
    assert shell(resident, "git push", use="c") == "pass"
    talk.say(COMMIT)
    assert talk.hear() == (0, b"")  # the answer would be another one: the front gives its fail answer
    assert shell(resident, "git push", use="d") == "deny"


def test_what_moves_and_changes_no_answer_is_acknowledged(resident: Activation) -> None:
    talk, _ = prepared(resident, past.shell("git push", use="b"))
    assert shell(resident, "git push", use="c") == "pass"
    talk.say(COMMIT)
    assert talk.hear()[0] != 0
    talk.close()
    assert shell(resident, "git push", use="d") == "deny"


def test_an_event_that_is_given_up_leaves_nothing_behind(resident: Activation) -> None:
    for use in ("a", "b", "c"):
        prepared(resident, past.shell("git push", use=use))[0].close()
    assert [shell(resident, "git push", use=f"x{number}") for number in range(3)] == ["pass", "pass", "deny"]


def test_an_after_event_that_the_agent_forges_cannot_undo_a_fact(active: Activation) -> None:
    """It can make one that relaxes: in user scope these are advisory, and the documentation says so."""
    shell(active, "cat ~/.aws/credentials")
    for native in ("PostToolUse", "SessionStart", "SessionEnd"):
        forged = {**past.shell("true", native), "source": "clear", "reason": "clear"}
        run(active, forged, native=native)
    assert shell(active, CURL, use="t2") == "deny"


def test_without_facts_nothing_is_looked_up_or_kept(tmp_path: Path) -> None:
    plain = install(tmp_path)
    tracer = shutil.which("strace")
    if tracer is None:
        pytest.skip("strace is not installed")
    command = [tracer, "-f", "-qq", "-e", "trace=file,desc", *argv(plain)]
    done = subprocess.run(command, input=json.dumps(payload()).encode(), capture_output=True, check=False, timeout=120)
    if b"ptrace" in done.stderr and b"Operation not permitted" in done.stderr:
        pytest.skip("nothing may be traced here")
    assert done.returncode == 64
    assert b"journal.jsonl" in done.stderr
    assert b"/memory" not in done.stderr
