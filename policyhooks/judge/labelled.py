"""Labelled events: what a model should say about them. One JSON object a line.

prompt   a prompt file, relative to the labelled file, or the text itself
input    what the rule would show the model
expect   ok or not_ok
rule, event, client, note    for the report and the prompt's own words (optional)
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from policyhooks.clients.registry import STANDARD
from policyhooks.core.events import EVENTS
from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.errors import UsageError
from policyhooks.judge.prompt import without_front_matter

_KEYS = {"prompt", "input", "expect", "rule", "event", "client", "note"}


@dataclass(frozen=True, slots=True)
class Case:
    """One labelled event."""

    rule: str
    prompt: str
    input: object
    expect: str
    event: str
    client: str
    place: str


def read_cases(path: Path) -> list[Case]:
    """The cases of a file. Raises UsageError at the first line that is none."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"`{path}` cannot be read as text", "name a file with one JSON object a line") from None
    cases = [_case(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not cases:
        raise UsageError(f"`{path}` holds no cases", "write one JSON object a line: prompt, input, expect")
    return cases


def _case(path: Path, number: int, line: str) -> Case:
    place = f"{path}:{number}"
    try:
        row = parse(line)
    except RejectedJson as problem:
        raise UsageError(f"{place}: {problem.message}") from None
    if not isinstance(row, dict) or not {"prompt", "input", "expect"} <= row.keys() <= _KEYS:
        raise UsageError(f"{place}: not a labelled event", f"keys: {', '.join(sorted(_KEYS))}")
    prompt, expect, event = row["prompt"], row["expect"], row.get("event", "shell.before")
    if expect not in ("ok", "not_ok"):
        raise UsageError(f"{place}: expect must be ok or not_ok")
    if not isinstance(prompt, str) or event not in EVENTS:
        raise UsageError(f"{place}: prompt must be text and event a canonical event")
    text, name = _prompt(path, prompt, place)
    client = str(row.get("client", STANDARD))
    return Case(str(row.get("rule", name)), text, row["input"], expect, event, client, place)


def _prompt(path: Path, prompt: str, place: str) -> tuple[str, str]:
    """The prompt's text and the name it has in the report."""
    if not prompt.endswith(".md") or any(character.isspace() for character in prompt):
        return prompt, path.stem
    file = path.parent / prompt
    try:
        return without_front_matter(file.read_text("utf-8")), file.stem
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{place}: there is no prompt file `{prompt}`", "paths are relative to this file") from None
