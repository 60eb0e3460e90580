"""Test data that lives beside the checkout and may be absent."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"


def shared(name: str) -> Path:
    """A file or folder of the shared material; the test skips where there is none."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"the shared material has no {name} here")
    return path
