"""`policyhooks compile`: all modules or nothing."""

import os
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.cli.verbs import compile as verb
from policyhooks.compiler.compile import compile_policies
from policyhooks.errors import EnvironmentBroken

EXAMPLE = Path(__file__).resolve().parents[1] / "data" / "compiler" / "example"
CONFIG = str(EXAMPLE / "config.yaml")


def test_writes_every_module_privately(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "deep" / "program"
    assert run(["compile", str(EXAMPLE), "--config", CONFIG, "-o", str(target)]) == 0
    compiled = compile_policies([str(EXAMPLE)], CONFIG)
    assert {path.stem: path.read_text() for path in target.iterdir()} == dict(compiled.modules)
    assert target.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in target.iterdir()} == {0o600}
    assert compiled.digest in capsys.readouterr().out


def test_replaces_a_program_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    target = tmp_path / "program"
    target.mkdir()
    (target / "index.py").write_text("old")
    (target / "bucket_999.py").write_text("old")
    assert run(["compile", str(EXAMPLE), "--config", CONFIG, "-o", str(target)]) == 0
    assert not (target / "bucket_999.py").exists()
    assert os.listdir(tmp_path) == ["program"]


def test_errors_write_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("kind: Policy\n")
    assert run(["compile", str(bad), str(EXAMPLE), "-o", str(tmp_path / "program")]) == 3
    assert os.listdir(tmp_path) == ["bad.yaml"]
    assert "missing-key" in capsys.readouterr().err


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "keep.txt").write_text("mine")
    assert run(["compile", str(EXAMPLE), "--config", CONFIG, "-o", str(tmp_path)]) == 2
    assert os.listdir(tmp_path) == ["keep.txt"]


def test_a_failed_write_keeps_the_old_program(tmp_path: Path) -> None:
    target = tmp_path / "program"
    target.mkdir()
    (target / "index.py").write_text("old")
    with pytest.raises(EnvironmentBroken):
        verb.write_program({"index": "new", "a/b": "a name that cannot be written"}, target)
    assert (target / "index.py").read_text() == "old"
    assert os.listdir(tmp_path) == ["program"]
