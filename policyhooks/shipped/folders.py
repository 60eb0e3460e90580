"""Where the files that are shipped beside the code lie, in a clone and in an installed wheel. The only home of that.

In a clone they are folders at its root; a wheel carries them inside this package. It reads none of them.
"""

from __future__ import annotations

from pathlib import Path

from policyhooks.errors import EnvironmentBroken

INSIDE = Path(__file__).resolve().parent
# What a wheel calls a folder, and where a clone has it; pyproject.toml copies the one to the other.
FOLDERS = {"policies": "policies", "prompts": "prompts", "schema": "schema", "reference": "docs/reference"}


def shipped_folder(name: str, inside: Path = INSIDE) -> Path:
    """Where a folder of FOLDERS is; a path that does not exist where it was not shipped, as in a portable file."""
    carried = inside / name
    root = inside.parents[1]
    # Without its pyproject.toml this is a folder of packages, and a `policies` in it belongs to somebody else.
    if carried.is_dir() or not (root / "pyproject.toml").is_file():
        return carried
    return root / FOLDERS[name]


def find_checkout() -> Path:
    """The root of the clone that this runs from. Raises EnvironmentBroken where it is none."""
    root = INSIDE.parents[1]
    if not (root / "pyproject.toml").is_file():
        raise EnvironmentBroken("this is not a clone of policyhooks", "run it from a clone")
    return root
