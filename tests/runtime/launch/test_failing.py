"""The answer of a hook that could not decide, and the record of why: in this process, one table for each question."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from policyhooks.clients.errors import MalformedPayload
from policyhooks.clients.registry import adapter_for
from policyhooks.core.verdict import Response
from policyhooks.errors import PolicyHooksError
from policyhooks.runtime.engine.selection import LoadedProgram
from policyhooks.runtime.launch.failing import answer_of
from policyhooks.runtime.launch.hook import Hook, Refused, Settings
from policyhooks.runtime.ports.journal import FILE, FOLDER
from policyhooks.runtime.ports.journal_key import read_key

WORDS = "policyhooks could not decide: no time."
WITHHELD = f"The result of this call was withheld, because {WORDS}"
AFTER = {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_response": {"stdout": "secret"}}
CURSOR = {"cursor_version": "2", "conversation_id": "c", "generation_id": "g"}
COPILOT = {"timestamp": "2026-11-16T00:00:00Z"}
Start = Callable[..., Hook]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Starts hooks, which have no stdout."""
    (tmp_path / FOLDER).mkdir(mode=0o700)

    def started(client: str, native: str, payload: object = None, **fields: object) -> Hook:
        settings = Settings(state=str(tmp_path), layers=fields.pop("layers", ()))  # type: ignore[arg-type]
        hook = Hook(client, native, 60, settings)
        hook.stdin = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        for name, value in fields.items():
            setattr(hook, name, value)
        return hook

    return started


def program(**index: object) -> LoadedProgram:
    return LoadedProgram(load=lambda name: {}, index=index, digest=f"digest {sorted(index)}")


def said(response: Response) -> dict[str, object]:
    return vars(response)


def records(state: Path) -> list[dict[str, object]]:
    path = state / FOLDER / FILE
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


# whose command line, its event, what was read; and who is answered, for which event
STOPPED: list[tuple[str, str, object, str, str]] = [
    ("claude-code", "PreToolUse", {}, "claude-code", "PreToolUse"),
    ("claude-code", "PreToolUse", b"\xff", "claude-code", "PreToolUse"),
    ("claude-code", "PreToolUse", {**CURSOR, "hook_event_name": "stop"}, "claude-code", "PreToolUse"),
    ("codex", "PreToolUse", {"hook_event_name": "Stop"}, "codex", "PreToolUse"),
    ("gemini-cli", "BeforeTool", {}, "gemini-cli", "BeforeTool"),
    # The command line names an event that cannot be stopped, the payload one that can.
    ("claude-code", "Stop", {"hook_event_name": "PreToolUse"}, "claude-code", "PreToolUse"),
    ("claude-code", "Stop", b'{"hook_event_name": "PreToolUse", "tool_inp', "claude-code", "PreToolUse"),
    ("codex", "Stop", {"hook_event_name": "PreToolUse"}, "codex", "PreToolUse"),
    ("copilot-cli", "sessionStart", {"hookEventName": "preToolUse"}, "copilot-cli", "preToolUse"),
    ("copilot-cli", "sessionStart", {"hookName": "preToolUse"}, "copilot-cli", "preToolUse"),
    ("claude-code", "Stop", {"hook_event_name": "", "hookName": "PreToolUse"}, "claude-code", "PreToolUse"),
    ("claude-code", "Stop", {"hook_event_name": 7, "hookName": "PreToolUse"}, "claude-code", "PreToolUse"),
    ("claude-code", "Stop", {**CURSOR, "hook_event_name": "preToolUse"}, "cursor", "preToolUse"),
    ("claude-code", "Stop", {**COPILOT, "hook_event_name": "PreToolUse"}, "copilot-cli", "PreToolUse"),
    # Nothing can be stopped.
    ("claude-code", "Stop", {"hook_event_name": "Stop"}, "claude-code", "Stop"),
    ("claude-code", "Stop", ["PreToolUse"], "claude-code", "Stop"),
    ("claude-code", "Stop", CURSOR, "cursor", "stop"),
    ("claude-code", "Stop", {"turn_id": "t", "session_id": "s", "hook_event_name": "Stop"}, "claude-code", "Stop"),
]


@pytest.mark.parametrize(("client", "native", "payload", "answered", "event"), STOPPED)
def test_who_is_answered_for_which_event(
    start: Start, client: str, native: str, payload: object, answered: str, event: str
) -> None:
    hook = start(client, native, payload)
    assert said(answer_of(hook, "no time", True)) == said(adapter_for(answered).fail(event, WORDS, hook.stdin))


def test_what_was_read_so_far_counts_where_the_rest_never_came(start: Start) -> None:
    hook = start("claude-code", "Stop", b"", pieces=[b'{"hook_event_name": "Pre', b'ToolUse", "x'])
    assert answer_of(hook, "no time", True).exit_code == 2


def opening(*programs: LoadedProgram) -> Sequence[object]:
    return [((), lambda one=one: one) for one in programs]


def refuse() -> LoadedProgram:
    raise OSError("gone")


