"""What is tried on the page stays there: the worker decides as everybody else, and can reach nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.web.playground.samples import POLICY, list_samples
from policyhooks.web.playground.supervisor import ROOT, Workers, parse_for
from tests.support.counts import scaled

PUSH = next(list_samples("claude-code"))
RULES = """apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.tried, title: Tried, owner: a@example.com}
"""


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers()
    yield made
    made.close()


def ask(workers: Workers, policy: str, event: str = PUSH.event, what: str = "decide") -> dict[str, object]:
    return workers.ask({"policy": policy, "event": event, "client": "claude-code", "native": PUSH.native, "what": what})


def rule(**keys: object) -> str:
    """A policy of one rule about every command."""
    whole = {
        "id": "one",
        "match": {"events": ["shell.before"]},
        "when": "true",
        "effect": "deny",
        "message": {"user": "no", "agent": "no"},
        **keys,
    }
    return f"{RULES}rules: [{json.dumps({name: value for name, value in whole.items() if value is not None})}]\n"


def test_it_decides_as_explain_does(workers: Workers, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, payload = tmp_path / "policy.yaml", tmp_path / "event.json"
    path.write_text(POLICY)
    payload.write_text(PUSH.event)
    words = [
        "explain",
        "--client",
        "claude-code",
        "--policies",
        str(path),
        "--home",
        "/home/dev",
        "--cwd",
        "/w/project",
    ]
    assert run([*words, "--format", "json", str(payload)]) == 0
    known = json.loads(capsys.readouterr().out)
    told = ask(workers, POLICY)
    assert (
        (told["verdict"], told["rules"]) == (known["verdict"], known["rules"]) == ("deny", ["acme.git/no-force-push"])
    )
    answers = {one["client"]: one for one in told["answers"]}  # type: ignore[attr-defined]
    assert answers["claude-code"] == known["answers"][0]
    assert len(answers) == 5


def test_a_command_that_needs_the_parser_is_read(workers: Workers) -> None:
    event = json.dumps({**json.loads(PUSH.event), "tool_input": {"command": "if true; then git push --force; fi"}})
    assert ask(workers, POLICY, event)["verdict"] == "deny"


def test_what_it_proposes_is_a_test_that_passes(workers: Workers) -> None:
    told = ask(workers, rule(when="shell.commands.exists(c, c.name == 'git')"))
    cases = [line for line in str(told["test"]).splitlines() if not line.startswith("#")]
    text = (
        RULES
        + "rules:\n"
        + "\n".join(
            [
                "  - id: one",
                "    match: {events: [shell.before]}",
                "    when: shell.commands.exists(c, c.name == 'git')",
                "    effect: deny",
                "    message: {user: 'no', agent: 'no'}",
                *(f"    {line}" for line in cases),
            ]
        )
    )
    found = ask(workers, text, what="tests")["tests"]
    assert [case["passed"] for case in found["cases"]] == [True]  # type: ignore[index]


def test_tests_run_and_those_with_files_are_left_out(workers: Workers) -> None:
    policy = rule(
        tests={"deny": ["ls"], "quiet": ["ls"], "cases": [{"shell": "ls", "files": {"a": "b"}, "expect": "deny"}]}
    )
    found = ask(workers, policy, what="tests")["tests"]
    assert [case["passed"] for case in found["cases"]] == [True, False]  # type: ignore[index]
    assert found["left_out"] == 1  # type: ignore[index]


def test_commands_and_judges_are_not_asked(workers: Workers, tmp_path: Path) -> None:
    trace = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {trace}\n")
    program.chmod(0o755)
    for keys in (
        {"command": {"run": [str(program)]}},
        {"command": [str(program)]},
        {"command": str(program)},
        {"prompt": "is this fine?"},
        {"prompt": {"text": "is this fine?"}},
        {"prompt": {"file": "/etc/passwd"}},
    ):
        told = ask(workers, rule(**keys))
        assert "root:" not in json.dumps(told)
        assert told.get("diagnostics") or told.get("problem") or told.get("notes")
    assert not trace.exists()


@pytest.mark.parametrize("kind", ["Config", "Library", "Programs", "Nothing"])
def test_only_policies_are_tried(workers: Workers, kind: str) -> None:
    told = ask(
        workers, f"apiVersion: policyhooks/v1\nkind: {kind}\nmetadata: {{id: a.b, title: x, owner: a@b.example}}\n"
    )
    assert told["diagnostics"]
    assert "verdict" not in told


def test_imports_of_shipped_packs_alone(workers: Workers) -> None:
    imported = POLICY.replace("rules:\n", "imports: [packs.command-line]\nrules:\n", 1)
    assert ask(workers, imported)["verdict"] == "deny"
    for name in ("../../etc/passwd", "/etc/passwd", "acme.none"):
        told = ask(workers, POLICY.replace("rules:\n", f"imports: ['{name}']\nrules:\n", 1))
        assert "verdict" not in told
        assert told["diagnostics"]


HOSTILE = [
    "",
    "\x00",
    "[" * 5000,
    "a: &a [*a, *a]\n",
    "x" * (127 << 10),
    "- " * 60000,
    rule(when="shell.command.matches('(a*)*b')"),
    rule(when="shell.command.matches('" + "(a?){60}" * 40 + "')"),
    rule(when=" && ".join(["shell.understood"] * 3000)),
    rule(when="(" * 400 + "true" + ")" * 400),
    rule(when="[1,2,3,4,5,6,7,8,9].all(a, " * 12 + "true" + ")" * 12),
    rule(when="shell.commands.exists(c, c.name == '\ud800')"),
    rule(id="<script>alert(1)</script>"),
    RULES + "rules: !!python/object/apply:os.system ['touch /tmp/x']\n",
    RULES + "rules: " + "[" * 30 + "]" * 30 + "\n",
]
EVENTS = [
    "",
    "[]",
    "null",
    "{" * 2000,
    '{"a": 1, "a": 2}',
    json.dumps({"tool_name": "Bash", "tool_input": {"command": "$(" * 500}}),
    json.dumps({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "a=$a$a;" * 3000}}),
    json.dumps(
        {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "cat /etc/shadow <(x)"}}
    ),
    json.dumps({"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": "/proc/self/mem"}}),
    json.dumps({"hook_event_name": "PreToolUse", "tool_name": "x" * 9999, "tool_input": []}),
]


@pytest.mark.parametrize("policy", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_policy_is_told_and_the_next_question_is_answered(workers: Workers, policy: str) -> None:
    told = ask(workers, policy)
    assert told.get("problem") or told.get("diagnostics") or told.get("verdict")
    assert ask(workers, POLICY)["verdict"] == "deny"


@pytest.mark.parametrize("event", EVENTS, ids=range(len(EVENTS)))
def test_a_hostile_event_is_told(workers: Workers, event: str) -> None:
    told = ask(workers, POLICY, event)
    assert told.get("problem") or told.get("verdict")
    assert ask(workers, POLICY)["verdict"] == "deny"


def test_what_never_ends_is_stopped_and_told(workers: Workers) -> None:
    many = rule(
        when=" || ".join(f"shell.command.matches('a{number}.*b{number}.*c{{1,200}}d{number}')" for number in range(700))
    )
    for _ in range(scaled(20)):
        told = ask(workers, many, json.dumps({**json.loads(PUSH.event), "tool_input": {"command": "a1b" * 5000}}))
        assert told.get("problem") or told.get("diagnostics") or told.get("verdict")
    assert ask(workers, POLICY)["verdict"] == "deny"


def test_a_worker_that_is_killed_is_replaced(workers: Workers) -> None:
    ask(workers, POLICY)
    assert workers.process is not None
    workers.process.kill()
    workers.process.wait()
    assert ask(workers, POLICY)["verdict"] == "deny"


PROBE = """
import sys; sys.path.insert(0, {root!r})
import ctypes, os, socket, subprocess
from policyhooks.web.playground.confinement import seal
held = seal()
def tried(name, deed):
    try: found = deed()
    except BaseException as problem: found = type(problem).__name__
    os.write(1, f"{{name}} {{found}}\\n".encode())
