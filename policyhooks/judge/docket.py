"""All prompt rules of one event: read from a frame, reviewed side by side, answered by one deadline.

Shared by the resident worker and the one-shot judge. It knows frames, not sockets.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping

from policyhooks.core.strict_json import parse
from policyhooks.core.values import build
from policyhooks.errors import PolicyHooksError
from policyhooks.judge.review import Reviewer
from policyhooks.runtime.ports.judging import FRAME_LIMIT, PROTOCOL, JudgeOutcome, JudgeRequest, unknown

REQUEST_LIMIT = 50


class BadFrame(PolicyHooksError):
    """A frame that no hook of ours sends."""


def read_frame(data: bytes) -> dict[str, object]:
    """The object in a frame. Raises BadFrame."""
    try:
        value = parse(data)
    except PolicyHooksError:
        raise BadFrame("not one JSON object") from None
    if not isinstance(value, dict):
        raise BadFrame("not one JSON object")
    return value


def write_frame(value: Mapping[str, object]) -> bytes:
    """A value as a frame: length, then JSON."""
    data = json.dumps(value).encode()
    assert len(data) <= FRAME_LIMIT
    return len(data).to_bytes(4, "big") + data


def requests_of(body: Mapping[str, object]) -> tuple[list[JudgeRequest], dict[str, str], float]:
    """The requests, the keys and the monotonic end of a frame. Raises BadFrame."""
    rows, keys, budget = body.get("requests"), body.get("keys"), body.get("budget_ms")
    if body.get("protocol") != PROTOCOL or not isinstance(rows, list) or not 0 < len(rows) <= REQUEST_LIMIT:
        raise BadFrame("another protocol")
    if not isinstance(keys, dict) or not isinstance(budget, int):
        raise BadFrame("no keys or no budget")
    end = time.monotonic() + max(0, budget) / 1000
    return [_request(row) for row in rows], {str(name): str(value) for name, value in keys.items()}, end


def _request(row: object) -> JudgeRequest:
    if not isinstance(row, dict):
        raise BadFrame("a request is not an object")
    for name, value in row.items():
        zero = getattr(JudgeRequest, name, BadFrame)
        if zero is BadFrame or (zero is not None and type(value) is not type(zero)):
            raise BadFrame(f"a request has a wrong {name[:40]}")
    return build(JudgeRequest, row)


async def review_all(
    reviewer: Reviewer, requests: list[JudgeRequest], keys: Mapping[str, str], end: float
) -> list[JudgeOutcome]:
    """One outcome per request, side by side; those that are late are unknown."""
    tasks = [asyncio.create_task(reviewer.review(request, keys, end)) for request in requests]
    await asyncio.wait(tasks, timeout=max(0.0, end - time.monotonic()))
    outcomes = []
    for task, request in zip(tasks, requests, strict=True):
        if task.done() and not task.cancelled() and task.exception() is None:
            outcomes.append(task.result())
        else:
            task.cancel()
            reason = f"model `{request.model}` did not answer before the hook's own deadline"
            outcomes.append(unknown("timeout", reason))
    return outcomes


def answer_of(outcomes: list[JudgeOutcome]) -> dict[str, object]:
    """The body of an answer."""
    return {"protocol": PROTOCOL, "outcomes": [outcome.__dict__ for outcome in outcomes]}
