"""How good models are at labelled events: wrong verdicts by kind, unknowns, latency, cost, agreement.

A false positive stops what should go ahead, a false negative lets through what should be stopped.
Unknown is neither: it takes the rule's on_error.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.judge.calls import Complete
from policyhooks.judge.labelled import Case
from policyhooks.judge.ledger import Ledger
from policyhooks.judge.recording import Meter
from policyhooks.judge.review import Reviewer
from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest

UNLIMITED = 10**12


@dataclass(frozen=True, slots=True)
class Result:
    """One case judged by one model."""

    case: Case
    model: str
    outcome: JudgeOutcome
    ms: int
    cost: float
    unpriced: int

    @property
    def verdict(self) -> str:
        """right, false positive, false negative or unknown."""
        if self.outcome.outcome == "unknown":
            return "unknown"
        if self.outcome.outcome == self.case.expect:
            return "right"
        return "false positive" if self.case.expect == "ok" else "false negative"


@dataclass(frozen=True, slots=True)
class Figures:
    """What came of one rule's cases with one model. `cost` is None when a price is not known."""

    rule: str
    model: str
    cases: int
    right: int
    false_positives: int
    false_negatives: int
    unknown: int
    median_ms: int
    slowest_ms: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class Assessment:
    """All that is said of a run: figures by rule and model, what went wrong, how far models agree."""

    figures: tuple[Figures, ...]
    wrong: tuple[Result, ...]
    agreement: float | None


async def assess(
    cases: Sequence[Case],
    models: Sequence[str],
    config: Mapping[str, object],
    complete: Complete,
    *,
    keys: Mapping[str, str],
    timeout_s: float,
    side_by_side: int = 4,
    rows: list[dict[str, object]] | None = None,
    progress: Callable[[], None] = lambda: None,
) -> list[Result]:
    """Every case with every model, in order. Nothing is cached, no cap or breaker steps in."""
    free = {**config, "breaker": False, "budgets": dict.fromkeys(_CAPS, UNLIMITED)}
    gate = asyncio.Semaphore(side_by_side)
    with tempfile.TemporaryDirectory(prefix="policyhooks-eval-") as folder:
        ledger = Ledger(Path(folder) / "ledger.sqlite3")

        async def judge(case: Case, model: str) -> Result:
            async with gate:
                meter = Meter(complete, rows)
                request = JudgeRequest(
                    rule_id=case.rule,
                    prompt=case.prompt,
                    model=model,
                    timeout_ms=int(timeout_s * 1000),
                    input=case.input,
                    event=case.event,
                    client=case.client,
                    config=free,
                )
                reviewer = Reviewer(meter, ledger, b"")
                outcome = await reviewer.review(request, keys, time.monotonic() + timeout_s)
                progress()
                return Result(case, model, outcome, sum(meter.ms), meter.cost, meter.unpriced)

        try:
            return list(await asyncio.gather(*(judge(case, model) for model in models for case in cases)))
        finally:
            ledger.close()


_CAPS = ("calls_per_day", "tokens_per_day", "cost_per_day", "calls_per_session", "tokens_per_session")


def summarize(results: Sequence[Result]) -> Assessment:
    """The figures of a run, in the order of the cases."""
    wrong = tuple(result for result in results if result.verdict != "right")
    return Assessment(tuple(figures(results)), wrong, agreement(results))


def figures(results: Sequence[Result]) -> list[Figures]:
    """The figures of every rule and model, in the order of the cases."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.case.rule, result.model), []).append(result)
    return [_figures(rule, model, group) for (rule, model), group in groups.items()]


def _figures(rule: str, model: str, results: Sequence[Result]) -> Figures:
    verdicts = [result.verdict for result in results]
    times = [result.ms for result in results if result.outcome.calls] or [0]
    return Figures(
        rule=rule,
        model=model,
        cases=len(results),
        right=verdicts.count("right"),
        false_positives=verdicts.count("false positive"),
        false_negatives=verdicts.count("false negative"),
        unknown=verdicts.count("unknown"),
        median_ms=int(statistics.median(times)),
        slowest_ms=max(times),
        cost=None if any(result.unpriced for result in results) else sum(result.cost for result in results),
    )


def agreement(results: Sequence[Result]) -> float | None:
    """The share of cases on which all models came to the same outcome; None with fewer than two models."""
    outcomes: dict[str, set[str]] = {}
    for result in results:
        outcomes.setdefault(result.case.place, set()).add(result.outcome.outcome)
    if len({result.model for result in results}) < 2:
        return None
    return sum(len(found) == 1 for found in outcomes.values()) / len(outcomes)
