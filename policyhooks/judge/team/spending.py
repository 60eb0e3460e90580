"""What a team may spend in a day, counted in its store. Numbers there are nobody's word: they can only refuse.

INVARIANT: an installation's own caps are checked first and stay whatever is read here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from policyhooks.judge.budget import ASSUMED_COST_PER_MILLION
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.team.redis_link import Store

KEPT_S = 3 * 86_400
_DIGITS = 18
_MICRO = 1_000_000
# What is counted, the cap on it, and how many of the counted unit the cap's unit has.
_KINDS = (("calls", "calls_per_day", 1), ("tokens", "tokens_per_day", 1), ("cost", "cost_per_day", _MICRO))


class SharedSpending:
    """Counters of days in a team's store."""

    def __init__(self, store: Store, caps: Mapping[str, float]) -> None:
        self._store = store
        self._caps = caps

    async def reserve(self, now: float) -> None:
        """Count one call. Raises Undecided when a cap is reached; a store that is away counts nothing."""
        if not self._caps:
            return
        calls, *others = (_name(kind, now) for kind, _, _ in _KINDS)
        read = [("GETRANGE", name, 0, _DIGITS) for name in others]
        answers = await self._store.ask(("INCRBY", calls, 1), *read, ("EXPIRE", calls, KEPT_S))
        if answers is None:
            return
        used = [_number(answer) for answer in answers[: len(_KINDS)]]
        for (_, cap, unit), spent, mine in zip(_KINDS, used, (1, 0, 0), strict=True):
            if cap in self._caps and spent is not None and spent - mine >= self._caps[cap] * unit:
                await self._store.ask(("DECRBY", calls, 1))
                raise Undecided("over-budget", f"the team's cap judge.team.budgets.{cap} is reached")

    async def charge(self, tokens: int, cost: float | None, now: float) -> None:
        """Add what a call used; an unknown price is an assumed one."""
        if not self._caps:
            return
        price = tokens * ASSUMED_COST_PER_MILLION / _MICRO if cost is None else cost
        _, counted, paid = (_name(kind, now) for kind, _, _ in _KINDS)
        await self._store.ask(
            ("INCRBY", counted, tokens), ("EXPIRE", counted, KEPT_S),
            ("INCRBY", paid, round(price * _MICRO)), ("EXPIRE", paid, KEPT_S),
        )  # fmt: skip


def _name(kind: str, now: float) -> str:
    return f"policyhooks:spent:{dt.datetime.fromtimestamp(now, dt.UTC):%Y-%m-%d}:{kind}"


def _number(answer: object) -> int | None:
    """A count; None for what is none, which refuses nothing."""
    if isinstance(answer, int):
        return answer
    if not isinstance(answer, bytes) or len(answer) > _DIGITS:
        return None
    return 0 if answer == b"" else int(answer) if answer.isdigit() else None
