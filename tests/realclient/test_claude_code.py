"""Claude Code alone: subagents, MCP calls, its own prompt hooks, our judge, permission modes, switches."""

import json
import sys
from pathlib import Path

import pytest

from tests.realclient.conftest import See
from tests.realclient.model import PORT
from tests.realclient.stage import Stage
from tests.realclient.test_every_client import ASK, DENY, SAYS, SECRET

pytestmark = [pytest.mark.realclient, pytest.mark.parametrize("client", ["claude-code"])]

MCP = """\
  - id: no-notes
    match: {clients: [CLIENT], events: [mcp.before], mcp: ["notes/write"]}
    effect: deny
    message: {user: "No notes.", agent: "Keep it to yourself, says the field rule."}
"""
MASKED = """\
  - id: mask
    match: {clients: [CLIENT], events: [mcp.after]}
    effect: redact
    redact: {patterns: ['ACME-[0-9]{8}'], with: "[{kind}]"}
"""
SUBAGENT = """\
  - id: no-subagent
    match: {clients: [CLIENT], events: [subagent.start]}
    effect: deny
    message: {user: "No helpers.", agent: "Do it yourself, says the field rule."}
"""
NATIVE = """\
  - id: reviewed
    match: {clients: [CLIENT], events: [shell.before], tools: [Bash]}
    judge: {prompt: "May this run? $ARGUMENTS", native: true, not_ok: deny, timeout: 10s}
    message: {user: "Reviewer: {{ judge.reason }}", agent: "Ask."}
"""
JUDGED = """\
  - id: judged
    match: {clients: [CLIENT], events: [shell.before]}
    when: shell.command.contains("touch")
    judge: {prompt: "May this run? $ARGUMENTS", model: fast, not_ok: deny, timeout: 15s}
    message: {user: "Judge: {{ judge.reason }}", agent: "The judge says: {{ judge.reason }}"}
"""
CONFIG = f"""\
apiVersion: policyhooks/v1
kind: Config
judge: {{models: {{fast: {{model: openai/scripted, api_base: "http://127.0.0.1:{PORT}/v1", api_key_env: JUDGE_KEY}}}}}}
"""
READ = """\
  - id: no-secrets
    match: {clients: [CLIENT], events: [file.read], paths: ["**/.env"]}
    effect: deny
    message: {user: "Secret.", agent: "Ask for the one value, says the field rule."}
"""
WRITE = """\
  - id: no-writes
    match: {clients: [CLIENT], events: [file.write], paths: ["**/marker"]}
    effect: deny
    message: {user: "No.", agent: "Write elsewhere, says the field rule."}
"""
START = """\
  - id: hint
    match: {clients: [CLIENT], events: [session.start]}
    effect: context
    context: "Sessions are counted, says the field rule."
"""
HALT = DENY + "    halt: true\n"
PERMISSION = """\
  - id: no-dialogs
    match: {clients: [CLIENT], events: [permission.request]}
    effect: deny
    message: {user: "No.", agent: "Not asked about, says the field rule."}
"""
FEEDBACK = """\
  - id: scanned
    match: {clients: [CLIENT], events: [file.edited], paths: ["**/marker"]}
    effect: feedback
    message: {agent: "Markers need a header, says the field rule."}
"""
PROMPT = """\
  - id: no-keys
    match: {clients: [CLIENT], events: [prompt.submit]}
    when: prompt.text.contains("ACME-")
    effect: deny
    message: {user: "No keys in prompts.", agent: "-"}
"""
STOP = """\
  - id: hint
    match: {clients: [CLIENT], events: [agent.stop]}
    effect: context
    context: "Stops are counted, says the field rule."
"""
CHANGED = """\
  - id: elsewhere
    match: {clients: [CLIENT], events: [permission.request]}
    when: shell.command == "touch marker"
    effect: rewrite
    rewrite: {path: shell.command, expr: '"touch other"'}
  - id: fine
    match: {clients: [CLIENT], events: [permission.request]}
    when: shell.command == "touch other"
    effect: allow
"""
ENDED = """\
  - id: enough
    match: {clients: [CLIENT], events: [shell.after]}
    effect: end
    message: {user: "That is enough."}
"""
STOPPED = """\
  - id: more
    match: {clients: [CLIENT], events: [agent.stop]}
    effect: followup
    followup: {text: "Go on, says the field rule."}
  - id: enough
    match: {clients: [CLIENT], events: [agent.stop]}
    effect: end
    message: {user: "That is enough."}
"""
REPLACED = """\
  - id: elsewhere
    match: {clients: [CLIENT], events: [mcp.after]}
    effect: replace
    replace: '"Another result, says the field rule."'
"""
UNPRINTED = START + "    suppress: true\n"
REMEMBERED = """\
  - id: once
    match: {clients: [CLIENT], events: [permission.request]}
    when: shell.command == "touch marker"
    effect: allow
    remember: {rules: ["Bash(touch other)"]}
"""
TASK = {"description": "help", "prompt": "THE-SUBTASK: make the marker.", "subagent_type": "general-purpose"}


