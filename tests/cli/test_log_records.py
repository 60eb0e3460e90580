"""Ids of records, `log --follow`, what a record becomes in policies, and `explain --log`."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from policyhooks.cli.main import run
from policyhooks.cli.options.rule_maps import _maps_of
from policyhooks.inspect.journal_following import Tail
from policyhooks.inspect.journal_ids import SHORT, find_entry, read_entries
from policyhooks.runtime.ports.journal import append
from tests.support.golden import assert_golden
from tests.support.projects import enter_project

EVIL = 'rm "x"\x1b[2J\n- y: &a "é"  # \U0001f600'
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.rules, title: T, owner: a@example.com, version: 1.0.0}
rules:
  - id: no-rm
    match: {events: [shell.before], commands: [rm]}
    effect: EFFECT
    message: {user: "No.", agent: "No."}
    tests: {EFFECT: ["rm x"], quiet: ["ls"]}
  - id: keys
    match: {events: [file.read, file.write], paths: ["**/*.key"]}
    effect: deny
    message: {user: "No.", agent: "No."}
    tests: {deny: ["/w/project/a.key"], quiet: ["/w/project/a"]}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with an installation."""
    project = enter_project(tmp_path, monkeypatch)
    write(project, "deny")
    install("claude-code")
    return project


def install(client: str, *words: str) -> None:
    assert run(["install", "--client", client, "--policies", "acme.yaml", *words]) == 0


def write(project: Path, effect: str) -> None:
    (project / "acme.yaml").write_text(POLICY.replace("EFFECT", effect))


def state_of(project: Path, client: str) -> Path:
    (found,) = project.parent.glob(f"home/.local/state/policyhooks/projects/*/{client}")
    return found


def send(project: Path, client: str, tool: str, given: dict) -> None:
    """One event through the installed hook."""
    native = {"claude-code": "PreToolUse", "cursor": "preToolUse"}[client]
    payload = {"session_id": "s", "conversation_id": "s", "cwd": str(project), "workspace_roots": [str(project)]}
    payload |= {"hook_event_name": native, "tool_name": tool, "tool_input": given, "permission_mode": "default"}
    line = [sys.executable, "-m", "policyhooks", "hook", "--state", str(state_of(project, client)), client, native]
    subprocess.run(line, input=json.dumps(payload).encode(), capture_output=True, check=False, timeout=60)


