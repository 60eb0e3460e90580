"""One prompt rule from evidence to outcome, with models that are functions."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from policyhooks.judge import breaker
from policyhooks.judge.ledger import Ledger
from policyhooks.judge.models import Model
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.prompt import Messages
from policyhooks.judge.replies import Reply
from policyhooks.judge.review import Reviewer
from policyhooks.judge.tells import find_fake
from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest
from tests.judge.injections import INJECTIONS

OK, NOT_OK = '{"ok": true, "reason": "fine"}', '{"ok": false, "reason": "no"}'
CONFIG = {"models": {name: {"model": f"openai/{name}"} for name in ("fast", "strong")}}
TROUBLE = Undecided("transport", "down", trouble=True)


class Bench:
    """A reviewer with scripted models and a clock of its own."""

    def __init__(self, folder: Path) -> None:
        self.now = 1_800_000_000.0
        self.asked: list[tuple[str, str | None, float]] = []
        self.script: Callable[[str], str | Exception] = lambda alias: OK
        self.usage = (18, 0.001)
        self.ledger = Ledger(folder / "ledger.sqlite3")
        self.reviewer = Reviewer(self.complete, self.ledger, b"k" * 32, lambda: self.now)

    async def complete(self, model: Model, key: str | None, messages: Messages, seconds: float) -> Reply:
        self.asked.append((model.alias, key, seconds))
        said = self.script(model.alias)
        if isinstance(said, Exception):
            raise said
        return Reply(said, "stop", *self.usage)

    def review(self, keys: dict[str, str] | None = None, **fields: Any) -> JudgeOutcome:
        defaults = {"rule_id": "p/r", "prompt": "P", "event": "shell.before", "config": CONFIG, "session": "s"}
        request = JudgeRequest(**{**defaults, "input": {"command": "ls"}, **fields})
        return asyncio.run(self.reviewer.review(request, keys or {}, time.monotonic() + 10))


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.ledger.close()


def says(*answers: str | Exception) -> Callable[[str], str | Exception]:
    waiting = list(answers)
    return lambda alias: waiting.pop(0)


def test_three_outcomes(bench: Bench) -> None:
    bench.script = says(OK, NOT_OK, "who knows", TROUBLE)
    assert [bench.review().outcome for _ in range(4)] == ["ok", "not_ok", "unknown", "unknown"]
    assert bench.ledger.counts() == {"ok": 1, "not_ok": 1, "unparsable": 1, "transport": 1}


@pytest.mark.parametrize("text", INJECTIONS)
def test_text_for_the_reviewer_is_told_or_never_reaches_a_model(bench: Bench, text: str) -> None:
    """What fakes our conversation decides alone; of the rest the model and the journal are told."""
    outcome = bench.review(input={"command": text})
    if find_fake(text) is not None:
        assert (outcome.outcome, outcome.cause, bench.asked) == ("unknown", "injection", [])
    else:
        assert (outcome.outcome, bool(outcome.signs), len(bench.asked)) == ("ok", True, 1)


def test_what_is_missing_is_named(bench: Bench) -> None:
    assert "Config" in bench.review(config={}).reason
    keyed = {"models": {"fast": {"model": "openai/m", "api_key_env": "TEAM_KEY"}}}
    outcome = bench.review(config=keyed)
    assert (outcome.cause, "TEAM_KEY" in outcome.reason) == ("no-key", True)
    assert bench.review(keys={"TEAM_KEY": "v"}, config=keyed).outcome == "ok"
    assert bench.asked[-1][1] == "v"


@pytest.mark.parametrize("name", ["api_base", "num_retries", "max_retries", "timeout", "stream", "tools", "messages"])
def test_params_cannot_undo_deadline_retries_or_address(bench: Bench, name: str) -> None:
    config = {"models": {"fast": {"model": "openai/m", "params": {name: 1}}}}
    assert bench.review(config=config).cause == "config"
    assert bench.asked == []


def test_verdicts_are_kept_as_long_as_they_may_be(bench: Bench) -> None:
    bench.script = says(OK, NOT_OK, OK)
    assert not bench.review(cache_s=86400).cached
    bench.now += 299
    assert bench.review(cache_s=86400).cached
    bench.now += 2  # an ok lives five minutes, whatever the rule says
    assert bench.review(cache_s=86400).outcome == "not_ok"
    bench.now += 86399
    outcome = bench.review(cache_s=86400)
    assert (outcome.outcome, outcome.cached, outcome.calls) == ("not_ok", True, 0)
    bench.now += 2
    assert bench.review(cache_s=86400).outcome == "ok"
    bench.now -= 7200  # a clock that is set back revives nothing
    bench.script = says(NOT_OK)
    assert bench.review(cache_s=86400).outcome == "not_ok"


@pytest.mark.parametrize("answer", ["garbage", TROUBLE, Undecided("timeout", "late", trouble=True)])
def test_errors_and_deadlines_are_never_kept(bench: Bench, answer: str | Exception) -> None:
    bench.script = says(answer, OK)
    assert bench.review(cache_s=3600).outcome == "unknown"
    outcome = bench.review(cache_s=3600)
    assert (outcome.outcome, outcome.cached) == ("ok", False)


@pytest.mark.parametrize(
    "changed",
    [
        {"rule_id": "p/other"},
        {"digest": "other"},
        {"prompt": "other"},
        {"model": "strong"},
        {"escalate": "strong"},
        {"quorum": {"of": 3, "need": 2}},
        {"input": {"command": "ls "}},
        {"event": "mcp.before"},
        {"client": "codex"},
        {"cwd": "/elsewhere"},
        {"layer": "project"},
        {"config": {"models": {"fast": {"model": "openai/fast", "params": {"temperature": 1}}}}},
        {"config": {"models": {"fast": {"model": "openai/fast", "api_base": "http://127.0.0.1:1"}}}},
    ],
)
def test_whatever_could_change_a_verdict_is_part_of_its_key(bench: Bench, changed: dict[str, Any]) -> None:
    bench.review(cache_s=60)
    assert bench.review(cache_s=60).cached
    assert not bench.review(cache_s=60, **changed).cached


def test_a_changed_byte_in_the_cache_revives_nothing(bench: Bench) -> None:
    bench.script = says(NOT_OK, *[OK] * 6)
    bench.review(cache_s=60)
    for column, value in {"outcome": "ok", "reason": "x", "expires": 2e9, "created": 1.0, "model": "m"}.items():
        (row,) = bench.ledger.rows("SELECT * FROM verdicts")
        with bench.ledger.change() as connection:
            connection.execute(f"UPDATE verdicts SET {column} = ?", (value,))
        assert not bench.review(cache_s=0).cached
        request = bench.review(cache_s=60)
        assert not request.cached
        with bench.ledger.change() as connection:
            connection.execute("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        bench.script = says(*[OK] * 6)
    assert bench.review(cache_s=60).cached


def test_caps_hold_and_their_defaults_are_generous(bench: Bench) -> None:
    assert all(bench.review().outcome == "ok" for _ in range(60))
    for budgets in ({"calls_per_session": 60}, {"tokens_per_day": 1000}, {"cost_per_day": 0.05}):
        outcome = bench.review(config={**CONFIG, "budgets": budgets})
        assert outcome.cause == "over-budget"
        assert next(iter(budgets)) in outcome.reason
    assert bench.review(session="another", config={**CONFIG, "budgets": {"calls_per_session": 60}}).outcome == "ok"
    bench.now += 86400
    assert bench.review(config={**CONFIG, "budgets": {"tokens_per_day": 1000}}).outcome == "ok"


def test_a_call_without_a_price_is_not_free(bench: Bench) -> None:
    bench.usage = (10_000, None)  # type: ignore[assignment]
    bench.review()
    (spent,) = [row for row in bench.reviewer._budget.spent() if row.scope == "day"]
    assert (spent.unpriced, spent.cost) == (1, 0.1)
    assert bench.review(config={**CONFIG, "budgets": {"cost_per_day": 0.1}}).cause == "over-budget"


def test_what_cannot_be_counted_is_not_asked(bench: Bench) -> None:
    with sqlite3.connect(bench.ledger._path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        outcome = bench.review()
        other.execute("ROLLBACK")
    other.close()
    assert (outcome.cause, bench.asked) == ("over-budget", [])


def test_the_breaker_opens_rests_and_tries_once(bench: Bench) -> None:
    bench.script = lambda alias: TROUBLE
    causes = [bench.review().cause for _ in range(7)]
    assert causes == ["transport"] * 5 + ["breaker"] * 2
    assert bench.reviewer._breaker.resting(bench.now) == [("fast", int(breaker.REST_S))]
    bench.now += breaker.REST_S + 1
    assert [bench.review().cause for _ in range(2)] == ["transport", "breaker"]
    bench.now += breaker.REST_S + 1
    bench.script = lambda alias: OK
    assert [bench.review().outcome for _ in range(2)] == ["ok", "ok"]


def test_the_breaker_can_be_switched_off_and_ignores_bad_answers(bench: Bench) -> None:
    bench.script = lambda alias: TROUBLE
    assert {bench.review(config={**CONFIG, "breaker": False}).cause for _ in range(9)} == {"transport"}
    bench.script = lambda alias: "garbage"
    assert {bench.review().cause for _ in range(9)} == {"unparsable"}


def test_a_second_model_is_asked_only_when_the_first_gives_nothing(bench: Bench) -> None:
    bench.script = lambda alias: TROUBLE if alias == "fast" else NOT_OK
    outcome = bench.review(escalate="strong")
    assert (outcome.outcome, outcome.model, outcome.calls) == ("not_ok", "strong", 2)
    bench.asked.clear()
    bench.script = lambda alias: NOT_OK if alias == "fast" else OK
    assert bench.review(escalate="strong").outcome == "not_ok"  # no appeal after a not ok
    assert [alias for alias, _, _ in bench.asked] == ["fast"]


def test_the_first_of_two_models_leaves_time_for_the_second(bench: Bench) -> None:
    bench.script = lambda alias: TROUBLE
    bench.review(escalate="strong", timeout_ms=60_000)
    first, second = (seconds for _, _, seconds in bench.asked)
    assert first < 6.1
    assert second > 9


@pytest.mark.parametrize(
    ("answers", "outcome"),
    [
        ((OK, OK, OK), "ok"),
        ((OK, NOT_OK, OK), "ok"),
        ((NOT_OK, OK, NOT_OK), "not_ok"),
        ((OK, NOT_OK, "garbage"), "unknown"),
        ((OK, "garbage", TROUBLE), "unknown"),
        ((NOT_OK, "garbage", "garbage"), "unknown"),
        ((TROUBLE, TROUBLE, TROUBLE), "unknown"),
        ((OK, OK, TROUBLE), "ok"),
    ],
)
def test_a_quorum_needs_two_of_three(bench: Bench, answers: tuple[str | Exception, ...], outcome: str) -> None:
    bench.script = says(*answers)
    assert bench.review(quorum={"of": 3, "need": 2}).outcome == outcome


def test_a_quorum_that_makes_no_sense_is_unknown(bench: Bench) -> None:
    assert bench.review(quorum={"of": 2, "need": 3}).cause == "config"


def test_a_ledger_that_is_no_database_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "ledger.sqlite3"
    path.write_bytes(b"x" * 5000)
    ledger = Ledger(path)
    assert ledger.rows("SELECT * FROM verdicts") == []
    ledger.close()
    assert path.with_suffix(".broken").exists()
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ('{"ok": true, "reason": "", "confidence": 0.75}', "ok"),
        ('{"ok": true, "reason": "", "confidence": 0.5}', "unknown"),
        ('{"ok": false, "reason": "r", "confidence": 0.5}', "unknown"),
        ('{"ok": true, "reason": ""}', "unknown"),
    ],
)
def test_less_sure_than_the_rule_wants_is_unknown(bench: Bench, said: str, outcome: str) -> None:
    bench.script = says(said)
    got = bench.review(confidence=0.75)
    assert (got.outcome, got.cause) == (outcome, "unsure" if outcome == "unknown" else "")


def test_an_unsure_answer_goes_to_the_second_model(bench: Bench) -> None:
    bench.script = says(
        '{"ok": true, "reason": "", "confidence": 0.5}', '{"ok": false, "reason": "r", "confidence": 1}'
    )
    got = bench.review(confidence=0.75, escalate="strong")
    assert (got.outcome, got.model, got.calls) == ("not_ok", "strong", 2)
