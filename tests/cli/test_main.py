"""`policyhooks --version`, and the one home of the version."""

import platform
import re
import tomllib
from pathlib import Path

import pytest

from policyhooks import __version__
from policyhooks.cli.main import run
from policyhooks.core.program import FORMAT, READS

ROOT = Path(__file__).resolve().parents[2]


def test_version_says_what_decides_whether_things_fit(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run(["--version"])
    assert left.value.code == 0
    first, second, third = capsys.readouterr().out.splitlines()
    assert first == f"policyhooks {__version__}"
    assert [int(number) for number in re.findall(r"\d+", second)] == [FORMAT, *READS]
    assert third.startswith(f"Python {platform.python_version()} ")


def test_the_package_has_no_second_version() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in settings["project"]
    assert settings["tool"]["hatch"]["version"] == {"path": "policyhooks/__init__.py"}


def test_the_changelog_names_the_version() -> None:
    """As the newest release, or as the one that is being prepared."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = re.search(r"^## \[Unreleased\]\n\nWill be (\S+)\.$", text, re.M)
    released = re.search(r"^## \[(\d\S*)\]", text, re.M)
    named = unreleased or released
    assert named is not None
    assert named[1] == __version__
