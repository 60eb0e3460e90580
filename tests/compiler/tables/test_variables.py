"""Environment variables: each has one meaning, and the longest beginning counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from policyhooks.compiler.tables.variables import read_variables
from policyhooks.errors import InvalidPolicies
from policyhooks.shell.programs.variables import role_of
from tests.shell.reading import view


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("PAGER", "command"),
        ("LD_PRELOAD", "exec"),
        ("CARGO_HOME", "exec"),
        ("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", "command"),
        ("CARGO_SOMETHING", "options"),
        ("CARGO_TARGET_DIR", "options"),
        ("BUNDLE_MIRROR__X", "url"),
        ("NOSUCH", ""),
    ],
)
def test_roles(name: str, role: str) -> None:
    assert role_of(name) == role


def test_a_runner_of_a_target_is_a_command() -> None:
    names = [item.name for item in view("CARGO_TARGET_X_RUNNER='rm x' cargo run").commands]
    assert "rm" in names


@pytest.mark.parametrize("text", ["command: [A]\nexec: [A]\n", "comand: [A]\n", "command: [a b]\n", "command: A\n"])
def test_mistakes(tmp_path: Path, text: str) -> None:
    path = tmp_path / "variables.yaml"
    path.write_text(text)
    with pytest.raises(InvalidPolicies):
        read_variables(path)
