"""bundle build, inspect and diff as people run them."""

import json
import os
import shutil
import time
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from tests.support.bundles import ABOUT, POLICY, build, contents, write_policies

MORE = """\
  - id: more
    match: {events: [shell.before], clients: [claude-code]}
    when: shell.command == "frobnicate"
    effect: EFFECT
    message: {user: "x", agent: "y"}
    tests: {EFFECT: ["frobnicate"], quiet: ["npm ci"]}
"""


def test_two_builds_in_two_folders_at_two_times_are_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = build(tmp_path / "a")
    other = tmp_path / "other" / "deeper"
    shutil.copytree(tmp_path / "a/policies-acme.phb", other)
    os.utime(other / "small.yaml", (1, 1))
    monkeypatch.chdir(other)
    time.sleep(0.01)
    assert run(["bundle", "build", ".", "-o", str(tmp_path / "second.phb")]) == 0
    assert (tmp_path / "second.phb").read_bytes() == first.read_bytes()


def test_the_time_comes_from_the_environment_or_is_zero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert json.loads(contents(build(tmp_path))["manifest.json"])["issued"] == 0
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert json.loads(contents(build(tmp_path))["manifest.json"])["issued"] == 1_700_000_000
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert run(["bundle", "build", str(tmp_path / "policies-acme.phb"), "-o", str(tmp_path / "x.phb")]) == 2


def test_a_bundle_holds_sources_program_and_manifest(tmp_path: Path) -> None:
    config = tmp_path / "policyhooks.yaml"
    config.write_text(
        "apiVersion: policyhooks/v1\nkind: Config\nparams: {acme.small: {words: [npm install, yarn add]}}\n"
    )
    path = build(tmp_path, "--config", str(config), "--expires", "2030-01-31")
    files = contents(path)
    assert set(files) == {
        "manifest.json",
        "config.yaml",
        "policies/small.yaml",
        "tests/rules.json",
        "tests/trials.json",
        "program/bucket_000.py",
        "program/index.py",
    }
    manifest = json.loads(files["manifest.json"])
    assert manifest["name"] == "acme"
    assert manifest["serial"] == 14
    assert manifest["expires"] == 1_896_134_400
    assert manifest["tests"] == {"cases": 2, "rules": 1, "todo": 0, "without": 0}
    assert manifest["params"] == {"acme.small": {"words": ["npm install", "yarn add"]}}
    assert "PreToolUse" in manifest["clients"]["claude-code"]


def test_prompts_go_in_beside_their_policy(tmp_path: Path) -> None:
    judged = POLICY + (
        "  - id: judged\n    match: {events: [shell.before]}\n    when: shell.command.contains('curl')\n"
        "    judge: {prompt: prompts/ask.md, not_ok: ask}\n"
        '    message: {user: "x", agent: "y"}\n'
    )
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "ask.md").write_text("Is this fine? $ARGUMENTS\n")
    path = build(tmp_path, policy=judged)
    assert contents(path)["policies/prompts/ask.md"] == b"Is this fine? $ARGUMENTS\n"


def test_failing_tests_are_no_bundle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policies = write_policies(tmp_path / "p", POLICY.replace('deny: ["npm install"]', 'deny: ["npm test"]'))
    assert run(["bundle", "build", str(policies), "-o", str(tmp_path / "x.phb")]) == 4
    assert not (tmp_path / "x.phb").exists()
    assert "no bundle was written" in capsys.readouterr().err


def test_no_tests_are_no_bundle(tmp_path: Path) -> None:
    policies = write_policies(
        tmp_path / "p", POLICY.replace('    tests: {deny: ["npm install"], quiet: ["npm ci"]}\n', "")
    )
    assert run(["bundle", "build", str(policies), "-o", str(tmp_path / "x.phb")]) == 4


@pytest.mark.parametrize(
    ("about", "code"),
    [
        (ABOUT.replace("serial: 14\n", ""), 2),
        (ABOUT.replace("serial: 14", "serial: -1"), 3),
        (ABOUT + "surprise: 1\n", 3),
        (ABOUT.replace("acme", "Not A Name"), 3),
        (ABOUT + "expires: tomorrow\n", 3),
    ],
)
def test_a_bad_description_is_no_bundle(tmp_path: Path, about: str, code: int) -> None:
    policies = write_policies(tmp_path / "p", about=about)
    assert run(["bundle", "build", str(policies), "-o", str(tmp_path / "x.phb")]) == code
    assert not (tmp_path / "x.phb").exists()


