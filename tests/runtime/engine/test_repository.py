"""Remote and branch of a workspace, read from files that an agent may have written."""

import os
import subprocess
from pathlib import Path

import pytest

from policyhooks.runtime.engine.repository import PlacedInfo, branch_of, remote_of


def git(folder: Path, *words: str) -> None:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@acme.example", *words]
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=env)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q", "-b", "feature/x")
    git(tmp_path, "remote", "add", "origin", "git@forge.acme.example:team/app.git")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "first")
    return tmp_path


def test_branch_and_remote(repository: Path) -> None:
    (repository / "deep" / "er").mkdir(parents=True)
    for folder in (repository, repository / "deep" / "er"):
        assert branch_of(str(folder)) == "feature/x"
        assert remote_of(str(folder)) == "git@forge.acme.example:team/app.git"
    info = PlacedInfo(workspace=str(repository))
    assert (info.branch, info.repo) == ("feature/x", "git@forge.acme.example:team/app.git")


def test_a_worktree_has_its_own_branch_and_the_same_remote(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other") / "tree"
    git(repository, "worktree", "add", "-q", "-b", "second", str(other))
    assert branch_of(str(other)) == "second"
    assert remote_of(str(other)) == "git@forge.acme.example:team/app.git"


def test_a_detached_head_has_no_branch(repository: Path) -> None:
    git(repository, "checkout", "-q", "--detach")
    assert branch_of(str(repository)) == ""


@pytest.mark.parametrize("content", ["", "garbage", "ref: refs/tags/x", "gitdir: /nonexistent", "gitdir: "])
def test_odd_files_are_no_repository(tmp_path: Path, content: str) -> None:
    (tmp_path / ".git").write_text(content)
    assert branch_of(str(tmp_path)) == ""
    assert remote_of(str(tmp_path)) == ""


def test_a_pipe_does_not_hold_it_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".git")
    assert branch_of(str(tmp_path)) == ""


def test_no_repository_anywhere() -> None:
    assert branch_of("/nonexistent/folder") == ""
    assert branch_of("") == ""
    assert remote_of("relative") == ""