# programs, layers, whether the result of a shell command of Claude Code is withheld
GUARDS: dict[str, tuple[Sequence[LoadedProgram], Sequence[object], bool]] = {
    "no program at all": ((), (), True),
    "a program that guards nothing": ([program(OUTPUTS={})], (), False),
    "every client": ([program(OUTPUTS={"tool.after": ()})], (), True),
    "this client": ([program(OUTPUTS={"shell.after": ("codex", "claude-code")})], (), True),
    "another client": ([program(OUTPUTS={"shell.after": ("codex",), "tool.after": ("cursor",)})], (), False),
    "another event": ([program(OUTPUTS={"shell.before": (), "tool.before": (), "prompt.submit": ()})], (), False),
    "the second program": ([program(OUTPUTS={}), program(OUTPUTS={"tool.after": ()})], (), True),
    "a program without the table": ([program(OUTPUTS={}), program()], (), True),
    "a table that is none": ([program(OUTPUTS=("tool.after",))], (), True),
    "a layer": ([program(OUTPUTS={})], opening(program(OUTPUTS={"tool.after": ()})), True),
    "a layer that guards nothing": ([program(OUTPUTS={})], opening(program(OUTPUTS={})), False),
    "a layer that cannot be opened": ([program(OUTPUTS={})], [((), refuse)], True),
}


@pytest.mark.parametrize("name", GUARDS)
@pytest.mark.parametrize("native", ["PostToolUse", "Stop"])  # the payload names the event where the entry does not
def test_a_result_is_withheld_only_where_a_rule_guards_it(start: Start, name: str, native: str) -> None:
    programs, layers, guarded = GUARDS[name]
    hook = start("claude-code", native, AFTER, programs=programs, layers=layers)
    expected = adapter_for("claude-code").fail("PostToolUse", WITHHELD, hook.stdin, guarded)
    answer = answer_of(hook, "no time", True)
    assert said(answer) == said(expected)
    assert bool(answer.stdout) is guarded
    assert b"secret" not in answer.stdout


@pytest.mark.parametrize(("clients", "withheld"), [(("cursor",), True), (("claude-code",), False)])
def test_the_guard_is_asked_about_who_really_sent_the_result(
    start: Start, clients: tuple[str, ...], withheld: bool
) -> None:
    """Cursor starts the entries of Claude Code's files, and takes its own words."""
    programs = [program(OUTPUTS={"mcp.after": clients})]
    hook = start("claude-code", "PostToolUse", {**CURSOR, "hook_event_name": "postToolUse"}, programs=programs)
    expected = adapter_for("cursor").fail("postToolUse", WITHHELD, hook.stdin, withheld)
    assert said(answer_of(hook, "no time", True)) == said(expected)


class Odd(Exception):
    """Not one of ours: its text may hold values of the event."""


PROBLEMS: list[tuple[str | BaseException, str]] = [
    ("no time", "no time"),
    (PolicyHooksError("the state is damaged."), "the state is damaged"),
    (PolicyHooksError(""), "PolicyHooksError"),
    (Refused("the event is too long"), "the event is too long"),
    (MalformedPayload("cwd", "is missing"), str(MalformedPayload("cwd", "is missing")).rstrip(".")),
    (Odd("secret"), "internal error (Odd)"),
    (KeyError("secret"), "internal error (KeyError)"),
    (SystemExit(0), "internal error (SystemExit)"),
]


@pytest.mark.parametrize(("problem", "words"), PROBLEMS)
def test_the_reason_is_said_and_recorded_without_values(
    start: Start, tmp_path: Path, problem: str | BaseException, words: str
) -> None:
    hook = start("claude-code", "PreToolUse", {"a": 1}, programs=[program(OUTPUTS={})])
    answer = answer_of(hook, problem, True)
    assert answer.stderr == f"policyhooks could not decide: {words}.\n".encode()
    (record,) = records(tmp_path)
    expected = {
        "kind": "decision",
        "client": "claude-code",
        "native": "PreToolUse",
        "event": "unreadable",
        "verdict": "deny",
        "error": words,
        "programs": ["digest ['OUTPUTS']"],
        "input_hash": hmac.new(read_key(str(tmp_path)), hook.stdin, hashlib.sha256).hexdigest(),
        "answer": 2,
    }
    assert {key: record[key] for key in expected} == expected
    assert hook.stored is None


def test_an_event_that_cannot_be_stopped_is_recorded_too(start: Start, tmp_path: Path) -> None:
    answer_of(start("claude-code", "Stop", {}), "no time", False)
    (record,) = records(tmp_path)
    assert (record["verdict"], record["answer"], record["error"]) == ("pass", 0, "no time")


def test_recording_that_failed_is_not_tried_again(start: Start, tmp_path: Path) -> None:
    answer = answer_of(start("claude-code", "PreToolUse", {}, stage="recording"), "no disk", True)
    assert answer.exit_code == 2
    assert records(tmp_path) == []


def test_a_journal_that_fails_takes_no_answer_away(start: Start, tmp_path: Path) -> None:
    (tmp_path / FOLDER).rmdir()
    answer = answer_of(start("claude-code", "PreToolUse", {}), "no time", True)
    assert (answer.exit_code, answer.stderr) == (2, f"{WORDS}\n".encode())


def test_further_sinks_get_the_record_later(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("policyhooks.runtime.launch.failing.SINKS", ("somewhere",))
    hook = start("claude-code", "PreToolUse", {})
    answer_of(hook, "no time", True)
    assert hook.stored is not None
    number, record = hook.stored
    assert (number, record["error"]) == (1, "no time")
