"""A copy of the package in a folder of its own, to change: what a new row or client would touch."""

import shutil
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "policyhooks"


def copy_of_package(folder: Path) -> Path:
    """The package below `folder`, which goes onto the path of whoever runs it."""
    return Path(shutil.copytree(PACKAGE, folder / "policyhooks", ignore=shutil.ignore_patterns("__pycache__")))
