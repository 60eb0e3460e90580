"""How a bypass technique must show: small questions on the parsed view, and the rows that use them.

A technique is seen when the field that names it says so, or when the command is not understood
(the shipped policies ask then). Anything else would be a silent miss.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.core.shell_records import Cmd, Shell
from policyhooks.shell.syntax.parser import Parser
from policyhooks.shell.view.shell import read

# The tests judge what is seen, not how fast on a busy machine.
PARSER = Parser(str(Path(sys.executable).parent / "shfmt"), limit_s=10.0)
HOME = "/home/dev"
WORKSPACE = "/home/dev/project"
CHANGES = ("write", "append", "delete", "chmod", "link")
WRITES = ("write", "append", "link")


@dataclass(frozen=True)
class Sight:
    """A question on the view, with the words for a failure message."""

    words: str
    holds: Callable[[Shell], bool]

    def __or__(self, other: Sight) -> Sight:
        return Sight(f"({self.words} or {other.words})", lambda shell: self.holds(shell) or other.holds(shell))

    def __and__(self, other: Sight) -> Sight:
        return Sight(f"({self.words} and {other.words})", lambda shell: self.holds(shell) and other.holds(shell))


def view_of(text: str, dialect: str = "bash") -> Shell:
    return read(
        text, dialect=dialect, cwd=WORKSPACE, workspace=WORKSPACE, home=HOME, resolve_links=False, parser=PARSER
    )


@dataclass(frozen=True)
class Seen:
    """Commands that one question must answer."""

    sight: Sight
    commands: Sequence[str]


@dataclass(frozen=True)
class Technique:
    """One numbered row of the bypass catalogue."""

    number: int
    title: str
    rows: Sequence[Seen]


def seen(sight: Sight, *commands: str) -> Seen:
    return Seen(sight, commands)


def technique(number: int, title: str, *rows: Seen) -> Technique:
    return Technique(number, title, rows)


def command(words: str, holds: Callable[[Cmd], bool]) -> Sight:
    return Sight(words, lambda shell: any(holds(item) for item in shell.commands))


def runs(name: str, *, via: str = "", flag: str = "", arg: str = "", sub: str = "") -> Sight:
    """A command of this name, and more when told: how it is reached, a flag, an argument, a sub-command."""

    def holds(item: Cmd) -> bool:
        return (
            item.name == name
            and (not via or any(step == via or step.startswith(via + ":") for step in item.via))
            and (not flag or flag in item.flags)
            and (not arg or arg in item.args or arg in item.argv)
            and (not sub or item.sub == sub)
        )

    return command(f"runs {name} {via} {flag} {arg} {sub}".strip(), holds)


def elevated(name: str) -> Sight:
    return command(f"{name} runs elevated", lambda item: item.name == name and item.elevated)


def background(name: str) -> Sight:
    return command(f"{name} runs in the background", lambda item: item.name == name and item.background)


def remote(name: str) -> Sight:
    return command(f"{name} runs elsewhere", lambda item: item.name == name and item.remote != "")


def stdin_args(name: str) -> Sight:
    return command(f"{name} takes arguments from standard input", lambda item: item.name == name and item.stdin_args)


def flow(source: str, sink: str) -> Sight:
    return Sight(f"flow {source}->{sink}", lambda shell: any((f.source, f.sink) == (source, sink) for f in shell.flows))


def path(tag: str, *ops: str) -> Sight:
    """A path with this tag, touched by one of these operations (any when none is given)."""
    return Sight(
        f"path {tag} {'/'.join(ops)}".strip(),
        lambda shell: any(tag in p.tags and (not ops or p.op in ops) for p in shell.paths),
    )


def norm(text: str, *ops: str) -> Sight:
    return Sight(
        f"path {text} {'/'.join(ops)}".strip(),
        lambda shell: any(p.norm == text and (not ops or p.op in ops) for p in shell.paths),
    )


def touches(*ops: str) -> Sight:
    return Sight(f"some path is touched by {'/'.join(ops)}", lambda shell: any(p.op in ops for p in shell.paths))


def sets(name: str) -> Sight:
    return Sight(f"env {name}", lambda shell: any(e.name == name or e.name.startswith(name + "%%") for e in shell.env))


def defines(kind: str) -> Sight:
    return Sight(f"defines a {kind}", lambda shell: any(d.kind == kind for d in shell.defines))


def code(*langs: str) -> Sight:
    return Sight(f"inline code {'/'.join(langs)}", lambda shell: any(c.lang in langs for c in shell.inline_code))


def host(name: str) -> Sight:
    return Sight(f"host {name}", lambda shell: any(h.name == name for h in shell.hosts))


def package(manager: str, op: str = "") -> Sight:
    return Sight(
        f"package operation {manager} {op}".strip(),
        lambda shell: any(p.manager == manager and (not op or p.op == op) for p in shell.package_ops),
    )


DYNAMIC_PROGRAM = command("a program is chosen at run time", lambda item: item.program_dynamic)
MAYBE_WRAPPED = command("maybe wrapped", lambda item: item.maybe_wrapped)
DYNAMIC_HOST = Sight("host chosen at run time", lambda shell: any(h.dynamic for h in shell.hosts))
NOT_UNDERSTOOD = Sight("not understood", lambda shell: not shell.understood)
