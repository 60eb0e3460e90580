"""The same scenes on every real client: what a rule says is what the client does.

Each scene looks at a file that the scripted call would make and at what the model is told next.
"""

import json
import os
import re
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from tests.realclient.conftest import See
from tests.realclient.stage import Stage

pytestmark = pytest.mark.realclient
CLIENTS = ("claude-code", "codex", "gemini-cli", "copilot-cli")
every_client = pytest.mark.parametrize("client", CLIENTS)

DENY = """\
  - id: no-marker
    match: {clients: [CLIENT], events: [shell.before]}
    when: shell.command.contains("touch marker")
    effect: deny
    message: {user: "No markers here.", agent: "Leave markers alone, says the field rule."}
"""
ASK = DENY.replace("effect: deny", "effect: ask")
REWRITE = """\
  - id: other-marker
    match: {clients: [CLIENT], events: [shell.before]}
    when: shell.command.contains("touch marker")
    effect: rewrite
    rewrite: {path: shell.command, expr: 'shell.command.replace("touch marker", "touch other")'}
"""
CONTEXT = """\
  - id: hint
    match: {clients: [CLIENT], events: [EVENT]}
    when: shell.command.contains("touch marker")
    effect: context
    context: "Markers are counted, says the field rule."
"""
REDACT = """\
  - id: mask
    match: {clients: [CLIENT], events: [shell.after]}
    effect: redact
    redact: {patterns: ['ACME-[0-9]{8}'], with: "[{kind}]"}
"""
WITHHOLD = """\
  - id: withhold
    match: {clients: [CLIENT], events: [shell.after]}
    when: tool.output.contains("ACME-")
    effect: deny
    message: {user: "Withheld.", agent: "The output was withheld, says the field rule."}
"""
PROMPT = """\
  - id: no-launch
    match: {clients: [CLIENT], events: [prompt.submit]}
    when: prompt.text.contains("launch code")
    effect: deny
    message: {user: "No launch codes, says the field rule.", agent: "No launch codes."}
"""
FOLLOW_UP = """\
  - id: go-on
    match: {clients: [CLIENT], events: [agent.stop]}
    effect: followup
    followup: {text: "Also write the summary, says the field rule.", limit: 1}
"""
SLOW = """\
  - id: slow
    match: {clients: [CLIENT], events: [shell.before]}
    command: {run: [/bin/sleep, "60"], timeout: 50s, not_ok: deny}
    message: {user: "Slow.", agent: "Slow."}
"""
SAYS = "says the field rule"
# A secret that stands in no request but the one that carries the output of the call.
LEAK = "printf 'ACME-%s%s\\n' 1234 5678; touch marker"
SECRET = "ACME-12345678"


@every_client
def test_without_hooks_the_command_runs(stage: Stage, client: str, see: See) -> None:
    outcome = stage.play(stage.driver.call("touch marker"))
    assert stage.marker.exists(), outcome
    assert len(outcome.lane("main")) >= 2
    see(client, "no hooks", "runs")


@every_client
def test_what_no_rule_forbids_runs(stage: Stage, client: str, see: See) -> None:
    stage.install(DENY.replace("touch marker", "something else"))
    outcome = stage.play(stage.driver.call("touch marker"))
    assert stage.marker.exists(), outcome
    see(client, "no rule fires", "runs")


@every_client
def test_a_deny_stops_the_command_and_the_model_hears_why(stage: Stage, client: str, see: See) -> None:
    stage.install(DENY)
    outcome = stage.play(stage.driver.call("touch marker"))
    assert not stage.marker.exists(), outcome
    assert SAYS in outcome.later(), outcome
    see(client, "deny", "blocked, the model is told why")


@every_client
def test_an_ask_without_anybody_to_ask_is_a_deny(stage: Stage, client: str, see: See) -> None:
    stage.install(ASK)
    outcome = stage.play(stage.driver.call("touch marker"))
    assert not stage.marker.exists(), outcome
    told = SAYS in outcome.later()
    assert told or client == "copilot-cli", outcome
    see(client, "ask, headless", "blocked, the model is told why" if told else "blocked")


