"""`log false-alarm` and `log accuracy`: marks beside the journal, and what today's policies say to what was marked."""

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.inspect.false_alarms import FILE, flags_of, read_marks
from policyhooks.inspect.journal_ids import read_entries
from policyhooks.inspect.own_accuracy import OwnAccuracy, measure
from policyhooks.report.journal.accuracy import render_accuracy
from policyhooks.report.journal.text import subject_of
from policyhooks.report.screen.style import Style
from policyhooks.runtime.ports.journal import append
from tests.support.golden import assert_golden
from tests.support.projects import enter_project

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.rules, title: T, owner: a@example.com, version: 1.0.0}
rules:
  - id: no-rm
    match: {events: [shell.before], commands: [rm]}
    when: CONDITION
    effect: EFFECT
    message: {user: "No.", agent: "No."}
"""
TOKEN = "ghp_" + "a8Zk3Lq9Wm2Xv7Rt5Np1Bc6Yd4Hf0Jg8Ks2Q"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in which `rm` is denied, with three decisions."""
    project = enter_project(tmp_path, monkeypatch)
    install(project)
    for command in ("rm a", "ls", "rm b"):
        send(project, command)
    return project


def install(project: Path, condition: str = '"true"', effect: str = "deny") -> None:
    (project / "acme.yaml").write_text(POLICY.replace("CONDITION", condition).replace("EFFECT", effect))
    assert run(["install", "--client", "claude-code", "--policies", "acme.yaml", "--replace"]) == 0


def state_of(project: Path) -> Path:
    (found,) = project.parent.glob("home/.local/state/policyhooks/projects/*/claude-code")
    return found


def send(project: Path, command: str) -> None:
    """One command through the installed hook."""
    payload = {"session_id": "s", "cwd": str(project), "hook_event_name": "PreToolUse", "tool_name": "Bash"}
    payload |= {"tool_input": {"command": command}, "permission_mode": "default"}
    state = str(state_of(project))
    line = [sys.executable, "-m", "policyhooks", "hook", "--state", state, "claude-code", "PreToolUse"]
    subprocess.run(line, input=json.dumps(payload).encode(), capture_output=True, check=False, timeout=60)


def ids(project: Path) -> list[str]:
    return [entry.id for entry in read_entries([state_of(project)])]


def say(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    capsys.readouterr()
    assert run(["log", *words]) == code
    out, err = capsys.readouterr()
    return err if code else out


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[dict, list[dict]]:
    first, *rest = [json.loads(line) for line in say(capsys, "accuracy", "--format", "jsonl", *words).splitlines()]
    return first, rest


def test_a_mark_is_private_counted_and_taken_back(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, quiet, _ = ids(project)
    assert "marked as a false alarm" in say(capsys, "false-alarm", first[:6], "--reason", f"ours, {TOKEN}")
    path = state_of(project) / "journal" / FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert TOKEN not in path.read_text()
    told, marked = figures(capsys)
    assert (told["decisions"], told["verdicts"]) == (3, {"deny": 2})
    assert told["rules"] == [{"rule": "acme.rules/no-rm", "verdict": "deny", "count": 2}]
    assert [(one["id"], one["flagged_today"], one["today"]) for one in marked] == [
        (first, True, "deny by acme.rules/no-rm")
    ]
    assert marked[0]["reason"].startswith("ours, [SECRET:")
    assert "asked nothing" in say(capsys, "false-alarm", quiet, code=2)
    say(capsys, "false-alarm", first, "--undo")
    assert figures(capsys)[1] == []
    assert "is not marked" in say(capsys, "false-alarm", first, "--undo", code=2)
    assert run(["log", "verify"]) == 0


def test_policies_of_today_decide_again(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, _, last = ids(project)
    say(capsys, "false-alarm", first)
    say(capsys, "false-alarm", last)
    install(project, """'shell.command != "rm a"'""", "ask")
    _, marked = figures(capsys)
    assert [(one["flagged_today"], one["today"].split()[0]) for one in marked] == [(False, "pass"), (True, "ask")]


def test_marks_outlive_rotation_and_say_when_the_record_is_gone(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = ids(project)[0]
    say(capsys, "false-alarm", first)
    state = state_of(project)
    append(str(state), {"kind": "decision", "verdict": "pass", "time": "2026-11-18T00:00:00.000Z"}, rotate_at=1)
    assert len(list((state / "journal").glob("journal-*.jsonl"))) == 1
    assert [one["flagged_today"] for one in figures(capsys)[1]] == [True]
    for path in (state / "journal").glob("journal-*.jsonl"):
        path.unlink()
    _, (gone,) = figures(capsys)
    assert (gone["flagged_today"], gone["today"]) == (None, "its record is not kept any more")


def test_what_cannot_be_marked_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in (
        (["false-alarm"], "needs the ID"),
        (["false-alarm", "ffffffff"], "there is no record"),
        (["accuracy", "--reason", "x"], "belong to `log false-alarm ID`"),
        (["accuracy", "abcd"], "takes no ID"),
        (["stats", "--undo"], "belong to `log false-alarm ID`"),
        (["false-alarm", ids(project)[0], "--reason", "two\nlines"], "one line"),
        (["false-alarm", ids(project)[0], "--reason", "x" * 301], "one line"),
    ):
        assert said in say(capsys, *words, code=2)
    assert figures(capsys)[1] == []
    (state_of(project) / "journal" / FILE).symlink_to(project / "acme.yaml")
    assert "cannot be stored" in say(capsys, "false-alarm", ids(project)[0], code=1)


def test_torn_and_foreign_lines_are_no_marks(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = ids(project)[0]
    path = state_of(project) / "journal" / FILE
    path.write_bytes(b'[1]\n{"chain": 5}\n\xff\n{"v": 1, "chai')
    say(capsys, "false-alarm", first)
    assert len(read_marks(state_of(project))) == 1


def test_records_of_audit_count_by_what_they_would_have_done() -> None:
    rules = [{"id": "a/b", "would": "deny"}, {"id": "a/c", "would": "ask"}]
    assert flags_of({"kind": "decision", "verdict": "pass", "rules": rules}) == ("(deny)", ("a/b",))
    assert flags_of({"kind": "later", "verdict": "deny", "by": ["a/b"]}) == ("", ())
    assert flags_of({"kind": "decision", "verdict": "ask", "by": ["a/b"]}) == ("ask", ("a/b",))


def test_the_screen_golden(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from policyhooks.cli.options.marking import deciding_in
    from policyhooks.inspect.own_accuracy import decide_again

    for one, reason in zip(ids(project)[::2], ("our own scratch file", ""), strict=True):
        say(capsys, "false-alarm", one, "--reason", reason)
    install(project, """'shell.command != "rm a"'""")
    state = state_of(project)
    entries = read_entries([state])
    deciding = deciding_in(state)
    found = measure(entries, read_marks(state), lambda entry: decide_again(entry.record, deciding), subject_of)
    text = render_accuracy(found, Style(width=80))
    for number, one in enumerate(ids(project)):
        text = text.replace(one, f"{number:08x}")
    nothing = render_accuracy(OwnAccuracy(0, {}, {}, []), Style(width=80))
    assert_golden("screens/log-accuracy.txt", text + "----\n" + nothing)
