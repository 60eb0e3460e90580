"""The project of a folder: verbs that are run below it mean the same installation as those at its root."""

import json
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.installation.project_file import NAME
from policyhooks.installation.project_root import project_root
from tests.support.homes import move_home

CONFIG = "apiVersion: policyhooks/v1\nkind: Config\n"
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.small, title: Small, owner: appsec@acme.example}
rules:
  - id: no-install
    match: {events: [shell.before], commands: ["npm install"]}
    effect: deny
    message: {user: "No installs.", agent: "Use npm ci."}
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return move_home(monkeypatch, tmp_path / "home")


# what there is below the home folder, where one stands, which folder is the project
ROOTS = [
    ("", "a/b", "a/b"),
    ("a/.git/", "a/b/c", "a"),
    ("a/.git/", "a", "a"),
    ("a/.git/ a/b/policyhooks.yaml", "a/b/c", "a/b"),
    ("a/.git/ a/policyhooks.yaml", "a/b/c", "a"),
    ("a/.git/ a/b/.git/", "a/b/c", "a/b"),
    ("a/policyhooks.yaml", "a/b", "a/b"),  # nobody has accepted it
    ("policyhooks.yaml", "a/b", "a/b"),
    (".git/", "a/b", "a/b"),
    (".git/ policyhooks.yaml", "a", "a"),
    ("policyhooks.yaml a/.git/", "a/b", "a"),
]


@pytest.mark.parametrize(("there", "start", "root"), ROOTS)
def test_the_root(home: Path, there: str, start: str, root: str) -> None:
    """A project file comes before the repository; what lies in the home folder itself is no project's."""
    for name in there.split():
        path = home / name
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if not name.endswith("/"):
            path.write_text(CONFIG)
            path.chmod(0o644)
    (home / start).mkdir(parents=True, exist_ok=True)
    assert project_root(home / start) == home / root


def test_outside_of_a_repository_it_counts_once_it_was_accepted(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    below = home / "a/b"
    below.mkdir(parents=True)
    for name, how in (
        ("a", ["trust", NAME, "--yes"]),
        ("c", ["install", "--client", "cursor", "--policies", "p.yaml"]),
    ):
        folder = home / name
        (folder / "b").mkdir(parents=True, exist_ok=True)
        (folder / "p.yaml").write_text(POLICY)
        (folder / NAME).write_text(CONFIG + "project: p-0123456789abcde" + name + "\n")
        (folder / NAME).chmod(0o644)
        assert project_root(folder / "b") == folder / "b"
        monkeypatch.chdir(folder)
        assert run(how) == 0
        assert project_root(folder / "b") == folder
    (home / "c" / NAME).rename(home / NAME)  # its id alone moves nothing elsewhere
    assert project_root(home / "c/b") == home / "c/b"


def test_a_refused_file_moves_nothing(home: Path) -> None:
    (home / "a/b").mkdir(parents=True)
    (home / "a" / NAME).write_text(CONFIG)
    (home / "a" / NAME).chmod(0o666)
    assert project_root(home / "a/b") == home / "a/b"


def test_install_doctor_and_uninstall_below_the_root(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    project = home / "work"
    below = project / "src" / "deep"
    (project / ".git").mkdir(parents=True)
    below.mkdir(parents=True)
    (home / "p.yaml").write_text(POLICY)
    monkeypatch.chdir(below)
    assert run(["install", "--client", "claude-code", "--policies", str(home / "p.yaml")]) == 0
    assert f"note: the project is {project}; `--root .` would mean this folder alone" in capsys.readouterr().err
    assert "hooks" in json.loads((project / ".claude/settings.json").read_text())
    assert (project / NAME).is_file()
    assert not [path for path in below.parent.rglob("*") if path.is_file()]
    before = (project / ".claude/settings.json").read_bytes()
    assert run(["install"]) == 0  # again, without options, from below
    assert (project / ".claude/settings.json").read_bytes() == before
    capsys.readouterr()
    assert run(["doctor", "--format", "json", "--client", "claude-code"]) in (0, 1)
    assert str(project / ".claude/settings.json") in capsys.readouterr().out
    assert run(["log"]) == 0
    monkeypatch.chdir(project)
    capsys.readouterr()
    assert run(["install", "--dry-run"]) == 0
    assert "note: the project is" not in capsys.readouterr().err
    monkeypatch.chdir(below)
    assert run(["uninstall", "--client", "claude-code"]) == 0
    assert not (project / ".claude/settings.json").exists()


def test_this_folder_alone_can_be_meant(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    below = home / "work" / "src"
    (home / "work" / ".git").mkdir(parents=True)
    below.mkdir()
    (home / "p.yaml").write_text(POLICY)
    monkeypatch.chdir(below)
    words = ["install", "--client", "claude-code", "--policies", str(home / "p.yaml"), "--dry-run"]
    assert run([*words, "--root", "."]) == 0
    told = capsys.readouterr()
    assert "the project is" not in told.err
    assert str(below / ".claude/settings.json") in told.out