@every_client
def test_a_rewrite_runs_the_other_command(stage: Stage, client: str, see: See) -> None:
    stage.install(REWRITE, managed=True)
    outcome = stage.play(stage.driver.call("touch marker"))
    assert not stage.marker.exists(), outcome
    assert (stage.project / "other").exists(), outcome
    see(client, "rewrite", "the new command runs")


CONTEXT_EVENTS = {
    "claude-code": "shell.before",
    "codex": "shell.before",
    "gemini-cli": "shell.after",
    "copilot-cli": "shell.after",
}


@every_client
def test_context_reaches_the_model(stage: Stage, client: str, see: See) -> None:
    event = CONTEXT_EVENTS[client]
    stage.install(CONTEXT.replace("EVENT", event), managed=True)
    outcome = stage.play(stage.driver.call("touch marker"))
    assert stage.marker.exists(), outcome
    assert SAYS in outcome.later(), outcome
    see(client, "context", f"the model reads it ({event})")


@every_client
def test_a_secret_in_an_output_does_not_reach_the_model(stage: Stage, client: str, see: See) -> None:
    """Where the client cannot take another output, the whole of it is withheld."""
    redacts = client in ("claude-code", "copilot-cli")
    stage.install(REDACT if redacts else WITHHOLD, managed=True)
    outcome = stage.play(stage.driver.call(LEAK))
    assert stage.marker.exists(), outcome
    assert len(outcome.lane("main")) >= 2
    assert SECRET not in outcome.later(), outcome
    assert redacts or SAYS in outcome.later(), outcome
    see(client, "secret in an output", "redacted" if redacts else "withheld")


@every_client
def test_a_denied_output_does_not_reach_the_model(stage: Stage, client: str, see: See) -> None:
    stage.install(WITHHOLD)
    outcome = stage.play(stage.driver.call(LEAK))
    assert stage.marker.exists(), outcome
    assert SECRET not in outcome.later(), outcome
    assert SAYS in outcome.later(), outcome
    see(client, "deny of an output", "withheld, the model is told why")


@every_client
def test_an_output_on_which_a_rule_errs_does_not_reach_the_model(stage: Stage, client: str, see: See) -> None:
    stage.install(WITHHOLD.replace('tool.output.contains("ACME-")', "int(tool.output) > 0"))
    outcome = stage.play(stage.driver.call(LEAK))
    assert stage.marker.exists(), outcome
    assert SECRET not in outcome.later(), outcome
    assert "could not be evaluated" in outcome.later() or "field.rules/withhold" in outcome.later(), outcome
    see(client, "a rule errs on an output", "withheld, the model is told why")


@every_client
@pytest.mark.parametrize(
    ("script", "scene"),
    [
        ("import os\nos.kill(os.getpid(), 9)\n", "hook process killed, on an output"),
        (None, "program damaged, on an output"),
    ],
)
def test_an_output_that_no_hook_has_seen_does_not_reach_the_model(
    stage: Stage, client: str, see: See, script: str | None, scene: str
) -> None:
    _only_tool_events(stage.install(WITHHOLD), {"PostToolUse", "AfterTool", "postToolUse"})
    if script is not None:
        _replace_script(stage, script)
    else:
        (image,) = (stage.state / "current").glob("*.image")
        image.write_bytes(image.read_bytes()[:2000])
    outcome = stage.play(stage.driver.call(LEAK))
    assert stage.marker.exists(), outcome
    assert SECRET not in outcome.later(), outcome
    # A text that was written before anybody knew the tool: Claude Code ends its turn, should it not take it.
    assert client == "claude-code" or "policyhooks" in outcome.later(), outcome
    see(client, scene, "withheld, the turn ends" if client == "claude-code" else "withheld, the model is told why")


