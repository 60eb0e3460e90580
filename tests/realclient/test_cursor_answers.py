"""How the agent of Cursor's package reads an answer: at sessionStart, the one gating event that it reaches offline.

What it says of a session that a hook stops stands in the error of the run; where nothing stops it, the prompt goes out.
"""

import json
import shlex

import pytest

from tests.realclient.conftest import See
from tests.realclient.cursor_files import play
from tests.realclient.stage import Outcome, Stage

pytestmark = [pytest.mark.realclient, pytest.mark.parametrize("client", ["cursor"])]

WORDS = "THE-PROMPT-ITSELF"
HEAD = "    match: {clients: [CLIENT], events: [session.start]}\n"
ENDED = "  - id: closed\n" + HEAD + '    effect: end\n    message: {user: "Not today, says the field rule."}\n'
CONTEXT = "  - id: told\n" + HEAD + '    effect: context\n    context: "The field rule says hello."\n'
SET = "  - id: set\n" + HEAD + "    effect: env\n    env: {FIELD_RULE: 'set by a rule'}\n"
FOLLOWUP = "Go on, says the field rule."
ELSEWHERE = f"""\
  - id: elsewhere
    match: {{clients: [CLIENT], events: [agent.stop]}}
    effect: followup
    followup: {{text: "{FOLLOWUP}"}}
"""
NO = json.dumps({"continue": False, "user_message": "No."})
# What a hook does, whether failClosed is set, what the agent says then ("" where the session goes on), how we say it.
READ: list[tuple[str, str, bool, str, str]] = [
    ("exit 0, an object", "echo '{}'", True, "", "goes on"),
    ("exit 0, `continue: false`", f"echo '{NO}'", True, "No.", "stopped; the person gets the text"),
    ("exit 0, noise, then the JSON", f"echo noise; echo '{NO}'", True, "No.", "stopped: the last object counts"),
    ("exit 0, the JSON, then noise, `failClosed`", f"echo '{NO}'; echo x", True, "invalid JSON", "stopped, no text"),
    ("exit 0, the JSON, then noise", f"echo '{NO}'; echo x", False, "", "goes on"),
    ("exit 0, nothing, `failClosed`", "true", True, "no output", "stopped"),
    ("exit 0, nothing", "true", False, "", "goes on"),
    ("exit 0, a key of another type, `failClosed`", "echo '{\"continue\": 5}'", True, "invalid response", "stopped"),
    ("exit 0, a list, `failClosed`", "echo '[]'", True, "invalid response", "stopped"),
    ("exit 2, the JSON", f"echo '{NO}'; exit 2", True, NO, "stopped; the person is shown the JSON as it stands"),
    ("exit 2, nothing on stdout", "echo why >&2; exit 2", False, "why", "stopped; the person is shown stderr"),
    ("exit 1, `failClosed`", "exit 1", True, "exit code 1", "stopped"),
    ("exit 1", "exit 1", False, "", "goes on"),
    ("a signal, `failClosed`", "kill -9 $$", True, "no output", "stopped"),
    ("a time-out, `failClosed`", "sleep 30", True, "timed out", "stopped"),
    ("a time-out", "sleep 30", False, "", "goes on"),
]  # fmt: skip
# The error of a run that no hook has stopped: our server does not speak the protocol of the model.
UNSPOKEN = "unsupported content type"


def _reason(outcome: Outcome) -> str:
    """What the agent says of its run; nothing where it has gone on to the model."""
    (line,) = [json.loads(line) for line in outcome.stdout.splitlines() if line.startswith('{"folder"')]
    if UNSPOKEN in line["reason"]:
        sent = "".join(outcome.lane("main"))
        assert WORDS in sent or WORDS.encode().hex() in sent
        return ""
    assert not outcome.lane("main"), "a stopped session has sent nothing"
    return str(line["reason"])


