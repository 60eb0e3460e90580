"""docs/how-to/watch-a-fleet.md, command by command, with a server and a receiver of alerts on ports of their own."""

import os
import signal
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.docs.preparations import BEFORE, surroundings
from tests.docs.walkthrough import ROOT, Step, follow, read_steps
from tests.support.alert_receiver import Receiver
from tests.support.receivers import NATS_SERVER, free_port

PAGE = "docs/how-to/watch-a-fleet.md"
PACKAGES = ("nats", "pyarrow", "duckdb", "nacl", "apprise")
needs_all = pytest.mark.skipif(
    NATS_SERVER is None or not all(find_spec(name) for name in PACKAGES),
    reason="nats-server or a package of the extra `collect` is not here (make collect)",
)
AS_ROOT = " --as-root" if os.geteuid() == 0 else ""


@needs_all
def test_the_page_is_followed(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    env = surroundings(tmp_path)
    env["PATH"] = f"{Path(str(NATS_SERVER)).parent}:{env['PATH']}"
    receiver = Receiver()
    ports = {"4222": str(free_port()), "8999": str(receiver.port)}
    steps = [*BEFORE[PAGE], *_with(list(read_steps(ROOT / PAGE)), ports)]
    assert len([step for step in steps if step.command]) >= 10
    try:
        assert follow(steps, project, env) == []
        assert [text for text in receiver.texts() if "Denied by a critical rule" in text]
    finally:
        receiver.stop()
        if (project / "nats.pid").exists():
            os.kill(int((project / "nats.pid").read_text()), signal.SIGKILL)


def _with(steps: list[Step], ports: dict[str, str]) -> list[Step]:
    for step in steps:
        for port, own in ports.items():
            step.command, step.content = step.command.replace(port, own), step.content.replace(port, own)
        if "--from" in step.command:
            step.command += AS_ROOT
    return steps
