"""Labelled events: what a rule, or a prompt, should say about them. One JSON object a line.

expect   ok or not_ok: whether it should go ahead
rule     a rule's full id, with one of `shell`, `mcp` (and `arguments`), `text` (a prompt that a person sends),
         `stop` (the last message) or `payload` (a client's own, with `native`); also `client`, `repository`,
         `branch`, `transcript` (messages of {role, text})
prompt   instead of an event: a prompt file, relative to the labelled file, or the text itself, with `input`, what the
         model is shown; also `rule` (for the report), `event`, `client`
note     for people
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from policyhooks.clients.registry import STANDARD
from policyhooks.core.events import EVENTS
from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.errors import UsageError
from policyhooks.judge.prompt import without_front_matter
from policyhooks.runtime.ports.judging import JudgeRequest

_LABELS = {"expect", "note", "rule", "client"}
_OF_PROMPTS = {*_LABELS, "prompt", "input", "event"}
ACTIONS = ("shell", "mcp", "text", "stop", "payload")
_OF_RULES = {*_LABELS, *ACTIONS, "arguments", "native", "repository", "branch", "transcript"}


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled event. Without a `request` the rule asks no model about it, and lets it pass."""

    rule: str
    expect: str
    place: str
    identity: str  # of event and label, whatever the rule, prompt and model
    request: JudgeRequest | None
    row: Mapping[str, object] = field(default_factory=dict)  # as it was written


class Resolve(Protocol):
    """Finds the question that a rule puts about a row's event."""

    def __call__(self, row: Mapping[str, object], place: str) -> JudgeRequest | None:
        """The request; None where the rule asks nothing. Raises UsageError."""


def read_cases(path: Path, resolve: Resolve) -> list[Case]:
    """The cases of a file. Raises UsageError at the first line that is none."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"`{path}` cannot be read as text", "name a file with one JSON object a line") from None
    cases = [_case(path, number, line, resolve) for number, line in enumerate(lines, 1) if line.strip()]
    if not cases:
        raise UsageError(f"`{path}` holds no cases", "write one JSON object a line: rule, shell, expect")
    return cases


def _case(path: Path, number: int, line: str, resolve: Resolve) -> Case:
    place = f"{path}:{number}"
    try:
        row = parse(line)
    except RejectedJson as problem:
        raise UsageError(f"{place}: {problem.message}") from None
    if not isinstance(row, dict):
        raise UsageError(f"{place}: not a labelled event", "each line is one JSON object")
    return case_of(path, row, place, resolve)


def case_of(path: Path, row: Mapping[str, object], place: str, resolve: Resolve) -> Case:
    """The case of one line of a file. Raises UsageError."""
    keys = _OF_PROMPTS if "prompt" in row else _OF_RULES
    if not row.keys() <= keys:
        raise UsageError(f"{place}: not a labelled event", f"keys: {', '.join(sorted(keys))}")
    if row.get("expect") not in ("ok", "not_ok"):
        raise UsageError(f"{place}: expect must be ok or not_ok")
    if "prompt" in row:
        asked = _of_prompt(path, row, place)
        return Case(asked.rule_id, str(row["expect"]), place, identity_of(row), asked, row)
    rule, request = _rule_of(row, place), resolve(row, place)
    return Case(rule, str(row["expect"]), place, identity_of(row), request, row)


def identity_of(row: Mapping[str, object]) -> str:
    """The same for the same event and label, wherever the line stands."""
    said = {key: value for key, value in row.items() if key != "note"}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]


def _rule_of(row: Mapping[str, object], place: str) -> str:
    rule = row.get("rule")
    if not isinstance(rule, str) or sum(name in row for name in ACTIONS) != 1:
        raise UsageError(f"{place}: not a labelled event", f"name a `rule` and one of {', '.join(ACTIONS)}")
    return rule


def _of_prompt(path: Path, row: Mapping[str, object], place: str) -> JudgeRequest:
    prompt, event = row["prompt"], row.get("event", "shell.before")
    if not isinstance(prompt, str) or event not in EVENTS or "input" not in row:
        raise UsageError(f"{place}: prompt must be text, event a canonical event, and input is wanted")
    text, name = _prompt(path, prompt, place)
    return JudgeRequest(
        rule_id=str(row.get("rule", name)),
        prompt=text,
        input=row["input"],
        event=str(event),
        client=str(row.get("client", STANDARD)),
    )


def _prompt(path: Path, prompt: str, place: str) -> tuple[str, str]:
    """The prompt's text and the name it has in the report."""
    if not prompt.endswith(".md") or any(character.isspace() for character in prompt):
        return prompt, path.stem
    file = path.parent / prompt
    try:
        return without_front_matter(file.read_text("utf-8")), file.stem
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{place}: there is no prompt file `{prompt}`", "paths are relative to this file") from None
