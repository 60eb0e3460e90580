"""What a call cost, from the Config or from litellm's written table. It asks nobody: functions of litellm's that look
prices up may call the model's server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from policyhooks.judge.models import Model


class Tokens(NamedTuple):
    """Those of one call. Of the prompt's, `cached` had been read before and `written` were kept for the next call."""

    prompt: int
    cached: int
    written: int
    completion: int


def row_of(table: Mapping[str, Any], model: Model) -> Mapping[str, Any] | None:
    """What litellm's table says of a model."""
    row = table.get(model.name) or table.get(model.name.partition("/")[2])
    return row if isinstance(row, Mapping) else None


def cost_of(table: Mapping[str, Any], model: Model, tokens: Tokens) -> float | None:
    """Dollars; None when nobody knows the price."""
    if model.prices is not None:
        return (tokens.prompt * model.prices[0] + tokens.completion * model.prices[1]) / 1_000_000
    row = row_of(table, model)
    if row is None:
        return None
    into, out = row.get("input_cost_per_token"), row.get("output_cost_per_token")
    if not isinstance(into, int | float) or not isinstance(out, int | float):
        return None
    again, keeping = (
        price if isinstance(price, int | float) else into
        for price in (row.get("cache_read_input_token_cost"), row.get("cache_creation_input_token_cost"))
    )
    cached = min(tokens.cached, tokens.prompt)
    written = min(tokens.written, tokens.prompt - cached)
    fresh = tokens.prompt - cached - written
    cost = fresh * into + cached * again + written * keeping + tokens.completion * out
    return float(cost) if cost > 0 else None
