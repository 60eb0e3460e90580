"""An empty project of its own repository, and a home beside it, for tests that install."""

from pathlib import Path

import pytest

from tests.support.homes import move_home


def enter_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project's folder, which is the working folder now."""
    move_home(monkeypatch, tmp_path / "home")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    project.chmod(0o700)
    monkeypatch.chdir(project)
    return project