def test_how_an_answer_is_read(stage: Stage, client: str, see: See) -> None:
    entries = [{"command": does, "timeout": 5, "failClosed": closed} for _, does, closed, _, _ in READ]
    texts = [json.dumps({"version": 1, "hooks": {"sessionStart": [one]}}).replace("/", "\\/") for one in entries]
    for (scene, _, _, said, happens), line in zip(READ, play(stage, texts), strict=True):
        reason = "" if UNSPOKEN in line["reason"] else line["reason"]
        assert said in reason if said else not reason, (scene, reason)
        see(client, f"read: {scene}", happens)


@pytest.mark.parametrize(
    ("effect", "rules", "managed", "said", "happens"),
    [
        ("no rule", ELSEWHERE, False, "", "goes on"),
        ("end", ENDED, False, "Not today, says the field rule.", "stopped before the prompt; the person gets the text"),
        ("context", CONTEXT, True, "", "accepted, goes on"),
        (
            "end and context",
            CONTEXT + ENDED,
            True,
            "Not today, says the field rule.",
            "stopped; the person gets the text",
        ),
    ],
)
def test_our_answer_at_the_start_of_a_session(
    stage: Stage, client: str, see: See, effect: str, rules: str, managed: bool, said: str, happens: str
) -> None:
    file = stage.install(rules, "--every-event", managed=managed)
    assert json.loads(file.read_text())["hooks"]["sessionStart"][0]["failClosed"]
    reason = _reason(stage.play(prompt=WORDS))
    assert said in reason if said else not reason, reason
    assert [one for one in stage.records() if one.get("event") == "session.start"], "our hook has answered"
    see(client, f"our answer at session start: {effect}", happens)


def test_variables_reach_later_hooks(stage: Stage, client: str, see: See) -> None:
    stage.install(SET, "--every-event", managed=True)
    mark = stage.folder / "environ"
    entry = {"command": f"env > {shlex.quote(str(mark))}"}
    (stage.project / ".cursor").mkdir()
    document = {"version": 1, "hooks": {"beforeSubmitPrompt": [entry]}}
    (stage.project / ".cursor/hooks.json").write_text(json.dumps(document))
    assert not _reason(stage.play(prompt=WORDS))
    environ = mark.read_text().splitlines()
    assert "FIELD_RULE=set by a rule" in environ
    see(client, "our answer at session start: env", "accepted; the hooks after it have the variable")
    assert "CURSOR_VERSION=1.0.0" in environ, "it names another version now: docs/reference/cursor.md"
    see(client, "the version that hooks are told", "1.0.0, whatever the package's is")


def test_a_follow_up_after_an_error(stage: Stage, client: str, see: See) -> None:
    stage.install(ELSEWHERE)
    outcome = stage.play(prompt=WORDS)
    assert not _reason(outcome)
    assert [one for one in stage.records() if one.get("event") == "agent.stop"], "our hook has answered"
    sent = "".join(outcome.lane("main"))
    assert FOLLOWUP not in sent
    assert FOLLOWUP.encode().hex() not in sent
    see(client, "follow-up at a stop after an error", "not sent; the agent stops")


def test_an_entry_whose_program_is_gone(stage: Stage, client: str, see: See) -> None:
    stage.install(ENDED, "--every-event")
    stage.hook.unlink()
    # A session start is nothing that we block: its fail answer is an empty object, which failClosed takes.
    assert not _reason(stage.play(prompt=WORDS))
    see(client, "our entry at session start, its program missing", "its fail answer is accepted, the session goes on")


def test_the_files_of_every_scope_are_merged(stage: Stage, client: str, see: See) -> None:
    marks = {scope: stage.folder / f"ran-{scope}" for scope in ("project", "user", "managed")}
    files = [stage.install(ELSEWHERE, scope=scope) for scope in marks]
    for file, mark in zip(files, marks.values(), strict=True):
        document = json.loads(file.read_text())
        document["hooks"].setdefault("sessionStart", []).append({"command": f"touch {mark}"})
        file.write_text(json.dumps(document).replace("/", "\\/"))
    assert not _reason(stage.play(prompt=WORDS))
    assert [scope for scope, mark in marks.items() if mark.exists()] == list(marks)
    see(client, "files of the project, the person and the machine", "all of them run")
