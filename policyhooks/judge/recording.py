"""Recorded answers of models, so that an evaluation can be repeated without a model, a key or a cost.

An answer is found again by everything that was sent but the random markers. Secrets were masked
before anything was sent, so a recording holds none.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass, field
from pathlib import Path

from policyhooks.errors import UsageError
from policyhooks.judge.calls import Complete
from policyhooks.judge.replies import Reply
from policyhooks.judge.models import Model
from policyhooks.judge.opinion import CAUSES, Undecided
from policyhooks.judge.prompt import Messages


def fingerprint(model: Model, messages: Messages) -> str:
    """What makes two calls the same."""
    parts = [model.alias, *(text.replace(messages.nonce, "") for text in (messages.system, messages.user))]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(slots=True)
class Meter:
    """A model whose calls are timed, priced and, if wanted, written down."""

    complete: Complete
    rows: list[dict[str, object]] | None = None
    ms: list[int] = field(default_factory=list)
    cost: float = 0.0
    unpriced: int = 0

    async def __call__(self, model: Model, key: str | None, messages: Messages, seconds: float) -> Reply:
        started = time.monotonic()
        row: dict[str, object] = {"call": fingerprint(model, messages)}
        try:
            reply = await self.complete(model, key, messages, seconds)
            row |= {"text": reply.text, "finish_reason": reply.finish_reason}
            row |= {"tokens": reply.tokens, "cost": reply.cost}
            self.cost += reply.cost or 0.0
            self.unpriced += reply.cost is None
            return reply
        except Undecided as problem:
            row |= {"cause": problem.cause, "reason": problem.message}
            raise
        finally:
            took = int((time.monotonic() - started) * 1000)
            self.ms.append(took)
            if self.rows is not None:
                self.rows.append({**row, "ms": took})


def save(path: Path, rows: list[dict[str, object]]) -> None:
    """Write recorded answers, sorted, so that two recordings can be compared."""
    lines = sorted(json.dumps(row, sort_keys=True) for row in rows)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def replay(path: Path) -> Complete:
    """A model that says what was recorded; what was not recorded is unknown."""
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        found = {str(row["call"]): dict(row) for row in rows}
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(f"`{path}` is not a recording", "make one with --record") from None

    async def complete(model: Model, key: str | None, messages: Messages, seconds: float) -> Reply:
        row = found.get(fingerprint(model, messages))
        if row is None:
            raise Undecided("transport", "no answer to this is recorded")
        if "cause" in row:
            raise Undecided(row["cause"] if row["cause"] in CAUSES else "internal", str(row.get("reason", "")))
        return Reply(row.get("text"), row.get("finish_reason"), int(row.get("tokens") or 0), row.get("cost"))

    return complete
