"""`policyhooks init`: what it writes is valid, tested and never overwrites."""

import contextlib
import io
import os
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.cli.verbs.init_files import FILES_WRITTEN
from policyhooks.installation.project import project_of
from policyhooks.installation.project_trust import why_untrusted
from tests.support.homes import move_home


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return move_home(monkeypatch, tmp_path.with_name(f"{tmp_path.name}-home"))


def written(folder: Path) -> Path:
    with contextlib.redirect_stdout(io.StringIO()):
        assert run(["init", str(folder)]) == 0
    return folder


def test_check_is_green(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path / "new" / "folder")
    code = run(["check", str(folder / "policies"), "--config", str(folder / "policyhooks.yaml")])
    out = capsys.readouterr().out
    assert code == 0, out
    assert "warning" not in out


def test_test_is_green_and_complete(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = written(tmp_path)
    code = run(["test", str(folder / "policies")])
    out = capsys.readouterr().out
    assert code == 0, out
    assert "lack a test" not in out


def test_it_shows_what_to_do_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line.startswith("wrote")] == [
        f"wrote {tmp_path / name}" for name in FILES_WRITTEN
    ]
    assert "install --client claude-code" in out


@pytest.mark.parametrize("present", FILES_WRITTEN)
def test_it_never_overwrites(present: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / present
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine")
    assert run(["init", str(tmp_path)]) == 2
    assert "exists already, nothing was written" in capsys.readouterr().err
    assert [str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()] == [present]
    assert path.read_text() == "mine"


def test_a_file_where_a_folder_should_be_is_a_clear_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "policies").write_text("a file")
    assert run(["init", str(tmp_path)]) == 1
    assert "cannot write below" in capsys.readouterr().err


def test_the_folder_is_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a word more it is checked, tested and installed from there."""
    before = os.umask(0o002)
    try:
        folder = written(tmp_path / "new")
    finally:
        os.umask(before)
    monkeypatch.chdir(folder)
    found = project_of(folder)
    assert found is not None
    assert found.id.startswith("p-")
    assert run(["check"]) == 0
    assert run(["test"]) == 0
    assert "17 passed, 6 rules" in capsys.readouterr().out
    place = ["--client", "claude-code", "--state", str(tmp_path / "state")]
    assert run(["install", *place]) == 0
    assert "installed" in capsys.readouterr().out
    assert run(["doctor", "--scope", "project", *place]) == 0, "healthy, without a model or a program of yours"
    assert "\n  FAULT" not in capsys.readouterr().out
    (folder / "policies" / "commands.yaml").write_text((folder / "policies" / "commands.yaml").read_text() + "# x\n")
    assert run(["install", *place]) == 7
    assert f"trust {folder / 'policyhooks.yaml'}" in capsys.readouterr().err


def test_every_project_has_an_id_of_its_own(tmp_path: Path) -> None:
    ids = {getattr(project_of(written(tmp_path / name)), "id", "") for name in ("a", "b")}
    assert len(ids) == 2
    assert "" not in ids


def test_only_what_it_wrote_is_trusted(tmp_path: Path) -> None:
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "theirs.yaml").write_text("kind: Policy\n")
    folder = written(tmp_path)
    assert "`policies/theirs.yaml` is new" in why_untrusted(folder / "policyhooks.yaml")
