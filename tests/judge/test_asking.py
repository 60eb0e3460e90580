"""`judge ask`, `judge doctor`, `decide` and `explain --judge live` reach the model on the way of a hook."""

from __future__ import annotations

import io
import json
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.judge import place, visiting
from policyhooks.judge.control import tell
from policyhooks.runtime.ports.judging import ask
from tests.judge.conftest import Court

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: tests.asked, title: Asked, owner: sec@acme.example, version: 1.0.0}
rules:
  - id: never
    match: {events: [shell.before], commands: [shred]}
    effect: deny
    message: {user: "Never.", agent: "Stop."}
  - id: deploys
    match: {events: [shell.before]}
    when: shell.command.contains("deploy")
    judge:
      prompt: "Only harmless, rule {{ rule }}. $ARGUMENTS"
      model: full
      timeout: 15s
      input: {c: shell.command}
      not_ok: deny
      on_error: ask
    message: {user: "Reviewer: {{ judge.reason }}", agent: "No: {{ judge.reason }}"}
"""


@pytest.fixture
def named(tmp_path: Path, court: Court, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The options that name a policy and a Config whose models are the server's.

    One judge serves all of these commands: each would load its own for seconds, as the one test of that does.
    """
    monkeypatch.setattr(visiting, "borrow_judge", lambda: nullcontext(str(court.state)))
    server = court.server
    (tmp_path / "policy.yaml").write_text(POLICY)
    judge = server.config("good", "full", "401")
    (tmp_path / "config.yaml").write_text(
        json.dumps({"apiVersion": "policyhooks/v1", "kind": "Config", "judge": judge})
    )
    monkeypatch.chdir(tmp_path)
    return ["--policies", "policy.yaml", "--config", "config.yaml"]


def test_ask_shows_what_was_sent_and_received(named: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["judge", "ask", "--rule", "tests.asked/deploys", *named]
    assert run([*asked, "--shell", "deploy --token AKIAZ3K5XQ2M7WNP4RTB; shred x", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["criterion"], told["model"]) == ("not_ok", "D2", "full")
    (exchange,) = told["exchanges"]
    assert "rule tests.asked/deploys" in exchange["sent"]
    assert "SECRET:" in exchange["sent"]
    assert "AKIAZ3K5XQ2M7WNP4RTB" not in json.dumps(told)
    assert "not fine" in exchange["received"]
    assert run([*asked, "--shell", "deploy", "--model", "401"]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("unknown: model `401`: its key was not accepted")
    assert "sent to http://127.0.0.1:" in shown
    assert "received" in shown


def test_a_rule_that_asks_nothing_about_the_event_says_why(
    named: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for rule, shell, words in (
        ("tests.asked/deploys", "ls", "its match or condition does not hold"),
        ("tests.asked/other", "deploy", "those that would ask a model about it: tests.asked/deploys"),
    ):
        assert run(["judge", "ask", "--rule", rule, *named, "--shell", shell]) == 2
        assert words in capsys.readouterr().err


def test_a_borrowed_judge_is_gone_afterwards(court: Court) -> None:
    with visiting.borrow_judge() as state:
        request = court.request("good")
        assert ask([request], state=state, deadline=time.monotonic() + 90)[0].outcome == "ok"
        status = tell(Path(state) / place.FOLDER, "status")
        assert status is not None
    assert not Path(state).exists()
    assert (
        not Path(f"/proc/{status['pid']}/cmdline").exists() or not Path(f"/proc/{status['pid']}/cmdline").read_bytes()
    )


def test_ask_by_a_prompt_file(named: list[str], court: Court, capsys: pytest.CaptureFixture[str]) -> None:
    Path("prompt.md").write_text("---\ntitle: x\n---\nReads only. $ARGUMENTS")
    options = ["judge", "ask", "--prompt", "prompt.md", "--model", "good", "--config", "config.yaml"]
    assert run([*options, "--mcp", "mail/send", "--arguments", '{"to": "a@example.com"}']) == 0
    assert capsys.readouterr().out.startswith("ok: fine")
    assert b"mail" in court.server.requests[-1]
    assert b"title: x" not in court.server.requests[-1]


def test_doctor_calls_every_model(named: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge", "doctor", "--config", "config.yaml", "--format", "json"]) == 1
    reports = {report["model"]: report for report in json.loads(capsys.readouterr().out)}
    assert reports["good"]["answers"] == "held to a schema with lengths"
    assert reports["good"]["tokens"] == 18
    assert reports["401"]["cause"] == "auth"
    assert "key was not accepted" in reports["401"]["what_to_do"]
    assert run(["judge", "doctor", "--config", "config.yaml", "--model", "good"]) == 0


def test_explain_and_decide_reach_the_model(
    named: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    explained = ["explain", *named, "--client", "claude-code", "--shell", "deploy now"]
    assert run([*explained, "--judge", "live", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (view,) = [view for view in document["trace"] if view["rule"] == "tests.asked/deploys"]
    assert (document["verdict"], view["judge"]["criterion"]) == ("deny", "D2")
    assert run([*explained, "--judge", "live"]) == 0
    assert "model full: not fine" in capsys.readouterr().out
    payload = {
        "session_id": "s",
        "cwd": "/",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "deploy now"},
    }
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(payload).encode())))
    assert run(["decide", *named, "--client", "claude-code"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "deny"
