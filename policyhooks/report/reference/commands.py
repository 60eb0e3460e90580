"""The reference page of commands, from their argument parsers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from policyhooks.report.reference.markdown import fence, table

EXIT_CODES = (
    ("0", "fine"),
    ("1", "unexpected"),
    ("2", "the command line is wrong"),
    ("3", "policies are invalid"),
    ("4", "tests failed, or there are none"),
    ("5", "denied (`explain --exit-code`)"),
    ("6", "a threshold was missed"),
    ("7", "verification failed"),
)


def render(parsers: Sequence[tuple[str, str, argparse.ArgumentParser]]) -> str:
    """The whole page from (verb, one line of help, parser)."""
    return "\n".join([*_head(parsers), *(line for verb in parsers for line in _verb(*verb)), ""])


def _head(parsers: Sequence[tuple[str, str, argparse.ArgumentParser]]) -> Iterator[str]:
    yield "# Commands"
    yield ""
    yield "Output for people goes to stdout, progress and notes to stderr; colour is used on a terminal only."
    yield ""
    yield from table(["command", ""], [[f"[`{verb}`](#{verb})", help_line] for verb, help_line, _ in parsers])
    yield ""
    yield from table(["exit code", "meaning"], [[code, meaning] for code, meaning in EXIT_CODES])
    yield ""
    yield "The hook process is a different matter: its exit codes are the client's protocol."
    yield ""


def _verb(verb: str, help_line: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f"## {verb}"
    yield ""
    yield f"{help_line[0].upper()}{help_line[1:]}."
    yield ""
    yield from fence(parser.format_help(), "text")
    yield ""
