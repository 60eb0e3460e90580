"""Hooks that are installed and do not fire, as the clients have it; doctor is there to say so."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.realclient.conftest import See
from tests.realclient.stage import Stage, make_stage
from tests.realclient.test_every_client import DENY, SAYS

pytestmark = pytest.mark.realclient


def _doctor(stage: Stage, capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    driver = stage.driver
    root = str(driver.root(stage.project, stage.home))
    place = ["--client", driver.client, "--scope", driver.scope, "--root", root, "--state", str(stage.state)]
    capsys.readouterr()
    stage.run("doctor", *place, "--home", str(stage.home), "--system", str(stage.system), "--format", "json")
    (report,) = json.loads(capsys.readouterr().out)["installations"]
    found: list[dict[str, str]] = report["findings"]
    return found


def test_codex_skips_hooks_that_nobody_has_reviewed(
    tmp_path: Path, see: See, capsys: pytest.CaptureFixture[str]
) -> None:
    stage = make_stage("codex", tmp_path)
    stage.install(DENY)
    words = tuple(word for word in stage.driver.words if word != "--dangerously-bypass-hook-trust")
    outcome = replace(stage, driver=replace(stage.driver, words=words)).play(stage.driver.call("touch marker"))
    assert stage.marker.exists(), outcome
    assert [one["check"] for one in _doctor(stage, capsys) if one["level"] == "fault"] == ["trust"]
    see("codex", "hooks not reviewed", "runs, silently; doctor finds it")


@pytest.mark.parametrize("trusted", [False, True])
def test_copilot_skips_hooks_of_a_repository_without_trust(
    tmp_path: Path, trusted: bool, see: See, capsys: pytest.CaptureFixture[str]
) -> None:
    made = make_stage("copilot-cli", tmp_path)
    stage = replace(made, driver=replace(made.driver, scope="project"))
    stage.install(DENY)
    environ = {"COPILOT_ALLOW_ALL": "true"} if trusted else {}
    outcome = stage.play(stage.driver.call("touch marker"), environ=environ)
    assert stage.marker.exists() != trusted, outcome
    assert (SAYS in outcome.later()) == trusted
    assert [one for one in _doctor(stage, capsys) if "not trusted" in one["message"]]
    scene = f"hooks of a repository, folder {'' if trusted else 'not '}trusted"
    see("copilot-cli", scene, "blocked, the model is told why" if trusted else "runs, silently; doctor warns of it")


def test_gemini_does_not_start_headless_in_a_folder_that_it_distrusts(
    tmp_path: Path, see: See, capsys: pytest.CaptureFixture[str]
) -> None:
    """It shows nothing about hooks: that they are skipped there is what the client's source says, not what was seen."""
    made = make_stage("gemini-cli", tmp_path)
    stage = replace(made, driver=replace(made.driver, scope="project"))
    stage.install(DENY)
    settings = stage.home / ".gemini/settings.json"
    document = json.loads(settings.read_text())
    document["security"]["folderTrust"] = {"enabled": True}
    settings.write_text(json.dumps(document))
    (stage.home / ".gemini/trustedFolders.json").write_text(json.dumps({str(stage.project): "DO_NOT_TRUST"}))
    outcome = stage.play(stage.driver.call("touch marker"), environ={"GEMINI_CLI_TRUST_WORKSPACE": ""})
    assert outcome.code not in (0, -1), outcome
    assert not outcome.requests
    assert "not running in a trusted directory" in outcome.stderr
    assert [one["check"] for one in _doctor(stage, capsys) if one["level"] == "fault"] == ["trust"]
    see("gemini-cli", "folder not trusted, headless", "the client refuses to start; doctor finds it")
