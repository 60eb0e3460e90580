"""Prompt rules as the clients' own prompt hooks: every key that a target has, an error for every one it lacks."""

import re
from pathlib import Path

import pytest

from policyhooks.compiler.compile import check_policies, compile_policies
from policyhooks.installation.prompt_entries import prompt_entries

HEAD = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: acme.test, title: Prompts, owner: appsec@acme.example}
rules:
  - id: a
"""
CONFIG = """\
apiVersion: policyhooks/v1
kind: Config
judge: {models: {fast: {model: openai/m}}}
"""
SAID = "    acknowledge: [judge-without-prefilter]\n    message: {user: U, agent: A}\n"
SHELL = "{clients: [CLIENT], events: [shell.before]}"
MARK = "\n\n(policyhooks rule acme.test/a)"


def _write(folder: Path, client: str, match: str, judge: str, more: str = "") -> list[str]:
    rule = f"    match: {match}\n    judge: {{{judge}}}\n{more}"
    (folder / "a.yaml").write_text(HEAD + rule.replace("CLIENT", client) + SAID)
    (folder / "policyhooks.yaml").write_text(CONFIG)
    return [str(folder / "a.yaml")]


# client, match, judge, native event, matcher, what the entry says besides
WRITTEN: list[tuple[str, str, str, str, str, dict[str, object]]] = [
    ("claude-code", SHELL, "prompt: 'Ok? $ARGUMENTS'", "PreToolUse", "^(?:Bash|PowerShell|Monitor)$", {}),
    ("claude-code", SHELL, "prompt: 'Ok?', model: claude-x", "PreToolUse", "^(?:Bash|PowerShell|Monitor)$",
     {"model": "claude-x"}),
    ("claude-code", SHELL, "prompt: 'Ok?', timeout: 1500ms", "PreToolUse", "^(?:Bash|PowerShell|Monitor)$",
     {"timeout": 2}),
    ("claude-code", "{clients: [CLIENT], events: [shell.before], tools: [Bash]}", "prompt: 'Ok?', on_error: pass",
     "PreToolUse", "^(?:Bash)$", {}),
    ("claude-code", "{clients: [CLIENT], events: [subagent.stop], subagents: ['review*']}",
     "prompt: 'Done?', not_ok: followup", "SubagentStop", "^(?:review.*)$", {}),
    ("cursor", SHELL, "prompt: 'Ok? $ARGUMENTS'", "beforeShellExecution", "", {"failClosed": True}),
    ("cursor", SHELL, "prompt: 'Ok?', model: small", "beforeShellExecution", "",
     {"failClosed": True, "model": "small"}),
    ("cursor", SHELL, "prompt: 'Ok?', on_error: closed", "beforeShellExecution", "", {"failClosed": True}),
    ("cursor", SHELL, "prompt: 'Ok?', on_error: pass", "beforeShellExecution", "", {}),
    ("cursor", "{clients: [CLIENT], events: [subagent.start], subagents: [explore]}", "prompt: 'Ok?'", "subagentStart",
     "^(?:explore)$", {"failClosed": True}),
]  # fmt: skip


@pytest.mark.parametrize(("client", "match", "judge", "native", "matcher", "more"), WRITTEN)
def test_one_entry_with_all_that_the_rule_says(
    tmp_path: Path, client: str, match: str, judge: str, native: str, matcher: str, more: dict[str, object]
) -> None:
    files = _write(tmp_path, client, match, f"{judge}, native: true")
    rules = compile_policies(files, str(tmp_path / "policyhooks.yaml")).rules
    (entry,) = prompt_entries(client, rules, ("fast",))
    assert entry.native == native
    document = entry.handler.document()
    handler = document["hooks"][0] if client == "claude-code" else document  # type: ignore[index]
    assert document.get("matcher", "") == matcher
    found = {key: value for key, value in handler.items() if key not in ("type", "prompt", "matcher")}
    assert found == {"timeout": 5, **more}
    text = re.search(r"prompt: '([^']*)'", judge)
    assert text is not None
    # The placeholder is the client's: it stands as it was written, and nothing stands for one that is not there.
    assert handler["prompt"] == text[1] + MARK


# what the rule says in its judge and beside it, the key that the error names
REFUSED: list[tuple[str, str, str]] = [
    ("prompt: 'Ok?', escalate: openai/m", "", "judge.escalate"),
    ("prompt: 'Ok?', quorum: {of: 3, need: 2}", "", "judge.quorum"),
    ("prompt: 'Ok?', cache: 1h", "", "judge.cache"),
    ("prompt: 'Ok?', may_allow: true", "", "judge.may_allow"),
    ("prompt: 'Ok?', optional: true", "", "judge.optional"),
    ("prompt: 'Ok?', input: {c: shell.command}", "", "judge.input"),
    ("prompt: 'Ok?', model: fast", "", "judge.model"),
    ("prompt: 'Ok?', model: openai/m", "", "judge.model"),
    ("prompt: 'Ok?', not_ok: ask", "", "not_ok"),
    ("prompt: 'Ok? {{ rule.id }}'", "", "judge.prompt"),
    ("prompt: 'Ok?', on_error: ask", "", "on_error"),
    ("prompt: 'Ok?'", "    on_error: deny\n", "on_error"),
    ("prompt: 'Ok?'", "    when: shell.command == 'x'\n", "`when`"),
    ("prompt: 'Ok?'", "    unless: {users: [root]}\n", "`unless`"),
    ("prompt: 'Ok?'", "    mode: audit\n", "modes"),
]


@pytest.mark.parametrize("client", ["claude-code", "cursor"])
@pytest.mark.parametrize(("judge", "more", "key"), REFUSED)
def test_what_a_target_cannot_say_is_an_error_that_names_the_key(
    tmp_path: Path, client: str, judge: str, more: str, key: str
) -> None:
    files = _write(tmp_path, client, SHELL, f"{judge}, native: true", more)
    found = check_policies(files, str(tmp_path / "policyhooks.yaml")).diagnostics
    errors = [one for one in found if one.code == "native-not-expressible"]
    assert [key in one.message for one in errors] == [True], [one.message for one in found]
    assert all(one.severity == "error" and client in one.message for one in errors)


MATCHERS = [
    ("claude-code", "{clients: [CLIENT], events: [shell.before], commands: [git push]}", "`commands`"),
    ("claude-code", "{clients: [CLIENT], events: [subagent.start], subagents: [x]}", "`subagents`"),
    ("cursor", "{clients: [CLIENT], events: [file.read], paths: ['**/.env']}", "`paths`"),
    ("cursor", "{clients: [CLIENT], events: [agent.stop]}", "stop ignores"),
]


@pytest.mark.parametrize(("client", "match", "key"), MATCHERS)
def test_matchers_that_a_target_lacks(tmp_path: Path, client: str, match: str, key: str) -> None:
    not_ok = "followup" if "stop" in match else "deny"
    files = _write(tmp_path, client, match, f"prompt: 'Ok?', not_ok: {not_ok}, native: true")
    found = check_policies(files, str(tmp_path / "policyhooks.yaml")).diagnostics
    assert any(key in one.message for one in found if one.code == "native-not-expressible"), found


# a command matcher, texts that it finds, texts that it leaves out
TEXTS = [
    ("git push", ["cd x && git push origin", "/usr/bin/git -C a push -f"], ["git pull", "legit push", "git pushd"]),
    ("git push --force", ["git push --force", "git push origin --force"], ["git push", "git push --force-x"]),
    ("kubectl-*", ["kubectl-ns x"], ["kubectl x"]),
]  # fmt: skip


@pytest.mark.parametrize(("command", "found", "left"), TEXTS)
def test_cursor_matches_the_text_of_a_command(tmp_path: Path, command: str, found: list[str], left: list[str]) -> None:
    match = f"{{clients: [CLIENT], events: [shell.before], commands: ['{command}']}}"
    files = _write(tmp_path, "cursor", match, "prompt: 'Ok?', native: true")
    (entry,) = prompt_entries("cursor", compile_policies(files).rules)
    pattern = str(entry.handler.document()["matcher"])
    assert [text for text in found if not re.search(pattern, text)] == []
    assert [text for text in left if re.search(pattern, text)] == []


def test_check_says_once_that_they_fail_open(tmp_path: Path) -> None:
    files = _write(tmp_path, "cursor", SHELL, "prompt: 'Ok?', native: true")
    notes = [one for one in check_policies(files, None).diagnostics if one.code == "native-fails-open"]
    assert [(one.severity, "the call goes on" in one.message, "on_error" in one.message) for one in notes] == [
        ("note", True, True)
    ]
