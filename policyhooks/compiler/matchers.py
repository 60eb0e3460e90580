"""Lowers `match` and `unless` to code and to needs. Every word of them becomes data, never code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from policyhooks.compiler.aliases import spellings
from policyhooks.compiler.matcher_needs import (
    Command,
    command_need,
    host_need,
    mcp_need,
    no_need,
    path_need,
    prompt_need,
    repository_need,
    subagent_need,
    tool_need,
    user_need,
    workspace_need,
)
from policyhooks.compiler.model.matching import Match
from policyhooks.compiler.needs import Need
from policyhooks.core.effects import ALLOW
from policyhooks.evaluation.glob_items import BadGlob
from policyhooks.evaluation.glob_reader import read_glob, read_pair_glob, read_path_glob

Reader = Callable[[str, bool], Sequence[object]]  # what is written, whether it is compared in any case


@dataclass(frozen=True)
class Test:
    """One key of a matcher: the helper to call, on what, and with which data."""

    __test__ = False

    helper: str  # of core/matching.py
    subject: str  # a Python expression over the event
    data: tuple[object, ...]
    need: Need | None = None


class BadPattern(BadGlob):
    """A pattern that cannot be read, be it a glob or not; the message says why, the hint what to write."""


SHELL_CHARACTERS = frozenset("|&;<>$`(){}\\\"'\n\t#")


PROGRAMS = ("[", "[[")  # brackets that begin no set


def read_command(text: str) -> Command:
    """`git push --force` as name, words and flags."""
    odd = sorted(set(text) & SHELL_CHARACTERS)
    if odd:
        raise BadPattern(
            f"`{odd[0]}` has no place in a command matcher", "name one program, its sub-commands and flags"
        )
    name, *rest = text.split()
    if name.startswith("-"):
        raise BadPattern("a command matcher begins with a program", "")
    words = tuple(read_word(word) for word in rest if not word.startswith("-"))
    return read_word(name.rsplit("/", 1)[-1]), words, tuple(word for word in rest if word.startswith("-"))


def read_word(text: str) -> str:
    """A word of a command matcher; it has no braces, so it is one glob."""
    return text if text in PROGRAMS else read_glob(text)[0]


def read_commands(text: str, fold: bool) -> list[Command]:
    """A command in every spelling that its program takes; commands are compared in their own case."""
    name, words, flags = read_command(text)
    return [(name, other, flags) for other in spellings(name, words)]


def read_paths(text: str, fold: bool) -> list[tuple[str, tuple[str, ...]]]:
    """`~/.ssh/**` as an anchor and components, once for every alternative; paths are compared in any case."""
    return [anchored(components) for components in read_path_glob(text, fold=True)]


def anchored(components: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Where a path begins, and its components below."""
    anchor = ""
    if components[0] == "~":
        anchor, components = "~", components[1:]
    elif components[0] not in ("", "**"):
        anchor = "."
    if ".." in components:
        raise BadPattern("`..` has no place in a path matcher", "paths are compared after `..` is resolved")
    return anchor, tuple(part for part in components if part not in ("", "."))


def read_mcp(text: str, fold: bool) -> list[tuple[str, str]]:
    """`github/get_*` as server and tool."""
    found = read_pair_glob(text, fold=fold)
    if not all(server and tool for server, tool in found):
        hint = f"write `{text.strip('/')}/*` for every tool of the server"
        raise BadPattern("an MCP matcher is `server/tool`", hint)
    return found


def read_hosts(text: str, fold: bool) -> list[str]:
    """A host or `*.domain`, in lower case."""
    found = [host.rstrip(".") for host in read_glob(text, fold=True)]
    if any(character in host for host in found for character in "/:@ ") or not all(found):
        raise BadPattern("a host matcher is a name without scheme, port or path", "such as `*.acme.example`")
    return found


def read_names(text: str, fold: bool) -> list[str]:
    return read_glob(text, fold=fold)


