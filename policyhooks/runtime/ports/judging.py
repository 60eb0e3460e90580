"""The hook's side of prompt rules: hands all pending prompt rules of an event to the judge process.

It reaches the resident worker over a private socket, starts one when there is none, and falls back
to a one-shot judge. It knows neither models nor prompts, and nothing that is missing becomes an ok:
whatever goes wrong is the outcome "unknown" with a cause, inside the deadline.
"""

from __future__ import annotations

import time

from policyhooks.core.program import RANKS
from policyhooks.core.values import Record, build, but

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.program import Rule

OK, NOT_OK, UNKNOWN = "ok", "not_ok", "unknown"
PROTOCOL = 1
FRAME_LIMIT = 4_000_000
# The hook needs a moment of its own after the judge has spoken.
ANSWER_MARGIN_S = 0.05

TOLD = ("outcome", "cause", "criterion", "reason", "model", "name", "cached", "shared", "calls", "attempts", "tokens",
        "ms", "prompt", "signs")  # fmt: skip
HOW_TO_CONFIGURE = "name one under judge.models in the Config and install again with --config"


class JudgeRequest(Record):
    """One prompt rule on one event. INVARIANT: every field has a JSON form."""

    rule_id: str = ""
    digest: str = ""  # of the program that holds the rule
    prompt: str = ""
    model: str = "fast"  # an alias of the Config, or a litellm name with its provider
    timeout_ms: int = 5000
    cache_s: int = 0
    escalate: object = None  # alias of the model to ask when the first is unknown
    quorum: object = None  # ask three times, two must agree
    confidence: float = 0.0  # an answer that is less sure is unknown
    input: object = None  # the rule's projection, or the client's payload
    event: str = ""
    client: str = ""
    cwd: str = ""
    session: str = ""
    transcript: str = ""  # where the client keeps the conversation, for transcript_tail
    layer: str = "managed"  # the name of its program's rank
    shown: bool = False  # whether the outcome brings what was sent and received, as `judge ask` wants
    config: Mapping[str, object] = {}  # OPTIONS["judge"] of the program: models, budgets, team


class JudgeOutcome(Record):
    """What the judge came to. `cause` is a stable word and `reason` a sentence without input values."""

    outcome: str = UNKNOWN
    reason: str = ""
    cause: str = ""
    criterion: str = ""  # the id that the prompt gives to what decided
    confidence: float = -1.0  # as the model says; below zero where it says none
    cached: bool = False
    shared: bool = False  # whether another installation of the team has said it
    model: str = ""  # the alias that answered, or was asked last
    name: str = ""  # what litellm calls it
    calls: int = 0  # questions, each with its own answer
    attempts: int = 0  # requests to the model's server, retries included
    tokens: int = 0
    cost: float = -1.0  # in dollars; below zero where nobody knows the price
    ms: int = 0
    prompt: str = ""  # digest of everything that is sent but the data and the random word
    signs: list[object] = []  # noqa: RUF012 - names of what in the data seems to be written for the reviewer
    exchanges: list[object] = []  # noqa: RUF012 - of a request that asks for it: what was sent and received


def trace_of(outcome: JudgeOutcome) -> dict[str, object]:
    """What the journal and `explain` tell of an outcome; what says nothing is left out."""
    told: dict[str, object] = {name: getattr(outcome, name) for name in TOLD}
    told = {name: value for name, value in told.items() if value or name == "ms"}
    if outcome.confidence >= 0:
        told["confidence"] = outcome.confidence
    if outcome.cost >= 0:
        told["cost"] = round(outcome.cost, 8)
    return told


def request_of(rule: Rule, event: Event, digest: str, config: Mapping[str, object], value: object) -> JudgeRequest:
    """The request of a prompt rule whose condition holds; `value` is its projection, or the event's payload."""
    fields: dict[str, object] = {
        name: inner
        for name, inner in (rule.judge or {}).items()
        if name in ("prompt", "model", "timeout_ms", "cache_s", "escalate", "quorum", "confidence")
        and inner is not None
    }
    transcript = event.payload.get("transcript_path")
    return but(
        build(JudgeRequest, fields),
        rule_id=rule.id,
        layer=RANKS[rule.rank],
        digest=digest,
        config=config,
        input=value,
        event=event.name,
        client=event.client,
        cwd=event.event.cwd,
        session=event.session.id,
        transcript=transcript if isinstance(transcript, str) else "",
    )


def ask(requests: Sequence[JudgeRequest], *, state: str, deadline: float) -> list[JudgeOutcome]:
    """One outcome per request, in order, by `deadline` on time.monotonic's clock. Never raises."""
    started = time.monotonic()
    outcomes: list[JudgeOutcome | None] = [_without_model(request) for request in requests]
    asked = [request for request, outcome in zip(requests, outcomes, strict=True) if outcome is None]
    if asked:
        try:
            from policyhooks.runtime.ports.judge_process import consult

            answers = consult(asked, state, deadline)
        except Exception as problem:  # noqa: BLE001 - whatever fails here is unknown, never an ok
            answers = [unknown("internal", f"asking the judge failed ({type(problem).__name__})")] * len(asked)
        took = int((time.monotonic() - started) * 1000)
        answers = [
            answer if answer.model or answer.outcome != UNKNOWN else but(answer, model=request.model, ms=took)
            for request, answer in zip(asked, answers, strict=True)
        ]
        arriving = iter(answers)
        outcomes = [next(arriving) if outcome is None else outcome for outcome in outcomes]
    return [unknown("internal", "the judge gave no outcome") if outcome is None else outcome for outcome in outcomes]


def warm(state: str) -> None:
    """Start the worker without waiting for it, so that the first prompt rule finds it loaded. Never raises."""
    try:
        from policyhooks.runtime.ports.judge_process import start_if_absent

        start_if_absent(state)
    except Exception:  # noqa: BLE001 - a worker that does not start now is started, or missed, by `ask`
        return


def unknown(cause: str, reason: str) -> JudgeOutcome:
    """No verdict, and why."""
    return JudgeOutcome(outcome=UNKNOWN, cause=cause, reason=reason)


def remaining(deadline: float) -> float:
    """Seconds left, never below zero."""
    return max(0.0, deadline - time.monotonic())


def _without_model(request: JudgeRequest) -> JudgeOutcome | None:
    """Say at once, without starting anything, that there is nobody to ask."""
    models = request.config.get("models")
    if (isinstance(models, dict) and request.model in models) or "/" in request.model:
        return None
    return unknown("no-model", f"no model is configured for `{request.model}`: {HOW_TO_CONFIGURE}")
