"""What real clients write about a session is read right to the call, with and without hooks."""

from pathlib import Path

import pytest

from policyhooks.clients.past_calls import RAN, REFUSED
from policyhooks.history.safe_files import Skipped
from policyhooks.history.store import find_transcripts, read_segment
from tests.realclient.stage import Stage
from tests.realclient.test_every_client import DENY, every_client

pytestmark = pytest.mark.realclient


def commands_of(home: Path) -> list[tuple[str, str]]:
    """Every past command below a home folder, with what became of it."""
    skipped = Skipped()
    found = [event for segment in find_transcripts(home, skipped) for event in read_segment(segment, skipped)]
    assert not skipped
    assert all(event.use_id and event.session and event.at for event in found)
    inputs = [event.payload.get("tool_input") or event.payload.get("toolArgs") for event in found]
    return [
        (str(one["command"]), event.state) for one, event in zip(inputs, found, strict=True) if isinstance(one, dict)
    ]


@every_client
def test_a_session_is_read_right_to_the_call(stage: Stage, client: str) -> None:
    stage.install(DENY)
    stage.play(stage.driver.call("echo one"), stage.driver.call("touch marker"), stage.driver.call("echo two"))
    assert commands_of(stage.home) == [("echo one", RAN), ("touch marker", REFUSED), ("echo two", RAN)]


@every_client
def test_a_session_without_hooks_is_read_too(stage: Stage, client: str) -> None:
    stage.play(stage.driver.call("echo one"), stage.driver.call("touch marker"))
    assert stage.marker.exists()
    assert commands_of(stage.home) == [("echo one", RAN), ("touch marker", RAN)]
