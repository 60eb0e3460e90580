"""A wheel is whole: installed alone it does what README.md says, in an empty folder. Sdist and clone give the same."""

import os
import subprocess
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from policyhooks.cli.main import run
from policyhooks.shipped.folders import FOLDERS
from tests.docs.walkthrough import ROOT, Step, read_steps, take
from tests.support.figures import FIGURE
from tests.support.wheels import build, make_place, offline

README = ROOT / "README.md"
# Lines of README.md that a wheel cannot run: of a clone, or with a tool and an index that may not be here.
CLONE = ("make ",)
INDEX = ("pipx ", "uv ")
INSTALL = "pip install "
BUNDLE = "--name team --version 1.0.0 --serial 1"
READMES_VERBS = {"test", "explain", "demo", "install", "doctor", "log", "approvals", "ship"}
# After README.md: what else a clone gives.
FURTHER = (
    "policyhooks --version | grep -q '^program format'",
    "policyhooks schema config | grep -q definitions",
    "policyhooks test -k force-push",
    "policyhooks init team",
    "cd team && policyhooks check && policyhooks test",
    f"cd team && policyhooks bundle build -o ../from-wheel.phb {BUNDLE}",
    f"cd team && policyhooks bundle build -o ../from-wheel.pyz --format pyz {BUNDLE}",
    "python3 -I from-wheel.pyz --help",
    "cp from-wheel.phb signed.phb && ssh-keygen -q -t ed25519 -N '' -C a@acme.example -f key",
    "policyhooks bundle sign signed.phb --key key",
    """echo "a@acme.example namespaces=\\"policyhooks\\" $(cut -d' ' -f1,2 key.pub)" > signers""",
    "policyhooks bundle verify signed.phb --allowed-signers signers",
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose `dist` is that of `make wheel`."""
    folder = tmp_path_factory.mktemp("built")
    build(folder / "dist")
    return folder


def wheel_of(built: Path) -> Path:
    (wheel,) = (built / "dist").glob("*.whl")
    return wheel


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_every_shipped_file_is_in_the_wheel(built: Path) -> None:
    found = names_in(wheel_of(built))
    places = {"policyhooks": "policyhooks"} | {f"policyhooks/shipped/{name}": at for name, at in FOLDERS.items()}
    for place, folder in places.items():
        files = [path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()]
        expected = {f"{place}/{name}" for name in files if "__pycache__" not in name}
        assert expected, folder
        assert expected - found == set()


def test_the_table_of_folders_is_that_of_the_build() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    mapped = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert mapped == {folder: f"policyhooks/shipped/{name}" for name, folder in FOLDERS.items()}


def test_sdist_and_clone_give_the_same_wheel(built: Path, tmp_path: Path) -> None:
    """To the byte, with files of another time and another umask."""
    (sdist,) = (built / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    for path in source.rglob("*"):
        os.utime(path, (0, 1_700_000_000))
    again = build(tmp_path / "again", "-t", "wheel", source=source)
    assert names_in(again) == names_in(wheel_of(built))
    assert again.read_bytes() == wheel_of(built).read_bytes()


def test_a_build_makes_the_tables(built: Path, tmp_path: Path) -> None:
    (sdist,) = (built / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    tables = "policyhooks/data/tables.json"
    whole = (source / tables).read_bytes()
    (source / tables).write_text("stale\n")
    with zipfile.ZipFile(build(tmp_path / "again", "-t", "wheel", source=source)) as archive:
        assert archive.read(tables) == whole


def test_readme_as_a_new_user(
    built: Path, tmp_path: Path, record_property: Callable[[str, object], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command of README.md, then other verbs that read what is shipped; nothing of the clone is on a path."""
    started = time.monotonic()
    env = offline(tmp_path / "home", make_place(tmp_path / "environment"))
    project = tmp_path / "project"
    for folder in (project, tmp_path / "home"):
        folder.mkdir()
    steps = list(read_steps(README))
    (install,) = [step for step in steps if step.command.startswith(INSTALL)]
    assert take(install, built, env) == ""
    where = "import policyhooks; print(policyhooks.__file__)"
    shown = subprocess.run(["python", "-c", where], cwd=project, env=env, capture_output=True, text=True, check=True)
    assert shown.stdout.startswith(str(tmp_path / "environment"))
    rest = [step for step in steps if step is not install and not step.command.startswith((*CLONE, *INDEX))]
    commands = [step.command for step in rest if step.command]
    assert all(command.startswith("policyhooks ") for command in commands)
    assert {command.split()[1] for command in commands} == READMES_VERBS
    assert [problem for step in rest if (problem := take(step, project, env))] == []
    took = time.monotonic() - started
    record_property(FIGURE, f"README.md from a wheel: {len(commands) + 1} commands in {took:.1f} s")
    assert [problem for line in FURTHER if (problem := take(Step(command=line), tmp_path, env))] == []
    again = tmp_path / "from-clone.phb"
    monkeypatch.chdir(tmp_path / "team")
    assert run(["bundle", "build", "-o", str(again), *BUNDLE.split(), "--config", "policyhooks.yaml"]) == 0
    assert (tmp_path / "from-wheel.phb").read_bytes() == again.read_bytes()
