"""What a matcher's words need of an event, as index keys and texts: one function for each key of `match`."""

from __future__ import annotations

from collections.abc import Sequence

from policyhooks.compiler.needs import Keys, Need, all_of, one_key, some_of, text_in
from policyhooks.compiler.text_needs import glob_in
from policyhooks.core.candidates import WILD
from policyhooks.core.event_texts import FOLDED

Command = tuple[str, tuple[str, ...], tuple[str, ...]]  # name, words, flags
# Wildcards of a path itself may stand for any component: candidates.path_parts lists such a path under WILD.
WILDCARD = frozenset((("part", WILD),))


def is_glob(text: str) -> bool:
    return "*" in text or "?" in text


def command_need(patterns: Sequence[Command]) -> Need | None:
    return some_of(all_of((name_need(name), *map(word_need, words), *map(flag_need, flags)))
                   for name, words, flags in patterns)  # fmt: skip


def name_need(name: str) -> Need | None:
    return glob_in("words", name) if is_glob(name) else one_key("command", name)


def word_need(word: str) -> Need | None:
    return glob_in("words", word) if is_glob(word) else one_key("word", word)


def flag_need(flag: str) -> Need | None:
    """Written or canonical; `--name=value` by its value, `-rf` by its letters."""
    if flag.startswith("--"):
        _, equals, value = flag.partition("=")
        others = frozenset((("word", value),)) if equals else frozenset()
        return Keys(frozenset((("word", flag),)) | others)
    letters = dict.fromkeys(flag[1:])
    return all_of(Keys(frozenset((("word", flag), ("word", letter)))) for letter in letters)


def path_need(patterns: Sequence[tuple[str, tuple[str, ...]]]) -> Need | None:
    """The literal components of every pattern, the longest first, and the literal texts of the others."""
    return some_of(all_of(map(component_need, sorted(parts, key=lambda part: (-len(part), part))))
                   for _, parts in patterns)  # fmt: skip


def component_need(part: str) -> Need | None:
    if part == "**":
        return None
    return glob_in("paths", part, WILDCARD) if is_glob(part) else Keys(frozenset((("part", part),)), WILDCARD)


def mcp_need(patterns: Sequence[tuple[str, str]]) -> Need | None:
    return some_of(
        all_of(
            (
                None if is_glob(server) else one_key("server", server.casefold()),
                glob_in(FOLDED + "mcp.tool", tool.casefold()),
            )
        )
        for server, tool in patterns
    )


def host_need(patterns: Sequence[str]) -> Need | None:
    return some_of(map(one_host_need, patterns))


def one_host_need(pattern: str) -> Need | None:
    rest = pattern.removeprefix("*.")
    return glob_in(FOLDED + "hosts", pattern) if is_glob(rest) or not rest else one_key("host", rest)


def tool_need(patterns: Sequence[str]) -> Need | None:
    names = [pattern.casefold() for pattern in patterns]
    return some_of(glob_in(FOLDED + "tool.name", name) if is_glob(name) else one_key("tool", name) for name in names)


def prompt_need(texts: Sequence[str]) -> Need | None:
    return some_of(text_in(FOLDED + "prompt.text", text) for text in texts)


def repository_need(patterns: Sequence[str]) -> Need | None:
    return some_of(glob_in(FOLDED + "event.repo", pattern.casefold()) for pattern in patterns)


def subagent_need(patterns: Sequence[str]) -> Need | None:
    return some_of(glob_in(FOLDED + "subagent.type", pattern.casefold()) for pattern in patterns)


def user_need(patterns: Sequence[str]) -> Need | None:
    return some_of(glob_in("event.user", pattern) for pattern in patterns)


def workspace_need(patterns: Sequence[tuple[str, tuple[str, ...]]]) -> Need | None:
    return some_of(all_of(glob_in(FOLDED + "event.workspace", part) for part in parts) for _, parts in patterns)


def no_need(patterns: Sequence[object]) -> Need | None:
    return None
