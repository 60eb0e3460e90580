"""Why Cursor would refuse a hooks.json: it drops the whole file, every hook in it, for one thing not accepted.

What its loader does was seen by running the code of its npm package (docs/reference/cursor.md). Pure: text in,
reasons out; it neither reads files nor knows whose entries are whose.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

# Its loader refuses a whole file, every hook in it, for one event that it does not know. The generations are those
# of its documents, each with the version from which on it is there; None: no version of the client is proved to be it.
# The first had no preToolUse and no prompt hooks, the second is what an installation works with where nothing is said.
GENERATIONS: dict[str, tuple[int, ...] | None] = {"first": (0,), "second": (2, 4), "sdk 1.0.32": None}
SUPPORTED = "second"
# Native event -> the first generation whose loader is known to accept it. Events without a line: none is.
ACCEPTED: dict[str, str] = {
    "beforeShellExecution": "first",
    "afterShellExecution": "first",
    "beforeMCPExecution": "first",
    "afterMCPExecution": "first",
    "beforeReadFile": "first",
    "afterFileEdit": "first",
    "beforeTabFileRead": "first",
    "afterTabFileEdit": "first",
    "beforeSubmitPrompt": "first",
    "afterAgentResponse": "first",
    "afterAgentThought": "first",
    "stop": "first",
    "preToolUse": "second",
    "postToolUse": "second",
    "postToolUseFailure": "second",
    "subagentStart": "second",
    "subagentStop": "second",
    "sessionStart": "second",
    "sessionEnd": "second",
    "preCompact": "second",
    "workspaceOpen": "sdk 1.0.32",
}

_LINE = re.compile(r"//[^\n\r\u2028\u2029]*")
_BLOCK = re.compile(r"/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_TYPES = ("command", "prompt")
# What both languages take for a broken pattern; the rest of their syntax differs.
_BROKEN_PATTERNS = ("unterminated", "unbalanced", "nothing to repeat", "multiple repeat")


def accepts(native: str) -> bool:
    """Whether some loader knows an event."""
    return native in ACCEPTED


def accepted_from(version: tuple[int, ...]) -> frozenset[str]:
    """The events that the loader of a version, and of every newer one, is known to accept."""
    return frozenset(native for native, name in ACCEPTED.items() if is_in(name, version))


def is_in(generation: str, version: tuple[int, ...]) -> bool:
    """Whether a version is of a generation or of a later one."""
    since = GENERATIONS[generation]
    return since is not None and since <= version


def refusals(text: str) -> list[str]:
    """Every reason for which the file would be dropped; none where it would be loaded as it stands."""
    found = []
    if text.startswith("\ufeff"):
        found.append("it begins with a byte order mark, which is not JSON")
        text = text.lstrip("\ufeff")
    plain, read = _parsed(text), _parsed(_without_comments(text))
    if plain is not None and read != plain:
        found.append(f"line {_marked_line(text)} has `//` or `/*` inside a string, which is stripped as a comment")
    value = plain or read
    return [*found, *(_reasons(value[0]) if value is not None else ["it is not JSON"])]


def doubts(text: str) -> list[str]:
    """Events that only newer versions accept, for which an older one would drop the file."""
    read = _parsed(_without_comments(text))
    hooks = read[0].get("hooks") if read is not None and isinstance(read[0], dict) else None
    everywhere = accepted_from(GENERATIONS[SUPPORTED] or ())
    return [
        f"`{native}` is known to the loader of {ACCEPTED[native]} and to none before it"
        for native in (hooks if isinstance(hooks, dict) else ())
        if native in ACCEPTED and native not in everywhere
    ]


def is_strict(text: str) -> bool:
    """Whether a text is JSON as it stands, without the comments that the loader would strip."""
    return _parsed(text) is not None


def _without_comments(text: str) -> str:
    return _BLOCK.sub("", _LINE.sub("", text))


def _parsed(text: str) -> tuple[object] | None:
    try:
        return (json.loads(text),)
    except ValueError:
        return None


def _marked_line(text: str) -> int:
    for found in _STRING.finditer(text):
        if "//" in found[0] or "/*" in found[0]:
            return text.count("\n", 0, found.start()) + 1
    return 1


def _reasons(document: object) -> Iterator[str]:
    if not isinstance(document, dict):
        yield "it is not a JSON object"
        return
    if not _is_counted(document.get("version")):
        yield "`version` is not a positive whole number"
    hooks = document.get("hooks")
    if not isinstance(hooks, dict):
        yield "`hooks` is not an object"
        return
    for native, entries in hooks.items():
        if native not in ACCEPTED:
            yield f"`{native}` is not an event that it knows"
        elif not isinstance(entries, list):
            yield f"`{native}` is not a list"
        else:
            for number, entry in enumerate(entries):
                yield from (f"`{native}[{number}]` {reason}" for reason in _entry_reasons(entry))


def _is_positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _is_counted(value: object) -> bool:
    return _is_positive(value) and (isinstance(value, int) or (isinstance(value, float) and value.is_integer()))


def _entry_reasons(entry: object) -> Iterator[str]:
    if not isinstance(entry, Mapping):
        yield "is not an object"
        return
    kind = entry.get("type", "command")
    if kind not in _TYPES:
        yield "has a `type` that is neither command nor prompt"
    elif kind == "command" and not isinstance(entry.get("command"), str):
        yield "has no `command`"
    elif kind == "prompt" and not str(entry.get("prompt") if isinstance(entry.get("prompt"), str) else "").strip():
        yield "has no `prompt`"
    if kind == "prompt" and "model" in entry and not (isinstance(entry["model"], str) and entry["model"].strip()):
        yield "has a `model` without a name"
    if "matcher" in entry and not _is_pattern(entry["matcher"]):
        yield "has a `matcher` that is not a pattern"
    if "timeout" in entry and not _is_positive(entry["timeout"]):
        yield "has a `timeout` that is not a positive number"
    if entry.get("loop_limit") is not None and not _is_counted(entry["loop_limit"]):
        yield "has a `loop_limit` that is neither null nor a positive whole number"
    if "failClosed" in entry and not isinstance(entry["failClosed"], bool):
        yield "has a `failClosed` that is not a boolean"


def _is_pattern(value: object) -> bool:
    if not isinstance(value, str):
        return False
    if value in ("", "*") or "[]" in value or "[^]" in value:
        return True
    try:
        re.compile(value)
    except re.error as problem:
        return not any(word in problem.msg for word in _BROKEN_PATTERNS)
    return True
