"""`policyhooks log`: what an installation has decided. Only `purge` writes journals, and `false-alarm` beside them."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from policyhooks.cli.options.exporting import add_export_arguments, export_events, query_store
from policyhooks.cli.options.marking import ACTIONS, add_marking_arguments, mark_record, show_accuracy
from policyhooks.cli.options.moments import read_time
from policyhooks.cli.options.places import add_state_arguments
from policyhooks.cli.options.purging import add_purge_arguments, purge_journals
from policyhooks.cli.options.questioning import answer_question
from policyhooks.cli.options.rule_maps import with_maps
from policyhooks.cli.options.states import find_states, recorded_in
from policyhooks.cli.options.verifying import show_verification
from policyhooks.core.effects import VERDICTS
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.inspect.journal_ids import find_entry, read_entries
from policyhooks.report.journal.formats import FORMATS, render
from policyhooks.report.journal.text import Record, render_record, rule_ids, rules_of
from policyhooks.report.screen.style import style_of

UNREADABLE = 1
POLL_S = 0.25
OF_STORE = ("export", "query")
NAMED = {"show": "the ID of a record", "false-alarm": "the ID of a record", "query": "a question in SQL"}

EXAMPLES = """examples:
  policyhooks log --client claude-code                       the last 50 decisions
  policyhooks log --client cursor --verdict deny --since 2h
  policyhooks log --follow                                   and what is decided from now on
  policyhooks log show 3fa2b1c0                              one record; the beginning of its id is enough
  policyhooks log show 3fa2b1c0 --as test                    the YAML of a test for the rule that decided
  policyhooks log show 3fa2b1c0 --as exception               the YAML of an exception to fill in
  policyhooks log stats --client claude-code --since 7d      how often, which rules, how long; --json for machines
  policyhooks log false-alarm 3fa2b1c0 --reason "our own host"  mark it; --undo takes the mark back
  policyhooks log accuracy                                   what was marked, by rule, and what is said today
  policyhooks log query "select verdict, count(*) from decisions group by 1"    SQL over the journal
  policyhooks log query "select tool from decisions" --store lake    the same of Parquet
  policyhooks log export --to lake --since 30d               the journals as Parquet, by day and installation
  policyhooks log verify --client claude-code
  policyhooks log purge --keep 30d                           what would go; --yes lets it go
  policyhooks log --client claude-code | jq .rules           JSON lines when it is not a terminal

