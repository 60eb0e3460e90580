"""A fleet's lake, as pages ask for it: rows by name. It asks the views of the lake's contract and nothing else.

No text of a request becomes SQL: what a page wants stands in the table below, what it is about goes in as a parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

Row = dict[str, object]
# Opens a lake on records since a day, of some installations or, where none is named, of all.
Open = Callable[[str, Sequence[str]], "duckdb.DuckDBPyConnection"]

QUESTIONS: Mapping[str, str] = {
    "fleet": """SELECT installation, tenant, status, kinds, findings, client, scope, system, policyhooks, bundle,
        bundle_version, bundle_serial, generation, journal, uncovered, behind, first_seen, last_seen, health_at,
        enrolled, revoked, epoch, last_seq FROM fleet""",
    "totals": """SELECT count(*) AS records, count(*) FILTER (verdict = 'deny') AS denied,
        count(*) FILTER (verdict = 'ask') AS asked, count(*) FILTER (error IS NOT NULL AND error <> '') AS errors,
        coalesce(sum(judge_cost), 0) AS cost FROM decisions""",
    "rules": """SELECT rule, count(*) FILTER (effect = 'deny') AS denied, count(*) FILTER (effect = 'ask') AS asked,
        count(*) FILTER (would IN ('deny', 'ask')) AS would, count(*) FILTER (outcome = 'error') AS errors,
        count(DISTINCT installation) AS installations, count(*) AS spoke FROM rules
        GROUP BY rule ORDER BY spoke DESC, rule LIMIT 20""",
    "findings": """SELECT f.installation, f.time, f.kind, f.what, f.epoch, f.first_seq, f.last_seq FROM open_findings f
        ORDER BY f.time DESC, f.id LIMIT 50""",
    "findings of one": """SELECT time, kind, what, epoch, first_seq, last_seq, "of" AS answers FROM findings
        WHERE installation = $about ORDER BY time DESC, id LIMIT 50""",
    "decisions of one": """SELECT id, time, client, event, verdict, decided_by, tool, ms, error, document FROM decisions
        WHERE installation = $about ORDER BY time DESC, seq DESC LIMIT 50""",
}


@dataclass(frozen=True)
class LakeView:
    """One look at a lake: records of the last days, of one installation or of all."""

    connection: duckdb.DuckDBPyConnection

    def ask(self, question: str, about: str = "") -> list[Row]:
        """The rows of one of QUESTIONS."""
        given = {"about": about} if "$about" in QUESTIONS[question] else None
        found = self.connection.execute(QUESTIONS[question], given)
        names = [column[0] for column in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def look(opens: Open, days: int, installations: Sequence[str] = ()) -> LakeView:
    """A lake as it is now. Raises EnvironmentBroken where there is none."""
    since = (datetime.now(UTC) - timedelta(days=days)).strftime("%Y-%m-%d")
    return LakeView(opens(since, installations))
