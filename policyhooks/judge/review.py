"""One prompt rule on one event, from evidence to outcome: cache, caps, breaker, models, quorum.

Asks models only through the function it is given. Every path that is not a verdict is "unknown"
with a cause; an ok is never made up, and data that fakes our markers or an answer never reaches a model.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from policyhooks.judge import answer, evidence, prompt
from policyhooks.judge.breaker import Breaker
from policyhooks.judge.budget import Budget, Caps
from policyhooks.judge.cache import Cached, VerdictCache, seconds_for
from policyhooks.judge.calls import Complete
from policyhooks.judge.evidence import Evidence
from policyhooks.judge.exchanges import Exchanges, kept
from policyhooks.judge.identity import cache_key, ok_limit
from policyhooks.judge.ledger import Ledger
from policyhooks.judge.models import Model, find_model, key_of
from policyhooks.judge.opinion import Opinion, Undecided
from policyhooks.judge.replies import Reply
from policyhooks.judge.team.membership import Membership, Memberships
from policyhooks.judge.team.shared_verdicts import Names
from policyhooks.runtime.ports.judging import NOT_OK, OK, UNKNOWN, JudgeOutcome, JudgeRequest
from policyhooks.secrets.masking import mask

# With a second model behind it, the first one may not use up everybody's time.
FIRST_SHARE = 0.6
# A second model is worth asking only when the first one gave nothing; a cap holds for both.
_FINAL = ("over-budget",)


@dataclass(slots=True)
class Usage:
    """What one review has used so far. `cost` is None once a call had no known price."""

    calls: int = 0
    attempts: int = 0
    tokens: int = 0
    cost: float | None = 0.0
    model: str = ""
    name: str = ""
    signs: tuple[str, ...] = ()
    shared: bool = False
    exchanges: list[object] = field(default_factory=list)

    def add(self, reply: Reply) -> None:
        """One answer more."""
        self.tokens += reply.tokens
        self.attempts += reply.attempts
        self.cost = None if self.cost is None or reply.cost is None else self.cost + reply.cost


@dataclass(frozen=True, slots=True)
class Question:
    """A request that is ready to be asked."""

    request: JudgeRequest
    evidence: Evidence
    keys: Mapping[str, str]
    end: float
    usage: Usage
    team: Membership | None = None


class Reviewer:
    """Reviews events with one function that asks models and one ledger."""

    def __init__(
        self,
        complete: Complete,
        ledger: Ledger,
        seal_key: bytes,
        now: Callable[[], float] = time.time,
        teams: Memberships | None = None,
    ) -> None:
        self._complete = complete
        self._ledger = ledger
        self._cache = VerdictCache(ledger, seal_key)
        self._budget = Budget(ledger)
        self._breaker = Breaker(ledger)
        self._now = now
        self._teams = teams

    async def review(self, request: JudgeRequest, keys: Mapping[str, str], end: float) -> JudgeOutcome:
        """The outcome by `end` (monotonic). Never raises."""
        start = time.monotonic()
        usage = Usage()
        cached = False
        opinion = Opinion(ok=False)
        try:
            shown = evidence.prepare(request.input, request.event, request.transcript)
            usage.signs = shown.signs
            team = self._teams.of(request.config, keys) if self._teams is not None else None
            question = Question(request, shown, keys, end, usage, team)
            opinion, cached = await self._decide(question)
            outcome, reason, cause = OK if opinion.ok else NOT_OK, mask(opinion.reason), ""
        except Undecided as problem:
            outcome, reason, cause = UNKNOWN, problem.message, problem.cause
        except Exception as problem:  # noqa: BLE001 - a fault of ours is unknown, never a verdict
            outcome, reason, cause = UNKNOWN, f"the review failed ({type(problem).__name__})", "internal"
        self._ledger.count("shared" if usage.shared else "cached" if cached else cause or outcome)
        return JudgeOutcome(
            outcome=outcome,
            reason=reason,
            cause=cause,
            criterion=mask(opinion.criterion),
            confidence=opinion.confidence,
            cached=cached,
            shared=usage.shared,
            model=usage.model or request.model,
            name=usage.name,
            calls=usage.calls,
            attempts=usage.attempts,
            tokens=usage.tokens,
            cost=-1.0 if usage.cost is None else usage.cost,
            ms=int((time.monotonic() - start) * 1000),
            prompt=prompt.digest_of(request.prompt, stop=request.event in evidence.STOP_EVENTS),
            exchanges=usage.exchanges,
            signs=list(usage.signs),
        )

    async def _decide(self, question: Question) -> tuple[Opinion, bool]:
        request = question.request
        models = [find_model(request.model, request.config)]
        if isinstance(request.escalate, str) and request.escalate:
            models.append(find_model(request.escalate, request.config))
        key, team = cache_key(request, question.evidence.text, models), question.team
        names = team.names(request, question.evidence.text, models) if team is not None else None
        found = await self._find(question, key, names)
        if found is not None:
            question.usage.model = found.model
            question.usage.name = next((one.name for one in models if one.alias == found.model), "")
            return found.opinion, True
        opinion = await self._escalate(question, models)
        seconds = seconds_for(opinion, request.cache_s, ok_limit(request))
        self._cache.keep(key, request.rule_id, opinion, question.usage.model, self._now(), seconds)
        if team is not None:
            team.keep(names, opinion, question.usage.model, self._now(), seconds)
        return opinion, False

    async def _find(self, question: Question, key: bytes, names: Names | None) -> Cached | None:
        """A verdict that need not be asked for: this installation's, else one of its team's."""
        seconds = question.request.cache_s
        if seconds <= 0:
            return None
        found = self._cache.find(key, self._now())
        if found is None and question.team is not None:
            limit = min(seconds, ok_limit(question.request))
            found = await question.team.find(names, self._now(), seconds, limit)
            question.usage.shared = found is not None
        return found

    async def _escalate(self, question: Question, models: list[Model]) -> Opinion:
        """The first model's opinion; the second one's when the first gives none."""
        try:
            return await self._poll(question, models[0], FIRST_SHARE if len(models) > 1 else 1.0)
        except Undecided as problem:
            if len(models) == 1 or problem.cause in _FINAL:
                raise
        return await self._poll(question, models[1], 1.0)

    async def _poll(self, question: Question, model: Model, share: float) -> Opinion:
        """One opinion, or the agreement of several when the rule wants a quorum."""
        left = (question.end - time.monotonic()) * share
        seconds = min(left, question.request.timeout_ms / 1000)
        of, need = _quorum(question.request.quorum)
        if of == 1:
            return await self._ask(question, model, seconds)
        asked = [self._ask(question, model, seconds) for _ in range(of)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        opinions = [one for one in answers if isinstance(one, Opinion)]
        agreed = [one for one in opinions if one.ok]
        against = [one for one in opinions if not one.ok]
        if len(agreed) >= need:
            return agreed[0]
        if len(against) > of - need:
            return next((one for one in against if one.reason), against[0])
        troubles = [one for one in answers if isinstance(one, Undecided)]
        if len(troubles) == of:
            raise troubles[0]
        raise Undecided("disagreement", f"fewer than {need} of {of} answers agree")

    async def _ask(self, question: Question, model: Model, seconds: float) -> Opinion:
        """One call, counted, and its answer read."""
        request, usage, team = question.request, question.usage, question.team
        key = key_of(model, question.keys)
        breaking = request.config.get("breaker") is not False
        if breaking:
            self._breaker.check(model, self._now())
            if team is not None:
                await team.check(model, self._now())
        if seconds <= 0:
            raise Undecided("timeout", "no time is left to ask a model")
        names = {"rule": request.rule_id, "event": request.event, "client": request.client}
        stop = request.event in evidence.STOP_EVENTS
        shown, caps = question.evidence, Caps.of(request.config, request.rule_id)
        messages = prompt.build(request.prompt, shown.text, names, stop=stop, signs=shown.signs)
        session = f"{request.client} {request.session}" if request.session else ""
        self._budget.reserve(session, caps, self._now())
        if team is not None:
            await team.spending.reserve(self._now())
        usage.calls += 1
        usage.model, usage.name = model.alias, model.name
        exchanges = Exchanges()
        kept.set(exchanges)
        try:
            reply = await self._complete(model, key, messages, seconds)
        except Undecided as problem:
            usage.attempts += problem.attempts
            if breaking and self._breaker.note(model, problem.trouble, self._now()) and team is not None:
                team.report(model, self._now())
            raise
        finally:
            if request.shown:
                usage.exchanges += [one.shown(key) for one in exchanges.all]
        if breaking:
            self._breaker.note(model, False, self._now())
        usage.add(reply)
        self._budget.charge(session, caps, reply.tokens, reply.cost, self._now())
        if team is not None:
            team.charge(reply.tokens, reply.cost, self._now())
        return _sure(answer.read(reply.text, reply.finish_reason), model, request.confidence)


def _sure(opinion: Opinion, model: Model, least: float) -> Opinion:
    """The opinion, where it is as sure as the rule wants; one that does not say how sure it is, is not."""
    if least > 0 and opinion.confidence < least:
        how = f"{opinion.confidence:g}" if opinion.confidence >= 0 else "nothing"
        raise Undecided("unsure", f"model `{model.alias}` says {how} of its confidence, and the rule wants {least:g}")
    return opinion


def _quorum(value: object) -> tuple[int, int]:
    """How many answers are asked for and how many must be ok."""
    if value is None or value is False:
        return 1, 1
    of, need = (value.get("of"), value.get("need")) if isinstance(value, Mapping) else (3, 2)
    if isinstance(of, int) and isinstance(need, int) and 1 <= need <= of <= 9:
        return of, need
    raise Undecided("config", "the rule's quorum cannot be met")
