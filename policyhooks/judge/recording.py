"""Recorded answers of models: an evaluation is repeated without a model, a key or a cost, and taken up again.

An answer is found again by the model's identity and everything that was sent but the random markers: another model
under the same alias, or another prompt, finds none. Secrets were masked before anything was sent, so a
recording holds none.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from policyhooks.errors import UsageError
from policyhooks.judge.calls import Complete
from policyhooks.judge.models import Model
from policyhooks.judge.opinion import CAUSES, Undecided
from policyhooks.judge.prompt import Messages
from policyhooks.judge.replies import Reply

# Troubles of the day: asked again when an evaluation is taken up, for they say nothing of the model.
PASSING = ("rate-limited", "transport", "unreachable", "timeout", "auth", "quota", "no-key", "internal")


def fingerprint(model: Model, messages: Messages) -> str:
    """What makes two calls the same."""
    parts = [model.identity(), *(text.replace(messages.nonce, "") for text in (messages.system, messages.user))]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class Recording:
    """The answers in a file: those that are there, in their order, and those that are added, each at once."""

    def __init__(self, path: Path, rows: list[dict[str, object]]) -> None:
        self.path = path
        self.rows = rows
        self._waiting: dict[str, list[dict[str, object]]] = {}
        for row in rows:
            self._waiting.setdefault(str(row["call"]), []).append(row)
        self._file: IO[str] | None = None

    def take(self, call: str) -> dict[str, object] | None:
        """The next recorded answer to a call; the same one again where it was asked for less often than now."""
        waiting = self._waiting.get(call)
        if not waiting:
            return None
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    def add(self, row: dict[str, object]) -> None:
        """Write one answer, whole, before the next is asked for."""
        if self._file is None:
            self._file = self.path.open("a", encoding="utf-8")
        self._file.write(json.dumps(row, sort_keys=True) + "\n")
        self._file.flush()
        self.rows.append(row)

    def close(self) -> None:
        """Nothing more is added."""
        if self._file is not None:
            self._file.close()

    def models(self) -> dict[str, object]:
        """The models of the answers, as a Config has them. Raises UsageError where an alias had two."""
        found: dict[str, object] = {}
        for row in self.rows:
            alias, settings = str(row["alias"]), row["settings"]
            if found.setdefault(alias, settings) != settings:
                hint = "name the one that you mean with --config, or record anew"
                raise UsageError(f"`{self.path}` holds answers of two models under `{alias}`", hint)
        return found


def load(path: Path, *, must: bool) -> Recording:
    """The recording in a file; an empty one where there is none yet and none is needed. Raises UsageError."""
    if not must and not path.exists():
        return Recording(path, [])
    try:
        lines = path.read_text("utf-8").split("\n")
        whole = lines[:-1]  # what was being written when a run was ended is no line
        rows = [json.loads(line) for line in whole]
        assert all(isinstance(row["settings"], dict) and row["alias"] and row["call"] for row in rows)
    except (OSError, ValueError, KeyError, TypeError, AssertionError):
        raise UsageError(f"`{path}` is not a recording of this version", "make one with --record") from None
    if lines[-1]:
        path.write_text("".join(line + "\n" for line in whole), encoding="utf-8")
    return Recording(path, rows)


@dataclass(slots=True)
class Meter:
    """A model whose calls are timed and priced; with a recording, answered from it or written into it."""

    complete: Complete
    recording: Recording | None = None
    ms: list[int] = field(default_factory=list)
    cost: float = 0.0
    tokens: int = 0
    unpriced: int = 0

    async def __call__(self, model: Model, key: str | None, messages: Messages, seconds: float) -> Reply:
        call = fingerprint(model, messages)
        row = self.recording.take(call) if self.recording is not None else None
        if row is None or row.get("cause") in PASSING:
            row = {"call": call, "alias": model.alias, "settings": model.settings()}
            row |= await self._ask(model, key, messages, seconds)
            if self.recording is not None and row.get("cause") not in PASSING:
                self.recording.add(row)
        return self._counted(row)

    async def _ask(self, model: Model, key: str | None, messages: Messages, seconds: float) -> dict[str, object]:
        started = time.monotonic()
        try:
            reply = await self.complete(model, key, messages, seconds)
            told: dict[str, object] = {"text": reply.text, "finish_reason": reply.finish_reason}
            told |= {"tokens": reply.tokens, "cost": reply.cost}
        except Undecided as problem:
            told = {"cause": problem.cause, "reason": problem.message}
        return {**told, "ms": int((time.monotonic() - started) * 1000)}

    def _counted(self, row: Mapping[str, object]) -> Reply:
        self.ms.append(_number(row.get("ms")))
        if "cause" in row:
            cause = str(row["cause"])
            raise Undecided(cause if cause in CAUSES else "internal", str(row.get("reason", "")))
        text, reason, cost = row.get("text"), row.get("finish_reason"), row.get("cost")
        tokens = _number(row.get("tokens"))
        priced = float(cost) if isinstance(cost, int | float) else None
        self.tokens += tokens
        self.cost += priced or 0.0
        self.unpriced += priced is None
        return Reply(
            text if isinstance(text, str) else None, reason if isinstance(reason, str) else None, tokens, priced
        )


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


async def nobody(model: Model, key: str | None, messages: Messages, seconds: float) -> Reply:
    """For a repetition: what was not recorded is asked of nobody."""
    raise Undecided("transport", "no answer of this model to this is recorded")
