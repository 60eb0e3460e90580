"""`policyhooks` alone: what is here, and what comes next."""

from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.cli.welcome import BEGIN, FOUND, IN_FORCE, Here, lines
from policyhooks.report.screen.style import PLAIN, Style
from tests.support.homes import move_home


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    project = tmp_path / "project"
    project.mkdir(mode=0o700)
    move_home(monkeypatch, tmp_path / "home")
    monkeypatch.chdir(project)
    return project


def test_from_nothing_to_an_installation(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def shown() -> str:
        capsys.readouterr()
        assert run([]) == 0
        return capsys.readouterr().out

    first = shown()
    assert "no policyhooks.yaml here or above" in first
    assert "nothing, for this folder or this user" in first
    assert all(words in first for words, _ in BEGIN)
    assert run(["init"]) == 0
    second = shown()
    assert str(elsewhere / "policyhooks.yaml") in second
    assert all(words in second for words, _ in FOUND)
    assert run(["install", "--client", "cursor"]) == 0
    third = shown()
    assert "cursor (project)" in third
    assert all(words in third for words, _ in IN_FORCE)


def test_a_project_file_that_is_refused_is_told(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (elsewhere / "policyhooks.yaml").symlink_to("/etc/hostname")
    assert run([]) == 0
    shown = capsys.readouterr().out
    assert "is a link" in shown
    assert all(words in shown for words, _ in BEGIN)


@pytest.mark.parametrize("width", [80, 120])
def test_it_fits_and_cuts_no_command(width: int) -> None:
    here = Here("/srv/" + "long/" * 40 + "policyhooks.yaml", "", tuple(f"client-{n} (project)" for n in range(9)))
    shown = list(lines(here, Style(width=width)))
    assert max(len(line) for line in shown if not line.startswith("  /")) <= width
    assert all(any(words in line for line in shown) for words, _ in IN_FORCE)


def test_text_of_others_is_escaped() -> None:
    assert any("\\x1b[31m" in line for line in lines(Here("/w/\x1b[31m/policyhooks.yaml"), PLAIN))
