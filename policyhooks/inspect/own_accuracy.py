"""How often an installation stopped or asked, how often its reader calls that false, what its policies say today."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from policyhooks.clients.errors import MalformedPayload
from policyhooks.inspect.false_alarms import FLAGGED, Mark, flags_of
from policyhooks.inspect.journal import Record
from policyhooks.inspect.journal_ids import SHORT, Entry, chain_of
from policyhooks.inspect.restoring import restore
from policyhooks.inspect.session import Deciding
from policyhooks.runtime.ports.recording import told

GONE = "its record is not kept any more"


@dataclass(frozen=True)
class Today:
    """What the policies in force make of a marked record: `flagged`, or not, or None where that cannot be known."""

    flagged: bool | None
    said: str


@dataclass(frozen=True)
class Marked:
    """A marked record: its id and what was asked for, where it is still there, the mark, what is decided today."""

    id: str
    what: str
    mark: Mark
    today: Today


@dataclass(frozen=True)
class OwnAccuracy:
    """The figures of a history. `flags` counts (rule, verdict); verdicts in brackets are those that would have been."""

    decisions: int
    verdicts: Mapping[str, int]
    flags: Mapping[tuple[str, str], int]
    marked: Sequence[Marked]


def measure(
    entries: Sequence[Entry],
    marks: Mapping[str, Mark],
    redecide: Callable[[Entry], Today],
    name: Callable[[Record], str],
) -> OwnAccuracy:
    """Count the records, and decide the marked ones again; `name` says what a record was about."""
    verdicts: Counter[str] = Counter()
    flags: Counter[tuple[str, str]] = Counter()
    decisions = 0
    by_chain = {chain_of(entry.record): entry for entry in entries}
    for entry in entries:
        decisions += entry.record.get("kind", "decision") == "decision"
        verdict, rules = flags_of(entry.record)
        if verdict:
            verdicts[verdict] += 1
            flags.update((rule, verdict) for rule in rules)
    marked = [
        Marked(by_chain[chain].id, name(by_chain[chain].record), mark, redecide(by_chain[chain]))
        if chain in by_chain
        else Marked(chain[:SHORT], "", mark, Today(None, GONE))
        for chain, mark in marks.items()
    ]
    return OwnAccuracy(decisions, verdicts, flags, marked)


def decide_again(record: Record, deciding: Deciding) -> Today:
    """What a rulebook says to a record, as far as the journal has kept what it was about."""
    restored = restore(record)
    if restored.payload is None:
        return Today(None, restored.unknown[0])
    try:
        client, native = str(record.get("client", "")), str(record.get("native", ""))
        event, decision, _ = deciding.decide(client, native, restored.payload)
    except (MalformedPayload, KeyError):
        return Today(None, "its payload cannot be read back")
    verdict = told(event, decision)
    if verdict in FLAGGED:
        return Today(True, f"{verdict} by {', '.join(decision.rules)}")
    would = [result for result in decision.results if result.would in FLAGGED and result.would != result.effect]
    if would:
        return Today(True, f"({would[0].would}) by {', '.join(dict.fromkeys(one.rule.id for one in would))}")
    if restored.unknown:
        return Today(None, restored.unknown[0])
    return Today(False, verdict)
