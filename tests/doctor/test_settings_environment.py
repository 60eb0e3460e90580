"""Variables in settings files by which other code gets in front of hooks: each is named with its file."""

import json
from pathlib import Path

import pytest

from tests.doctor.stage import Stage, make_stage

RUNNING = ["ENV", "SHELLOPTS", "BASHOPTS", "PS4", "BASH_ENV", "BASH_FUNC_printf%%", "LD_PRELOAD", "LD_AUDIT", "DYLD_X"]
FINDING = ["PATH", "HOME"]
PLAIN = ["NODE_ENV", "MY_PATH", "ENVIRONMENT", "HOMEPAGE", "OLD_PRELOAD"]


def found(stage: Stage) -> dict[str, str]:
    """Level by message of the findings of this check."""
    return {one["message"]: one["level"] for one in stage.doctor()[1] if one["check"] == "settings-env"}


def write(file: Path, names: list[str]) -> None:
    document = json.loads(file.read_text()) if file.exists() else {}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({**document, "env": dict.fromkeys(names, "/x")}))


@pytest.mark.parametrize("where", ["project", "local", "user", "managed"])
def test_a_variable_is_named_with_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], where: str) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.install()
    file = {
        "project": stage.file,
        "local": stage.root / ".claude/settings.local.json",
        "user": stage.home / ".claude/settings.json",
        "managed": stage.system / "etc/claude-code/managed-settings.json",
    }[where]
    assert found(stage) == {}
    write(file, [*RUNNING, *FINDING, *PLAIN])
    messages = found(stage)
    assert all(str(file) in message for message in messages)
    levels = {message.split("`")[1].removeprefix("env."): level for message, level in messages.items()}
    assert levels == {**dict.fromkeys(RUNNING, "fault"), **dict.fromkeys(FINDING, "note")}


def test_values_are_never_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.install()
    write(stage.file, ["LD_PRELOAD"])
    assert not any("/x" in message.replace(str(stage.file), "") for message in found(stage))


def test_codex_has_them_under_a_key_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "codex", capsys)
    stage.install()
    config = stage.home / ".codex/config.toml"
    config.write_text('[shell_environment_policy.set]\nLD_PRELOAD = "/x"\nRUST_LOG = "1"\n' + config.read_text())
    (message,) = found(stage)
    assert "`shell_environment_policy.set.LD_PRELOAD`" in message


@pytest.mark.parametrize("damaged", [{"env": ["PATH"]}, {"env": None}, {"env": "PATH"}, []])
def test_what_is_no_table_is_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str], damaged: object) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.install()
    (stage.root / ".claude/settings.local.json").write_text(json.dumps(damaged))
    assert found(stage) == {}


@pytest.mark.parametrize(
    "name", ["LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "ENV"]
)
def test_a_variable_of_the_environment_that_loads_code_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.install()
    monkeypatch.setenv(name, "")
    assert [one for one in stage.doctor()[1] if one["check"] == "environment"] == []
    monkeypatch.setenv(name, str(tmp_path / "nothing"))
    (said,) = [one["message"] for one in stage.doctor()[1] if one["check"] == "environment"]
    assert name in said
    assert str(tmp_path) not in said
