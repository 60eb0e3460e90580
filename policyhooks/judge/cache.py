"""Verdicts that need not be asked for again. Never errors, never deadlines, never an ok for long.

A row counts only under the key of everything that made it and with its seal intact, so neither a
changed policy, model, input or folder nor a changed byte can bring back an old ok.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sqlite3
from dataclasses import dataclass

from policyhooks.judge.ledger import Ledger
from policyhooks.judge.opinion import Opinion

OK_SECONDS = 300
ROW_LIMIT = 20_000
_CLOCK_SLACK_S = 60


@dataclass(frozen=True, slots=True)
class Cached:
    """A verdict that is still good, and the model that gave it."""

    opinion: Opinion
    model: str


def key_for(parts: list[object]) -> bytes:
    """The name of a verdict: a hash over everything that could change it."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).digest()


def seconds_for(opinion: Opinion, wanted: int, ok_limit: int) -> int:
    """How long a verdict may be kept: as the rule says for not ok, at most `ok_limit` for ok."""
    return min(wanted, ok_limit) if opinion.ok else wanted


class VerdictCache:
    """Verdicts in the ledger, sealed with the installation's key."""

    def __init__(self, ledger: Ledger, seal_key: bytes) -> None:
        self._ledger = ledger
        self._seal_key = seal_key

    def find(self, key: bytes, now: float) -> Cached | None:
        """A verdict that is in time and whole, else None; a ledger that cannot be read holds none."""
        try:
            rows = self._ledger.rows(
                "SELECT outcome, reason, model, created, expires, mac FROM verdicts WHERE key = ?", (key,)
            )
        except sqlite3.Error:
            return None
        for outcome, reason, model, created, expires, mac in rows:
            if not isinstance(created, float) or not isinstance(expires, float) or not isinstance(mac, bytes):
                return None
            whole = hmac.compare_digest(mac, self._seal(key, outcome, reason, model, created, expires))
            if whole and created - _CLOCK_SLACK_S <= now < expires and outcome in ("ok", "not_ok"):
                return Cached(_opinion(outcome == "ok", str(reason)), str(model))
        return None

    def keep(self, key: bytes, rule: str, opinion: Opinion, model: str, now: float, seconds: int) -> None:
        """Keep a verdict; one that cannot be stored is simply asked for again."""
        if seconds <= 0:
            return
        outcome = "ok" if opinion.ok else "not_ok"
        created, expires = float(now), float(now + seconds)
        said = json.dumps([opinion.reason, opinion.criterion, opinion.confidence])
        seal = self._seal(key, outcome, said, model, created, expires)
        try:
            with self._ledger.change() as connection:
                connection.execute("DELETE FROM verdicts WHERE expires <= ?", (now,))
                (count,) = connection.execute("SELECT count(*) FROM verdicts").fetchone()
                if count >= ROW_LIMIT:
                    connection.execute("DELETE FROM verdicts")
                row = (key, rule, outcome, said, model, created, expires, seal)
                connection.execute("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        except sqlite3.Error:
            return

    def _seal(self, key: bytes, *fields: object) -> bytes:
        return hmac.digest(self._seal_key, key + json.dumps(fields, default=repr).encode(), "sha256")


def _opinion(ok: bool, said: str) -> Opinion:
    """What a sealed row says: reason, criterion, confidence."""
    reason, criterion, confidence = json.loads(said)
    return Opinion(ok, reason, criterion, confidence)
