"""Real hook processes under hostile input, broken pipes and rules that misbehave."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from policyhooks.image.activation import Activation
from tests.support.counts import scaled
from tests.support.fronts import KINDS
from tests.support.hooks import argv, install, payload, records, run, settled, verdict


@pytest.fixture(scope="module", params=KINDS)
def active(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Activation:
    return install(tmp_path_factory.mktemp("hook"), kind=request.param)


def test_it_passes_and_denies_and_records_both(tmp_path: Path) -> None:
    active = install(tmp_path)
    passed, denied = run(active, payload()), run(active, payload("deny"))
    assert (passed.returncode, passed.stdout, passed.stderr) == (0, b"", b"")
    assert verdict(denied) == "deny"
    assert b"The input says deny." in denied.stdout
    told = [(record["verdict"], record["answer"], record.get("by", [])) for record in records(active)]
    assert told == [("pass", 0, []), ("deny", 2, ["test/word"])]


VALID = json.dumps(payload()).encode()

HOSTILE: list[tuple[str, bytes]] = [
    ("empty", b""),
    ("blank", b"  \n"),
    ("cut off", VALID[:-10]),
    ("two documents", VALID + VALID),
    ("text behind", VALID + b" x"),
    ("list", b"[]"),
    ("string", b'"PreToolUse"'),
    ("null", b"null"),
    ("not a number", VALID.replace(b'"s1"', b"NaN")),
    ("infinity", VALID.replace(b'"s1"', b"1e999")),
    ("invalid UTF-8", VALID.replace(b"s1", b"\xff\xfe")),
    ("UTF-16", VALID.decode().encode("utf-16")),
    ("NUL", VALID.replace(b"s1", b"\0")),
    ("lone surrogate", VALID.replace(b"s1", b"\\ud800")),
    ("duplicate key", VALID.replace(b"{", b'{"cwd": "/",', 1)),
    ("deep duplicate key", VALID.replace(b'"do":', b'"do": "x", "do":')),
    ("deep list", b"[" * 100_000 + b"]" * 100_000),
    ("deep list in the input", VALID.replace(b'"nothing"', b"[" * 100_000 + b"]" * 100_000)),
    ("deep objects", b'{"a":' * 50_000 + b"1" + b"}" * 50_000),
    ("unclosed", b"[" * 100_000),
    ("no name", VALID.replace(b"hook_event_name", b"hook_event_nam")),
    ("another event", VALID.replace(b'"PreToolUse"', b'"Stop"')),
    ("no tool", VALID.replace(b"tool_name", b"toolname")),
    ("tool of another type", VALID.replace(b'"Unknown"', b"7")),
    ("input of another type", VALID.replace(b'{"do": "nothing"}', b'"text"')),
    ("null input", VALID.replace(b'{"do": "nothing"}', b"null")),
    ("huge integer", VALID.replace(b'"s1"', b"9" * 6000)),
]


@pytest.mark.parametrize(("name", "stdin"), HOSTILE, ids=[name for name, _ in HOSTILE])
def test_unreadable_input_is_a_deny_never_an_ask(active: Activation, name: str, stdin: bytes) -> None:
    done = run(active, stdin)
    assert verdict(done) == "deny"
    assert done.returncode == 2
    assert b"policyhooks could not decide" in done.stderr
    assert b"s1" not in done.stderr


@pytest.mark.parametrize("prefix", [b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf", b" \n\t"])
def test_a_byte_order_mark_changes_nothing(active: Activation, prefix: bytes) -> None:
    assert verdict(run(active, prefix + VALID)) == "pass"
    assert verdict(run(active, prefix + json.dumps(payload("deny")).encode())) == "deny"


def test_a_hundred_megabytes_are_refused(active: Activation) -> None:
    long = json.dumps(payload(pad="x" * (100 << 20))).encode()
    assert verdict(run(active, long)) == "deny"


def test_unreadable_input_on_a_stop_event_is_silence(active: Activation) -> None:
    done = run(active, b"{", native="Stop")
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.parametrize("native", ["FooBar", "Stop", "Notification", "SessionStart", "pretooluse"])
def test_an_entry_that_names_another_event_than_the_payload_is_a_block(active: Activation, native: str) -> None:
    """Nothing can be stopped there by the command line's word, and the client waits for leave to call a tool."""
    for sent in (VALID, json.dumps(payload("deny")).encode(), VALID[:-10]):
        done = run(active, sent, native=native)
        assert verdict(done) == "deny"
        assert done.returncode == 2


def test_an_event_that_nobody_knows_passes_as_before(active: Activation) -> None:
    done = run(active, VALID.replace(b'"PreToolUse"', b'"FooBar"'), native="FooBar")
    assert (done.returncode, done.stdout) == (0, b"")


