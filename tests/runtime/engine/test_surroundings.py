"""Linked worktrees, branches of one's own and containers: real git, and everything that only looks like one."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from policyhooks.clients.catalog import vouches_for
from policyhooks.compiler.compile import compile_policies
from policyhooks.errors import InvalidPolicies
from policyhooks.runtime.engine import surroundings
from policyhooks.runtime.engine.repository import PlacedInfo
from tests.support import lifting
from tests.support.lifting import said, shell


def git(folder: Path, *words: str) -> None:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@acme.example", *words]
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=env)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone whose remote's default is main, on a branch of its own."""
    origin = tmp_path / "origin"
    origin.mkdir()
    git(origin, "init", "-q", "-b", "main")
    git(origin, "commit", "-q", "--allow-empty", "-m", "first")
    git(tmp_path, "clone", "-q", str(origin), "clone")
    git(tmp_path / "clone", "switch", "-q", "-c", "feature/x")
    return tmp_path / "clone"


@pytest.fixture
def tree(clone: Path) -> Path:
    git(clone, "worktree", "add", "-q", "-b", "second", "../tree")
    return clone.parent / "tree"


def told(folder: Path) -> tuple[bool, bool]:
    info = PlacedInfo(workspace=str(folder))
    return info.linked_worktree, info.own_branch


def test_a_clone_on_a_branch_of_its_own(clone: Path) -> None:
    assert told(clone) == (False, True)


def test_a_linked_worktree_from_every_folder_of_it(tree: Path) -> None:
    (tree / "deep/er").mkdir(parents=True)
    assert told(tree) == told(tree / "deep/er") == (True, True)


@pytest.mark.parametrize("branch", ["main", "develop", "release/1.4", "production"])
def test_branches_of_many(clone: Path, branch: str) -> None:
    git(clone, "switch", "-q", *([] if branch == "main" else ["-c"]), branch)
    assert told(clone) == (False, False)


def test_a_default_of_another_name(clone: Path) -> None:
    git(clone, "update-ref", "refs/remotes/origin/blue", "HEAD")
    git(clone, "remote", "set-head", "origin", "blue")
    git(clone, "switch", "-q", "-c", "blue")
    assert told(clone) == (False, False)
    git(clone, "switch", "-q", "-c", "green")
    assert told(clone) == (False, True)


def detached(clone: Path) -> None:
    git(clone, "switch", "-q", "--detach")


def without_default(clone: Path) -> None:
    git(clone, "remote", "set-head", "origin", "--delete")


def without_remote(clone: Path) -> None:
    git(clone, "remote", "remove", "origin")


@pytest.mark.parametrize("change", [detached, without_default, without_remote])
def test_what_nobody_knows_is_no_branch_of_ones_own(clone: Path, change: Callable[[Path], None]) -> None:
    change(clone)
    assert told(clone) == (False, False)


def test_no_repository_at_all(tmp_path: Path) -> None:
    assert told(tmp_path) == (False, False)
    assert told(Path("/nonexistent")) == (False, False)
    assert told(Path()) == (False, False)


def test_a_worktree_of_its_own_making_is_none(clone: Path) -> None:
    """Whoever writes in the workspace alone can make both sides of the link there, and that is not enough."""
    fake = clone / "x/.real/worktrees/t"
    fake.mkdir(parents=True)
    (clone / "x/.git").write_text(f"gitdir: {fake}\n")
    (fake / "gitdir").write_text(f"{clone}/x/.git\n")
    (fake / "commondir").write_text("../..\n")
    (fake / "HEAD").write_text("ref: refs/heads/second\n")
    assert told(clone / "x") == (False, False)


def test_a_link_to_a_worktree_of_another_folder_is_none(clone: Path, tree: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(tree, copy)
    assert told(copy)[0] is False
    moved = tmp_path / "moved"
    tree.rename(moved)
    assert told(moved)[0] is False
    git(clone, "worktree", "repair", str(moved))
    assert told(moved)[0] is True


def test_a_submodule_is_none(clone: Path, tmp_path: Path) -> None:
    git(clone, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(tmp_path / "origin"), "sub")
    assert (clone / "sub/.git").is_file()
    assert told(clone / "sub")[0] is False


def test_a_pipe_under_the_name_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".git")
    assert told(tmp_path) == (False, False)


def test_a_container_is_what_root_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "mark"
    monkeypatch.setattr(surroundings, "MARKS", ((str(mark), surroundings.S_IFREG, "docker"),))
    assert PlacedInfo().container == ""
    mark.mkdir()
    assert PlacedInfo().container == ""
    mark.rmdir()
    mark.write_text("")
    assert PlacedInfo().container == ("docker" if mark.stat().st_uid == 0 else "")
    if os.geteuid() == 0:
        os.chown(mark, 65534, 65534)
        assert PlacedInfo().container == ""


def test_who_vouches() -> None:
    names = ("event.own_branch", "event.linked_worktree", "event.container", "tool.sandbox")
    assert [vouches_for(name) for name in names] == ["workspace", "workspace", "machine", "client"]


RULES = """\
  - id: reset
    match: {commands: ["git reset"]}
    effect: deny
    message: {user: No., agent: Do something else.}
    exceptions:
      - {id: EX-1, when: event.linked_worktree && event.own_branch, becomes: audit, owner: a@acme.example,
         reason: nobody else works there, ticket: ENG-1, expires: 2099-01-01ACK}
"""


def test_an_exception_for_a_worktree_in_a_real_hook(clone: Path, tree: Path, tmp_path: Path) -> None:
    active = lifting.installed(tmp_path, RULES.replace("ACK", ", acknowledge: [workspace-data]"))
    assert said(active, shell("git reset --hard", cwd=str(tree))) == "pass"
    assert said(active, shell("git reset --hard", cwd=str(clone))) == "deny"


def test_it_must_be_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "acme.lifts.yaml"
    path.write_text(lifting.HEAD + RULES.replace("ACK", ""))
    with pytest.raises(InvalidPolicies) as refused:
        compile_policies([str(path)])
    assert {one.code for one in refused.value.diagnostics} == {"workspace-data"}
