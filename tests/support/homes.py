"""Home folders of tests: what is kept for an account lies below one of these, never in the home of who runs the tests.

`move_home` is for this process, STARTED for the environment of programs that trust, install or follow a page.
"""

import json
import os
import pwd
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from policyhooks.installation.trust_folder import FOLDER
from tests.support.account.moved_account import READ, with_home

STARTED = {"PYTHONPATH": str(Path(__file__).parent / "account")}
_short: list[Path] = []


def move_home(monkeypatch: pytest.MonkeyPatch, home: Path) -> Path:
    """Everything in this process that asks for the user's home gets this folder."""
    home.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(pwd, "getpwuid", with_home(lambda: str(home)))
    monkeypatch.setenv("HOME", str(home))
    return home


@contextmanager
def short_folder() -> Iterator[Path]:
    """A folder whose name is of the same length every time."""
    folder = Path(tempfile.mkdtemp(prefix="ph-", dir="/tmp"))
    _short.append(folder)
    yield folder
    shutil.rmtree(folder)


def trusted_by_tests(folder: Path, account: Path | None = None) -> list[str]:
    """Files of this run, below its folder or a short one, of which the account's own home has a record of trust."""
    home = account or Path(READ(os.geteuid()).pw_dir)
    ours = [folder, *_short]
    found = []
    for path in (home / FOLDER).glob("*.json"):
        try:
            file = Path(json.loads(path.read_bytes())["file"])
        except (OSError, ValueError, KeyError, TypeError):  # of a run that ends meanwhile, or none of ours
            continue
        if any(file.is_relative_to(one) for one in ours):
            found.append(str(file))
    return sorted(found)
