"""Which of what is collected somebody must be told of at once, how often, and in which words. It sends nothing.

INVARIANT: of a message only names get into an alert, and only in characters that no receiver takes for anything else.
"""

from __future__ import annotations

import fnmatch
import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from policyhooks.collecting.lake_rows import Finding, Row
from policyhooks.secrets.masking import mask

ODD = re.compile(r"[^A-Za-z0-9 ._:/,()+=-]")
LONGEST = 200
HOUR_S = 3600.0
ALL = "all alerts"
WORTH = ("cut", "fork", "gap", "changed", "shared_key", "stranger", "missed", "silent", "downgraded")


@dataclass(frozen=True)
class Terms:
    """What alerts are about. `critical`: patterns of rules beside those whose severity is critical."""

    critical: tuple[str, ...] = ()
    spend: float = 0.0  # dollars a day of one installation; 0: no limit
    every: float = HOUR_S  # seconds between two alerts of the same thing
    most: int = 20  # in an hour, of all things


class Alarms:
    """Puts alerts into the catalog, in the batch's own transaction."""

    def __init__(self, catalog: sqlite3.Connection, terms: Terms | None) -> None:
        self.catalog, self.terms = catalog, terms

    def of_record(self, row: Row, now: float) -> None:
        """A deny by a critical rule."""
        if self.terms is None or row["verdict"] != "deny":
            return
        for rule in self._critical(row, self.terms):
            self._raise(f"deny:{row['installation']}:{rule}", "Denied by a critical rule", now, row, f"rule {rule}")

    def of_health(self, row: Row, now: float) -> None:
        """Calls that no hook decided."""
        if self.terms is not None and row.get("uncovered"):
            told = f"{row['uncovered']} calls of the last day without a decision"
            self._raise(f"uncovered:{row['installation']}", "Calls that no hook decided", now, row, told)

    def of_finding(self, finding: Finding, now: float) -> None:
        """What does not fit together."""
        if self.terms is not None and finding.kind in WORTH:
            row: Row = {"installation": finding.installation}
            name = f"{finding.kind}:{finding.installation}"
            self._raise(name, f"Finding: {finding.kind}", now, row, finding.what)

    def of_spend(self, day: str, installation: str, cost: float, now: float) -> None:
        """A day's price of judges."""
        if self.terms is not None and 0 < self.terms.spend <= cost:
            row: Row = {"installation": installation}
            told = f"{cost:.2f} dollars on {day}"
            self._raise(f"spend:{installation}:{day}", "Judges cost more than the limit", now, row, told)

    def _critical(self, row: Row, terms: Terms) -> list[str]:
        rules = row["rules"]
        severe = {rule["id"] for rule in rules if rule.get("severity") == "critical"} if isinstance(rules, list) else ()
        won = row["decided_by"]
        return [
            str(rule)
            for rule in (won if isinstance(won, list) else ())
            if rule in severe or any(fnmatch.fnmatchcase(str(rule), pattern) for pattern in terms.critical)
        ]

    def _raise(self, name: str, title: str, now: float, row: Mapping[str, object], what: str) -> None:
        assert self.terms is not None
        held = self._hold(name, now, self.terms)
        if held is None:
            return
        installation = str(row.get("installation") or "")
        tenant = self._tenant(installation)
        of = f"Installation {plain(installation)} of {plain(tenant)}. " if installation else ""
        more = f" It happened {held} more times since it was told last." if held else ""
        body = f"{of}{plain(what)}.{more}"
        self.catalog.execute("INSERT INTO alerts (at, title, body, state) VALUES (?, ?, ?, 'new')", (now, title, body))

    def _hold(self, name: str, now: float, terms: Terms) -> int | None:
        """None where it was told a short while ago, or too much was; else how often it was held back since."""
        row = self.catalog.execute("SELECT at, held FROM told WHERE name = ?", (name,)).fetchone()
        (number,) = self.catalog.execute("SELECT count(*) FROM alerts WHERE at > ?", (now - HOUR_S,)).fetchone()
        if (row is not None and now < row[0] + terms.every) or number > terms.most:
            if row is None:
                self.catalog.execute("INSERT INTO told VALUES (?, ?, 1)", (name, now - terms.every))
            else:
                self.catalog.execute("UPDATE told SET held = held + 1 WHERE name = ?", (name,))
            return None
        if number == terms.most:
            title, body = "More alerts are held back", f"There were {number} within an hour. The lake has all findings."
            self.catalog.execute(
                "INSERT INTO alerts (at, title, body, state) VALUES (?, ?, ?, 'new')", (now, title, body)
            )
            return None
        self.catalog.execute("INSERT OR REPLACE INTO told VALUES (?, ?, 0)", (name, now))
        return int(row[1]) if row is not None else 0

    def _tenant(self, installation: str) -> str:
        row = self.catalog.execute(
            "SELECT tenant FROM keys JOIN installations USING (key) WHERE installation = ?", (installation,)
        ).fetchone()
        return str(row[0]) if row else "nobody"


def plain(text: str) -> str:
    """A text in characters that are nothing but text to chats, mails and terminals; without secrets."""
    return ODD.sub("?", mask(text)[:LONGEST])
