"""Lowers `match` and `unless` to code and to index keys. Every word of them becomes data, never code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from policyhooks.compiler.aliases import spellings
from policyhooks.compiler.model.matching import Match
from policyhooks.core.candidates import WILD

Keys = tuple[str, tuple[str, ...]]  # kind, values of which one must be there


@dataclass(frozen=True)
class Test:
    """One key of a matcher: the helper to call, on what, and with which data."""

    __test__ = False

    helper: str  # of core/matching.py
    subject: str  # a Python expression over the event
    data: tuple[object, ...]
    keys: Keys | None = None


class BadPattern(ValueError):
    """A pattern that cannot be read; the message says why, the hint what to write."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


SHELL_CHARACTERS = frozenset("|&;<>$`(){}\\\"'\n\t#")


def read_command(text: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """`git push --force` as name, words and flags."""
    odd = sorted(set(text) & SHELL_CHARACTERS)
    if odd:
        raise BadPattern(
            f"`{odd[0]}` has no place in a command matcher", "name one program, its sub-commands and flags"
        )
    name, *rest = text.split()
    if name.startswith("-"):
        raise BadPattern("a command matcher begins with a program", "")
    words = tuple(word for word in rest if not word.startswith("-"))
    return name.rsplit("/", 1)[-1], words, tuple(word for word in rest if word.startswith("-"))


def read_commands(text: str) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """A command in every spelling that its program takes."""
    name, words, flags = read_command(text)
    return [(name, other, flags) for other in spellings(name, words)]


def command_keys(patterns: Sequence[tuple[str, tuple[str, ...], tuple[str, ...]]]) -> Keys | None:
    names = [name for name, _, _ in patterns]
    return None if any(is_glob(name) for name in names) else ("command", tuple(names))


def read_path(text: str) -> tuple[str, tuple[str, ...]]:
    """`~/.ssh/**` as an anchor and case-folded components."""
    if "\n" in text or "\0" in text:
        raise BadPattern("a path matcher is one line", "")
    anchor = ""
    if text == "~" or text.startswith("~/"):
        anchor, text = "~", text[1:]
    elif not text.startswith(("/", "**")):
        anchor = "."
    components = tuple(part for part in text.casefold().split("/") if part not in ("", "."))
    if ".." in components:
        raise BadPattern("`..` has no place in a path matcher", "paths are compared after `..` is resolved")
    if any("**" in part and part != "**" for part in components):
        raise BadPattern("`**` stands alone between slashes", "write `**/*.pem` for files of any folder")
    return anchor, components


def path_keys(patterns: Sequence[tuple[str, tuple[str, ...]]]) -> Keys | None:
    """The longest literal component of every pattern: a path that fits must have it.

    INVARIANT: a path that itself holds wildcards can fit without it; candidates.path_parts answers
    for those with the part WILD, which every pattern lists.
    """
    parts = []
    for _, components in patterns:
        literal = [part for part in components if part != "**" and not is_glob(part)]
        if not literal:
            return None
        parts.append(max(literal, key=lambda part: (len(part), part)))
    return ("part", (*parts, WILD))


def read_mcp(text: str) -> tuple[str, str]:
    """`github/get_*` as server and tool."""
    server, slash, tool = text.partition("/")
    if not slash or not server or not tool:
        raise BadPattern("an MCP matcher is `server/tool`", f"write `{text.strip('/')}/*` for every tool of the server")
    return server, tool


def mcp_keys(patterns: Sequence[tuple[str, str]]) -> Keys | None:
    servers = [server.casefold() for server, _ in patterns]
    return None if any(is_glob(server) for server in servers) else ("server", tuple(servers))


def read_host(text: str) -> str:
    """A host or `*.domain`, in lower case."""
    host = text.casefold().rstrip(".")
    if any(character in host for character in "/:@ \n") or not host:
        raise BadPattern("a host matcher is a name without scheme, port or path", "such as `*.acme.example`")
    return host


def host_keys(patterns: Sequence[str]) -> Keys | None:
    names = []
    for pattern in patterns:
        rest = pattern.removeprefix("*.")
        if is_glob(rest) or not rest:
            return None
        names.append(rest)
    return ("host", tuple(names))


def read_tool(text: str) -> str:
    return text


def tool_keys(patterns: Sequence[str]) -> Keys | None:
    names = [pattern.casefold() for pattern in patterns]
    return None if any(is_glob(name) for name in names) else ("tool", tuple(names))


def no_keys(patterns: Sequence[object]) -> Keys | None:
    return None


def is_glob(text: str) -> bool:
    return "*" in text or "?" in text


# key: (reader of one word, index keys, helper of match, helper of unless, subject)
TABLE: dict[str, tuple[Callable[[str], object], Callable[..., Keys | None], str, str, str]] = {
    "tools": (read_tool, tool_keys, "any_glob", "any_exact", "e.tool.name"),
    "commands": (read_command, command_keys, "any_command", "cover_commands", "e"),
    "paths": (read_path, path_keys, "any_path", "cover_paths", "e"),
    "mcp": (read_mcp, mcp_keys, "any_mcp", "cover_mcp", "e"),
    "hosts": (read_host, host_keys, "any_host", "cover_hosts", "e"),
    "prompts": (str.casefold, no_keys, "any_text", "any_text", "e.prompt.text"),
    "workspaces": (read_path, no_keys, "any_workspace", "any_workspace", "e"),
    "repos": (read_tool, no_keys, "any_glob", "any_exact", "e.event.repo"),
    "users": (read_tool, no_keys, "any_exact", "any_exact", "e.event.user"),
    "os": (read_tool, no_keys, "any_exact", "any_exact", "e.event.os"),
    "subagents": (read_tool, no_keys, "any_glob", "any_exact", "e.subagent.type"),
}


def lower_match(match: Match) -> list[Test]:
    """The tests of a `match` beyond clients and events, which the index and the engine hold."""
    return [test(key, values, unless=False) for key, values in given(match)]


def lower_unless(match: Match) -> list[Test]:
    """The tests of an `unless`, all of which must hold for the rule to leave the event out."""
    tests = []
    if match.clients:
        tests.append(Test("one_of", "e.client", tuple(match.clients)))
    if match.events:
        tests.append(Test("some_of", "e.names", tuple(match.events)))
    if match.native:
        tests.append(Test("some_of", 'e.native, f"{e.client}.{e.native}"', tuple(match.native)))
    return tests + [test(key, values, unless=True) for key, values in given(match)]


def given(match: Match) -> list[tuple[str, tuple[str, ...]]]:
    """The keys of TABLE that a matcher uses."""
    return [(key, getattr(match, key)) for key in TABLE if getattr(match, key)]


def test(key: str, values: Sequence[str], *, unless: bool) -> Test:
    """One key as a test. Raises BadPattern."""
    read, keys, helper, cover, subject = TABLE[key]
    data: tuple[object, ...] = tuple(dict.fromkeys(read(value) for value in values))
    if key == "commands":
        data = tuple(dict.fromkeys(pattern for value in values for pattern in read_commands(value)))
    return Test(cover if unless else helper, subject, data, None if unless else keys(data))
