"""`policyhooks scan` from the command line."""

import json
import stat
from pathlib import Path

import pytest

from policyhooks.cli.main import run

HOME = Path(__file__).parents[1] / "data/history/home"
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.past, title: Past, owner: appsec@acme.example}
rules:
  - id: no-marker
    match: {events: [shell.before]}
    when: shell.command.contains("touch marker")
    effect: deny
    message: {user: No markers., agent: No markers.}
"""


@pytest.fixture
def policies(tmp_path: Path) -> str:
    (tmp_path / "p.yaml").write_text(POLICY)
    return str(tmp_path / "p.yaml")


def scan(*words: str) -> int:
    return run(["scan", "--transcripts", str(HOME), "--since", "all", "--quiet", *words])


def test_json(policies: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert scan("--policies", policies, "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["calls"], found["would_deny"], found["would_ask"]) == (21, 4, 0)
    assert {one["use_id"] for one in found["findings"]} >= {"call2", "toolu_2"}


def test_since(policies: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert scan("--policies", policies, "--format", "json", "--since", "2026-11-18T17:14:40") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["clients"] == {"copilot-cli": 5, "gemini-cli": 5}


def test_a_page_is_private_and_never_overwritten(
    policies: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "report.html"
    assert scan("--policies", policies, "--html", str(page)) == 0
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    text = page.read_text()
    assert "touch marker" in text
    assert not [word for word in ("http://", "https://", "<script", "src=") if word in text]
    assert scan("--policies", policies, "--html", str(page)) == 2
    assert "exists already" in capsys.readouterr().err


def test_no_such_folder(policies: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", "--transcripts", "/nowhere/at/all", "--policies", policies]) == 2
    assert "there is no `/nowhere/at/all`" in capsys.readouterr().err


def test_bad_policies(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("kind: Policy\n")
    assert scan("--policies", str(tmp_path / "bad.yaml")) == 3
