"""Every client's files in every scope, and where state lies."""

from pathlib import Path

import pytest

from policyhooks.errors import UsageError
from policyhooks.installation.places import locate

FILES = [
    ("cursor", "project", ".cursor/hooks.json"),
    ("cursor", "user", ".cursor/hooks.json"),
    ("cursor", "managed", "etc/cursor/hooks.json"),
    ("claude-code", "project", ".claude/settings.json"),
    ("claude-code", "local", ".claude/settings.local.json"),
    ("claude-code", "user", ".claude/settings.json"),
    ("claude-code", "managed", "etc/claude-code/managed-settings.json"),
    ("codex", "project", ".codex/hooks.json"),
    ("codex", "user", ".codex/hooks.json"),
    ("codex", "managed", "etc/codex/requirements.toml"),
    ("gemini-cli", "project", ".gemini/settings.json"),
    ("gemini-cli", "user", ".gemini/settings.json"),
    ("gemini-cli", "managed", "etc/gemini-cli/settings.json"),
    ("copilot-cli", "project", ".github/hooks/policyhooks.json"),
    ("copilot-cli", "user", ".copilot/hooks/policyhooks.json"),
    ("copilot-cli", "managed", "etc/github-copilot/policy.d/policyhooks.json"),
]


@pytest.mark.parametrize(("client", "scope", "file"), FILES)
def test_file(client: str, scope: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", "/home/dev")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    place = locate(client, scope, str(tmp_path))
    assert place.file == tmp_path / file
    if scope == "user":
        assert place.state == tmp_path / ".local/state/policyhooks" / client
        assert locate(client, scope).file == Path("/home/dev") / file
    elif scope == "managed":
        assert place.state == tmp_path / "var/lib/policyhooks" / client
        assert locate(client, scope).file == Path("/") / file
    else:
        assert place.state.is_relative_to("/home/dev/.local/state/policyhooks/projects")
        assert place.state.name == client


def test_state_never_lies_in_the_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/dev")
    assert not locate("cursor", "project", str(tmp_path)).state.is_relative_to(tmp_path)


def test_two_projects_of_one_name_have_two_states(tmp_path: Path) -> None:
    first, second = (locate("cursor", "project", str(tmp_path / part / "app")).state for part in "ab")
    assert first != second


def test_layers() -> None:
    layers = [locate("claude-code", scope, "/x").layer for scope in ("managed", "user", "project", "local")]
    assert layers == ["managed", "user", "project", "project"]


def test_what_does_not_exist_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="local"):
        locate("cursor", "local")
    with pytest.raises(UsageError, match="unknown client"):
        locate("windsurf")
