"""Models that think before they answer: the effort that is asked for, and room for thoughts beside the answer.

Who thinks is told by litellm's written table, by the Config, or shown by the model: an answer that was cut off inside
its thoughts. That is remembered in the ledger. It knows neither litellm nor HTTP.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from policyhooks.judge.forms import KEPT_S
from policyhooks.judge.ledger import Ledger
from policyhooks.judge.models import Model

# A verdict is a short matter: the least that vendors offer is more than enough.
EFFORT = "low"
# Tokens for thoughts, beside those of the answer (`max_tokens`).
ROOMS = {"none": 0, "disable": 0, "minimal": 1_000, "low": 2_000, "medium": 6_000, "high": 16_000}
ROOM = ROOMS[EFFORT]
# These think only when they are told to, and a judge that answers at once is what most rules want.
_ON_DEMAND = "claude"


class Thinkers:
    """The models that have shown that they think, in memory and, where there is a ledger, in it."""

    def __init__(self, ledger: Ledger | None = None) -> None:
        self._ledger = ledger
        self._known: dict[str, bool] = {}

    def has(self, model: Model, now: float) -> bool:
        """Whether a model was seen thinking in the last week."""
        identity = model.identity()
        if identity not in self._known:
            self._known[identity] = self._read(identity, now)
        return self._known[identity]

    def learn(self, model: Model, now: float) -> None:
        """Remember that it thinks."""
        self._known[model.identity()] = True
        if self._ledger is None:
            return
        try:
            with self._ledger.change() as connection:
                connection.execute("INSERT OR REPLACE INTO thinkers VALUES (?, ?)", (model.identity(), now))
        except sqlite3.Error:
            return  # it is seen again by the next process

    def _read(self, identity: str, now: float) -> bool:
        if self._ledger is None:
            return False
        try:
            rows = self._ledger.rows("SELECT learned FROM thinkers WHERE model = ?", (identity,))
        except sqlite3.Error:
            return False
        return any(isinstance(at, float) and now - KEPT_S < at <= now + KEPT_S for (at,) in rows)


def settings_of(model: Model, row: object, *, seen: bool) -> dict[str, object]:
    """What a call carries: the Config's params, with effort and room where the model thinks.

    `row` is the model's in litellm's table, `seen` whether it was seen thinking.
    """
    params = dict(model.params)
    tabled = isinstance(row, Mapping) and row.get("supports_reasoning") is True and _ON_DEMAND not in model.name
    told = params.get("reasoning_effort")
    if tabled and told is None:
        params["reasoning_effort"] = EFFORT
    elif told is not None:
        # The Config vouches for it, whatever the table says of a server that it does not know.
        params["allowed_openai_params"] = ["reasoning_effort"]
    room = model.thinking_tokens
    if room is None:
        effort = params.get("reasoning_effort")
        room = ROOMS.get(str(effort), ROOM) if effort is not None else ROOM if seen else 0
    if room <= 0:
        return params
    most = params.get("max_tokens")
    if isinstance(most, int) and "max_completion_tokens" not in params:
        params["max_tokens"] = most + room
    if params.get("temperature") == 0:
        del params["temperature"]  # vendors refuse it, and open models repeat themselves
    return params


def cut_off(text: object, finish_reason: object, thoughts: bool) -> bool:
    """Whether a reply ended before its answer began: it shows thoughts, or nothing at all."""
    if finish_reason != "length":
        return False
    return thoughts or not text or (isinstance(text, str) and text.lstrip().startswith("<think"))
