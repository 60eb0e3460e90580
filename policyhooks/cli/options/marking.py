"""`policyhooks log false-alarm` and `log accuracy`: marks of a user's own history, and what it says of the policies."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.said import say
from policyhooks.inspect.journal_ids import Entry, find_entry
from policyhooks.report.screen.style import style_of

if TYPE_CHECKING:
    from policyhooks.inspect.own_accuracy import Today
    from policyhooks.inspect.session import Deciding

ACTIONS = ("false-alarm", "accuracy")


def add_marking_arguments(parser: argparse.ArgumentParser) -> None:
    """What `log false-alarm` takes beside the record."""
    group = parser.add_argument_group("false-alarm")
    group.add_argument("--reason", metavar="TEXT", default="", help="why it was one; a line, kept beside the journal")
    group.add_argument("--undo", action="store_true", help="take the mark back")


def mark_record(entries: Sequence[Entry], arguments: argparse.Namespace) -> int:
    """Mark the record that is named, or take its mark back."""
    from policyhooks.inspect.false_alarms import mark, unmark

    entry = find_entry(entries, arguments.id)
    if arguments.undo:
        unmark(entry)
        say(entry.title, "not marked any more  ")
    else:
        mark(entry, arguments.reason)
        say(entry.title, "marked as a false alarm  ")
    return 0


def show_accuracy(states: Sequence[Path], entries: Sequence[Entry], format: str) -> int:
    """What these journals say of the policies in force."""
    from policyhooks.inspect.false_alarms import read_marks
    from policyhooks.inspect.own_accuracy import decide_again, measure
    from policyhooks.report.journal.accuracy import render_accuracy, render_lines
    from policyhooks.report.journal.text import subject_of

    marks = {chain: one for state in states for chain, one in read_marks(state).items()}

    deciding: dict[Path, Deciding] = {}

    def redecide(entry: Entry) -> Today:
        if entry.state not in deciding:
            deciding[entry.state] = deciding_in(entry.state)
        return decide_again(entry.record, deciding[entry.state])

    found = measure(entries, marks, redecide, subject_of)
    as_lines = format == "jsonl" or (format == "auto" and not sys.stdout.isatty())
    sys.stdout.write(render_lines(found) if as_lines else render_accuracy(found, style_of(sys.stdout)))
    return 0


def deciding_in(folder: Path) -> Deciding:
    """What is in force where this journal lies; judges and commands are not asked."""
    from policyhooks.cli.options.rulebooks import of_current
    from policyhooks.inspect.session import Deciding

    return Deciding(of_current(folder).rulebook, outside="unknown")
