"""`policyhooks clients` prints the whole catalog."""

import json

import pytest

from policyhooks.cli.main import run
from policyhooks.clients.catalog import rows
from tests.support.golden import assert_golden


def test_text_golden(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["clients"]) == 0
    shown = capsys.readouterr().out
    assert len(shown.partition("\n\n")[0].splitlines()) == len(rows()) + 1
    assert_golden("clients/catalog.txt", shown)


def test_what_a_person_must_know_of_a_client(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["clients", "--client", "cursor"]) == 0
    shown = capsys.readouterr().out
    assert "Auto-review mode" in shown
    assert "install never writes an entry for postCompact, workspaceOpen." in shown
    assert run(["clients", "--client", "gemini-cli"]) == 0
    assert "\n\n" not in capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["clients", "--client", "cursor", "--event", "shell.before", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["native"] for row in found] == ["preToolUse", "beforeShellExecution"]
    assert found[1]["ask"] == {"*": "ask"}
    assert found[1]["vouched"]["event.branch"] == "workspace"
    assert "event.model" in found[1]["optional"]


def test_fields(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["clients", "--event", "tab.read", "--fields"]) == 0
    shown = capsys.readouterr().out
    assert "cursor beforeTabFileRead (tab.read)" in shown
    assert "  event.model?  client" in shown


def test_json_says_what_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["clients", "--client", "cursor", "--event", "other", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {row["native"]: row["installed"] for row in found} == {"postCompact": False, "workspaceOpen": False}