def _mcp(stage: Stage) -> list[str]:
    server = Path(__file__).with_name("notes_server.py")
    config = stage.folder / "mcp.json"
    notes = {"type": "stdio", "command": sys.executable, "args": [str(server)]}
    config.write_text(json.dumps({"mcpServers": {"notes": notes}}))
    return ["--mcp-config", str(config), "--strict-mcp-config"]


def _note(stage: Stage) -> dict[str, object]:
    return {"call": "mcp__notes__write", "with": {"path": str(stage.marker)}}


def test_an_mcp_call_runs_without_hooks(stage: Stage, client: str) -> None:
    outcome = stage.play(_note(stage), more=_mcp(stage))
    assert stage.marker.exists(), outcome
    assert SECRET in outcome.later()


def test_a_denied_mcp_call(stage: Stage, client: str, see: See) -> None:
    stage.install(MCP)
    outcome = stage.play(_note(stage), more=_mcp(stage))
    assert not stage.marker.exists(), outcome
    assert SAYS in outcome.later()
    see(client, "deny of an MCP call", "blocked, the model is told why")


WITHHELD = """\
  - id: withhold
    match: {clients: [CLIENT], events: [tool.after]}
    when: tool.output.contains("ACME-")
    effect: deny
    message: {user: "Withheld.", agent: "The output was withheld, says the field rule."}
"""
# Calls whose results hold the secret, below the project. Each has a shape of its own.
READERS = {
    "Read": {"file_path": "{project}/a.txt"},
    "Grep": {"pattern": "ACME", "output_mode": "content"},
    "Glob": {"pattern": "*.txt"},
    "mcp__notes__write": {"path": "{project}/marker"},
}


@pytest.mark.parametrize("tool", READERS)
def test_the_results_of_other_tools_are_withheld(stage: Stage, client: str, tool: str, see: See) -> None:
    stage.install(WITHHELD)
    (stage.project / "a.txt").write_text(f"{SECRET}\n")
    (stage.project / f"{SECRET}.txt").write_text("x\n")
    values = {name: text.replace("{project}", str(stage.project)) for name, text in READERS[tool].items()}
    call = {"call": tool, "with": values}
    outcome = stage.play(call, more=_mcp(stage), allowed="Read,Grep,Glob,mcp__notes")
    assert SECRET not in outcome.later(), outcome
    assert SAYS in outcome.later(), outcome
    see(client, "deny of the output of Read, Grep, Glob, an MCP call", "withheld, the model is told why")


def test_the_output_of_an_mcp_call_is_redacted(stage: Stage, client: str, see: See) -> None:
    stage.install(MASKED, managed=True)
    outcome = stage.play(_note(stage), more=_mcp(stage))
    assert stage.marker.exists(), outcome
    assert "noted" in outcome.later()
    assert SECRET not in outcome.later(), outcome
    see(client, "secret in the output of an MCP call", "redacted")


def test_a_subagent_runs_without_hooks(stage: Stage, client: str) -> None:
    call = {"call": "Agent", "with": TASK}
    outcome = stage.play(call, sub=[stage.driver.call("touch marker")], sub_mark="THE-SUBTASK")
    assert stage.marker.exists(), outcome


def test_a_command_of_a_subagent_is_denied(stage: Stage, client: str, see: See) -> None:
    stage.install(DENY)
    call = {"call": "Agent", "with": TASK}
    outcome = stage.play(call, sub=[stage.driver.call("touch marker")], sub_mark="THE-SUBTASK")
    assert not stage.marker.exists(), outcome
    assert len(outcome.lane("sub")) >= 2, "the subagent went on"
    assert SAYS in outcome.later("sub"), outcome
    see(client, "deny inside a subagent", "blocked, the subagent is told why")


def test_a_subagent_that_may_not_start(stage: Stage, client: str, see: See) -> None:
    stage.install(SUBAGENT)
    call = {"call": "Agent", "with": TASK}
    outcome = stage.play(call, sub=[stage.driver.call("touch marker")], sub_mark="THE-SUBTASK")
    assert not stage.marker.exists(), outcome
    assert not outcome.lane("sub")
    assert SAYS in outcome.later()
    see(client, "deny of a subagent", "it does not start")


