"""What a case can assert beyond a word, what helps with one that failed, and tests with a Config."""

import json
import shlex
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from tests.support.golden import assert_golden

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: t.t, title: T, owner: a@example.com, version: 1.0.0}
params: {names: {type: list<string>, default: [rm]}}
rules:
  - id: asks
    match: {events: [shell.before]}
    when: shell.commands.exists(c, c.name in params.names)
    effect: ask
    message: {user: "No.", agent: "No."}
    tests: {cases: [ASKS]}
  - id: breaks
    match: {events: [mcp.before]}
    when: mcp.arguments.to == "x"
    effect: deny
    on_error: ask
    message: {user: "No.", agent: "No."}
    tests: {cases: [BREAKS]}
"""
ASK = "{client: claude-code, shell: {command: rm x}, expect: ask"
BYPASS = "{client: claude-code, event: {permission_mode: bypassPermissions}, shell: {command: rm x}"
CALL = "{mcp: {server: a, tool: b"
OK = f"{CALL}, arguments: {{to: x}}}}, expect: deny}}"

TABLE = [
    (f"{ASK}}}", OK, ""),
    (f"{BYPASS}, expect: ask, told: deny}}", OK, ""),
    (f"{BYPASS}, expect: ask}}", OK, "expected  ask"),
    (f"{BYPASS}, expect: deny}}", OK, "expected  deny"),
    (f"{BYPASS}, expect: ask, told: ask}}", OK, "expected  ask, told ask"),
    (f"{ASK}, told: deny}}", OK, "expected  ask, told deny"),
    (f"{ASK}, by: [asks]}}", OK, ""),
    (f"{ASK}, by: [t.t/asks]}}", OK, ""),
    (f"{ASK}, by: [breaks]}}", OK, "`by` says t.t/breaks"),
    (f"{ASK}, by: [asks, breaks]}}", OK, "`by` says t.t/asks, t.t/breaks"),
    (f"{ASK}, error: no such key}}", OK, "the rule did not fail so: it fired"),
    (f"{ASK}}}", f"{CALL}}}, expect: ask, error: no such key}}", ""),
    (f"{ASK}}}", f"{CALL}}}, expect: deny, error: no such key}}", "expected  deny"),
    (f"{ASK}}}", f"{CALL}}}, expect: ask, error: overflow}}", "the rule did not fail so: no such key"),
    (f"{ASK}}}", f"{CALL}}}, expect: ask}}", "the rule erred: no such key"),
    (f"{ASK}}}", f"{CALL}}}, expect: quiet}}", "the rule erred: no such key"),
]


def suite(folder: Path, asks: str, breaks: str, *words: str) -> int:
    (folder / "t.yaml").write_text(POLICY.replace("ASKS", asks).replace("BREAKS", breaks))
    return run(["test", "t.yaml", *words])


@pytest.mark.parametrize(("asks", "breaks", "said"), TABLE, ids=range(len(TABLE)))
def test_expectations(
    asks: str,
    breaks: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert suite(tmp_path, asks, breaks) == (4 if said else 0)
    assert said in capsys.readouterr().out


def test_a_failure_says_what_was_given_what_came_and_how_to_look_at_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    asks = "{client: cursor, shell: {command: \"cp 'a b' c\"}, expect: ask}"
    assert suite(tmp_path, asks, f"{CALL}, arguments: {{to: y}}}}, expect: deny}}", "--format", "json") == 4
    first, second = json.loads(capsys.readouterr().out)["cases"]
    for case, text in ((first, "c.name in params.names"), (second, 'mcp.arguments.to == "x"')):
        words = shlex.split(case["explain"])
        assert words[:2] == ["policyhooks", "explain"]
        assert run([*words[1:], "--all"]) == 0
        assert text in capsys.readouterr().out
    run(["test", "t.yaml"])
    lines = capsys.readouterr().out.splitlines()
    shown = "\n".join(line for line in lines if " cases, " not in line) + "\n"
    assert_golden("suite/failure.txt", shown)


CONFIG = """\
apiVersion: policyhooks/v1
kind: Config
policies: [t.yaml]
params: {t.t: {names: [cp]}}
rules: {t.t/breaks: {mode: audit}}
exceptions:
  - {rule: t.t/breaks, id: E-1, becomes: ask, owner: a, reason: b, ticket: c, expires: 2090-01-31}
"""


def test_a_config_binds_what_is_tested(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c.yaml").write_text(CONFIG)
    asks = "{shell: {command: cp x}, expect: ask}"
    lowered = OK.replace("expect: deny", "expect: ask")
    assert suite(tmp_path, asks, OK) == 4
    assert suite(tmp_path, asks, lowered, "--config", "c.yaml") == 0
    assert run(["test", "--config", "c.yaml"]) == 0
    capsys.readouterr()
    assert suite(tmp_path, f"{ASK}}}", OK, "--config", "c.yaml") == 4
    assert "--config c.yaml" in capsys.readouterr().out
    (tmp_path / "c.yaml").write_text(CONFIG.replace("t.t/breaks, id", "t.t/nothing, id"))
    assert run(["test", "t.yaml", "--config", "c.yaml"]) == 3
