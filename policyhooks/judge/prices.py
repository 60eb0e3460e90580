"""What a call cost, from the Config or from litellm's written table. It asks nobody: functions of litellm's that look
prices up may call the model's server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from policyhooks.judge.models import Model


def cost_of(table: Mapping[str, Any], model: Model, prompt: int, cached: int, completion: int) -> float | None:
    """Dollars; None when nobody knows the price. `cached` are those of the prompt's tokens that the server had read."""
    if model.prices is not None:
        return (prompt * model.prices[0] + completion * model.prices[1]) / 1_000_000
    row = table.get(model.name) or table.get(model.name.partition("/")[2])
    if not isinstance(row, Mapping):
        return None
    into, out = row.get("input_cost_per_token"), row.get("output_cost_per_token")
    if not isinstance(into, int | float) or not isinstance(out, int | float):
        return None
    again = row.get("cache_read_input_token_cost")
    again = again if isinstance(again, int | float) else into
    cost = (prompt - min(cached, prompt)) * into + min(cached, prompt) * again + completion * out
    return float(cost) if cost > 0 else None
