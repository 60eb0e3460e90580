"""The judge page: what models were asked, what they said, what it cost, and why some gave no answer."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response

from policyhooks.inspect.journal_ids import Entry, chain_of
from policyhooks.report.journal.text import rules_of, short_time, subject_of
from policyhooks.report.screen.chart import percentile
from policyhooks.web.charts import draw_strips, share
from policyhooks.web.desk import Desk

OUTCOMES = ("ok", "not_ok", "unknown")
NEWEST = 50
Asked = tuple[Entry, str, Mapping[str, object]]


def show(request: Request, desk: Desk) -> Response:
    """The page."""
    asked = list(questions(desk.journal.look()))
    outcomes = Counter(str(told.get("outcome", "")) for _, _, told in asked)
    causes = Counter(
        str(told.get("cause") or "no cause given") for _, _, told in asked if told.get("outcome") == "unknown"
    )
    spent = [_number(told.get("ms")) for _, _, told in asked]
    values = {
        "total": len(asked),
        "outcomes": [(name.replace("_", " "), outcomes[name], share(outcomes[name], len(asked))) for name in OUTCOMES],
        "causes": [(cause, count, share(count, len(asked))) for cause, count in causes.most_common(12)],
        "cost": round(sum(_number(told.get("cost")) for _, _, told in asked), 4),
        "priced": sum("cost" in told for _, _, told in asked),
        "cached": sum(bool(told.get("cached")) for _, _, told in asked),
        "tokens": int(sum(_number(told.get("tokens")) for _, _, told in asked)),
        "median": round(percentile(spent, 0.5)) if spent else 0,
        "slow": round(percentile(spent, 0.9)) if spent else 0,
        "models": models_of(asked),
        "chart": draw_strips(strips_of(asked)),
        "rows": [_row(one) for one in asked[::-1][:NEWEST]],
    }
    return desk.show(request, "judge", values)


def questions(entries: Sequence[Entry]) -> Iterator[Asked]:
    """Every outcome of a judge, with its record and rule."""
    for entry in entries:
        for rule in rules_of(entry.record):
            told = rule.get("judge")
            if isinstance(told, Mapping):
                yield entry, str(rule.get("id", "")), told


def strips_of(asked: Sequence[Asked]) -> list[tuple[str, list[str]]]:
    """The times of questions by their outcome."""
    times: dict[str, list[str]] = defaultdict(list)
    for entry, _, told in asked:
        times[str(told.get("outcome", ""))].append(str(entry.record.get("time", "")))
    return [(name.replace("_", " "), times[name]) for name in ("not_ok", "unknown", "ok")]


def models_of(asked: Sequence[Asked]) -> list[dict[str, object]]:
    """What each model was asked and cost."""
    by_model: dict[str, list[Mapping[str, object]]] = defaultdict(list)
    for _, _, told in asked:
        by_model[str(told.get("model") or told.get("name") or "none")].append(told)
    return [
        {
            "model": model,
            "asked": len(found),
            "not_ok": sum(told.get("outcome") == "not_ok" for told in found),
            "unknown": sum(told.get("outcome") == "unknown" for told in found),
            "cost": round(sum(_number(told.get("cost")) for told in found), 4),
        }
        for model, found in sorted(by_model.items(), key=lambda pair: -len(pair[1]))
    ]


def _row(one: Asked) -> dict[str, object]:
    entry, rule, told = one
    return {
        "chain": chain_of(entry.record),
        "time": short_time(entry.record),
        "rule": rule,
        "subject": subject_of(entry.record)[:200],
        "outcome": str(told.get("outcome", "")).replace("_", " "),
        "cause": str(told.get("cause", "")),
        "reason": str(told.get("reason", ""))[:300],
    }


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0