def listed(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict]:
    capsys.readouterr()
    assert run(["log", "--format", "jsonl", *words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def shown(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    capsys.readouterr()
    assert run([*words]) == code
    out, err = capsys.readouterr()
    return err if code else out


def test_ids_are_unique_over_clients_and_found_without_naming_one(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install("cursor")
    send(project, "claude-code", "Bash", {"command": "rm a"})
    send(project, "cursor", "Shell", {"command": "rm b"})
    records = listed(capsys)
    assert [record["seq"] for record in records] == [1, 1]
    first, second = (record["id"] for record in records)
    assert first != second
    assert (len(first), records[0]["chain"].startswith(first)) == (SHORT, True)
    assert "rm a" in shown(capsys, "log", "show", first)
    assert "rm b" in shown(capsys, "log", "show", second[:5])
    assert first in shown(capsys, "log", "--format", "table")
    err = shown(capsys, "log", "show", "1", code=2)
    assert "of 2 records" in err
    assert first in err
    wrong = first[:-1] + ("0" if first[-1] != "0" else "1")
    assert f"did you mean {first}" in shown(capsys, "log", "show", wrong, code=2)
    assert "did you mean" not in shown(capsys, "log", "show", "zzzzzzzz", code=2)


def test_what_rules_are_about_is_looked_up_when_a_record_is_shown(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also of records that are older than the mapping; the journal holds the rule's name alone."""
    send(project, "claude-code", "Bash", {"command": "rm a"})
    assert "maps" not in listed(capsys)[0]["rules"][0]
    old = (project / "acme.yaml").read_text()
    maps = "{owasp: [ASI02], attack: [T1485]}"
    (project / "acme.yaml").write_text(old.replace("  - id: no-rm\n", f"  - id: no-rm\n    maps: {maps}\n"))
    install("claude-code")
    send(project, "claude-code", "Bash", {"command": "rm b"})
    records = listed(capsys)
    told = {"owasp": ["ASI02"], "attack": ["T1485"]}
    assert [record["rules"][0]["maps"] for record in records] == [told, told]
    assert "owasp ASI02; attack T1485" in shown(capsys, "log", "show", records[0]["id"])
    assert json.loads(shown(capsys, "log", "stats", "--json"))["maps"] == {
        "owasp": {"ASI02": 2},
        "attack": {"T1485": 2},
    }
    journal = state_of(project, "claude-code") / "journal/journal.jsonl"
    assert "ASI02" not in journal.read_text()
    for kept in (state_of(project, "claude-code") / "outlines").iterdir():
        kept.unlink()  # as on a machine without the compiler: the record of the generation is left
    _maps_of.cache_clear()
    assert listed(capsys)[0]["rules"][0]["maps"] == told


def test_an_empty_journal_and_a_torn_line(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "log", "--format", "table") == "no records\n"
    assert "there is no record" in shown(capsys, "log", "show", "abcd", code=2)
    send(project, "claude-code", "Bash", {"command": "rm a"})
    with (state_of(project, "claude-code") / "journal/journal.jsonl").open("ab") as out:
        out.write(b'{"v":2,"time":"2026')
    assert len(listed(capsys)) == 1


def test_a_beginning_of_several_ids_is_refused(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    lines = [{"time": f"t{at}", "seq": at, "chain": chain * 64} for at, chain in enumerate(("a", "b"), start=1)]
    lines.append({"time": "t3", "seq": 3, "chain": "a" * 20 + "c" * 44})
    lines.append({"time": "t4", "seq": 4, "chain": "\x1b[2J"})
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "journal" / "journal.jsonl").write_text(text)
    entries = read_entries([tmp_path])
    assert [len(entry.id) for entry in entries] == [21, 21, 21, 0]
    with pytest.raises(Exception, match="of 2 records"):
        find_entry(entries, "aaaa")
    assert find_entry(entries, "a" * 20 + "C").record["seq"] == 3
    assert find_entry(entries, "4").record["seq"] == 4


def test_a_journal_that_cannot_be_read(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install("cursor")
    send(project, "claude-code", "Bash", {"command": "rm a"})
    journal = state_of(project, "cursor") / "journal"
    journal.rmdir()
    journal.write_text("no folder")
    assert "cannot be read: not a directory" in shown(capsys, "log", code=1)
    assert "no journal can be read" in shown(capsys, "log", "--client", "cursor", code=1)


def test_a_record_becomes_a_test_that_passes(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    send(project, "claude-code", "Bash", {"command": f"{EVIL} {project}/a"})
    (record,) = listed(capsys)
    text = shown(capsys, "log", "show", record["id"], "--as", "test")
    (case,) = yaml.safe_load(text)["tests"]["cases"]
    assert case["shell"]["command"] == f"{EVIL} /w/project/a"
    assert text.isascii()
    assert "\x1b" not in text
    policy = yaml.safe_load((project / "acme.yaml").read_text())
    policy["rules"][0]["tests"]["cases"] = [case]
    (project / "acme.yaml").write_text(json.dumps(policy, ensure_ascii=False))
    assert run(["test", "acme.yaml"]) == 0


@pytest.mark.parametrize(
    ("tool", "given"),
    [("Bash", {"command": EVIL}), ("Bash", {"command": "cat a.key"}), ("Read", {"file_path": "/w/'\"x.key"})],
)
def test_a_filled_in_exception_is_accepted_and_an_empty_one_is_not(
    tool: str, given: dict, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    send(project, "claude-code", tool, given)
    (record,) = listed(capsys)
    text = shown(capsys, "log", "show", record["id"], "--as", "exception")
    head = "apiVersion: policyhooks/v1\nkind: Config\npolicies: [acme.yaml]\n"
    config = project / "policyhooks.yaml"
    config.write_text(head + text)
    assert run(["check", "--config", str(config)]) == 3
    filled = {"id": "EX-1", "owner": "a@example.com", "reason": "why", "ticket": "T-1", "expires": "2090-01-31"}
    for name, value in filled.items():
        text = text.replace(f"    {name}:  #", f"    {name}: {value}  #")
    config.write_text(head + text)
    assert run(["check", "--config", str(config)]) == 0
    capsys.readouterr()
    words = ["--shell", given["command"]] if tool == "Bash" else ["--read", given["file_path"]]
    assert run(["explain", "--config", str(config), "--client", "claude-code", "--format", "json", *words]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "ask"


def test_without_a_rule_there_is_nothing_to_propose(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    send(project, "claude-code", "Bash", {"command": "ls"})
    (record,) = listed(capsys)
    assert "did anything" in shown(capsys, "log", "show", record["id"], "--as", "test", code=2)
    assert "--as belongs" in shown(capsys, "log", "--as", "test", code=2)
    assert "--follow belongs" in shown(capsys, "log", "stats", "--follow", code=2)


def explained(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    return json.loads(shown(capsys, "explain", "--format", "json", "--log", *words))


def test_a_record_is_explained_by_what_decided_it(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    send(project, "claude-code", "Bash", {"command": "rm a"})
    (record,) = listed(capsys)
    found = explained(capsys, record["id"])
    assert (found["verdict"], found["rules"], found["policies"]["record"]) == (
        "deny",
        ["acme.rules/no-rm"],
        record["id"],
    )
    assert [answer["client"] for answer in found["answers"]] == ["claude-code"]
    assert "which decided it" in found["notes"][1]
    write(project, "ask")
    install("claude-code", "--replace")
    found = explained(capsys, record["id"][:6])
    assert (found["verdict"], found["policies"]["generation"]) == ("deny", 1)
    assert found["notes"][1] == "generation 1 decided it; generation 2 is in force now"
    assert found["trace"][0]["parts"][0]["value"] == "true"
    generation = state_of(project, "claude-code") / "generations/1"
    generation.rename(generation.with_name(".gone"))
    found = explained(capsys, record["id"])
    assert found["verdict"] == "ask"
    assert "the program that decided it is gone" in found["notes"][1]
    assert any(note.startswith("today it is ask, then it was deny") for note in found["notes"])


def test_what_was_not_kept_is_said(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    send(project, "claude-code", "Write", {"file_path": "/w/a.key", "content": "hello"})
    (record,) = listed(capsys)
    found = explained(capsys, record["id"])
    assert "tool_input.content was not kept, only that it had 5 characters" in found["notes"][2]
    text = shown(capsys, "log", "show", record["id"], "--as", "test")
    assert "# tool_input.content was not kept" in text
    assert yaml.safe_load(text)["tests"]["cases"][0]["file"] == {"path": "/w/a.key"}


def test_a_record_without_a_payload_cannot_be_explained(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = str(state_of(project, "claude-code"))
    append(state, {"time": "2026-11-16T09:00:00.000Z", "client": "claude-code", "error": "bad JSON", "verdict": "deny"})
    (record,) = listed(capsys)
    err = shown(capsys, "explain", "--log", record["id"], code=2)
    assert "cannot be explained: the event could not be read (bad JSON)" in err
    assert "leave out --policies" in shown(capsys, "explain", "--log", "abcd", "--policies", "acme.yaml", code=2)


def test_follow_shows_what_comes_and_ends_by_ctrl_c(project: Path) -> None:
    # Whoever runs the tests in the background may have them ignore what ctrl-C sends; a child inherits that.
    heard = "import runpy, signal; signal.signal(2, signal.default_int_handler); "
    heard += "runpy.run_module('policyhooks', {}, '__main__')"
    line = [sys.executable, "-c", heard, "log", "--follow"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=project) as process:
        assert process.stdout is not None
        try:
            # Whether the first is history or news, it is shown; then it has begun, and the second is news.
            for text in ("first", "second"):
                append(str(state_of(project, "claude-code")), {"time": text, "client": "claude-code"})
                assert json.loads(process.stdout.readline())["time"] == text
            os.kill(process.pid, signal.SIGINT)
            _, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_a_tail_waits_for_whole_lines_and_goes_across_rotation(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    state = str(tmp_path)
    append(state, {"time": "before"})
    tail = Tail(tmp_path)
    assert list(tail.read()) == []
    append(state, {"time": "one"})
    append(state, {"time": "two"}, rotate_at=1)
    append(state, {"time": "three"}, rotate_at=1 << 20)
    assert [entry.record["time"] for entry in tail.read()] == ["one", "two", "three"]
    with (tmp_path / "journal/journal.jsonl").open("ab") as out:
        out.write(b'{"time":"four","seq":9,')
        out.flush()
        assert list(tail.read()) == []
        out.write(b'"chain":"x"}\n')
    assert [entry.record["time"] for entry in tail.read()] == ["four"]


def test_the_stream_at_80_columns() -> None:
    from policyhooks.report.journal.stream import render_stream
    from policyhooks.report.screen.style import Style, columns
    from tests.report.test_journal_screens import RECORDS

    text = render_stream([{"id": "3fa2b1c0", **record} for record in RECORDS], Style(width=80), heading=True)
    assert all(columns(line) <= 80 for line in text.splitlines())
    assert_golden("log/stream.txt", text)
