"""A deny that a person lifts, with the real client: the retry runs once, the second retry is stopped."""

from pathlib import Path

import pytest

from policyhooks.installation.approving import open_tickets
from tests.realclient.conftest import See
from tests.realclient.stage import CHECKOUT, Stage
from tests.support.persons import approves

pytestmark = [pytest.mark.realclient, pytest.mark.parametrize("client", ["claude-code"])]

LIFTABLE = """\
  - id: guarded
    match: {clients: [CLIENT], events: [shell.before], commands: [tr]}
    effect: deny
    lift: {by: user, for: 15m}
    message: {user: "Not without somebody looking at it.", agent: "Wait for the user, says the field rule."}
"""
COMMAND, PRINTS = "echo one two | tr -d ' '", "onetwo"


def results(outcome_texts: list[str]) -> str:
    """What the model was told last: all calls of the session with their results."""
    return outcome_texts[-1]


def test_ticket_terminal_retry(stage: Stage, client: str, see: See) -> None:
    stage.install(LIFTABLE)
    call = stage.driver.call(COMMAND)
    first = stage.play(call)
    assert PRINTS not in first.later()
    (one,) = open_tickets(stage.state)
    assert one.ticket not in first.later(), "the ticket is for the person"
    environ = {"HOME": str(stage.home), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(CHECKOUT), "TERM": "xterm"}
    code, screen = approves([one.ticket, "--state", str(stage.state)], environ, Path(stage.project))
    assert code == 0, screen
    assert COMMAND in screen
    session = next(str(record["session"]) for record in stage.records() if record.get("session"))
    second = stage.play(call, call, more=["--resume", session])
    told = results(second.lane("main"))
    assert told.count(PRINTS) == 1, "once, and no more"
    assert told.count("Wait for the user, says the field rule.") == 2, "before it was lifted, and afterwards"
    lifts = [record["lift"] for record in stage.records() if isinstance(record.get("lift"), dict)]
    assert [lift["used"] for lift in lifts if "used" in lift] == [False, True, False]
    see(client, "a deny that a person has lifted", "the retry runs once, the next one is stopped")
