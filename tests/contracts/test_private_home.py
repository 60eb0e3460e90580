"""No test leaves a record of trust in the home of whoever runs the tests: what it would look like, and that it is seen.

tests/conftest.py asks at the end of every run; here the question itself is asked.
"""

import os
import pwd
import subprocess
import sys
from pathlib import Path

import pytest

from policyhooks.compiler.border import account_home
from policyhooks.installation.trust_folder import FOLDER, trust_folder
from tests.support.homes import STARTED, move_home, short_folder, trusted_by_tests

CONFIG = "apiVersion: policyhooks/v1\nkind: Config\n"


def trust(project: Path, environ: dict[str, str]) -> subprocess.CompletedProcess[str]:
    project.mkdir(mode=0o700)
    (project / "policyhooks.yaml").write_text(CONFIG)
    (project / "policyhooks.yaml").chmod(0o600)
    return subprocess.run(
        [sys.executable, "-m", "policyhooks", "trust", "policyhooks.yaml", "--yes"],
        cwd=project,
        env={"PATH": "/usr/bin:/bin", **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_program_that_trusts_does_so_in_its_own_home(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    done = trust(tmp_path / "project", {"HOME": str(home), **STARTED})
    assert done.returncode == 0, done.stderr
    (record,) = (home / FOLDER).glob("*.json")
    assert str(tmp_path / "project") in record.read_text()
    assert trusted_by_tests(tmp_path) == []
    assert trusted_by_tests(tmp_path, home) == [str(tmp_path / "project/policyhooks.yaml")]
    assert trusted_by_tests(tmp_path / "elsewhere", home) == []


def test_a_short_folder_is_one_of_ours(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with short_folder() as folder:
        assert trust(folder / "project", {"HOME": str(home), **STARTED}).returncode == 0
    assert trusted_by_tests(tmp_path / "elsewhere", home) == [str(folder / "project/policyhooks.yaml")]


def test_this_process_moves_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = pwd.getpwuid(os.geteuid()).pw_dir
    assert trust_folder() == Path(real) / FOLDER
    move_home(monkeypatch, tmp_path / "home")
    assert account_home() == tmp_path / "home"
    monkeypatch.undo()
    assert trust_folder() == Path(real) / FOLDER


def test_others_keep_their_homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = next(one for one in pwd.getpwall() if one.pw_uid != os.geteuid())
    move_home(monkeypatch, tmp_path / "home")
    assert pwd.getpwuid(other.pw_uid).pw_dir == other.pw_dir
    with pytest.raises(KeyError):
        pwd.getpwuid(4_000_000_000)


@pytest.mark.parametrize("text", ["", "{}", "[1]", "not JSON", '{"file": 1}'])
def test_what_is_no_record_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / FOLDER / "one.json").write_text(text)
    assert trusted_by_tests(tmp_path, tmp_path) == []