exit codes: 0 fine, 1 a journal cannot be read, 7 the chain of records is broken (verify)
"""


def configure(parser: argparse.ArgumentParser) -> None:
    from policyhooks.clients.registry import CLIENTS

    parser.add_argument(
        "action",
        nargs="?",
        choices=("list", "show", "verify", "stats", "query", "export", "purge", *ACTIONS),
        default="list",
        help="what to do",
    )
    parser.add_argument(
        "id",
        nargs="?",
        metavar="ID",
        help="the record of `show` and `false-alarm`, or how its id begins; SQL for `query`",
    )
    parser.add_argument(
        "--as", dest="form", choices=("test", "exception"), help="of `show`: the YAML to add to policies"
    )
    parser.add_argument("--follow", action="store_true", help="go on with what is decided from now on; Ctrl-C ends it")
    add_state_arguments(parser.add_argument_group("which installation (as given to install)"))
    filters = parser.add_argument_group("which records")
    filters.add_argument("--verdict", action="append", choices=VERDICTS, help="may be repeated")
    filters.add_argument("--rule", metavar="GLOB", help="records in which such a rule fired, such as `acme.*/push`")
    filters.add_argument("--sender", choices=CLIENTS, help="only events of this client")
    filters.add_argument("--since", metavar="TIME", help="`2h`, `7d` or `2026-11-16T09:00`")
    filters.add_argument("--until", metavar="TIME", help="the same")
    filters.add_argument("--limit", type=int, default=50, metavar="N", help="the newest N (default 50, 0 for all)")
    add_export_arguments(parser)
    add_purge_arguments(parser)
    add_marking_arguments(parser)
    parser.add_argument("--format", choices=("auto", *FORMATS), default="auto", help="default: by the terminal")
    parser.add_argument("--json", dest="format", action="store_const", const="jsonl", help="the same as --format jsonl")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    action = arguments.action
    check_usage(arguments)
    if arguments.store:
        return export_events(arguments, []) if action == "export" else query_store(arguments)
    return run_here(arguments, action)


def run_here(arguments: argparse.Namespace, action: str) -> int:
    """The actions on what is installed here."""
    states = [folder for state in find_states(arguments) for folder in recorded_in(state)]
    if action == "purge":
        return purge_journals(states, arguments)
    if action == "verify":
        return show_verification(states)
    if action == "show":
        return show_record(states, arguments)
    refused = warn_of_unreadable(states)
    open_states = [state for state in states if state not in refused]
    if action == "export":
        return export_events(arguments, open_states)
    if action == "query":
        return answer_question(open_states, arguments.id, arguments.format)
    if action == "false-alarm":
        return mark_record(read_entries(open_states), arguments)
    if action == "accuracy":
        entries = [entry for entry in read_entries(open_states) if build_filter(arguments)(entry.record)]
        return show_accuracy(open_states, entries, arguments.format)
    if arguments.follow:
        return follow_records(open_states, arguments)
    records = list(selected(open_states, arguments))
    if action == "stats":
        form = "table" if arguments.format == "auto" else arguments.format
        sys.stdout.write(render(records, form, style_of(sys.stdout), summed=True))
        return UNREADABLE if refused else 0
    if arguments.limit > 0:
        records = records[-arguments.limit :]
    write_records(records, arguments.format)
    return UNREADABLE if refused else 0


def check_usage(arguments: argparse.Namespace) -> None:
    """Raise where options do not belong to the action."""
    action = arguments.action
    named = NAMED.get(action, "")
    if bool(named) != (arguments.id is not None):
        raise UsageError(f"`log {action}` needs {named}" if named else f"`log {action}` takes no ID")
    if (arguments.reason or arguments.undo) and action != "false-alarm":
        raise UsageError("--reason and --undo belong to `log false-alarm ID`")
    if arguments.store and action not in OF_STORE:
        raise UsageError("--store belongs to `log export` and `log query`")
    if bool(arguments.to or arguments.full) != (action == "export") or (arguments.full and not arguments.to):
        raise UsageError("`log export` needs --to FOLDER, and no other action has --to or --full")
    if arguments.form and action != "show":
        raise UsageError("--as belongs to `log show ID`", "such as policyhooks log show 3fa2b1c0 --as test")
    if arguments.follow and action != "list":
        raise UsageError("--follow belongs to `log` itself", "policyhooks log --follow")


def warn_of_unreadable(states: Sequence[Path]) -> list[Path]:
    """The journals that cannot be read, each told; raises where it is all of them."""
    from policyhooks.inspect.journal_following import readable

    refused = {state: why for state in states if (why := readable(state))}
    for state, why in refused.items():
        print(f"warning: the journal in {state} cannot be read: {why}", file=sys.stderr)
    if refused and len(refused) == len(states):
        raise EnvironmentBroken("no journal can be read", "the user who decided there can read it, and root")
    return list(refused)


def selected(states: Sequence[Path], arguments: argparse.Namespace) -> Iterator[Record]:
    """The records that pass the filters, oldest first, each with its id."""
    passes = build_filter(arguments)
    for entry in read_entries(states):
        if passes(entry.record):
            yield with_maps(entry)


def build_filter(arguments: argparse.Namespace) -> Callable[[Record], bool]:
    """What the options let through."""
    since, until = read_time(arguments.since), read_time(arguments.until)

    def passes(record: Record) -> bool:
        moment = str(record.get("time", ""))
        return (
            not (since and moment < since)
            and not (until and moment >= until)
            and (not arguments.verdict or record.get("verdict") in arguments.verdict)
            and (not arguments.sender or record.get("client") == arguments.sender)
            and (not arguments.rule or _names_rule(record, arguments.rule))
        )

    return passes


def follow_records(states: Sequence[Path], arguments: argparse.Namespace) -> int:
    """What there is, then what comes. Ctrl-C is the way to end it, and leaves with 130."""
    from policyhooks.inspect.journal_following import Tail, follow
    from policyhooks.report.journal.stream import render_stream

    passes = build_filter(arguments)
    chosen = arguments.format if arguments.format != "auto" else ("table" if sys.stdout.isatty() else "jsonl")

    def write(some: Sequence[Record], *, first: bool = False) -> None:
        style = style_of(sys.stdout)
        sys.stdout.write(
            render(some, chosen, style) if chosen == "jsonl" else render_stream(some, style, heading=first)
        )
        sys.stdout.flush()

    tails = [Tail(state) for state in states]
    history = read_entries(states)
    records = [with_maps(entry) for entry in history if passes(entry.record)]
    write(records[-arguments.limit :] if arguments.limit > 0 else records, first=True)
    known = frozenset(str(entry.record.get("chain")) for entry in history)
    for entries in follow(tails, known, lambda: time.sleep(POLL_S)):
        write([with_maps(entry) for entry in entries if passes(entry.record)])
    return 0


def _names_rule(record: Record, glob: str) -> bool:
    ids = [*rule_ids(record), *(str(rule.get("id")) for rule in rules_of(record) if rule.get("outcome") != "skipped")]
    return any(fnmatchcase(rule.strip("()"), glob) for rule in ids)


def write_records(records: Sequence[Record], format: str) -> None:
    """A table for people, JSON lines for pipes."""
    chosen = ("table" if sys.stdout.isatty() else "jsonl") if format == "auto" else format
    sys.stdout.write(render(records, chosen, style_of(sys.stdout)))


def show_record(states: Sequence[Path], arguments: argparse.Namespace) -> int:
    """One record in full, or what it could become in policies."""
    refused = warn_of_unreadable(states)
    entry = find_entry(read_entries([state for state in states if state not in refused]), arguments.id)
    record = with_maps(entry)
    if arguments.form:
        from policyhooks.cli.options.proposing import propose

        sys.stdout.write(propose(entry, arguments.form, arguments.rule))
    elif arguments.format == "jsonl":
        write_records([record], "jsonl")
    else:
        sys.stdout.write(render_record(record, style_of(sys.stdout)))
    return 0
