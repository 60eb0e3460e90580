"""`policyhooks init`: what it writes is valid, tested and never overwrites."""

import contextlib
import io
from pathlib import Path

import pytest

from policyhooks.cli.init_files import FILES_WRITTEN
from policyhooks.cli.main import run


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
