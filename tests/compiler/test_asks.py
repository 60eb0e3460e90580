"""Where an ask becomes a deny, and what nothing starts: said when policies are checked."""

from pathlib import Path

import pytest

from policyhooks.compiler.compile import check_policies

HEAD = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.test, title: Asks, owner: appsec@acme.example}
rules:
"""
ASK = "    effect: ask\n    message: {user: U, agent: A}\n"
JUDGE = "    judge: {prompt: p, not_ok: ask}\n    message: {user: U, agent: A}\n"
COMMAND = "    command: {run: [/bin/true], not_ok: ask}\n    message: {user: U, agent: A}\n"

# match, what the rule does, the note's events; nothing where every question is put
NOTED: list[tuple[str, str, str]] = [
    ("{clients: [cursor], events: [shell.before]}", ASK, ""),
    ("{clients: [cursor], events: [shell.before]}", JUDGE, ""),
    ("{clients: [cursor], events: [shell.before], native: [cursor.beforeShellExecution]}", ASK, ""),
    ("{events: [shell.before], native: [cursor.preToolUse, cursor.beforeShellExecution]}", ASK, ""),
    ("{events: [shell.before], native: [cursor.preToolUse]}", ASK, "cursor preToolUse (shell.before)"),
    ("{clients: [cursor], events: [shell.before], native: [preToolUse]}", ASK, "cursor preToolUse (shell.before)"),
    ("{events: [shell.before], native: [cursor.preToolUse]}", JUDGE, "cursor preToolUse (shell.before)"),
    ("{events: [shell.before], native: [cursor.preToolUse]}", COMMAND, "cursor preToolUse (shell.before)"),
    ("{events: [mcp.before], native: [cursor.beforeMCPExecution]}", ASK, "cursor beforeMCPExecution (mcp.before)"),
    ("{events: [mcp.before], native: [cursor.beforeMCPExecution]}", JUDGE, "cursor beforeMCPExecution (mcp.before)"),
    ("{clients: [cursor], events: [mcp.before]}", ASK, "cursor preToolUse (mcp.before) and 1 more"),
]


def _diagnostics(tmp_path: Path, rule: str) -> list[tuple[str, str, str]]:
    (tmp_path / "a.yaml").write_text(HEAD + rule)
    found = check_policies([str(tmp_path / "a.yaml")], None).diagnostics
    return [(one.severity, one.code, one.message) for one in found]


@pytest.mark.parametrize(("match", "does", "where"), NOTED)
def test_where_ask_becomes_deny(tmp_path: Path, match: str, does: str, where: str) -> None:
    found = _diagnostics(tmp_path, f"  - id: a\n    match: {match}\n{does}")
    notes = [message for severity, code, message in found if (severity, code) == ("note", "ask-becomes-deny")]
    assert notes == ([f"on {where} ask becomes deny"] if where else [])


@pytest.mark.parametrize(
    ("native", "warned"),
    [
        ("cursor.postCompact", True),
        ("cursor.workspaceOpen", True),
        ("claude-code.WorktreeCreate", True),
        ("claude-code.PostCompact", False),
    ],
)
def test_a_rule_that_nothing_starts(tmp_path: Path, native: str, warned: bool) -> None:
    rule = (
        f"  - id: a\n    match: {{events: [other], native: [{native}]}}\n    effect: warn\n    message: {{user: U}}\n"
    )
    found = _diagnostics(tmp_path, rule)
    assert ("unreachable-rule" in [code for severity, code, _ in found if severity == "warning"]) == warned


@pytest.mark.parametrize(("clients", "noted"), [("[cursor]", True), ("[claude-code]", False), ("[codex]", False)])
def test_what_an_allow_does_not_skip(tmp_path: Path, clients: str, noted: bool) -> None:
    match = f"{{clients: {clients}, events: [shell.before], commands: [git status]}}"
    found = _diagnostics(tmp_path, f"  - id: a\n    match: {match}\n    effect: allow\n")
    assert ("allow-skips-nothing" in [code for severity, code, _ in found if severity == "note"]) == noted


# match, whether a follow-up has a use there
FOLLOWED = [
    ("{clients: [claude-code], events: [other], native: [claude-code.TeammateIdle]}", True),
    ("{clients: [claude-code], events: [agent.stop]}", True),
    ("{clients: [claude-code], events: [other]}", False),
    ("{clients: [claude-code], events: [shell.before]}", False),
]


@pytest.mark.parametrize(("match", "fits"), FOLLOWED)
def test_where_a_follow_up_has_a_use(tmp_path: Path, match: str, fits: bool) -> None:
    does = "    when: event.cwd == '/w'\n    effect: followup\n    followup: {text: Go on., limit: 2}\n"
    codes = {
        code
        for severity, code, _ in _diagnostics(tmp_path, f"  - id: a\n    match: {match}\n{does}")
        if severity == "error"
    }
    assert not codes & {"followup-outside-stop", "effect-not-expressible"} if fits else "followup-outside-stop" in codes


@pytest.mark.parametrize("field", ["tool.agent_message", "subagent.description", "subagent.branch"])
def test_no_allow_rests_on_the_agents_own_word(tmp_path: Path, field: str) -> None:
    match = (
        "{clients: [cursor], events: [subagent.start]}"
        if field == "subagent.branch"
        else "{clients: [cursor], events: [tool.before]}"
    )
    found = _diagnostics(tmp_path, f"  - id: a\n    match: {match}\n    when: {field} == 'x'\n    effect: allow\n")
    assert "workspace-data" in [code for _, code, _ in found]
