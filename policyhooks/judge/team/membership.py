"""An installation's part in a team: what a review asks of its Redis, as one value, and those values by their settings.

What need not be waited for is sent after the answer. Without a team's key only spending is shared.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path

from policyhooks.judge import place
from policyhooks.judge.cache import Cached
from policyhooks.judge.identity import asked_of, exact_of
from policyhooks.judge.models import Model
from policyhooks.judge.opinion import Opinion
from policyhooks.judge.team.redis_link import Store
from policyhooks.judge.team.rests import SharedRests
from policyhooks.judge.team.seals import Seals
from policyhooks.judge.team.shared_verdicts import Names, SharedVerdicts
from policyhooks.judge.team.spending import SharedSpending
from policyhooks.judge.team.team_settings import TeamSettings, settings_of
from policyhooks.runtime.ports.judging import JudgeRequest

MOST = 8  # settings that one worker keeps a link for


class Membership:
    """One team's Redis, as a review uses it. INVARIANT: an ok is read only for a managed rule whose Config says so."""

    def __init__(self, settings: TeamSettings, who: str) -> None:
        self._ok = settings.ok
        self.store = Store(settings)
        self.spending = SharedSpending(self.store, dict(settings.caps))
        seals = Seals(settings.key) if settings.key is not None else None
        self._verdicts = SharedVerdicts(self.store, seals) if seals is not None else None
        self._rests = SharedRests(self.store, seals, who) if seals is not None else None
        self._later: set[asyncio.Task[None]] = set()

    def names(self, request: JudgeRequest, shown: str, models: Sequence[Model]) -> Names | None:
        """Where a question's verdicts would be; that of an ok only where the managed layer lets one count."""
        if self._verdicts is None:
            return None
        exact = exact_of(request) if self._ok and request.layer == "managed" else None
        return self._verdicts.names(asked_of(request, shown, models), exact)

    async def find(self, names: Names | None, now: float, seconds: int, ok_seconds: int) -> Cached | None:
        """Another installation's verdict."""
        if self._verdicts is None or names is None:
            return None
        return await self._verdicts.find(names, now, seconds, ok_seconds)

    def keep(self, names: Names | None, opinion: Opinion, model: str, now: float, seconds: int) -> None:
        """Tell the others of a verdict."""
        if self._verdicts is not None and names is not None:
            self._send(self._verdicts.keep(names, opinion, model, now, seconds))

    async def check(self, model: Model, now: float) -> None:
        """Raise Undecided while others say that the model fails."""
        if self._rests is not None:
            await self._rests.check(model, now)

    def report(self, model: Model, now: float) -> None:
        """Tell the others that a model rests here."""
        if self._rests is not None:
            self._send(self._rests.report(model, now))

    def charge(self, tokens: int, cost: float | None, now: float) -> None:
        """Count what a call used."""
        self._send(self.spending.charge(tokens, cost, now))

    def leave(self) -> None:
        """Cut the link."""
        self._send(self.store.close())

    async def settle(self) -> None:
        """Wait for what was sent after answers."""
        await asyncio.gather(*self._later)

    def _send(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)


class Memberships:
    """The teams that one judge process has met."""

    def __init__(self, who: str, *, alone: bool = False) -> None:
        self._who = who
        self._alone = alone
        self._known: dict[TeamSettings, Membership] = {}

    def of(self, config: Mapping[str, object], keys: Mapping[str, str]) -> Membership | None:
        """The team of a judge's options; None where there is none."""
        settings = None if self._alone else settings_of(config, keys)
        if settings is None:
            return None
        if settings not in self._known:
            while len(self._known) >= MOST:
                self._known.pop(next(iter(self._known))).leave()
            self._known[settings] = Membership(settings, self._who)
        return self._known[settings]

    def status(self) -> dict[str, str]:
        """How each team's Redis is reached."""
        return {f"{one.host}:{one.port}": team.store.trouble or "reached" for one, team in self._known.items()}

    async def settle(self) -> None:
        """Wait for what was sent after answers."""
        await asyncio.gather(*(one.settle() for one in self._known.values()))

    async def close(self) -> None:
        """Cut every link."""
        await asyncio.gather(*(one.store.close() for one in self._known.values()))


def memberships_of(folder: Path) -> Memberships:
    """Those of a judge's folder; a borrowed one takes part in nothing."""
    who = hashlib.sha256(b"member " + place.cache_key(folder)).hexdigest()[:16]
    return Memberships(who, alone=(folder / place.ALONE).exists())
