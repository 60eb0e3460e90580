"""What was received as rows of the lake: typed, capped, and never trusted. It decides nothing and writes nothing."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from policyhooks.collecting.lake_schema import RULE_FIELDS
from policyhooks.shipping.journal_times import milliseconds, stamp

Document = Mapping[str, object]
Row = dict[str, object]

LONGEST = 4096  # characters of a field; the document has all of it
MOST_RULES = 1000
LARGEST = 1 << 62
DAY_MS = 86_400_000
OLDEST_DAYS, NEWEST_DAYS = 400, 1  # how far a record's own clock is believed
TEXT_FIELDS = ("kind", "client", "version", "native", "event", "session", "tool", "cwd", "verdict", "error")
HEALTH_TEXTS = ("policyhooks", "system", "client", "scope", "bundle", "bundle_version", "journal")
HEALTH_NUMBERS = ("bundle_serial", "generation", "uncovered", "behind")


@dataclass(frozen=True)
class Finding:
    """Something that does not fit together. `of` is the id of the finding that it answers."""

    kind: str
    installation: str
    what: str
    epoch: int | None = None
    first: int | None = None
    last: int | None = None
    of: str = ""
    more: Mapping[str, object] | None = None
    id: str = field(default_factory=lambda: secrets.token_hex(8))


def record_row(id: str, installation: str, epoch: int, received: int, record: Document) -> Row:
    """A record of a journal; `received` is milliseconds."""
    rules = list(_rules(record))
    judged = [rule["judge"] for rule in rules if isinstance(rule.get("judge"), Mapping)]
    ms = record.get("ms")
    return {
        "id": id,
        "installation": installation,
        "epoch": epoch,
        "seq": number(record.get("seq")),
        "chain": text(record.get("chain")),
        "time": moment(record.get("time")),
        "received": received,
        **{name: text(record.get(name)) for name in TEXT_FIELDS},
        "kind": text(record.get("kind")) or "decision",
        "decided_by": texts(record.get("by")),
        "ms": real(ms.get("total")) if isinstance(ms, Mapping) else None,
        "judge_calls": sum(number(one.get("calls")) or 0 for one in judged if isinstance(one, Mapping)),
        "judge_cost": sum(real(one.get("cost")) or 0.0 for one in judged if isinstance(one, Mapping)),
        "programs": texts(record.get("programs")),
        "tags": tags_of(rules),
        "rules": [{name: text(rule.get(name)) for name in RULE_FIELDS} for rule in rules],
        "document": dump(record),
    }


def health_row(id: str, installation: str, received: int, told: Document) -> Row:
    """What a machine says of itself."""
    return {
        "id": id,
        "installation": installation,
        "time": moment(told.get("time")),
        "received": received,
        **{name: text(told.get(name)) for name in HEALTH_TEXTS},
        **{name: number(told.get(name)) for name in HEALTH_NUMBERS},
        "programs": texts(told.get("programs")),
        "document": dump(told),
    }


def finding_row(at: int, finding: Finding) -> Row:
    """A finding, found at a time in milliseconds."""
    return {
        "id": finding.id,
        "installation": finding.installation,
        "time": at,
        "kind": finding.kind,
        "epoch": finding.epoch,
        "first_seq": finding.first,
        "last_seq": finding.last,
        "of": finding.of or None,
        "what": text(finding.what),
        "document": dump(finding.more or {}),
    }


def day_of(row: Row, received: int) -> str:
    """The partition: the record's own day, or that on which it came where its clock is not to be believed."""
    own = row.get("time")
    if not isinstance(own, int) or not received - OLDEST_DAYS * DAY_MS <= own <= received + NEWEST_DAYS * DAY_MS:
        own = received
    return stamp(own / 1000)[:10]


def tags_of(rules: list[Document]) -> list[str]:
    """What the rules of a record are about, such as `owasp:ASI02`."""
    found: dict[str, None] = {}
    for rule in rules:
        maps = rule.get("maps")
        for name, ids in maps.items() if isinstance(maps, Mapping) else ():
            found |= {f"{name}:{one}"[:LONGEST]: None for one in texts(ids)}
    return list(found)[:MOST_RULES]


def _rules(record: Document) -> Iterator[Document]:
    rules = record.get("rules")
    yield from (rule for rule in (rules[:MOST_RULES] if isinstance(rules, list) else ()) if isinstance(rule, Mapping))


def text(value: object) -> str | None:
    """A text that every reader takes: no lone surrogates, no NUL."""
    if not isinstance(value, str):
        return None
    return value[:LONGEST].encode("utf-8", "replace").decode().replace("\0", "�")


def texts(value: object) -> list[str]:
    return [found for one in value[:MOST_RULES] if (found := text(one))] if isinstance(value, list) else []


def number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < LARGEST else None


def real(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < LARGEST else None  # type: ignore[operator, arg-type]


def moment(value: object) -> int | None:
    """A time of the journal as milliseconds."""
    return milliseconds(value) or None


def dump(value: object) -> str:
    """JSON in ASCII, so that nothing in it can be no Unicode."""
    return json.dumps(value, separators=(",", ":"))
