"""A home folder of its own for every test process: what is written below HOME never meets a person's own."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("home")
    before = os.environ.get("HOME")
    os.environ["HOME"] = str(home)
    yield home
    if before is None:
        os.environ.pop("HOME")
    else:
        os.environ["HOME"] = before
