"""A label, and text that goes on under itself."""

from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import Style, columns


def test_a_pipe_gets_one_line() -> None:
    assert hang("  note  ", "word " * 100) == [("  note  " + "word " * 100).rstrip()]


def test_words_stay_whole_and_stand_under_each_other() -> None:
    lines = hang("  note  ", "one two three four", Style(width=18))
    assert lines == ["  note  one two", "        three four"]


def test_a_word_longer_than_the_line_is_folded_and_nothing_is_lost() -> None:
    lines = hang("note  ", "x" * 50, Style(width=20))
    assert max(map(columns, lines)) == 20
    assert "".join(lines).count("x") == 50


def test_text_of_others_is_escaped_and_no_markup() -> None:
    assert hang("a ", "[red]x[/red]\x1b[2J\n") == ["a [red]x[/red]\\x1b[2J\\n"]


def test_colours() -> None:
    assert hang("a ", "b", Style(colour=True), colours=("bold",), label_colours=("red",)) == [
        "\x1b[31ma \x1b[0m\x1b[1mb\x1b[0m"
    ]
