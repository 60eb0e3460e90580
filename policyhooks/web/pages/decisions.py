"""The decisions page: what was decided, newest first, with filters, a timeline and pages of fifty."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from policyhooks.core.effects import VERDICTS
from policyhooks.inspect.journal_ids import Entry, chain_of
from policyhooks.report.journal.text import Record, rule_ids, rule_words, rules_of, short_time, subject_of, total_ms
from policyhooks.web.charts import draw_strips
from policyhooks.web.desk import Desk

ROWS = 50
LONGEST = 200  # of a filter
LONGEST_SUBJECT = 300
SPANS = {"1h": 3600, "24h": 86400, "7d": 7 * 86400, "30d": 30 * 86400}
NAMES = ("since", "verdict", "client", "rule", "q")
WOULD = "would"  # rules that do not act yet, or were excepted


@dataclass(frozen=True)
class Filters:
    """What the address asks for; each is empty where everything is wanted."""

    since: str
    verdict: str
    client: str
    rule: str
    q: str

    def passing(self) -> Callable[[Record], bool]:
        """Whether a record is wanted."""
        tests: list[Callable[[Record], bool]] = [lambda record: record.get("kind", "decision") == "decision"]
        if self.since in SPANS:
            start = datetime.now(UTC) - timedelta(seconds=SPANS[self.since])
            moment = start.strftime("%Y-%m-%dT%H:%M:%S")
            tests.append(lambda record: str(record.get("time", "")) >= moment)
        if self.verdict == WOULD:
            tests.append(would_stop)
        elif self.verdict:
            tests.append(lambda record: record.get("verdict") == self.verdict)
        if self.client:
            tests.append(lambda record: record.get("client") == self.client)
        if self.rule:
            tests.append(lambda record: any(fnmatchcase(one, self.rule) for one in ids_of(record)))
        if self.q:
            wanted = self.q.casefold()
            tests.append(lambda record: wanted in subject_of(record).casefold())
        return lambda record: all(test(record) for test in tests)

    def as_query(self, **changes: object) -> str:
        """The address of the same with something changed."""
        values = {**vars(self), **changes}
        return "?" + urlencode({name: str(value) for name, value in values.items() if value})


def read_filters(query: Mapping[str, str]) -> Filters:
    """The filters of an address; what is none of ours is as if it was not there."""
    found = {name: query.get(name, "")[:LONGEST].strip() for name in NAMES}
    if found["verdict"] not in (*VERDICTS, WOULD):
        found["verdict"] = ""
    if found["since"] not in SPANS:
        found["since"] = ""
    return Filters(**found)


def show(request: Request, desk: Desk) -> Response:
    """The page."""
    filters = read_filters(request.query_params)
    entries = desk.journal.look()
    passes = filters.passing()
    found = [entry for entry in entries if passes(entry.record)]
    pages = max(1, -(-len(found) // ROWS))
    number = min(max(1, _number(request.query_params.get("page", "1"))), pages)
    newest = found[::-1][(number - 1) * ROWS : number * ROWS]
    values = {
        "filters": vars(filters),
        "as_query": query if (query := filters.as_query()) != "?" else "",
        "spans": list(SPANS),
        "verdicts": [*VERDICTS, WOULD],
        "clients": sorted({str(entry.record.get("client", "")) for entry in entries} - {""}),
        "rows": [row_of(entry) for entry in newest],
        "total": len(found),
        "every": len(entries),
        "left_out": desk.journal.left_out,
        "chart": draw_strips(strips_of(found)),
        "number": number,
        "last": pages,
        "older": filters.as_query(page=number + 1) if number < pages else "",
        "newer": filters.as_query(page=number - 1) if number > 1 else "",
    }
    return desk.show(request, "decisions", values)


def row_of(entry: Entry) -> dict[str, object]:
    """A record as a line."""
    record = entry.record
    rules = rule_words(record)
    return {
        "id": entry.id,
        "chain": chain_of(record),
        "time": short_time(record),
        "client": str(record.get("client", "")),
        "event": str(record.get("event", "")),
        "verdict": verdict_of(record),
        "rule": rules[0].strip("()").partition(":")[0] if rules else "",
        "more": len(rules) - 1,
        "subject": subject_of(record)[:LONGEST_SUBJECT],
        "ms": round(total_ms(record), 1),
    }


def verdict_of(record: Record) -> str:
    """The verdict; `would` where a rule that does not act would have stopped it. Of no other word than ours."""
    told = str(record.get("verdict", ""))
    if told not in VERDICTS:
        return "unreadable"
    return WOULD if told not in ("deny", "ask") and would_stop(record) else told


def would_stop(record: Record) -> bool:
    """Whether a rule would have stopped or asked, had it been in force."""
    return any(
        rule.get("would") in ("deny", "ask") and rule.get("effect") not in ("deny", "ask") for rule in rules_of(record)
    )


def ids_of(record: Record) -> list[str]:
    """The rules that said something."""
    return [*(str(rule.get("id")) for rule in rules_of(record)), *(one.strip("()") for one in rule_ids(record))]


def strips_of(found: Sequence[Entry]) -> list[tuple[str, list[str]]]:
    """The times of records by what was decided, the gravest first."""
    names = {"deny": "denied", "ask": "asked", WOULD: "would have"}
    times: dict[str, list[str]] = {name: [] for name in (*names.values(), "passed")}
    for entry in found:
        verdict = verdict_of(entry.record)
        if verdict in names or verdict in VERDICTS:
            times[names.get(verdict, "passed")].append(str(entry.record.get("time", "")))
    return [(name, times[name]) for name in times if times[name] or name != "would have"]


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 7 else 1
