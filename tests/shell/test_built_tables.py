"""A built file that is missing, damaged or stale is an error that says what to run, never an unknown program."""

from __future__ import annotations

from pathlib import Path

import pytest

from policyhooks.compiler.tables.building import render
from policyhooks.errors import EnvironmentBroken
from policyhooks.shell.built_tables import FORMAT, HEADER, NAME, digest_of, find_line, list_sources, read_built

VALUES = {"programs/git": {"operands": "text*"}, "programs/g": "=programs/git"}


def make(folder: Path) -> Path:
    (folder / "programs").mkdir()
    (folder / "programs" / "a.yaml").write_text("plain: [git]\n")
    (folder / "tags.yaml").write_text("x: 1\n")
    target = folder / NAME
    target.write_text(render(VALUES, digest_of(str(folder), list_sources(str(folder)))))
    return target


def test_it_is_read(tmp_path: Path) -> None:
    make(tmp_path)
    text = read_built(str(tmp_path))
    assert find_line(text, "programs/git") == {"operands": "text*"}
    assert find_line(text, "programs/gi") is None
    assert list_sources(str(tmp_path)) == ["programs/a.yaml", "tags.yaml"]


@pytest.mark.parametrize(
    "key", ['programs/git": 1', "programs/git\n", "programs/gît", "programs\\/git", "", '"', "\ud800"]
)
def test_odd_keys_are_not_found(tmp_path: Path, key: str) -> None:
    make(tmp_path)
    found = find_line(read_built(str(tmp_path)), key)
    assert found is None or key == HEADER


def test_without_sources_it_stands_alone(tmp_path: Path) -> None:
    """A portable file carries the built form and no YAML."""
    make(tmp_path)
    for name in list_sources(str(tmp_path)):
        (tmp_path / name).unlink()
    assert find_line(read_built(str(tmp_path)), "programs/git")


@pytest.mark.parametrize(
    "change", ["missing", "empty", "cut", "other", "edited", "added", "renamed", "removed", "value"]
)
def test_broken(tmp_path: Path, change: str) -> None:
    target = make(tmp_path)
    text = target.read_text()
    row = tmp_path / "programs" / "a.yaml"
    if change == "missing":
        target.unlink()
    elif change == "empty":
        target.write_text("")
    elif change == "cut":
        target.write_text(text[:-20])
    elif change == "other":
        target.write_text(text.replace(f'"format":{FORMAT}', '"format":99'))
    elif change == "edited":
        row.write_text("plain: [hit]\n")
    elif change == "added":
        (tmp_path / "programs" / "b.yaml").write_text("")
    elif change == "renamed":
        row.rename(tmp_path / "programs" / "c.yaml")
    elif change == "removed":
        row.unlink()
    elif change == "value":
        target.write_text(text.replace('{"operands":', '{"operands"'))
    with pytest.raises(EnvironmentBroken) as caught:
        find_line(read_built(str(tmp_path)), "programs/git")
    assert NAME in caught.value.message
    assert "make tables" in caught.value.message
