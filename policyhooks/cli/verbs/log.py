"""`policyhooks log`: what an installation has decided. Reads the journal; only `purge` writes it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from pathlib import Path

from policyhooks.cli.options.purging import add_purge_arguments, purge_journals
from policyhooks.cli.options.states import find_states
from policyhooks.core.effects import VERDICTS
from policyhooks.errors import UsageError
from policyhooks.report.journal.formats import FORMATS, render
from policyhooks.report.journal.text import Record, render_record, render_stats, rule_ids, rules_of
from policyhooks.report.screen.style import style_of

BROKEN = 7
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}

EXAMPLES = """examples:
  policyhooks log --client claude-code                       the last 50 decisions
  policyhooks log --client cursor --verdict deny --since 2h
  policyhooks log show 17 --client claude-code
  policyhooks log stats --client claude-code --since 7d
  policyhooks log verify --client claude-code
  policyhooks log purge --keep 30d                           what would go; --yes lets it go
  policyhooks log --client claude-code | jq .rules           JSON lines when it is not a terminal

exit codes: 0 fine, 7 the chain of records is broken (verify)
"""


def configure(parser: argparse.ArgumentParser) -> None:
    from policyhooks.clients.registry import CLIENTS
    from policyhooks.installation.places import SCOPES

    parser.add_argument(
        "action", nargs="?", choices=("list", "show", "verify", "stats", "purge"), default="list", help="what to do"
    )
    parser.add_argument("id", nargs="?", type=int, metavar="ID", help="the record that `show` shows")
    where = parser.add_argument_group("which installation (as given to install)")
    where.add_argument("--client", choices=CLIENTS, help="default: every client that has one")
    where.add_argument("--scope", choices=SCOPES, default="project", help="default: project")
    where.add_argument("--root", metavar="DIR", help="the project, home or file system root")
    where.add_argument("--state", metavar="DIR", help="the state folder itself")
    filters = parser.add_argument_group("which records")
    filters.add_argument("--verdict", action="append", choices=VERDICTS, help="may be repeated")
    filters.add_argument("--rule", metavar="GLOB", help="records in which such a rule fired, such as `acme.*/push`")
    filters.add_argument("--sender", choices=CLIENTS, help="only events of this client")
    filters.add_argument("--since", metavar="TIME", help="`2h`, `7d` or `2026-11-16T09:00`")
    filters.add_argument("--until", metavar="TIME", help="the same")
    filters.add_argument("--limit", type=int, default=50, metavar="N", help="the newest N (default 50, 0 for all)")
    add_purge_arguments(parser)
    parser.add_argument("--format", choices=("auto", *FORMATS), default="auto", help="default: by the terminal")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    states = [folder for state in find_states(arguments) for folder in recorded_in(state)]
    action = arguments.action
    if (action == "show") != (arguments.id is not None):
        raise UsageError("`log show` needs the ID of a record" if action == "show" else f"`log {action}` takes no ID")
    if action == "purge":
        return purge_journals(states, arguments)
    if action == "verify":
        return show_verification(states)
    if action == "show":
        return show_record(states, arguments)
    records = sorted(selected(states, arguments), key=lambda record: str(record.get("time", "")))
    if action == "stats":
        sys.stdout.write(render_stats(records, style_of(sys.stdout)))
        return 0
    if arguments.limit > 0:
        records = records[-arguments.limit :]
    write_records(records, arguments.format)
    return 0


def recorded_in(state: Path) -> list[Path]:
    """The folders that hold the journals of a state: one, or in a shared state one of every user that may be read."""
    shared = state / "users"
    if not shared.is_dir():
        return [state]
    found = [folder for folder in sorted(shared.iterdir()) if os.access(folder, os.R_OK | os.X_OK)]
    return [folder for folder in found if _is_owners(folder)]


def _is_owners(folder: Path) -> bool:
    """Whether a user's folder is that user's: another could have made it to put words into their mouth."""
    from policyhooks.runtime.launch.shared_state import is_theirs

    number = folder.name.partition(".")[0]
    return number.isdecimal() and is_theirs(str(folder), int(number))


def selected(states: Sequence[Path], arguments: argparse.Namespace) -> Iterator[Record]:
    """The records that pass the filters."""
    from policyhooks.inspect.journal import read_records

    since, until = read_time(arguments.since), read_time(arguments.until)
    for state in states:
        for record in read_records(state):
            time = str(record.get("time", ""))
            if (since and time < since) or (until and time >= until):
                continue
            if arguments.verdict and record.get("verdict") not in arguments.verdict:
                continue
            if arguments.sender and record.get("client") != arguments.sender:
                continue
            if arguments.rule and not _names_rule(record, arguments.rule):
                continue
            yield record


def _names_rule(record: Record, glob: str) -> bool:
    ids = [*rule_ids(record), *(str(rule.get("id")) for rule in rules_of(record) if rule.get("outcome") != "skipped")]
    return any(fnmatchcase(rule.strip("()"), glob) for rule in ids)


def read_time(text: str | None, now: datetime | None = None) -> str:
    """A moment as the journal writes it: `2h` before now, or a date with or without a time of day, in UTC."""
    if text is None:
        return ""
    if text[:-1].isdigit() and text[-1:] in UNITS:
        moment = (now or datetime.now(UTC)) - timedelta(seconds=int(text[:-1]) * UNITS[text[-1]])
    else:
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            raise UsageError(
                f"`{text}` is not a time", "write `2h`, `7d`, `2026-11-16` or `2026-11-16T09:00`"
            ) from None
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def write_records(records: Sequence[Record], format: str) -> None:
    """A table for people, JSON lines for pipes."""
    chosen = ("table" if sys.stdout.isatty() else "jsonl") if format == "auto" else format
    sys.stdout.write(render(records, chosen, style_of(sys.stdout)))


def show_record(states: Sequence[Path], arguments: argparse.Namespace) -> int:
    """One record in full."""
    from policyhooks.inspect.journal import read_records

    found = [record for state in states for record in read_records(state) if record.get("seq") == arguments.id]
    if not found:
        raise UsageError(f"there is no record {arguments.id}", "`policyhooks log` lists them")
    for record in found:
        if arguments.format == "jsonl":
            write_records([record], "jsonl")
        else:
            sys.stdout.write(render_record(record, style_of(sys.stdout)))
    return 0


def show_verification(states: Sequence[Path]) -> int:
    """Whether each chain holds, and what is wrong where it does not."""
    from policyhooks.inspect.journal_verification import verify

    style = style_of(sys.stdout)
    broken = False
    for state in states:
        result = verify(state)
        broken = broken or bool(result.problems)
        word = style.paint("broken", "bold", "red") if result.problems else style.paint("holds", "green")
        torn = f", {result.torn} torn by killed writers" if result.torn else ""
        print(f"{word}  {result.records} records{torn}  {state}")
        for said in (*result.problems[:20], *result.notes):
            print(f"  {said}")
        if result.records and not result.problems:
            print(f"  ends with record {result.last}, chain {result.end}")
    return BROKEN if broken else 0
