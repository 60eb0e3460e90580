"""A copy of the package in a folder of its own, to change: what a new row, client or format would touch."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "policyhooks"


def copy_of_package(folder: Path) -> Path:
    """The package below `folder`, which goes onto the path of whoever runs it."""
    return Path(shutil.copytree(PACKAGE, folder / "policyhooks", ignore=shutil.ignore_patterns("__pycache__")))


def touched(copy: Path) -> set[str]:
    """The files of a copy that are new or differ: what a change had to touch."""
    files = [path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()]
    return {
        name
        for name in files
        if "__pycache__" not in name
        and (not (PACKAGE / name).is_file() or (PACKAGE / name).read_bytes() != (copy / name).read_bytes())
    }


def change(copy: Path, name: str, old: str, new: str) -> None:
    """Replace a text in a file of the copy, where it has to stand."""
    text = (copy / name).read_text(encoding="utf-8")
    assert old in text, (name, old)
    (copy / name).write_text(text.replace(old, new), encoding="utf-8")


def run_copy(copy: Path, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Python with the copy instead of the package: `-m policyhooks check`, `-c CODE`."""
    environ = {**os.environ, "PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, *words],
        input=given, capture_output=True, text=True, check=False, cwd=copy.parent, env=environ,
    )  # fmt: skip
