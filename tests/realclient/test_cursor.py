"""Cursor's own agent, from its npm package, through what the package exports: its loader, its transport, its payloads.

It runs offline as far as its model, whose protocol is not published: the hooks of session, prompt and stop. Whether a
prompt went out is seen by its words in what the agent sends; nothing of the protocol is read.
"""

import json

import pytest

from tests.realclient.conftest import See
from tests.realclient.stage import Outcome, Stage

pytestmark = [pytest.mark.realclient, pytest.mark.parametrize("client", ["cursor"])]

WORDS = "THE-PROMPT-ITSELF"
DENY = """\
  - id: no-launch
    match: {clients: [CLIENT], events: [prompt.submit]}
    when: prompt.text.contains("THE-PROMPT")
    effect: deny
    message: {user: "No launching, says the field rule.", agent: "-"}
"""
# A native prompt whose text the loader would take for a comment.
NATIVE = (
    DENY
    + """\
  - id: reviewed
    match: {clients: [CLIENT], events: [shell.before], native: [cursor.beforeShellExecution], tools: [Shell]}
    judge: {prompt: "See https://acme.example/* and /* that */ $ARGUMENTS", native: true, not_ok: deny, timeout: 4s}
    message: {user: "No.", agent: "Ask."}
"""
)
SEEN = {"session.start", "prompt.submit", "agent.stop", "session.end"}


def _play(stage: Stage) -> Outcome:
    outcome = stage.play(prompt=WORDS)
    assert outcome.lane("main"), outcome
    return outcome


def _went_out(outcome: Outcome) -> bool:
    """Whether the prompt's words stand in what was sent, as they are or in hexadecimal digits."""
    sent = "".join(outcome.lane("main"))
    return WORDS in sent or WORDS.encode().hex() in sent


def _decided(stage: Stage) -> dict[str, str]:
    """Event -> verdict of everything that the agent has started our hook for; doctor starts it too."""
    theirs = [one for one in stage.records() if str(one.get("session")).startswith("agent-")]
    return {str(record["event"]): str(record["verdict"]) for record in theirs}


def test_without_hooks(stage: Stage, client: str, see: See) -> None:
    assert _went_out(_play(stage))
    see(client, "prompt, no hooks", "goes out")


def test_every_event_that_is_installed_is_loaded(stage: Stage, client: str, see: See) -> None:
    file = stage.install(NATIVE, "--every-event")
    assert len(json.loads(file.read_text())["hooks"]) == 20
    _play(stage)
    decided = _decided(stage)
    assert decided.keys() >= SEEN, decided
    assert decided["prompt.submit"] == "deny"
    assert set(decided.values()) <= {"deny", "pass"}
    see(client, "a file with every event and an address in a prompt", "loaded whole; its payloads are read")


def test_a_denied_prompt(stage: Stage, client: str, see: See) -> None:
    stage.install(DENY)
    outcome = _play(stage)
    assert _decided(stage) == {"prompt.submit": "deny"}
    # This agent waits for the answer and does not act on it; a version that does is worth a new row.
    assert _went_out(outcome), "it acts on a deny now: docs/reference/cursor.md and the notes of its install.py"
    see(client, "deny of a prompt", "goes out: the agent of the package waits for the answer and does not act on it")


def test_an_unknown_event_drops_the_file_and_doctor_mends_it(
    stage: Stage, client: str, see: See, capsys: pytest.CaptureFixture[str]
) -> None:
    file = stage.install(DENY)
    document = json.loads(file.read_text())
    document["hooks"]["postCompact"] = [{"command": "true"}]
    file.write_text(json.dumps(document))
    _play(stage)
    assert not _decided(stage), "the loader drops the whole file"
    place = ["--client", "cursor", "--scope", "project", "--root", str(stage.project), "--state", str(stage.state)]
    assert stage.run("doctor", *place) != 0
    assert "postCompact" in capsys.readouterr().out
    stage.run("doctor", *place, "--repair", "refused")
    _play(stage)
    assert _decided(stage) == {"prompt.submit": "deny"}
    see(client, "a file with an unknown event", "dropped whole; doctor finds it, and after its repair the hooks run")
