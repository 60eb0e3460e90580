"""What journal records come to, as numbers: verdicts, rules, latency. It names no session, folder or command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from policyhooks.core.effects import VERDICTS
from policyhooks.report.journal.text import Record, count_rules, total_ms
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
        "rules": {rule: dict(counts) for rule, counts in sorted(count_rules(records).items())},
        "latency_ms": {name: round(percentile(spent, share), 3) if spent else 0 for name, share in SHARES.items()},
    }
