"""Models that think before they answer get effort and room, and prompts are marked where a provider keeps them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from policyhooks.judge.calls import takes_marks
from policyhooks.judge.models import Model, find_model
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.prices import Tokens, cost_of
from policyhooks.judge.prompt import build
from policyhooks.judge.thinking import EFFORT, ROOM, ROOMS, cut_off, settings_of
from tests.judge.conftest import Court

NAMES = {"rule": "p/r", "event": "shell.before", "client": "cursor"}


def model(name: str = "openai/m", **params: object) -> Model:
    return find_model("m", {"models": {"m": {"model": name, "params": params}}})


def body_of(request: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(request.partition(b"\r\n\r\n")[2])
    return found


# name, params, row of the table, seen thinking: max_tokens, effort, whether a temperature is sent
SETTINGS: tuple[tuple[str, dict[str, object], object, bool, int, object, bool], ...] = (
    ("openai/m", {}, None, False, 300, None, True),
    ("openai/m", {}, {"supports_reasoning": False}, False, 300, None, True),
    ("openai/m", {}, {"supports_reasoning": True}, False, 300 + ROOM, EFFORT, False),
    ("anthropic/claude-x", {}, {"supports_reasoning": True}, False, 300, None, True),
    ("anthropic/claude-x", {"reasoning_effort": "medium"}, {}, False, 300 + ROOMS["medium"], "medium", False),
    ("openai/m", {"reasoning_effort": "none"}, {"supports_reasoning": True}, False, 300, "none", True),
    ("openai/m", {"temperature": 0.6, "max_tokens": 50}, None, True, 50 + ROOM, None, True),
    ("openai/m", {"thinking_tokens": 900}, None, False, 1200, None, False),
    ("openai/m", {"thinking_tokens": 0}, {"supports_reasoning": True}, True, 300, EFFORT, True),
)


@pytest.mark.parametrize(("name", "params", "row", "seen", "most", "effort", "temperature"), SETTINGS)
def test_effort_and_room(
    name: str, params: dict[str, object], row: object, seen: bool, most: int, effort: object, temperature: bool
) -> None:
    found = settings_of(model(name, **params), row, seen=seen)
    assert (found["max_tokens"], found.get("reasoning_effort")) == (most, effort)
    assert ("temperature" in found) is temperature


def test_a_total_that_the_config_names_is_kept() -> None:
    found = settings_of(model(max_completion_tokens=900), None, seen=True)
    assert (found["max_completion_tokens"], found["max_tokens"]) == (900, 300)


@pytest.mark.parametrize(
    ("text", "reason", "thoughts", "cut"),
    [
        (None, "length", False, True),
        ("", "length", False, True),
        ("<think>The policy", "length", False, True),
        ('{"reason": "it', "length", True, True),
        ('{"reason": "it', "length", False, False),
        (None, "stop", True, False),
    ],
)
def test_an_answer_that_ended_inside_thoughts(text: object, reason: str, thoughts: bool, cut: bool) -> None:
    assert cut_off(text, reason, thoughts) is cut


@pytest.mark.parametrize("params", [{"thinking_tokens": "many"}, {"thinking_tokens": -1}, {"prompt_cache": 1}])
def test_a_setting_of_another_kind_is_told(params: dict[str, object]) -> None:
    with pytest.raises(Undecided, match=next(iter(params))):
        model(**params)


def test_a_model_that_thinks_is_asked_again_with_room_and_remembered(court: Court) -> None:
    before = len(court.server.requests)
    first, second = court.ask("thinks"), court.ask("thinks")
    assert (first.outcome, first.attempts, second.outcome, second.attempts) == ("ok", 2, "ok", 1)
    sent = [body_of(request) for request in court.server.requests[before:]]
    assert [one["max_tokens"] for one in sent] == [300, 300 + ROOM, 300 + ROOM]
    assert ["temperature" in one for one in sent] == [True, False, False]


def test_an_effort_that_the_config_names_is_sent_to_any_server(court: Court) -> None:
    settings = {"model": "openai/good", "api_base": court.server.base, "params": {"reasoning_effort": "minimal"}}
    assert court.ask("good", config={"models": {"good": settings}}).outcome == "ok"
    sent = body_of(court.server.requests[-1])
    assert (sent["reasoning_effort"], sent["max_tokens"]) == ("minimal", 300 + ROOMS["minimal"])


@pytest.mark.parametrize(
    ("name", "params", "marked"),
    [
        ("anthropic/claude-x", {}, True),
        ("openrouter/anthropic/claude-x", {}, True),
        ("openai/m", {}, False),
        ("openai/claude-look-alike", {}, False),
        ("openai/m", {"prompt_cache": True}, True),
        ("anthropic/claude-x", {"prompt_cache": False}, False),
    ],
)
def test_who_is_told_what_to_keep(name: str, params: dict[str, object], marked: bool) -> None:
    assert takes_marks(model(name, **params)) is marked


def test_the_mark_stands_before_the_data_and_its_random_word() -> None:
    messages = build("Only reads are ok. $ARGUMENTS", '{"c":"ls"}', NAMES, stop=False)
    kept, rest = messages.chat(marked=True)[1]["content"]  # type: ignore[misc]
    assert kept["cache_control"] == {"type": "ephemeral"}  # type: ignore[index]
    assert kept["text"] + rest["text"] == messages.user  # type: ignore[index]
    assert "Only reads are ok." in kept["text"]  # type: ignore[index]
    assert messages.nonce not in kept["text"]  # type: ignore[index]
    assert messages.chat()[1]["content"] == messages.user


def test_a_provider_that_keeps_prompts_by_marks_gets_them(court: Court) -> None:
    root = court.server.base.removesuffix("/v1")
    settings = {"model": "anthropic/claude-good", "api_base": root}
    assert court.ask("claude", config={"models": {"claude": settings}}).outcome == "ok"
    sent = body_of(court.server.requests[-1])
    kept, rest = sent["messages"][0]["content"][:2]
    assert kept["cache_control"] == {"type": "ephemeral"}
    assert "Only harmless commands." in kept["text"]
    assert "[data " in rest["text"]


def test_what_is_kept_of_a_prompt_has_its_price() -> None:
    row = {
        "input_cost_per_token": 1.0,
        "output_cost_per_token": 2.0,
        "cache_read_input_token_cost": 0.1,
        "cache_creation_input_token_cost": 1.25,
    }
    assert cost_of({"openai/m": row}, model(), Tokens(100, 40, 20, 5)) == pytest.approx(40 + 4 + 25 + 10)
    plain = {name: price for name, price in row.items() if not name.startswith("cache")}
    assert cost_of({"m": plain}, model(), Tokens(100, 40, 20, 5)) == pytest.approx(110)
    assert cost_of({}, model(), Tokens(1, 0, 0, 1)) is None
