"""Real hooks: a script that was written since the session began is stopped when it runs, an older one is not."""

import time
from pathlib import Path

import pytest

from policyhooks.image.activation import Activation
from tests.support import remembering as past
from tests.support.hooks import run, verdict

RULES = f"""\
  - id: wipe
    match: {{events: [shell.before]}}
    when: shell.commands.exists(c, c.name == "wipe-all") || !shell.understood
    effect: deny
    {past.MESSAGE}
"""


@pytest.fixture(scope="module")
def active(tmp_path_factory: pytest.TempPathFactory) -> Activation:
    return past.installed(tmp_path_factory.mktemp("files"), rules=RULES)


def said(active: Activation, command: str, folder: Path, session: str) -> str:
    return verdict(run(active, {**past.shell(command, session=session), "cwd": str(folder)}))


def test_write_then_run(active: Activation, tmp_path: Path) -> None:
    (tmp_path / "old.sh").write_text("wipe-all\n")
    time.sleep(2.1)  # moments of records are whole seconds
    assert said(active, "ls", tmp_path, "s1") == "pass"
    (tmp_path / "new.sh").write_text("wipe-all\n")
    assert said(active, "sh new.sh", tmp_path, "s1") == "deny"
    assert said(active, "sh old.sh", tmp_path, "s1") == "pass"
    (tmp_path / "old.sh").rename(tmp_path / "renamed.sh")
    assert said(active, "sh renamed.sh", tmp_path, "s1") == "deny"
    assert said(active, "sh new.sh", tmp_path, "another") == "deny"  # begins beside s1
