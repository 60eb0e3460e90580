"""Colour, width and the text of others."""

import io
import sys

import pytest

from policyhooks.report.screen.style import Style, columns, one_line, shorten, style_of


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pipe_gets_no_colour() -> None:
    assert style_of(io.StringIO()) == Style(colour=False, width=0)


@pytest.mark.parametrize(
    ("environment", "colour"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"TERM": "xterm"}, True)],
)
def test_a_terminal_decides(environment: dict[str, str], colour: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert style_of(Terminal()).colour is colour


def test_without_rich_a_terminal_is_as_plain_as_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich", None)
    assert style_of(Terminal()) == Style(colour=False, width=0)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines", "two\\nlines"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("bidi \u202e!", "bidi \\u202e!"),
        ("bell\x07", "bell\\x07"),
        ("lone \ud800", "lone \\ud800"),
        ("ünïcode 字", "ünïcode 字"),
    ],
)
def test_text_of_others_cannot_steer_a_terminal(text: str, shown: str) -> None:
    assert one_line(text) == shown


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("abcdef", 0, "abcdef"),
        ("abcdef", 6, "abcdef"),
        ("abcdef", 4, "abc…"),
        ("字字字", 4, "字…"),
        ("ab cd", 4, "ab…"),
    ],
)
def test_shorten(text: str, width: int, shown: str) -> None:
    assert shorten(text, width) == shown
    assert width == 0 or columns(shown) <= width


def test_verdicts_are_padded_outside_of_their_colour() -> None:
    assert Style(colour=True).verdict("deny", 6) == "\x1b[1;31mdeny\x1b[0m  "
    assert Style().verdict("pass", 6) == "pass  "
