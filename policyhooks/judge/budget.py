"""What prompt rules may spend: calls, tokens and money, per session and per day, all together and one by one.

A call is counted before it is made and charged after it; what cannot be counted is not made. A call
without a known price costs an assumed one: unknown is not zero.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from policyhooks.judge.ledger import Ledger
from policyhooks.judge.opinion import Undecided

# <what>_per_<scope>; None is no limit.
DEFAULTS: dict[str, float | None] = {
    "calls_per_session": 500,
    "calls_per_day": 5_000,
    "tokens_per_session": 2_000_000,
    "tokens_per_day": 10_000_000,
    "cost_per_session": None,
    "cost_per_day": 25.0,
}
ASSUMED_COST_PER_MILLION = 10.0
KEPT_DAYS = 40
_SCOPES = ("session", "day")


@dataclass(frozen=True, slots=True)
class Spent:
    """What one scope has used. `unpriced` calls had no known price."""

    scope: str
    name: str
    calls: int
    tokens: int
    cost: float
    unpriced: int


def caps_of(config: Mapping[str, object]) -> dict[str, float | None]:
    """The caps of a Config over the defaults."""
    given = config.get("budgets") or {}
    caps = dict(DEFAULTS)
    if isinstance(given, Mapping):
        caps.update({name: value for name, value in given.items() if name in DEFAULTS and value is not None})
    return caps


@dataclass(frozen=True, slots=True)
class Caps:
    """What holds for one call: the caps of all rules, and those of its own where there are any."""

    common: Mapping[str, float | None]
    rule: str = ""
    own: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, config: Mapping[str, object], rule: str) -> Caps:
        """Those of a Config. Of several entries that fit a rule, the lowest cap holds."""
        given = config.get("rule_budgets")
        own: dict[str, float] = {}
        for glob, caps in given.items() if isinstance(given, Mapping) else ():
            if isinstance(caps, Mapping) and fnmatchcase(rule, str(glob)):
                for name, cap in caps.items():
                    own[name] = min(own.get(name, cap), cap)
        return cls(caps_of(config), rule, own)

    def scopes(self, session: str, now: float) -> list[tuple[str, str, str, Mapping[str, float | None]]]:
        """What is counted: scope, name, the words before a cap's name, and the caps."""
        day = dt.datetime.fromtimestamp(now, dt.UTC).strftime("%Y-%m-%d")
        names = [("day", day), *([("session", session)] if session else [])]
        found: list[tuple[str, str, str, Mapping[str, float | None]]] = [
            (scope, name, "judge.budgets", self.common) for scope, name in names
        ]
        if self.own:
            found += [
                (f"rule {scope}", f"{name} {self.rule}", f"judge.rule_budgets of {self.rule}:", self.own)
                for scope, name in names
            ]
        return found


class Budget:
    """Spending in the ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def reserve(self, session: str, caps: Caps, now: float) -> None:
        """Count one call. Raises Undecided when a cap is reached or the call cannot be counted."""
        try:
            with self._ledger.change() as connection:
                for scope, name, words, most in caps.scopes(session, now):
                    connection.execute(
                        "INSERT INTO spending (scope, name, used) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                        (scope, name, now),
                    )
                    query = "SELECT calls, tokens, cost FROM spending WHERE scope = ? AND name = ?"
                    spent = connection.execute(query, (scope, name)).fetchone()
                    _check(dict(zip(("calls", "tokens", "cost"), spent, strict=True)), scope, words, most)
                    connection.execute(
                        "UPDATE spending SET calls = calls + 1, used = ? WHERE scope = ? AND name = ?",
                        (now, scope, name),
                    )
                connection.execute("DELETE FROM spending WHERE used < ?", (now - KEPT_DAYS * 86400,))
        except sqlite3.Error:
            raise Undecided("over-budget", "spending cannot be counted, so no model is asked") from None

    def charge(self, session: str, caps: Caps, tokens: int, cost: float | None, now: float) -> None:
        """Add what a call used. The call has been made: a ledger that fails now loses only this."""
        price = tokens * ASSUMED_COST_PER_MILLION / 1_000_000 if cost is None else cost
        try:
            with self._ledger.change() as connection:
                for scope, name, _, _ in caps.scopes(session, now):
                    connection.execute(
                        "UPDATE spending SET tokens = tokens + ?, cost = cost + ?, unpriced = unpriced + ?"
                        " WHERE scope = ? AND name = ?",
                        (tokens, price, int(cost is None), scope, name),
                    )
        except sqlite3.Error:
            return

    def spent(self, limit: int = 20) -> list[Spent]:
        """Days first, then sessions, newest first."""
        query = "SELECT scope, name, calls, tokens, cost, unpriced FROM spending ORDER BY scope, used DESC LIMIT ?"
        return [Spent(*row) for row in self._ledger.rows(query, (limit,))]  # type: ignore[arg-type]


def _check(spent: Mapping[str, float], scope: str, words: str, caps: Mapping[str, float | None]) -> None:
    for what, used in spent.items():
        name = f"{what}_per_{scope.rpartition(' ')[2]}"
        cap = caps.get(name)
        if cap is not None and used >= cap:
            where = f"{words} {name}" if words.endswith(":") else f"{words}.{name}"
            raise Undecided("over-budget", f"the cap {where} is reached")
