"""Puts labelled events to rules and models and says what became of each: right, a false stop, missed, unknown.

A false stop ("false positive") holds up what should go ahead, a miss ("false negative") lets through what should be
stopped: also where the rule's own condition asks nobody about it. Unknown is neither: it takes the rule's on_error.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.core.values import but
from policyhooks.judge.calls import Complete
from policyhooks.judge.labelled import Case
from policyhooks.judge.ledger import Ledger
from policyhooks.judge.recording import Meter, Recording
from policyhooks.judge.review import Reviewer
from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest

UNLIMITED = 10**12
NOT_ASKED = "not asked"
RIGHT, FALSE_STOP, MISSED, UNKNOWN = "right", "false positive", "false negative", "unknown"


@dataclass(frozen=True, slots=True)
class Result:
    """One case judged by one model. Without an outcome the rule asked nobody."""

    case: Case
    model: str
    outcome: JudgeOutcome | None
    ms: int = 0
    cost: float = 0.0
    tokens: int = 0
    unpriced: int = 0

    @property
    def said(self) -> str:
        """ok, not_ok, unknown or not asked."""
        return NOT_ASKED if self.outcome is None else self.outcome.outcome

    @property
    def verdict(self) -> str:
        """right, false positive, false negative or unknown."""
        if self.said == UNKNOWN:
            return UNKNOWN
        passes = self.said in ("ok", NOT_ASKED)
        if passes == (self.case.expect == "ok"):
            return RIGHT
        return MISSED if passes else FALSE_STOP


@dataclass(frozen=True, slots=True)
class Setting:
    """With what cases are judged: models and keys, the time for an answer, how many at once."""

    config: Mapping[str, object] | None  # None: what each rule was compiled with
    keys: Mapping[str, str]
    timeout_s: float = 30.0
    side_by_side: int = 4


async def assess(
    cases: Sequence[Case],
    models: Sequence[str],
    complete: Complete,
    setting: Setting,
    recording: Recording | None = None,
    progress: Callable[[], None] = lambda: None,
) -> list[Result]:
    """Every case with every model, in order. Nothing is cached, no cap or breaker steps in."""
    gate = asyncio.Semaphore(setting.side_by_side)
    with tempfile.TemporaryDirectory(prefix="policyhooks-eval-") as folder:
        ledger = Ledger(Path(folder) / "ledger.sqlite3")

        async def judge(case: Case, model: str) -> Result:
            if case.request is None:
                progress()
                return Result(case, model, None)
            async with gate:
                meter = Meter(complete, recording)
                reviewer = Reviewer(meter, ledger, b"")
                request = question(case.request, model, setting)
                outcome = await reviewer.review(request, setting.keys, time.monotonic() + setting.timeout_s)
                progress()
                return Result(case, model, outcome, sum(meter.ms), meter.cost, meter.tokens, meter.unpriced)

        try:
            return list(await asyncio.gather(*(judge(case, model) for model in models for case in cases)))
        finally:
            ledger.close()


def question(request: JudgeRequest, model: str, setting: Setting) -> JudgeRequest:
    """A rule's question as an evaluation puts it: with another model and time where wanted, without caps."""
    config = request.config if setting.config is None else setting.config
    return but(
        request,
        model=model or request.model,
        timeout_ms=int(setting.timeout_s * 1000),
        config={**config, "breaker": False, "budgets": dict.fromkeys(_CAPS, UNLIMITED)},
    )


_CAPS = ("calls_per_day", "tokens_per_day", "cost_per_day", "calls_per_session", "tokens_per_session")
