"""Where shipped files are: a clone, a wheel, neither. No other module looks for them."""

import re
from pathlib import Path

import pytest

import policyhooks
from policyhooks.shipped.folders import FOLDERS, find_checkout, shipped_folder

PACKAGE = Path(policyhooks.__file__).parent
# A module may climb to the package, not out of it.
CLIMBS = re.compile(r"__file__\)(?:\.resolve\(\))?\.parents\[(\d+)\]")


@pytest.mark.parametrize("name", FOLDERS)
def test_a_clone_has_every_folder(name: str) -> None:
    assert shipped_folder(name) == find_checkout() / FOLDERS[name]
    assert any(shipped_folder(name).iterdir())


def lay_out(root: Path, *, carried: bool, cloned: bool) -> Path:
    """A folder with a package and, whatever it is, something called `policies` beside it."""
    inside = root / "policyhooks" / "shipped"
    inside.mkdir(parents=True)
    (root / "policies").mkdir()
    if carried:
        (inside / "policies").mkdir()
    if cloned:
        (root / "pyproject.toml").touch()
    return inside


@pytest.mark.parametrize(
    ("carried", "cloned", "found"),
    [
        (False, True, "policies"),
        (True, False, "policyhooks/shipped/policies"),
        (True, True, "policyhooks/shipped/policies"),
        (False, False, "policyhooks/shipped/policies"),  # which is not there: what lies beside the package is another's
    ],
)
def test_which_folder_counts(tmp_path: Path, carried: bool, cloned: bool, found: str) -> None:
    inside = lay_out(tmp_path, carried=carried, cloned=cloned)
    assert shipped_folder("policies", inside) == tmp_path / found


def test_no_other_module_looks_outside_of_the_package() -> None:
    climbing = {
        source.relative_to(PACKAGE).as_posix()
        for source in PACKAGE.rglob("*.py")
        for steps in CLIMBS.findall(source.read_text(encoding="utf-8"))
        if int(steps) >= len(source.relative_to(PACKAGE).parts)
    }
    assert climbing == set()
