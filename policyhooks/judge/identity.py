"""What makes two questions the same: for this installation's cache, and for those of a team.

What a model said depends on what it was sent. What it is good for here depends on the program, layer and folder too.
"""

from __future__ import annotations

from collections.abc import Sequence

from policyhooks.judge import prompt
from policyhooks.judge.cache import OK_SECONDS, key_for
from policyhooks.judge.models import Model
from policyhooks.runtime.ports.judging import JudgeRequest

FORM = 2  # what a row says of an opinion


def asked_of(request: JudgeRequest, shown: str, models: Sequence[Model]) -> list[object]:
    """All that a model's answer depends on."""
    return [
        FORM,
        request.rule_id,
        request.prompt,
        [prompt.SYSTEM, prompt.STOP_SYSTEM, prompt.REMINDER],
        [model.identity() for model in models],
        request.quorum,
        request.confidence,
        request.event,
        request.client,
        shown,
    ]


def exact_of(request: JudgeRequest) -> list[object]:
    """All that an ok depends on beside it."""
    return [request.digest, request.layer, request.cwd]


def cache_key(request: JudgeRequest, shown: str, models: Sequence[Model]) -> bytes:
    """The name of a verdict in this installation's cache."""
    return key_for([*asked_of(request, shown, models), *exact_of(request)])


def ok_limit(request: JudgeRequest) -> int:
    """Seconds for which an ok may be kept: five minutes, more only where the managed layer says so."""
    raised = request.config.get("cache_ok_s")
    return raised if request.layer == "managed" and isinstance(raised, int) and raised > 0 else OK_SECONDS
