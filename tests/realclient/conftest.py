"""What the real-client tests share: the stage of a client, and a note of what was really seen."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.realclient.binaries import PACKAGES
from tests.realclient.stage import Stage, make_stage

See = Callable[[str, str, str], None]


@pytest.fixture
def stage(client: str, tmp_path: Path) -> Stage:
    """A fresh stage; skips with a reason where the client cannot be run."""
    return make_stage(client, tmp_path)


@pytest.fixture
def see() -> See:
    """Note what a client did, for docs/reference/real-clients.md; `see(client, scenario, what happened)`."""

    def note(client: str, scenario: str, happened: str) -> None:
        path = os.environ.get("POLICYHOOKS_REALCLIENT_SEEN")
        if path:
            version = PACKAGES[client].version
            line = {"client": client, "version": version, "scenario": scenario, "happened": happened}
            with open(path, "a", encoding="utf-8") as out:
                out.write(json.dumps(line) + "\n")

    return note
