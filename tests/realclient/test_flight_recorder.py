"""The flight recorder on what real clients did: a healthy run has no finding, each call that no hook saw is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.realclient.stage import Stage
from tests.realclient.test_claude_code import TASK
from tests.realclient.test_every_client import DENY, every_client

pytestmark = pytest.mark.realclient
claude_code = pytest.mark.parametrize("client", ["claude-code"])


def record(stage: Stage, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    """`doctor --history` as a fleet asks for it."""
    root = stage.driver.root(stage.project, stage.home)
    place = ["--client", stage.driver.client, "--scope", stage.driver.scope, "--root", str(root)]
    capsys.readouterr()
    words = [*place, "--state", str(stage.state), "--home", str(stage.home), "--since", "all", "--format", "json"]
    code = stage.run("doctor", "--history", *words)
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, found


def named(found: dict[str, Any]) -> list[tuple[str, str, str, bool]]:
    return [(one["kind"], one["cause"], one["tool"], bool(one["agent"])) for one in found["remarks"]]


@every_client
def test_a_healthy_run(stage: Stage, client: str, capsys: pytest.CaptureFixture[str]) -> None:
    stage.install(DENY)
    call = stage.driver.call
    more = {"sub": [call("echo from sub")], "sub_mark": "THE-SUBTASK"} if client == "claude-code" else {}
    turns = [call("echo one"), call("touch marker"), call("echo one"), call("cat /nonexistent-file")]
    stage.play(*turns, *([{"call": "Agent", "with": TASK}] if more else []), **more)  # type: ignore[arg-type]
    code, found = record(stage, capsys)
    assert (code, named(found)) == (0, []), found
    assert found["covered"] == found["measured"] == len(turns) + (2 if more else 0), found


@claude_code
def test_a_hook_that_was_removed_for_one_tool(stage: Stage, client: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = stage.install(DENY)
    settings = json.loads(file.read_text())
    for entry in settings["hooks"]["PreToolUse"]:
        entry["matcher"] = "Read|Write|Agent"
    file.write_text(json.dumps(settings))
    (stage.project / "notes.txt").write_text("hello\n")
    read = {"call": "Read", "with": {"file_path": str(stage.project / "notes.txt")}}
    sub = [stage.driver.call("echo from sub")]
    stage.play(
        stage.driver.call("touch marker"), read, {"call": "Agent", "with": TASK}, sub=sub, sub_mark="THE-SUBTASK"
    )
    assert stage.marker.exists()
    code, found = record(stage, capsys)
    assert (code, sorted(named(found))) == (
        1,
        [("uncovered", "tool", "Bash", False), ("uncovered", "tool", "Bash", True)],
    )
    assert found["covered"] == 2
    assert all(
        "the matcher `Read|Write|Agent` of our entry leaves it out" in one["message"] for one in found["findings"]
    )
    assert all(one["repair"].startswith("policyhooks install") for one in found["findings"])


@claude_code
def test_a_session_with_other_settings(stage: Stage, client: str, capsys: pytest.CaptureFixture[str]) -> None:
    stage.install(DENY)
    other = stage.folder / "other.json"
    other.write_text("{}")
    sub = [stage.driver.call("echo from sub")]
    more = ["--setting-sources", "user", "--settings", str(other)]
    turns = (stage.driver.call("touch marker"), {"call": "Agent", "with": TASK})
    stage.play(*turns, sub=sub, sub_mark="THE-SUBTASK", more=more)
    assert stage.marker.exists()
    code, found = record(stage, capsys)
    assert code == 1
    assert sorted(named(found)) == [
        ("uncovered", "session", "Agent", False),
        ("uncovered", "session", "Bash", False),
        ("uncovered", "session", "Bash", True),
    ]
    assert all("--setting-sources" in one["message"] for one in found["findings"])


@claude_code
def test_hooks_that_are_switched_off(stage: Stage, client: str, capsys: pytest.CaptureFixture[str]) -> None:
    stage.install(DENY)
    local = stage.project / ".claude/settings.local.json"
    local.write_text('{"disableAllHooks": true}')
    stage.play(stage.driver.call("touch marker"))
    assert stage.marker.exists()
    code, found = record(stage, capsys)
    assert (code, named(found)) == (1, [("uncovered", "session", "Bash", False)])
    (finding,) = found["findings"]
    assert "disableAllHooks" in finding["message"]
    assert Path(found["installations"][0]["file"]).name == "settings.json"
