"""`policyhooks replay` from the command line: counts, gates, stores."""

import json
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from tests.history.test_replaying import HEAD, HOME, rule


@pytest.fixture
def sides(tmp_path: Path) -> tuple[str, str]:
    for name, effect in (("old", "deny"), ("new", "ask")):
        (tmp_path / f"{name}.yaml").write_text(HEAD + rule("marker", "touch marker", effect))
    return str(tmp_path / "old.yaml"), str(tmp_path / "new.yaml")


def replay(sides: tuple[str, str], *words: str) -> int:
    return run(["replay", "--against", sides[0], "--policies", sides[1], "--store", str(HOME), "--quiet", *words])


def test_json(sides: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(sides, "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [found[kind] for kind in ("denied", "asked", "freed", "redacted")] == [0, 0, 2, 0]
    assert {one["client"] for one in found["records"]} == {"claude-code", "copilot-cli"}
    assert found["by_client"] == {"claude-code": {"freed": 1}, "copilot-cli": {"freed": 1}}


@pytest.mark.parametrize(("gate", "code"), [("freed", 6), ("any", 6), ("denied", 0)])
def test_gates(sides: tuple[str, str], gate: str, code: int) -> None:
    assert replay(sides, "--fail-on", gate) == code
    assert replay((sides[1], sides[1]), "--fail-on", gate) == 0


def test_what_configs_name(sides: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, side in zip(("before", "after"), sides, strict=True):
        (tmp_path / name).mkdir()
        (tmp_path / name / "p.yaml").write_text(Path(side).read_text())
        config = "apiVersion: policyhooks/v1\nkind: Config\nproject: p-4f1d2c3b5a697887\npolicies: [p.yaml]\n"
        (tmp_path / name / "policyhooks.yaml").write_text(config)
    (tmp_path / "after/.git").mkdir()
    monkeypatch.chdir(tmp_path / "after")
    words = ["--store", str(HOME), "--fail-on", "freed", "--quiet"]
    assert run(["replay", "--against-config", str(tmp_path / "before/policyhooks.yaml"), *words]) == 6
    assert run(["replay", "--against-config", str(tmp_path / "after/policyhooks.yaml"), *words]) == 0
    assert run(["replay", "--config", str(tmp_path / "before/policyhooks.yaml"), "--against", sides[0], *words]) == 0


def test_which_policies_has_to_be_known(
    sides: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty/.git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "empty")
    assert run(["replay", "--against", sides[0], "--store", str(HOME)]) == 2
    assert "which policies are to be tried?" in capsys.readouterr().err


def test_a_store_that_is_not_there(sides: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "--against", sides[0], "--policies", sides[1], "--store", "/nowhere"]) == 2
    assert "there is no `/nowhere`" in capsys.readouterr().err


def test_nothing_is_installed(
    sides: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert run(["replay", "--policies", sides[1], "--store", str(HOME)]) == 1
    assert "nothing is installed here" in capsys.readouterr().err