os.write(1, f"held {{held}}\\n".encode())
tried("open", lambda: open("/etc/passwd"))
tried("make", lambda: os.open("/tmp/made-by-nobody", os.O_CREAT | os.O_WRONLY))
tried("list", lambda: os.listdir("/"))
tried("unlink", lambda: os.unlink({victim!r}))
tried("chmod", lambda: os.chmod({victim!r}, 0o777))
tried("socket", lambda: socket.socket())
tried("pair", lambda: socket.socketpair())
tried("fork", os.fork)
tried("spawn", lambda: subprocess.run(["/bin/true"]))
tried("exec", lambda: os.execv("/bin/true", ["true"]))
tried("kill", lambda: os.kill(os.getppid(), 0))
tried("memory", lambda: bytearray(2 << 30))
tried("limits", lambda: __import__("resource").setrlimit(7, (9, 9)))
tried("ptrace", lambda: OSError if ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) else "attached")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the filter of system calls is Linux's")
def test_nothing_is_within_reach_of_a_sealed_process(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("here")
    done = subprocess.run(
        [sys.executable, "-I", "-c", PROBE.format(root=ROOT, victim=str(victim))],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"]},
    )
    told = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert told.pop("held") == "system calls"
    assert told.pop("memory") == "MemoryError"
    assert len(told) == 13, done.stdout + done.stderr
    assert set(told.values()) <= {"PermissionError", "ValueError", "<class 'OSError'>"}, told
    assert victim.read_text() == "here"


@pytest.mark.parametrize("asked", [None, [], ["!!", "bash", 1], ["bHM=", "/bin/sh", 1], ["bHM=", "-c", 1], [1, 2, 3]])
def test_the_worker_cannot_choose_what_is_started(asked: object) -> None:
    assert parse_for(asked, 1e12) == [127, "", ""]
