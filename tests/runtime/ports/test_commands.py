"""Command rules: real programs, their answers, time-outs, output and process groups."""

import time
from pathlib import Path

import pytest

from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest, finish, request_for, run_all
from tests.runtime.programs import event


def outcome(script: str, *, timeout_s: float = 10.0, stdin: bytes = b"{}\n") -> CommandOutcome:
    request = CommandRequest(rule_id="p/r", argv=["/bin/sh", "-c", script], timeout_s=timeout_s, stdin=stdin)
    return finish(run_all([request], time.monotonic() + 30))[0]


TABLE = [
    ("exit 0", "ok", "", ""),
    ("echo fine; exit 0", "ok", "", ""),
    ("exit 2", "not_ok", "", ""),
    ("echo no licence; exit 2", "not_ok", "no licence", ""),
    ("echo no licence >&2; exit 2", "not_ok", "no licence", ""),
    ('echo \'{"ok": false, "reason": "why"}\'', "not_ok", "why", ""),
    ("echo '{\"ok\": true}'", "ok", "", ""),
    ('echo \'{"ok": true, "reason": "x"}\'; exit 2', "not_ok", "x", ""),
    ('echo \'{"ok": "false"}\'', "unknown", "", "malformed answer on stdout"),
    ('echo \'{"ok": false, "ok": true}\'', "unknown", "", "malformed JSON on stdout"),
    ("echo '{'", "unknown", "", "malformed JSON on stdout"),
    ("exit 1", "unknown", "", "exit code 1"),
    ("exit 127", "unknown", "", "exit code 127"),
    ("kill -9 $$", "unknown", "", "signal 9"),
    ("yes", "unknown", "", "too much output"),
    ("yes >&2", "unknown", "", "too much output"),
]


@pytest.mark.parametrize(("script", "expected", "reason", "cause"), TABLE)
def test_what_a_program_says(script: str, expected: str, reason: str, cause: str) -> None:
    found = outcome(script)
    assert (found.outcome, found.reason, found.cause) == (expected, reason, cause)


# codes that refuse, script -> outcome, reason
REFUSING = [
    ((1,), "echo two findings; exit 1", "not_ok", "two findings"),
    ((1,), "echo two findings >&2; exit 1", "not_ok", "two findings"),
    ((1,), "exit 1", "not_ok", ""),
    ((1,), "echo no; exit 2", "unknown", ""),
    ((1, 2), "echo no; exit 2", "not_ok", "no"),
    ((1,), "echo fine", "ok", ""),
    ((2,), "echo two findings; exit 1", "unknown", ""),
    ((1,), 'echo \'{"ok": true, "reason": "x"}\'; exit 1', "not_ok", "x"),
    ((1,), "kill -9 $$", "unknown", ""),
]


@pytest.mark.parametrize(("codes", "script", "expected", "reason"), REFUSING)
def test_the_rule_says_which_codes_refuse(codes: tuple[int, ...], script: str, expected: str, reason: str) -> None:
    request = CommandRequest(rule_id="p/r", argv=["/bin/sh", "-c", script], timeout_s=10.0, refuses=codes)
    found = finish(run_all([request], time.monotonic() + 30))[0]
    assert (found.outcome, found.reason) == (expected, reason)


def test_a_program_that_agrees_is_heard_to_its_end() -> None:
    assert len(outcome("yes | head -c 60000").stdout) > 50_000
    assert len(outcome("yes | head -c 60000; exit 2").stdout) == 2000


def test_a_program_that_is_not_there_is_unknown() -> None:
    request = CommandRequest(rule_id="p/r", argv=["/nonexistent/program"], stdin=b"")
    found = finish(run_all([request], time.monotonic() + 5))[0]
    assert found.outcome == "unknown"
    assert found.cause.startswith("cannot start")


def test_a_time_out_kills_the_whole_group(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    found = outcome(f"(sleep 1; touch {mark}) & sleep 60", timeout_s=0.2)
    assert (found.outcome, found.cause) == ("unknown", "time-out")
    time.sleep(1.2)
    assert not mark.exists()


def test_a_child_left_behind_is_killed_with_its_group(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    found = outcome(f"(sleep 1; touch {mark}) >/dev/null 2>&1 & exit 0")
    assert found.outcome == "ok"
    time.sleep(1.2)
    assert not mark.exists()


def test_they_run_side_by_side() -> None:
    requests = [CommandRequest(rule_id=str(n), argv=["/bin/sh", "-c", "sleep 0.5"], timeout_s=20) for n in range(8)]
    begun = time.monotonic()
    found = finish(run_all(requests, time.monotonic() + 20))
    assert [one.outcome for one in found] == ["ok"] * 8
    assert time.monotonic() - begun < 8 * 0.5


def test_a_program_that_reads_nothing_and_one_that_reads_all() -> None:
    long = b"x" * 1_000_000
    assert outcome("exit 0", stdin=long).outcome == "ok"
    assert outcome('[ "$(wc -c)" -eq 1000000 ]', stdin=long).outcome == "ok"


def test_the_environment_is_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_TOKEN", "secret")
    monkeypatch.setenv("BASH_ENV", "/tmp/x")
    found = outcome('echo "$(env)"; exit 2')
    names = {line.partition("=")[0] for line in found.reason.splitlines()}
    assert names <= {"PATH", "LANG", "PWD", "SHLVL", "_"}


def test_the_event_stands_on_stdin() -> None:
    from policyhooks.core.program import Rule
    from policyhooks.core.strict_json import parse

    rule = Rule(id="p/r", command={"run": ["/bin/cat"], "timeout_ms": 1500})
    request = request_for(rule, event(payload={"a": [1]}), "derived")
    document = parse(request.stdin)
    assert isinstance(document, dict)
    assert (document["rule"], document["event"], document["payload"], document["derived"]) == (
        "p/r",
        "tool.before",
        {"a": [1]},
        "derived",
    )
    assert (request.argv, request.timeout_s) == (["/bin/cat"], 1.5)