def test_a_description_does_not_disturb_the_other_verbs(tmp_path: Path) -> None:
    policies = write_policies(tmp_path / "p")
    assert run(["check", str(policies)]) == 0
    assert run(["test", str(policies)]) == 0


def test_inspect(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = build(tmp_path)
    capsys.readouterr()
    assert run(["bundle", "inspect", str(path)]) == 0
    text = capsys.readouterr().out
    assert "acme 1.4.0" in text
    assert "no trust root" in text
    assert run(["bundle", "inspect", str(path), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["manifest"]["serial"] == 14


# change of the policy, what `diff` says first
CHANGES = [
    (("effect: deny\n", "effect: ask\n"), ("deny: [", "ask: ["), "loosened", "effect: deny -> ask"),
    (("effect: deny\n", "effect: deny\n    mode: audit\n"), ("", ""), "loosened", "mode: enforce -> audit"),
    (("effect: deny\n", "effect: deny\n    rollout: 10\n"), ("", ""), "loosened", "rollout: 100 % -> 10 %"),
    (("effect: deny\n", "effect: deny\n    on_error: pass\n"), ("", ""), "loosened", "on_error: closed -> pass"),
    (("default: [npm install]", "default: [npm install, yarn]"), ("", ""), "changed", "param words"),
    (("exists(word", "exists_one(word"), ("", ""), "changed", "match or condition changed"),
    (("No installs.", "None."), ("", ""), "changed", "message changed"),
    (
        ("match: {events: [shell.before]}", "match: {events: [shell.before], clients: [codex]}"),
        ("", ""),
        "loosened",
        "clients",
    ),
]


@pytest.mark.parametrize(("change", "second", "direction", "words"), CHANGES)
def test_diff(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: tuple[str, str],
    second: tuple[str, str],
    direction: str,
    words: str,
) -> None:
    old = build(tmp_path)
    new = build(
        tmp_path,
        name="new.phb",
        policy=POLICY.replace(*change).replace(*second) if second[0] else POLICY.replace(*change),
    )
    capsys.readouterr()
    code = run(["bundle", "diff", str(old), str(new), "--fail-on", "loosened"])
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith(direction)
    assert words in first
    assert code == (6 if direction == "loosened" else 0)
    assert run(["bundle", "diff", str(old), str(new), "--fail-on", "changed"]) == 6
    if direction == "loosened":
        capsys.readouterr()
        assert run(["bundle", "diff", str(new), str(old), "--fail-on", "loosened"]) == 0
        assert "tightened" in capsys.readouterr().out


@pytest.mark.parametrize(("effect", "added", "removed"), [("deny", 0, 6), ("ask", 0, 6), ("allow", 6, 0)])
def test_a_rule_that_comes_or_goes(tmp_path: Path, effect: str, added: int, removed: int) -> None:
    old = build(tmp_path)
    new = build(tmp_path, name="new.phb", policy=POLICY + MORE.replace("EFFECT", effect))
    assert run(["bundle", "diff", str(old), str(new), "--fail-on", "loosened"]) == added
    assert run(["bundle", "diff", str(new), str(old), "--fail-on", "loosened"]) == removed


def test_no_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = build(tmp_path)
    capsys.readouterr()
    assert run(["bundle", "diff", str(path), str(path), "--fail-on", "changed"]) == 0
    assert "no rule" in capsys.readouterr().out


def test_what_somebody_answers_for_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wide allow that is kept shows when the bundle is inspected, and is a loosening when it comes."""
    kept = "    acknowledge: {owner: dana@acme.example, reason: scratch machines}\n"
    narrow = MORE.replace("EFFECT", "allow")
    old = build(tmp_path, policy=POLICY + narrow)
    new = build(tmp_path, name="new.phb", policy=POLICY + narrow.rstrip("\n") + "\n" + kept)
    capsys.readouterr()
    assert run(["bundle", "inspect", str(new)]) == 0
    assert "wide-allow accepted by dana@acme.example: scratch machines" in capsys.readouterr().out
    assert run(["bundle", "diff", str(old), str(new), "--fail-on", "loosened"]) == 6
    assert run(["bundle", "diff", str(new), str(old), "--fail-on", "loosened"]) == 0
