"""`make accuracy`: rows of every kind are sent in their own form, and a goal that is missed ends with 6."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from benchmarks import accuracy
from benchmarks.accuracy_goals import goals_of
from benchmarks.corpora import SITUATIONS, read_corpus

POLICY = """
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: t.accuracy, title: Accuracy, owner: t@example.com}
rules:
  - id: deletes
    match: {events: [shell.before]}
    when: 'shell.commands.exists(c, c.name == "rm")'
    effect: deny
    message: {user: "Deletes.", agent: "Do not."}
  - id: mcp
    match: {events: [mcp.before]}
    when: 'mcp.tool == "drop"'
    effect: ask
    message: {user: "Drops.", agent: "Do not."}
  - id: mask
    match: {events: [tool.after], clients: [claude-code]}
    effect: redact
    redact: {detectors: [secrets]}
"""
TOKEN = "ghp_" + "a8Zk3Lq9Wm2Xv7Rt5Np1Bc6Yd4Hf0Jg8Ks2Q"
ROWS = {
    "cc-safety-net.jsonl": [
        {"command": "rm x", "label": "block"},
        {"command": "ls", "label": "allow"},
        {"command": "rm y", "label": "allow", "note": "env: x"},
    ],
    "mcp.jsonl": [
        {"server": "db", "tool": "drop", "arguments": {}, "label": "block"},
        {"server": "db", "tool": "list", "arguments": {}, "label": "allow"},
    ],
    "files.jsonl": [{"kind": "read", "input": {"path": "~/a"}, "label": "allow"}, {"odd": 1, "label": "allow"}],
    "secrets.jsonl.gz": [{"text": f"key {TOKEN}", "secret": TOKEN, "label": "secret"}],
}


@pytest.fixture
def corpora(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    (tmp_path / "policy.yaml").write_text(POLICY, encoding="utf-8")
    for name, rows in ROWS.items():
        data = "\n".join(map(json.dumps, rows)).encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    monkeypatch.setattr(accuracy, "show_changed_files", lambda _listed: False)  # reads ten thousand files
    options = ["--policies", str(tmp_path / "policy.yaml"), "--situation", "home"]
    return [*options, *(str(tmp_path / name) for name in ROWS)]


def test_every_kind_of_row_has_its_line(corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code = accuracy.main(corpora)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["cc-safety-net", "block", "1", "1", "0", "0", "100.0%"] in lines
    assert ["mcp", "block", "1", "0", "1", "0", "100.0%"] in lines
    assert ["mcp", "allow", "1", "0", "0", "0", "0.0%"] in lines
    assert ["files", "allow", "1", "0", "0", "0", "0.0%"] in lines
    assert ["secrets-outputs", "secret", "1", "0", "0", "1", "100.0%"] in lines
    assert ["secrets-prompts", "secret", "1", "0", "0", "0", "0.0%", "missed"] in lines
    assert code == 6  # no rule looks at prompts


def test_what_reaches_its_goals_ends_well(corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert accuracy.main(corpora[:-1]) == 0
    assert "files.jsonl: 1 rows of a kind that is not read here" in capsys.readouterr().out


def test_a_row_of_a_secret_is_sent_in_three_forms(corpora: list[str]) -> None:
    samples, others = read_corpus(Path(corpora[-1]))
    assert others == 0
    payloads = {sample.corpus: sample.payload(SITUATIONS[1]) for sample in samples}
    assert payloads["secrets-prompts"]["prompt"] == f"key {TOKEN}"
    assert payloads["secrets-writes"]["tool_input"] == {
        "file_path": "/root/app/src/settings.py",
        "content": f"key {TOKEN}",
    }
    assert payloads["secrets-outputs"]["hook_event_name"] == "PostToolUse"


def test_a_catalogue_with_many_rows_has_a_goal_of_its_own() -> None:
    assert [goal.least for goal in goals_of("tirith", "block", 40)] == [0.94]
    assert list(goals_of("tirith", "block", 39)) == []
    assert list(goals_of("tirith", "allow", 40)) == []
