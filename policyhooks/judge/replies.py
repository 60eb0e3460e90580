"""What a model's server has answered, taken apart: the text, how it ended, tokens, cost. It judges no text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from policyhooks.judge import causes, thinking
from policyhooks.judge.models import Model
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.prices import Tokens, cost_of


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. `cost` is None when nobody knows the price: unknown is not zero."""

    text: str | None
    finish_reason: str | None
    tokens: int = 0
    cost: float | None = None
    attempts: int = 1


def reply_of(prices: Mapping[str, Any], model: Model, response: Any, attempts: int) -> Reply:
    """The parts of a response that count. A reply with tool calls or several choices is not an answer."""
    try:
        (choice,) = response.choices
        message = choice.message
        text, reason = message.content, choice.finish_reason
        fields = getattr(message, "provider_specific_fields", None) or {}
        refused = getattr(message, "refusal", None) or fields.get("refusal") or getattr(message, "tool_calls", None)
    except (AttributeError, TypeError, ValueError):
        raise Undecided("unparsable", "the model's reply has no single message") from None
    if refused:
        raise causes.undecided(model, "refused", "a refusal instead of an answer", attempts=attempts)
    usage = getattr(response, "usage", None)
    prompt, completion = (_count(usage, name) for name in ("prompt_tokens", "completion_tokens"))
    details = getattr(usage, "prompt_tokens_details", None)
    cached, written = _count(details, "cached_tokens"), _count(usage, "cache_creation_input_tokens")
    return Reply(
        text if isinstance(text, str) else None,
        reason if isinstance(reason, str) else None,
        prompt + completion,
        cost_of(prices, model, Tokens(prompt, cached, written, completion)),
        attempts,
    )


def _count(usage: object, name: str) -> int:
    value = getattr(usage, name, 0)
    return value if isinstance(value, int) and value >= 0 else 0


def ended_in_thought(response: Any) -> bool:
    """Whether a reply ended inside a model's thoughts, before its answer."""
    try:
        (choice,) = response.choices
        message, reason = choice.message, choice.finish_reason
    except (AttributeError, TypeError, ValueError):
        return False
    details = getattr(getattr(response, "usage", None), "completion_tokens_details", None)
    thoughts = bool(getattr(message, "reasoning_content", None)) or _count(details, "reasoning_tokens") > 0
    return thinking.cut_off(getattr(message, "content", None), reason, thoughts)
