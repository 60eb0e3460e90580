"""The figures of an evaluation: wrong verdicts by kind, confusion, calibration, latency, cost, agreement, a comparison.

Plain counting over results; it asks nobody and draws nothing.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from policyhooks.errors import UsageError
from policyhooks.judge.assessment import FALSE_STOP, MISSED, RIGHT, UNKNOWN, Result

GATES = ("missed", "false", "unknown")


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
    not_asked: int
    missed_share: float  # of what should be stopped
    false_share: float  # of what should go ahead
    unknown_share: float  # of all
    median_ms: int
    p95_ms: int
    slowest_ms: int
    tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class Sureness:
    """How often verdicts were right that a model gave with one confidence; -1 where it told none."""

    model: str
    confidence: float
    verdicts: int
    right: int


@dataclass(frozen=True, slots=True)
class Change:
    """A case whose verdict differs from that of the baseline."""

    place: str
    model: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Assessment:
    """All that is said of a run."""

    figures: tuple[Figures, ...]
    totals: tuple[Figures, ...]  # a row a model, over all rules
    confusion: Mapping[str, Mapping[str, int]]  # by model: "label -> what was said" and how often
    calibration: tuple[Sureness, ...]
    error: Mapping[str, float]  # by model: how far its confidence is from how often it is right
    results: tuple[Result, ...]
    agreement: float | None
    changes: tuple[Change, ...] | None = None  # None: no baseline

    @property
    def wrong(self) -> tuple[Result, ...]:
        """The cases that did not come out right."""
        return tuple(result for result in self.results if result.verdict != RIGHT)


def summarize(results: Sequence[Result], baseline: Mapping[str, object] | None = None) -> Assessment:
    """The figures of a run, in the order of the cases."""
    models = list(dict.fromkeys(result.model for result in results))
    by_model = {model: [result for result in results if result.model == model] for model in models}
    return Assessment(
        figures=tuple(figures(results)),
        totals=tuple(_figures("all", model, own) for model, own in by_model.items()),
        confusion={model: _confusion(own) for model, own in by_model.items()},
        calibration=tuple(row for model, own in by_model.items() for row in _calibration(model, own)),
        error={model: _error(own) for model, own in by_model.items() if _sure(own)},
        results=tuple(results),
        agreement=agreement(results),
        changes=None if baseline is None else tuple(compare(results, baseline)),
    )


def figures(results: Sequence[Result]) -> list[Figures]:
    """The figures of every rule and model, in the order of the cases."""
    groups: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        groups.setdefault((result.case.rule, result.model), []).append(result)
    return [_figures(rule, model, group) for (rule, model), group in groups.items()]


def _figures(rule: str, model: str, results: Sequence[Result]) -> Figures:
    verdicts = Counter(result.verdict for result in results)
    labels = Counter(result.case.expect for result in results)
    times = sorted(result.ms for result in results if result.outcome is not None and result.outcome.calls) or [0]
    return Figures(
        rule=rule,
        model=model,
        cases=len(results),
        right=verdicts[RIGHT],
        false_positives=verdicts[FALSE_STOP],
        false_negatives=verdicts[MISSED],
        unknown=verdicts[UNKNOWN],
        not_asked=sum(result.outcome is None for result in results),
        missed_share=_share(verdicts[MISSED], labels["not_ok"]),
        false_share=_share(verdicts[FALSE_STOP], labels["ok"]),
        unknown_share=_share(verdicts[UNKNOWN], len(results)),
        median_ms=int(statistics.median(times)),
        p95_ms=times[max(0, -(-len(times) * 95 // 100) - 1)],
        slowest_ms=times[-1],
        tokens=sum(result.tokens for result in results),
        cost=None if any(result.unpriced for result in results) else sum(result.cost for result in results),
    )


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


def _confusion(results: Sequence[Result]) -> dict[str, int]:
    return dict(sorted(Counter(f"{result.case.expect} -> {result.said}" for result in results).items()))


def _sure(results: Sequence[Result]) -> list[tuple[float, bool]]:
    """Confidence and rightness of every verdict that told a confidence."""
    return [
        (one.outcome.confidence, one.verdict == RIGHT)
        for one in results
        if one.outcome is not None and one.said != UNKNOWN and one.outcome.confidence >= 0
    ]


def _calibration(model: str, results: Sequence[Result]) -> list[Sureness]:
    told: dict[float, list[bool]] = {}
    for one in results:
        if one.outcome is not None and one.said != UNKNOWN:
            told.setdefault(max(-1.0, one.outcome.confidence), []).append(one.verdict == RIGHT)
    return [Sureness(model, level, len(right), sum(right)) for level, right in sorted(told.items())]


def _error(results: Sequence[Result]) -> float:
    """The mean distance of confidence and share of right verdicts, each level by its weight."""
    told = _sure(results)
    levels = {level for level, _ in told}
    distances = []
    for level in levels:
        right = [good for one, good in told if one == level]
        distances.append(abs(level - sum(right) / len(right)) * len(right))
    return round(sum(distances) / len(told), 4)


def agreement(results: Sequence[Result]) -> float | None:
    """The share of cases on which all models came to the same outcome; None with fewer than two models."""
    said: dict[str, set[str]] = {}
    for result in results:
        said.setdefault(result.case.place, set()).add(result.said)
    if len({result.model for result in results}) < 2:
        return None
    return sum(len(found) == 1 for found in said.values()) / len(said)


def compare(results: Sequence[Result], baseline: Mapping[str, object]) -> list[Change]:
    """What came out differently than in an earlier run (its JSON), by event and model. Raises UsageError."""
    rows = baseline.get("cases")
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "identity" in row for row in rows):
        raise UsageError("the baseline is no report of `judge eval`", "write one with --format json")
    before = {(row["identity"], row.get("model")): str(row.get("verdict")) for row in rows}
    return [
        Change(result.case.place, result.model, old, result.verdict)
        for result in results
        if (old := before.get((result.case.identity, result.model))) is not None and old != result.verdict
    ]


def over(assessment: Assessment, gates: Mapping[str, float | None]) -> list[str]:
    """The gates that a model misses, in words; each model is held to each of them."""
    said = []
    for one in assessment.totals:
        shares = {"missed": one.missed_share, "false": one.false_share, "unknown": one.unknown_share}
        shares["wrong"] = _share(one.cases - one.right, one.cases)
        for name, most in gates.items():
            if most is not None and shares[name] > most:
                said.append(f"{one.model or 'the rules'}: {name} {shares[name]:.1%}, --max-{name} {most:.1%}")
    return said
