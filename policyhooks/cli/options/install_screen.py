"""What an installation is, or would be: rules, the client's file, what its entries run, what is to be done next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from policyhooks.cli.options.change_screen import sum_up
from policyhooks.report.screen.chart import count
from policyhooks.report.screen.paragraph import hang
from policyhooks.report.screen.style import Style

if TYPE_CHECKING:
    from policyhooks.compiler.compile import Compiled
    from policyhooks.installation.change import Change
    from policyhooks.installation.entries import Entry


def show_installation(
    change: Change, compiled: Compiled, entries: Sequence[Entry], style: Style, *, record: str = ""
) -> None:
    """The summary, with the command in full; `record` is the backup, and there is none before anything is written."""
    from policyhooks.installation.entries import commands_of

    place = change.place
    events = list(dict.fromkeys(entry.native for entry in entries))
    counted = f"{count(len(compiled.rules), 'rule')} on {count(len(events), 'event')} of {place.client}"
    print(f"{style.paint('installed' if record else 'would install', 'green')} {counted}")
    commands = [command for entry in entries[:1] for command in commands_of(entry.value)]
    for label, text in (
        ("file", sum_up(change)),
        ("state", str(place.state)),
        ("backup", record),
        ("program", compiled.digest),
        ("described", ", ".join(compiled.rows)),
        ("events", ", ".join(events)),
        ("command", commands[0] if commands else ""),
    ):
        if text:
            print(*hang(f"  {label:<10} ", text, style), sep="\n")
    if len(events) > 1 and commands:
        print(style.paint(f"{'':<13}(of {events[0]}; the others name their own event)", "dim"))


def show_advice(change: Change, others: Sequence[tuple[str, str, str]], style: Style) -> None:
    """Other hooks on the same events, and what comes before ours fire."""
    from policyhooks.clients.facts import install_of
    from policyhooks.installation.advice import advice

    client = change.place.client
    if others:
        print(style.paint("\nother hooks on the same events", "bold"))
        for file, native, command in others:
            print(*hang(f"  {native}  ", f"{command}  ({file})", style), sep="\n")
        if first_answer := install_of(client).first_answer:
            print(*hang("  ", first_answer, style), sep="\n")
    print(style.paint("\nbefore it fires", "bold"))
    for line in advice(client, change.place.scope):
        print(*hang("  - ", line, style), sep="\n")
