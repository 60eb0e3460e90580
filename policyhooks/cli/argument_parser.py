"""The argument parser: help by task, and mistakes told in two lines with the word that was probably meant.

It knows how words are written, not what any of them does.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NoReturn

from policyhooks.cli.options.notes import tell_problem

if TYPE_CHECKING:
    from policyhooks.cli.commands import Command

NAMES = 12  # columns of a command's name
BESIDE = re.compile(r"(  \S.*?) {2,}(\S.*)")  # an example, and what is said of it
SHORT = re.compile(r"-[A-Za-z]+")
NO_ACTION = "the following arguments are required: ACTION"
MOST_COLUMNS = 40  # of choices in a line of usage
MOST_LISTED = 12  # choices that are listed where none is near what was written


class Screen(argparse.RawDescriptionHelpFormatter):
    """Help that fits: what is said of an example goes below it, where there is no room beside it, and usage names a

    choice that the options below it list.
    """

    brief = False

    def _format_usage(self, *given: Any) -> str:
        self.brief = True
        try:
            return super()._format_usage(*given)
        finally:
            self.brief = False

    def _metavar_formatter(self, action: argparse.Action, default: str) -> Callable[[int], tuple[str, ...]]:
        if self.brief and action.metavar is None and len(",".join(map(str, action.choices or ()))) > MOST_COLUMNS:
            return lambda size: (action.dest.upper(),) * size
        return super()._metavar_formatter(action, default)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines: list[str] = []
        for prose, group in groupby(text.splitlines(), _is_prose):
            block = [indent + line for line in group]
            lines += _filled(block, width) if prose else [piece for line in block for piece in _fitted(line, width)]
        return "\n".join(lines)


def _is_prose(line: str) -> bool:
    return bool(line) and not line.startswith(" ")


def _filled(block: list[str], width: int) -> list[str]:
    """A paragraph: as it was written where it fits, else filled anew."""
    if all(len(line) <= width for line in block):
        return block
    return textwrap.wrap(" ".join(block), width, break_long_words=False, break_on_hyphens=False)


def _fitted(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    command = BESIDE.fullmatch(line)
    if command is not None:  # itself never cut or wrapped: it is there to be copied
        return [command[1], f"{' ' * 6}{command[2]}"]
    return [line]


class Parser(argparse.ArgumentParser):
    """argparse's, with an error that helps. Sub-parsers are of this class too."""

    def error(self, message: str) -> NoReturn:
        """Exit 2 with what is wrong and where to read on; the usage alone would be longer than the mistake."""
        what, _, meant = message.partition("\n")
        if what == NO_ACTION:
            what, meant = "which action?", f"one of {', '.join(self.subparsers())}"
        tell_problem(what, meant or f"{self.prog} --help")
        self.exit(2)

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """What the words say. A misspelt option comes first: it is why others seem to be missing."""
        parser = self._asked(words)
        for word in words[: words.index("--")] if "--" in words else words:
            name = word.partition("=")[0]
            if name.startswith("--") and not any(known.startswith(name) for known in parser.option_names()):
                parser.error(f"there is no option {name}{_meant(name, parser.option_names())}")
            if SHORT.fullmatch(word) and word[:2] not in parser.option_names():
                near = [known for known in parser.option_names() if known.startswith(f"-{word[:2]}")]
                parser.error(f"there is no option {word}{_listed(near)}")
        found, unknown = self.parse_known_args(words)
        if unknown:
            parser.error(f"nothing is known to do with `{unknown[0]}`")
        return found

    def option_names(self) -> list[str]:
        """Every spelling of every option."""
        return list(self._option_string_actions)

    def subparsers(self) -> dict[str, Parser]:
        """The parsers of commands or actions, where it has any."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001  argparse has no public way to them
                return dict(action.choices)
        return {}

    def _asked(self, words: Sequence[str]) -> Parser:
        """The parser of the command, and of its action, that the words name first."""
        parser = self
        for word in words:
            parser = parser.subparsers().get(word, parser)
        return parser

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        name = "/".join(action.option_strings) or action.metavar or action.dest
        many = isinstance(action, argparse._SubParsersAction) and len(choices) > MOST_LISTED  # noqa: SLF001
        listed = "" if many else f"\none of {', '.join(choices)}"
        named = name if action.option_strings else str(name).lower()
        raise argparse.ArgumentError(None, f"`{value}` is no {named}{_meant(str(value), choices) or listed}")


def add_everywhere(parser: Parser) -> None:
    """The options that every command has, also behind its actions."""
    below = parser.subparsers()
    for one in below.values():
        add_everywhere(one)
    if not below:
        parser.add_argument("--quiet", action="store_true", help="no notes and no progress, only results and problems")


def _meant(word: str, known: Iterable[str]) -> str:
    """A second line with what was probably meant; nothing where nothing is near."""
    bare = {name.lstrip("-"): name for name in known}  # dashes are no likeness
    return _listed([bare[name] for name in difflib.get_close_matches(word.lstrip("-"), bare, n=2, cutoff=0.6)])


def _listed(near: Sequence[str]) -> str:
    return f"\ndid you mean {' or '.join(near)}?" if near else ""


def render_help(tasks: Mapping[str, Mapping[str, Command]], colour: bool) -> str:
    """All commands, under what one wants to do."""
    lines = ["Policy-as-code for the hooks of coding agents.", "", "usage: policyhooks COMMAND [...]"]
    for task, commands in tasks.items():
        lines += ["", f"\x1b[1m{task}\x1b[0m" if colour else task]
        lines += [f"  {name:<{NAMES}}{command.help}" for name, command in commands.items()]
    lines += ["", "policyhooks COMMAND --help   what a command takes, with examples", "policyhooks --version"]
    return "\n".join(lines) + "\n"


def wants_colour() -> bool:
    """As other screens: on a terminal that wants it."""
    from policyhooks.report.screen.style import style_of

    return style_of(sys.stdout).colour
