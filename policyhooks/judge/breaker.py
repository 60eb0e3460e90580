"""The circuit breaker: a model that fails again and again is given a rest instead of the user's time.

Only troubles of the service count, not answers that cannot be read. After the rest one call tries.
"""

from __future__ import annotations

import sqlite3

from policyhooks.judge.ledger import Ledger
from policyhooks.judge.models import Model
from policyhooks.judge.opinion import Undecided

FAILURES = 5
REST_S = 30.0


class Breaker:
    """Failures in a row, by model, in the ledger. A ledger that fails leaves every model open."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def check(self, model: Model, now: float) -> None:
        """Raise Undecided while the model rests; the first call after the rest is the trial."""
        identity = model.identity()
        try:
            rows = self._ledger.rows("SELECT failures, rests_until FROM breakers WHERE model = ?", (identity,))
            if not rows:
                return
            failures, until = (float(str(value)) for value in rows[0])
            if failures < FAILURES:
                return
            # A clock that was set back must not make the rest longer than it is.
            if now < until <= now + REST_S:
                raise Undecided("breaker", f"model `{model.alias}` failed {FAILURES} times in a row and rests")
            with self._ledger.change() as connection:
                connection.execute("UPDATE breakers SET rests_until = ? WHERE model = ?", (now + REST_S, identity))
        except sqlite3.Error:
            return

    def note(self, model: Model, trouble: bool, now: float) -> bool:
        """Remember how a call went; whether the model rests now."""
        try:
            with self._ledger.change() as connection:
                if not trouble:
                    connection.execute("DELETE FROM breakers WHERE model = ?", (model.identity(),))
                    return False
                connection.execute(
                    "INSERT INTO breakers VALUES (?, ?, 1, ?) ON CONFLICT (model)"
                    " DO UPDATE SET failures = failures + 1, rests_until = excluded.rests_until",
                    (model.identity(), model.alias, now + REST_S),
                )
                query = "SELECT failures FROM breakers WHERE model = ?"
                (failures,) = connection.execute(query, (model.identity(),)).fetchone()
                return int(failures) >= FAILURES
        except sqlite3.Error:
            return False

    def resting(self, now: float) -> list[tuple[str, int]]:
        """Models that rest now, with the seconds left."""
        rows = self._ledger.rows(
            "SELECT alias, rests_until FROM breakers WHERE failures >= ? AND rests_until > ?", (FAILURES, now)
        )
        return [(str(alias), int(float(str(until)) - now)) for alias, until in rows]
