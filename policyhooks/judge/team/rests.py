"""Models that rest because several installations found them failing: circuit state that a team shares.

One installation alone rests nobody else's model: its network, key or clock may be what fails.
"""

from __future__ import annotations

from policyhooks.judge.breaker import REST_S
from policyhooks.judge.models import Model
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.team.redis_link import Store
from policyhooks.judge.team.seals import Seals

REPORTERS = 2
_KEPT = 16  # reports of one model that are looked at


class SharedRests:
    """Reports of failing models in a team's store. `who` is this installation."""

    def __init__(self, store: Store, seals: Seals, who: str) -> None:
        self._store = store
        self._seals = seals
        self._who = who

    async def check(self, model: Model, now: float) -> None:
        """Raise Undecided while enough others say that the model fails."""
        name = self._name(model)
        answers = await self._store.ask(("LRANGE", name, 0, _KEPT - 1))
        rows = answers[0] if answers else None
        if not isinstance(rows, list):
            return
        opened = [self._seals.open(name, row) for row in rows[:_KEPT]]
        reporters = {body.get("who") for body in opened if body is not None and _lasts(body.get("until"), now)}
        if len(reporters - {self._who}) >= REPORTERS:
            raise Undecided("breaker", f"model `{model.alias}` fails at {REPORTERS} other installations and rests")

    async def report(self, model: Model, now: float) -> None:
        """Tell the others that the model rests here."""
        name = self._name(model)
        body = self._seals.seal(name, {"who": self._who, "until": float(now + REST_S)})
        await self._store.ask(
            ("LPUSH", name, body), ("LTRIM", name, 0, _KEPT - 1), ("EXPIRE", name, 2 * int(REST_S)),
        )  # fmt: skip

    def _name(self, model: Model) -> str:
        return self._seals.name("rest", [model.identity()])


def _lasts(until: object, now: float) -> bool:
    """Whether a rest goes on; one that would be longer than a rest is none."""
    return isinstance(until, float) and now < until <= now + REST_S