@every_client
def test_without_that_rule_the_secret_does_reach_the_model(stage: Stage, client: str) -> None:
    outcome = stage.play(stage.driver.call(LEAK))
    assert SECRET in outcome.later(), outcome


@every_client
def test_a_denied_prompt_never_reaches_the_model(stage: Stage, client: str, see: See) -> None:
    stage.install(PROMPT)
    outcome = stage.play(stage.driver.call("touch marker"), prompt="Use the launch code.")
    assert not stage.marker.exists(), outcome
    assert not [text for text in outcome.lane("main") if "launch code" in text], outcome
    (decided,) = [record for record in stage.records() if record.get("event") == "prompt.submit"]
    assert decided["verdict"] == "deny", "it was our hook that stopped it"
    see(client, "denied prompt", "never reaches the model")


@every_client
def test_a_follow_up_keeps_the_agent_working(stage: Stage, client: str, see: See) -> None:
    stage.install(FOLLOW_UP)
    outcome = stage.play({"say": "finished"})
    assert SAYS in outcome.later(), outcome
    assert len(outcome.lane("main")) == 2, "the limit of the rule is one"
    see(client, "follow-up at stop", "the agent goes on, once")


@every_client
def test_a_missing_program_blocks(stage: Stage, client: str, see: See) -> None:
    _only_tool_events(stage.install(DENY.replace("touch marker", "something else")))
    stage.hook.unlink()
    outcome = stage.play(stage.driver.call("touch marker"))
    assert not stage.marker.exists(), outcome
    assert "policyhooks" in outcome.later(), "the call was made, and the model was told"
    see(client, "program missing", "blocked")


@every_client
def test_a_damaged_program_blocks(stage: Stage, client: str, see: See) -> None:
    _only_tool_events(stage.install(DENY.replace("touch marker", "something else")))
    (image,) = (stage.state / "current").glob("*.image")
    image.write_bytes(image.read_bytes()[:2000])
    outcome = stage.play(stage.driver.call("touch marker"))
    assert not stage.marker.exists(), outcome
    assert outcome.later(), "the call was made, and the agent went on"
    see(client, "program damaged", "blocked")


def _replace_script(stage: Stage, text: str) -> None:
    stage.hook.write_text(f"#!{os.path.realpath(sys.executable)} -IS\n{text}")


def _only_tool_events(file: Path, kept: Collection[str] = ("PreToolUse", "BeforeTool", "preToolUse")) -> None:
    """Other entries would meet the same fate before the call is made."""
    document = json.loads(file.read_text())
    document["hooks"] = {native: entries for native, entries in document["hooks"].items() if native in kept}
    file.write_text(json.dumps(document, indent=1))


@every_client
def test_a_killed_hook_blocks(stage: Stage, client: str, see: See) -> None:
    _only_tool_events(stage.install(DENY))
    _replace_script(stage, "import os\nos.kill(os.getpid(), 9)\n")
    outcome = stage.play(stage.driver.call("touch marker"))
    assert not stage.marker.exists(), outcome
    assert outcome.later(), "the call was made, and the agent went on"
    see(client, "hook process killed", "blocked")


@every_client
def test_a_hook_that_leaves_with_0_by_accident_blocks(stage: Stage, client: str, see: See) -> None:
    _only_tool_events(stage.install(DENY))
    _replace_script(stage, "import sys\nsys.exit(0)\n")
    outcome = stage.play(stage.driver.call("touch marker"))
    assert not stage.marker.exists(), outcome
    assert outcome.later(), "the call was made, and the agent went on"
    see(client, "hook leaves with 0 in silence", "blocked")


# Where sh is bash, an exported function stands in for a builtin of its name.
EXPORTED = {
    f"BASH_FUNC_{name}%%": "() { echo junk; builtin exit 0; }"
    for name in ("[", "test", "printf", "exit", "exec", "command", "env", "sh", "echo")
}