@pytest.mark.parametrize(("ok", "runs"), [(True, True), (False, False)])
def test_a_prompt_hook_of_the_clients_own(stage: Stage, client: str, ok: bool, runs: bool, see: See) -> None:
    stage.install(NATIVE)
    opinion = {"say": json.dumps({"ok": ok, "reason": "the scripted reviewer"})}
    outcome = stage.play(stage.driver.call("touch marker"), judge=[opinion])
    assert stage.marker.exists() == runs, outcome
    (asked,) = outcome.lane("judge")
    assert "May this run?" in asked
    assert "touch marker" in asked
    see(client, f"native prompt hook, ok: {str(ok).lower()}", "runs" if runs else "blocked")


@pytest.mark.parametrize(("ok", "runs"), [(True, True), (False, False)])
def test_our_judge(stage: Stage, client: str, ok: bool, runs: bool, see: See) -> None:
    config = stage.folder / "config.yaml"
    config.write_text(CONFIG)
    stage.install(JUDGED, "--config", str(config), managed=True)
    opinion = {"say": json.dumps({"ok": ok, "reason": "the scripted judge has looked"})}
    outcome = stage.play(stage.driver.call("touch marker"), judge=[opinion] * 3, environ={"JUDGE_KEY": "scripted"})
    assert outcome.lane("judge"), outcome
    assert stage.marker.exists() == runs, outcome
    assert runs or "the scripted judge has looked" in outcome.later()
    see(client, f"judge, ok: {str(ok).lower()}", "runs" if runs else "blocked, the model is told why")


def test_a_judge_that_nobody_answers(stage: Stage, client: str, see: See) -> None:
    config = stage.folder / "config.yaml"
    config.write_text(CONFIG.replace(str(PORT), str(PORT + 1)))
    stage.install(JUDGED, "--config", str(config), managed=True)
    outcome = stage.play(stage.driver.call("touch marker"), environ={"JUDGE_KEY": "scripted"})
    assert not stage.marker.exists(), outcome
    (decided,) = [record for record in stage.records() if record.get("event") == "shell.before"]
    assert decided["verdict"] == "deny"
    assert "judge" in json.dumps(decided["rules"])
    see(client, "judge, nobody answers", "blocked")


def test_an_ask_in_bypass_mode_is_a_deny(stage: Stage, client: str, see: See) -> None:
    stage.install(ASK)
    words = ["--permission-mode", "bypassPermissions"]
    outcome = stage.play(stage.driver.call("touch marker"), more=words)
    assert not stage.marker.exists(), outcome
    assert SAYS in outcome.later()
    see(client, "ask, bypassPermissions", "blocked, the model is told why")


def test_a_denied_read(stage: Stage, client: str, see: See) -> None:
    stage.install(READ)
    (stage.project / ".env").write_text("TOKEN=ACME-12345678\n")
    outcome = stage.play({"call": "Read", "with": {"file_path": str(stage.project / ".env")}})
    assert SAYS in outcome.later(), outcome
    assert SECRET not in outcome.later()
    see(client, "deny of a read", "blocked, the model is told why")


def test_a_denied_write(stage: Stage, client: str, see: See) -> None:
    stage.install(WRITE)
    outcome = stage.play({"call": "Write", "with": {"file_path": str(stage.marker), "content": "x"}})
    assert not stage.marker.exists(), outcome
    assert SAYS in outcome.later()
    see(client, "deny of a write", "blocked, the model is told why")


def test_context_of_a_session(stage: Stage, client: str, see: See) -> None:
    stage.install(START, managed=True)
    outcome = stage.play({"say": "hello"})
    assert SAYS in outcome.lane("main")[0]
    see(client, "context at session start", "the model reads it")


def test_a_halt_ends_the_turn(stage: Stage, client: str, see: See) -> None:
    stage.install(HALT)
    outcome = stage.play(stage.driver.call("touch marker"), stage.driver.call("touch other"))
    assert not stage.marker.exists(), outcome
    assert not (stage.project / "other").exists()
    assert len(outcome.lane("main")) == 1
    see(client, "deny with halt", "blocked, the turn ends")


def test_the_dialog_for_permission(stage: Stage, client: str, see: See) -> None:
    stage.install(PERMISSION)
    outcome = stage.play(stage.driver.call("touch marker"), allowed="Read")
    assert not stage.marker.exists(), outcome
    assert SAYS in outcome.later(), outcome
    see(client, "deny of a permission dialog", "blocked, the model is told why")


def test_feedback_on_a_write(stage: Stage, client: str, see: See) -> None:
    stage.install(FEEDBACK)
    outcome = stage.play({"call": "Write", "with": {"file_path": str(stage.marker), "content": "x"}}, allowed="Write")
    assert stage.marker.exists(), outcome
    assert SAYS in outcome.later(), outcome
    assert "successfully" in outcome.later(), "the result itself stays"
    see(client, "feedback on a write (decision: block)", "the model reads result and reason")


