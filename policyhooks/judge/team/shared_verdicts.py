"""Verdicts of other installations: not ok for whoever asks the same, ok only where that was allowed.

What is read can only make an answer stricter, unless the managed layer lets an ok count; then it is an ok about the
same program, folder and input. It knows neither models nor budgets.
"""

from __future__ import annotations

from dataclasses import dataclass

from policyhooks.judge.cache import Cached
from policyhooks.judge.opinion import Opinion
from policyhooks.judge.team.redis_link import Store
from policyhooks.judge.team.seals import BODY_LIMIT, Seals
from policyhooks.secrets.masking import mask

_CLOCK_SLACK_S = 60
_REASON = 500  # characters: a reason is told to an agent
_ALIAS = 120


@dataclass(frozen=True, slots=True)
class Names:
    """Where the two verdicts of a question would be. `ok` is None where none from elsewhere counts."""

    not_ok: str
    ok: str | None


class SharedVerdicts:
    """Verdicts in a team's store."""

    def __init__(self, store: Store, seals: Seals) -> None:
        self._store = store
        self._seals = seals

    def names(self, asked: list[object], exact: list[object] | None) -> Names:
        """By what was asked; an ok also by everything that made it."""
        return Names(
            self._seals.name("not-ok", asked), None if exact is None else self._seals.name("ok", [*asked, *exact])
        )

    async def find(self, names: Names, now: float, seconds: int, ok_seconds: int) -> Cached | None:
        """One that is sealed and, by this installation's own limits, in time. A not ok wins."""
        wanted = [(names.not_ok, False, seconds)] + ([(names.ok, True, ok_seconds)] if names.ok else [])
        answers = await self._store.ask(*[("GETRANGE", name, 0, BODY_LIMIT) for name, _, _ in wanted])
        for (name, ok, limit), answer in zip(wanted, answers or [], strict=False):
            found = _read(self._seals.open(name, answer), ok, now, limit)
            if found is not None:
                return found
        return None

    async def keep(self, names: Names, opinion: Opinion, model: str, now: float, seconds: int) -> None:
        """Tell the others, for that long; an ok only where it counts."""
        name = names.ok if opinion.ok else names.not_ok
        if name is None or seconds <= 0:
            return
        body = {
            "ok": opinion.ok,
            "reason": mask(opinion.reason)[:_REASON],
            "criterion": mask(opinion.criterion)[:_ALIAS],
            "confidence": opinion.confidence,
            "model": model[:_ALIAS],
            "created": float(now),
        }
        await self._store.ask(("SET", name, self._seals.seal(name, body), "EX", seconds))


def _read(body: dict[str, object] | None, ok: bool, now: float, limit: int) -> Cached | None:
    """The verdict of an opened body; None for one that is late, of the other kind, or of another form."""
    if body is None or body.get("ok") is not ok:
        return None
    created, confidence = body.get("created"), body.get("confidence")
    texts = [body.get(name) for name in ("reason", "criterion", "model")]
    if not isinstance(created, float) or not isinstance(confidence, int | float):
        return None
    if not created - _CLOCK_SLACK_S <= now < created + limit:
        return None
    reason, criterion, model = (text[:_REASON] if isinstance(text, str) else "" for text in texts)
    return Cached(Opinion(ok, reason, criterion, float(confidence)), model)
