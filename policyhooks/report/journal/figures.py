"""What journal records come to, as numbers: verdicts, rules, latency. It names no session, folder or command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from policyhooks.core.effects import VERDICTS
from policyhooks.report.journal.text import Record, count_rules, rules_of, total_ms
from policyhooks.report.screen.chart import percentile

SHARES = {"median": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}


def figures_of(records: Sequence[Record]) -> Record:
    """The figures of `log stats`, for machines: without records every number is there and zero."""
    decisions = [record for record in records if record.get("kind", "decision") == "decision"]
    verdicts = Counter(str(record.get("verdict", "pass")) for record in decisions)
    spent = [total_ms(record) for record in decisions]
    return {
        "decisions": len(decisions),
        "first": str(decisions[0].get("time", "")) if decisions else "",
        "last": str(decisions[-1].get("time", "")) if decisions else "",
        "verdicts": {verdict: verdicts[verdict] for verdict in VERDICTS},
        "maps": count_maps(decisions),
        "rules": {rule: dict(counts) for rule, counts in sorted(count_rules(records).items())},
        "latency_ms": {name: round(percentile(spent, share), 3) if spent else 0 for name, share in SHARES.items()},
    }


def count_maps(records: Sequence[Record]) -> dict[str, dict[str, int]]:
    """By framework and id, in how many decisions a rule fired that is about it; of records that say so."""
    counts: dict[str, Counter[str]] = {}
    for record in records:
        fired = [rule.get("maps") for rule in rules_of(record) if rule.get("outcome") == "fired"]
        pairs = {(key, name) for one in fired if isinstance(one, Mapping) for key, ids in one.items() for name in ids}
        for key, name in pairs:
            counts.setdefault(str(key), Counter())[str(name)] += 1
    return {key: dict(sorted(found.items())) for key, found in sorted(counts.items())}