def test_a_blocked_prompt_is_not_shown_again(stage: Stage, client: str, see: See) -> None:
    stage.install(PROMPT)
    outcome = stage.play({"say": "hello"}, prompt=f"Use {SECRET} please.", more=["--verbose"])
    assert not outcome.lane("main"), outcome
    assert "No keys in prompts." in outcome.stdout + outcome.stderr
    assert SECRET not in outcome.stdout + outcome.stderr
    see(client, "deny of a prompt", "blocked, and not shown again")


def test_context_when_the_agent_stops(stage: Stage, client: str, see: See) -> None:
    stage.install(STOP, managed=True)
    outcome = stage.play({"say": "done"}, {"say": "done again"}, {"say": "and again"})
    assert SAYS in outcome.later(), outcome
    assert len(outcome.lane("main")) == 2, "once"
    see(client, "context when the agent stops", "the model reads it, once, and goes on")


def test_a_dialog_that_is_answered_with_a_changed_call(stage: Stage, client: str, see: See) -> None:
    stage.install(CHANGED, managed=True)
    outcome = stage.play(stage.driver.call("touch marker"), allowed="Read")
    assert not stage.marker.exists(), outcome
    assert (stage.project / "other").exists(), outcome
    see(client, "allow and rewrite of a permission dialog", "runs as changed")


def test_an_ending_after_a_result(stage: Stage, client: str, see: See) -> None:
    stage.install(ENDED)
    outcome = stage.play(stage.driver.call("touch marker"), {"say": "and now"})
    assert stage.marker.exists(), outcome
    assert len(outcome.lane("main")) == 1, "nothing more goes to the model"
    see(client, "end after a result (continue: false)", "the call has run, the turn ends")


def test_an_ending_beats_going_on(stage: Stage, client: str, see: See) -> None:
    stage.install(STOPPED)
    outcome = stage.play({"say": "done"}, {"say": "done again"})
    assert len(outcome.lane("main")) == 1, outcome
    see(client, "end beside a follow-up when the agent stops", "the turn ends")


def test_the_result_of_an_mcp_call_is_replaced(stage: Stage, client: str, see: See) -> None:
    stage.install(REPLACED, managed=True)
    outcome = stage.play(_note(stage), more=_mcp(stage))
    assert stage.marker.exists(), outcome
    assert SECRET not in outcome.later()
    assert SAYS in outcome.later()
    see(client, "replace of the output of an MCP call", "the model reads what the rule says")


def test_context_that_is_not_printed(stage: Stage, client: str, see: See) -> None:
    stage.install(UNPRINTED, managed=True)
    outcome = stage.play({"say": "hello"}, more=["--verbose"])
    assert SAYS in "\n".join(outcome.lane("main")), outcome
    see(client, "context with suppress (suppressOutput)", "the model reads it")


@pytest.mark.parametrize("kept", [True, False])
def test_an_allow_that_the_client_keeps(stage: Stage, client: str, kept: bool, see: See) -> None:
    stage.install(REMEMBERED if kept else REMEMBERED.partition("    remember")[0], managed=True)
    stage.play(stage.driver.call("touch marker"), stage.driver.call("touch other"), allowed="Read")
    assert stage.marker.exists()
    assert (stage.project / "other").exists() is kept
    if kept:
        see(client, "allow with remember (updatedPermissions)", "runs, and the named calls after it too")


def test_hooks_that_are_switched_off_do_not_fire_and_doctor_says_so(
    stage: Stage, client: str, see: See, capsys: pytest.CaptureFixture[str]
) -> None:
    stage.install(DENY)
    (stage.project / ".claude/settings.local.json").write_text('{"disableAllHooks": true}')
    outcome = stage.play(stage.driver.call("touch marker"))
    assert stage.marker.exists(), outcome
    capsys.readouterr()
    place = ["--client", client, "--scope", "project", "--root", str(stage.project), "--state", str(stage.state)]
    words = ["doctor", *place, "--home", str(stage.home), "--system", str(stage.system)]
    assert stage.run(*words, "--format", "json") == 1
    (report,) = json.loads(capsys.readouterr().out)["installations"]
    assert [one["check"] for one in report["findings"] if one["level"] == "fault"] == ["hooks-off"]
    assert stage.run(*words, "--repair", "hooks-off") == 0
    stage.marker.unlink()
    assert SAYS in stage.play(stage.driver.call("touch marker")).later()
    assert not stage.marker.exists()
    see(client, "disableAllHooks", "runs; doctor finds it, and after its repair: blocked")


def test_a_managed_hook_survives_what_switches_others_off(stage: Stage, client: str, see: See) -> None:
    stage.install(DENY, managed=True)
    (stage.project / ".claude").mkdir()
    (stage.project / ".claude/settings.json").write_text('{"disableAllHooks": true}')
    outcome = stage.play(stage.driver.call("touch marker"))
    assert not stage.marker.exists(), outcome
    assert SAYS in outcome.later()
    see(client, "disableAllHooks in a project, managed file", "blocked")
