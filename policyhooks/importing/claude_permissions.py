"""Claude Code's `permissions` as rules: `Tool` and `Tool(specifier)` under allow, ask, deny, as that client reads it.

Commands: exact, `prefix:*` with a word's end, `*` for any run, and ` *` at the end also for nothing.
Each command of a line is compared on its own; a deny or ask holds for any of them, an allow for all.
Paths: gitignore patterns; `//` begins at the root, `~/` at home, `/` and `./` at the project.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from policyhooks.evaluation.glob_reader import escape
from policyhooks.importing.claude_allows import allow
from policyhooks.importing.command_patterns import command_pattern, example_of, read_entry
from policyhooks.importing.translation import Translation, identify, literal, matched

LISTS = ("deny", "ask", "allow")
_READS = ("Read", "Grep", "Glob", "LS")
_WRITES = ("Edit", "Write", "MultiEdit", "NotebookEdit")
_AGENTS = ("Agent", "Task")
BRACES = re.compile(r"\{[^{}\s]*,[^{}\s]*\}")
_WORDS = {"deny": "is not permitted here", "ask": "needs your consent"}


def translate(permissions: Mapping[str, object]) -> Translation:
    """Every entry of the three lists. Other keys are named as left."""
    done = Translation()
    for name in LISTS:
        entries = permissions.get(name) or []
        if not isinstance(entries, list):
            done.leave(name, "is not a list")
            continue
        texts = [entry for entry in entries if isinstance(entry, str)]
        if name == "allow":
            allow(texts, "claude-code", done)
        else:
            for text in texts:
                _tighten(text, name, done)
    for key in permissions:
        if key not in LISTS:
            done.leave(f"permissions.{key}", "is a setting of the client, not a rule")
    return done


def _tighten(text: str, effect: str, done: Translation) -> None:
    read = read_entry(text)
    if read is None:
        done.leave(text, "is not `Tool` or `Tool(specifier)`; the client ignores it too")
        return
    tool, inner = read["tool"], read["inner"]
    base: dict[str, object] = {"id": identify(f"{effect} {text}"), "effect": effect, "message": _message(text, effect)}
    if tool == "Bash":
        _command(text, inner, effect, base, done)
    elif tool in _READS + _WRITES:
        _path(text, tool, inner, effect, base, done)
    elif tool.startswith("mcp__"):
        server, _, name = tool[5:].partition("__")
        pattern = f"{server}/{name or '*'}"
        example = pattern.replace("*", "any")
        tests = {effect: [example], "quiet": ["another-server/any"]}
        done.add({**base, "match": matched(["mcp.before"], effect, mcp=[pattern]), "tests": tests})
    elif tool == "WebFetch" and inner is not None and inner.startswith("domain:"):
        host = inner[7:].strip()
        tests = {effect: [f"https://{host.replace('*', 'any')}/"], "quiet": ["https://elsewhere.example/"]}
        done.add({**base, "match": matched(["web.before"], effect, hosts=[host]), "tests": tests})
    elif tool in _AGENTS and inner:
        case = {"event": "subagent.start", "subagent": {"task": "any"}}
        done.add(
            {
                **base,
                "match": {"clients": ["claude-code"], "events": ["subagent.start"], "subagents": [escape(inner)]},
                "tests": {"cases": [{**case, "expect": "quiet"}]},
            }
        )
    elif inner is None:
        match = {"clients": ["claude-code"], "events": ["tool.before"], "tools": [tool]}
        done.add({**base, "match": match, "tests": {effect: [tool], "quiet": ["AnotherTool"]}})
    else:
        done.leave(text, f"nobody here knows what `{tool}(...)` compares")


def _message(text: str, effect: str) -> dict[str, str]:
    return {
        "user": f"{text} {_WORDS[effect]}.",
        "agent": "The permissions of this project forbid it. Do not try another route."
        if effect == "deny"
        else "Ask the user first.",
    }


def _command(text: str, inner: str | None, effect: str, base: dict[str, object], done: Translation) -> None:
    pattern = command_pattern(inner)
    match = matched(["shell.before"], effect)
    example = example_of(inner)
    if not pattern:
        done.add({**base, "match": match, "when": 'shell.command != ""', "tests": {effect: [example]}})
        return
    line, words = f"shell.command.matches({literal(pattern)})", f'c.argv.join(" ").matches({literal(pattern)})'
    when = f"{line} || shell.commands.exists(c, {words})"
    found = [example, f"cd sub && {example}"]
    if BRACES.search(example):
        done.leave(text, "is found as a whole line: of a longer one rules see the words that a shell makes of braces")
        found = [example]
    tests = {effect: found, "quiet": ["echo unrelated"]}
    done.add({**base, "match": match, "when": when, "tests": tests})


def path_patterns(inner: str) -> list[str]:
    """A gitignore pattern as path matchers; ValueError with the reason where there is none."""
    text = inner.strip()
    if text.startswith("!"):
        raise ValueError("a pattern that takes others back has no counterpart")
    if any(character in text for character in "[]?\\"):
        raise ValueError("sets, single wildcards and escapes in paths have no counterpart")
    folder = text.endswith("/")
    # gitignore: braces stand for themselves
    text = (text.rstrip("/") or "/").replace("{", "\\{").replace("}", "\\}")
    if text.startswith("//"):
        start = text[1:]
    elif text.startswith(("~/", "**/")) or text == "**":
        start = text
    elif text.startswith(("./", "/")):
        start = text if text.startswith("./") else f".{text}"
    else:
        # gitignore: a name alone is meant in every folder
        start = text if "/" in text else f"**/{text}"
    if any("**" in part and part != "**" for part in start.split("/")):
        raise ValueError("`**` beside other characters has no counterpart")
    if start.endswith("**"):
        return [start]
    return [f"{start}/**"] if folder else [start, f"{start}/**"]


def _path(text: str, tool: str, inner: str | None, effect: str, base: dict[str, object], done: Translation) -> None:
    event = "file.read" if tool in _READS else "file.write"
    if inner is None:
        match = {"clients": ["claude-code"], "events": [event], "tools": [tool]}
        done.add({**base, "match": match, "when": 'file.via == "tool"', "tests": {}})
        return
    try:
        patterns = path_patterns(inner)
    except ValueError as problem:
        done.leave(text, str(problem))
        return
    if tool in _WRITES[1:]:
        done.leave(text, "is read as Edit(...): the client itself compares paths of edits under that name only")
    tests = {effect: [_example_path(patterns[0])], "quiet": ["/w/project/unrelated/nothing.txt"]}
    done.add({**base, "match": matched([event], effect, paths=patterns), "tests": tests})


def _example_path(pattern: str) -> str:
    text = pattern.replace("~/", "/home/dev/", 1).removeprefix("./").replace("\\", "")
    text = "/".join("any" if part == "**" else part.replace("*", "any") for part in text.split("/"))
    return text if text.startswith("/") else f"/w/project/{text}"