def read_text(text: str, fold: bool) -> list[str]:
    return [text.casefold()]


def read_word_as_is(text: str, fold: bool) -> list[str]:
    return [text]


# Helpers that compare names in any case; what they are given has small letters.
FOLDING = ("any_glob", "any_mcp")
# Helpers of rules that let calls through: a name that another server took approves nothing.
APPROVING = {"any_mcp": "known_mcp"}
# Of events with several values: the helper that spares those that `match` and `unless` both name.
SPARING = {"cover_commands": "spare_commands", "cover_paths": "spare_paths", "cover_hosts": "spare_hosts"}

# key: (reader of one word, what the index may rest on, helper of match, helper of unless, subject)
TABLE: dict[str, tuple[Reader, Callable[..., Need | None], str, str, str]] = {
    "tools": (read_names, tool_need, "any_glob", "any_exact", "e.tool.name"),
    "commands": (read_commands, command_need, "any_command", "cover_commands", "e"),
    "paths": (read_paths, path_need, "any_path", "cover_paths", "e"),
    "mcp": (read_mcp, mcp_need, "any_mcp", "cover_mcp", "e"),
    "hosts": (read_hosts, host_need, "any_host", "cover_hosts", "e"),
    "prompts": (read_text, prompt_need, "any_text", "any_text", "e.prompt.text"),
    "workspaces": (read_paths, workspace_need, "any_workspace", "any_workspace", "e"),
    "repos": (read_names, repository_need, "any_glob", "any_exact", "e.event.repo"),
    "users": (read_names, user_need, "any_exact", "any_exact", "e.event.user"),
    "os": (read_word_as_is, no_need, "any_exact", "any_exact", "e.event.os"),
    "subagents": (read_names, subagent_need, "any_glob", "any_exact", "e.subagent.type"),
}


def lower_match(match: Match) -> list[Test]:
    """The tests of a `match` beyond clients and events, which the index and the engine hold."""
    return [test(key, values, unless=False) for key, values in given(match)]


def approving(effect: str | None, tests: tuple[Test, ...]) -> tuple[Test, ...]:
    """The tests of a rule with an effect: one that lets calls through asks for more."""
    if effect != ALLOW:
        return tests
    return tuple(replace(one, helper=APPROVING.get(one.helper, one.helper)) for one in tests)


def lower_unless(match: Match, matched: Sequence[Test] = ()) -> list[Test]:
    """The tests of an `unless`, all of which must hold for the rule to leave the event out.

    `matched`: the tests of the rule's `match`, where the rule looks at nothing else of the event. Of a key that both
    have, only what `match` names has to be excused.
    """
    tests = []
    if match.clients:
        tests.append(Test("one_of", "e.client", tuple(match.clients)))
    if match.events:
        tests.append(Test("some_of", "e.names", tuple(match.events)))
    if match.native:
        tests.append(Test("some_of", 'e.native, f"{e.client}.{e.native}"', tuple(match.native)))
    for key, values in given(match):
        one = test(key, values, unless=True)
        wanted = tuple(other.data for other in matched if other.helper == TABLE[key][2])
        spared = SPARING.get(one.helper)
        tests.append(Test(spared, one.subject, (one.data, wanted)) if spared and wanted else one)
    return tests


def given(match: Match) -> list[tuple[str, tuple[str, ...]]]:
    """The keys of TABLE that a matcher uses."""
    return [(key, getattr(match, key)) for key in TABLE if getattr(match, key)]


def test(key: str, values: Sequence[str], *, unless: bool) -> Test:
    """One key as a test. Raises BadGlob."""
    read, need, helper, cover, subject = TABLE[key]
    chosen = cover if unless else helper
    fold = chosen in FOLDING
    data: tuple[object, ...] = tuple(dict.fromkeys(pattern for value in values for pattern in read(value, fold)))
    return Test(chosen, subject, data, None if unless else need(data))