@every_client
def test_exported_functions_do_not_answer_for_the_hook(stage: Stage, client: str, see: See) -> None:
    stage.install(DENY)
    # Gemini CLI starts bash on a socket, which on Debian reads the system's bashrc first: what that calls is not ours.
    exported = {name: body for name, body in EXPORTED.items() if client != "gemini-cli" or "[" not in name}
    outcome = stage.play(stage.driver.call("touch marker"), environ={**exported, "ENV": "/nonexistent"})
    assert not stage.marker.exists(), outcome
    assert SAYS in outcome.later(), outcome
    see(client, "exported functions in the client's environment", "blocked, the model is told why")


# Whether the call runs when nothing of our command line is left to answer: the client decides alone.
RUNS_WITHOUT_A_SHELL = {"claude-code": False, "codex": True, "gemini-cli": True, "copilot-cli": False}
RUNS_AFTER_A_TIME_OUT = {"claude-code": False, "codex": True, "gemini-cli": True, "copilot-cli": True}


@every_client
def test_a_hook_killed_with_its_shell(stage: Stage, client: str, see: See) -> None:
    _only_tool_events(stage.install(DENY))
    _replace_script(stage, "import os\nos.kill(os.getppid(), 9)\nos.kill(os.getpid(), 9)\n")
    outcome = stage.play(stage.driver.call("touch marker"))
    assert outcome.later(), "the call was made, and the agent went on"
    assert stage.marker.exists() == RUNS_WITHOUT_A_SHELL[client], outcome
    see(client, "hook and its shell killed", "runs: the client has no switch" if stage.marker.exists() else "blocked")


@every_client
def test_a_hook_that_the_client_gives_up_on(stage: Stage, client: str, see: See) -> None:
    file = stage.install(DENY)
    _only_tool_events(file)
    _shorten(file, client, 2)
    _replace_script(stage, "import time\ntime.sleep(20)\n")
    outcome = stage.play(stage.driver.call("touch marker"))
    assert outcome.later(), "the call was made, and the agent went on"
    assert stage.marker.exists() == RUNS_AFTER_A_TIME_OUT[client], outcome
    happened = "runs: the client has no switch" if stage.marker.exists() else "blocked"
    see(client, "killed by the client's time-out", happened)


@every_client
def test_a_slow_rule_is_answered_by_our_own_deadline(stage: Stage, client: str, see: See) -> None:
    file = stage.install(SLOW, managed=True)
    _shorten(file, client, 4, ours=True)
    outcome = stage.play(stage.driver.call("touch marker"))
    assert not stage.marker.exists(), outcome
    (decided,) = [record for record in stage.records() if record.get("event") == "shell.before"]
    # Our own answer, not the client's: an error is an ask where the client can ask, and nobody is there.
    assert decided["verdict"] == ("ask" if client == "copilot-cli" else "deny")
    assert outcome.later()
    more = ", by an ask that nobody answers" if client == "copilot-cli" else ""
    see(client, "rule slower than the time-out", f"our own deadline blocks{more}")


def _shorten(file: Path, client: str, seconds: int, ours: bool = False) -> None:
    """Shorter time-outs in the client's file, and in the hook's arguments too when `ours`."""
    new = str(seconds * 1000 if client == "gemini-cli" else seconds)
    text, count = re.subn(r'("?timeout(?:Sec)?"?(?:: | = ))30(?:000)?\b', rf"\g<1>{new}", file.read_text())
    assert count
    file.write_text(text.replace(" 30 || ", f" {seconds} || ") if ours else text)


@every_client
def test_an_administrators_deny(stage: Stage, client: str, see: See) -> None:
    """From the managed file, and on Codex without anybody's review of the hooks."""
    stage.install(DENY, managed=True)
    outcome = stage.play(stage.driver.call("touch marker"))
    assert not stage.marker.exists(), outcome
    assert SAYS in outcome.later(), outcome
    see(client, "deny, managed file", "blocked, the model is told why")
