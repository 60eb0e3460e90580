"""Hard links: a protected file under another name, on a real disk."""

import os
from pathlib import Path

import pytest

from policyhooks.shell.view.paths import path_ref

# The protected file, what it is.
PROTECTED = [
    ("project/.claude/settings.json", "agent_config"),
    ("project/.github/copilot/settings.json", "agent_config"),
    ("project/.github/hooks/mine.json", "agent_config"),
    ("project/.mcp.json", "agent_config"),
    ("project/.git/config", "git_config"),
    ("project/.git/hooks/pre-commit", "git_hook"),
    ("home/.bashrc", "persistence"),
    ("home/.ssh/id_work", "credential"),
    ("home/.codex/config.toml", "agent_config"),
    ("home/.cursor/managed/team_1/hooks/hooks.json", "agent_config"),
    ("home/.aws/credentials", "credential"),
    ("state/key", "policy_engine"),
    ("state/generations/1/hook.py", "policy_engine"),
]


def tags(root: Path, name: str, *, links: bool = True) -> list[str]:
    """Each test has a place of its own: what is known of one is kept for the process, as in a hook."""
    found = path_ref(
        name,
        cwd=str(root / "project"),
        workspace=str(root / "project"),
        home=str(root / "home"),
        op="write",
        links=links,
        guarded=(str(root / "state"),),
    )
    return list(found.tags)


def make(root: Path, name: str) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{}")
    (root / "project").mkdir(exist_ok=True)
    return path


@pytest.mark.parametrize(("name", "tag"), PROTECTED)
def test_another_name_of_a_protected_file_has_its_tags(tmp_path: Path, name: str, tag: str) -> None:
    os.link(make(tmp_path, name), tmp_path / "project" / "notes.txt")
    assert tag in tags(tmp_path, "notes.txt")
    assert tag not in tags(tmp_path, "notes.txt", links=False)


def test_a_link_to_another_name_too(tmp_path: Path) -> None:
    os.link(make(tmp_path, "project/.claude/settings.json"), tmp_path / "project" / "a")
    (tmp_path / "project" / "b").symlink_to("a")
    assert "agent_config" in tags(tmp_path, "b")


def test_ordinary_files_with_two_names_have_no_tags(tmp_path: Path) -> None:
    make(tmp_path, "project/.claude/settings.json")
    os.link(make(tmp_path, "project/store/x.js"), tmp_path / "project" / "y.js")
    assert "agent_config" not in tags(tmp_path, "y.js")


def test_a_copy_is_another_file(tmp_path: Path) -> None:
    make(tmp_path, "project/.claude/settings.json")
    make(tmp_path, "project/copy.json")
    assert "agent_config" not in tags(tmp_path, "copy.json")
