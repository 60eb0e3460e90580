"""The columns of the lake's tables, as docs/reference/lake.md tells them: a contract with whoever reads the files.

Columns are only ever added, at the end. What a column means never changes; another meaning gets another name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = 1
RECORDS, HEALTH, FINDINGS = "records", "health", "findings"
TEXT, TEXTS, NUMBER, REAL, MOMENT = "text", "texts", "number", "real", "moment"
RULE = "rule"  # a list of structures
RULE_FIELDS = ("id", "outcome", "effect", "would", "mode", "why", "severity")

TABLES: dict[str, dict[str, str]] = {
    RECORDS: {
        "id": TEXT,
        "installation": TEXT,
        "epoch": NUMBER,
        "seq": NUMBER,
        "chain": TEXT,
        "time": MOMENT,
        "received": MOMENT,
        "kind": TEXT,
        "client": TEXT,
        "version": TEXT,
        "native": TEXT,
        "event": TEXT,
        "session": TEXT,
        "tool": TEXT,
        "cwd": TEXT,
        "verdict": TEXT,
        "decided_by": TEXTS,
        "error": TEXT,
        "ms": REAL,
        "judge_calls": NUMBER,
        "judge_cost": REAL,
        "programs": TEXTS,
        "tags": TEXTS,
        "rules": RULE,
        "document": TEXT,
    },
    HEALTH: {
        "id": TEXT,
        "installation": TEXT,
        "time": MOMENT,
        "received": MOMENT,
        "policyhooks": TEXT,
        "system": TEXT,
        "client": TEXT,
        "scope": TEXT,
        "bundle": TEXT,
        "bundle_version": TEXT,
        "bundle_serial": NUMBER,
        "generation": NUMBER,
        "programs": TEXTS,
        "journal": TEXT,
        "uncovered": NUMBER,
        "behind": NUMBER,
        "document": TEXT,
    },
    FINDINGS: {
        "id": TEXT,
        "installation": TEXT,
        "time": MOMENT,
        "kind": TEXT,
        "epoch": NUMBER,
        "first_seq": NUMBER,
        "last_seq": NUMBER,
        "of": TEXT,
        "what": TEXT,
        "document": TEXT,
    },
}
# What a finding can be, and what it says.
KINDS = {
    "gap": "numbers are missing between two records, or the machine said that they are",
    "filled": "records of a gap came late; `of` names the gap",
    "cut": "the journal began anew, or its end was cut off: what was known is not there any more",
    "fork": "two records of one number, with different chains: a copied machine, or a rewritten journal",
    "changed": "a record came again with the same chain and other contents",
    "stranger": "messages that no enrolled key has signed; they are not stored",
    "shared_key": "the key of one installation was offered for another",
    "missed": "the stream dropped messages before they were collected, or was made anew",
    "unreadable": "messages that are no records; they are not stored",
    "silent": "nothing was heard for longer than the limit",
    "back": "a silent installation was heard of again; `of` names the silence",
    "downgraded": "a bundle or policyhooks itself is older than it was before",
    "purged": "days that were older than the limit were removed",
    "settled": "somebody has looked at a finding; `of` names it",
}


def arrow_schema(table: str) -> pa.Schema:
    """The Parquet schema of a table."""
    import pyarrow as pa

    rule = pa.struct([(name, pa.string()) for name in RULE_FIELDS])
    types = {
        TEXT: pa.string(),
        TEXTS: pa.list_(pa.string()),
        NUMBER: pa.int64(),
        REAL: pa.float64(),
        MOMENT: pa.timestamp("ms"),
        RULE: pa.list_(rule),
    }
    return pa.schema([(name, types[kind]) for name, kind in TABLES[table].items()])