def test_stdin_that_never_closes_ends_at_the_deadline(active: Activation) -> None:
    for sent in (b"", VALID[:40], VALID):
        reader, writer = os.pipe()
        os.write(writer, sent)
        begun = time.monotonic()
        done = subprocess.run(argv(active, timeout_s=1), stdin=reader, capture_output=True, check=False, timeout=60)
        lasted = time.monotonic() - begun
        os.close(reader)
        os.close(writer)
        assert verdict(done) == "deny"
        assert b"time-out" in done.stderr
        assert lasted >= 0.75


def test_many_hostile_spawns(active: Activation) -> None:
    """A thousand processes, one hostile input after the other: each ends in a valid answer or a block."""
    running: list[tuple[str, subprocess.Popen[bytes]]] = []
    for number in range(scaled(1000)):
        name, stdin = HOSTILE[number % len(HOSTILE)]
        process = subprocess.Popen(argv(active), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = process.communicate(stdin, timeout=60)
        running.append((name, process))
        assert verdict(subprocess.CompletedProcess([], process.returncode, out, err)) == "deny", name
    assert len(running) == scaled(1000)


# ---- stdout -----------------------------------------------------------------------------------


@pytest.mark.parametrize("do", ["nothing", "deny"])
def test_stdout_closed_is_a_block(active: Activation, do: str) -> None:
    data = json.dumps(payload(do)).encode()
    closed = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *argv(active)], input=data, stderr=subprocess.PIPE, check=False
    )
    assert settled(closed.returncode) == 2
    assert closed.stderr.strip()


@pytest.mark.parametrize("do", ["deny", "raise"])
def test_stdout_full_is_a_block(active: Activation, do: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            argv(active), input=json.dumps(payload(do)).encode(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.strip()


def test_a_reader_that_went_away_is_a_block(active: Activation) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        argv(active), input=json.dumps(payload("raise")).encode(), stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert done.returncode == 2


@pytest.mark.parametrize("full", ["stdout", "stderr", "both"])
def test_a_reader_that_never_reads_is_not_waited_for(active: Activation, full: str) -> None:
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    while os.get_blocking(writer) is False:
        try:
            os.write(writer, b" " * 4096)
        except BlockingIOError:
            os.set_blocking(writer, True)
    null = os.open("/dev/null", os.O_WRONLY)
    stdout, stderr = (null if full == "stderr" else writer), (null if full == "stdout" else writer)
    done = subprocess.run(
        argv(active, timeout_s=2), input=json.dumps(payload("deny")).encode(), stdout=stdout, stderr=stderr,
        check=False, timeout=60,
    )  # fmt: skip
    for descriptor in (reader, writer, null):
        os.close(descriptor)
    assert done.returncode == 2


def test_everything_closed_is_a_block(active: Activation) -> None:
    done = subprocess.run(["/bin/sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *argv(active)], check=False)
    assert settled(done.returncode) == 2


def test_noise_never_reaches_stdout(active: Activation) -> None:
    done = run(active, payload("print"))
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"more noise" in done.stderr


# ---- rules that misbehave ---------------------------------------------------------------------


@pytest.mark.parametrize("do", ["raise", "recurse"])
def test_a_rule_that_raises_takes_its_on_error(active: Activation, do: str) -> None:
    done = run(active, payload(do))
    assert verdict(done) == "ask"
    assert b"secret" not in done.stdout + done.stderr


def test_a_rule_that_ends_the_interpreter_is_a_block(active: Activation) -> None:
    done = run(active, payload("exit"))
    assert verdict(done) == "deny"


def test_a_rule_that_hangs_is_answered_at_the_deadline(active: Activation) -> None:
    done = run(active, payload("loop"), timeout_s=1)
    assert verdict(done) == "deny"
    assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecisionReason"]


@pytest.mark.parametrize("do", ["long C call", "crash", "kill"])
def test_what_takes_the_process_down_is_answered_by_the_tail(active: Activation, do: str) -> None:
    done = run(active, payload(do), timeout_s=1, shell=True)
    assert verdict(done) == "deny"
    assert b"could not run" in done.stderr


def test_a_pass_through_the_shell_is_silent(active: Activation) -> None:
    done = run(active, payload(), shell=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert verdict(run(active, payload("deny"), shell=True)) == "deny"


def test_the_tail_adds_nothing_to_a_deny(active: Activation) -> None:
    direct, through = run(active, payload("deny")), run(active, payload("deny"), shell=True)
    assert (direct.stdout, direct.stderr) == (through.stdout, through.stderr)


LATE = """
import sys, time
from policyhooks.core.verdict import Response
from policyhooks.runtime import platform
from policyhooks.runtime.launch import hook

started = hook.Hook("claude-code", "PreToolUse", 0.5, hook.Settings(), complete=64)
started.stdout = platform.take_stdout()
platform.watch(0.1, started.on_time)
started.give(Response(stdout=b"{}"))
time.sleep(1)  # a machine that is busy elsewhere
platform.leave(64)
"""


def test_no_deadline_strikes_behind_an_answer() -> None:
    """The entry would take its exit code for a failure and answer again: two documents on one stdout."""
    done = subprocess.run([sys.executable, "-c", LATE], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (64, b"{}", b"")
