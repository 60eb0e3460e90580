"""One question to one model through litellm: bounded, retried by one owner, read by nobody else.

The only importer of litellm and tenacity. litellm's own retries are off; the deadline is a wall
clock around everything, because its time-outs are per read. Loading it takes seconds.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from policyhooks.judge.answer import SCHEMA
from policyhooks.judge.models import Model
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.prompt import Messages

ATTEMPTS = 2
RETRY_PAUSE_S = 0.2
# What may go better the second time; by name, because the classes exist only once litellm is loaded.
RETRIED = (
    "APIConnectionError",
    "BadGatewayError",
    "InternalServerError",
    "RateLimitError",
    "ServiceUnavailableError",
    "Timeout",
)
_REFUSALS = ("ContentPolicyViolationError",)
_NOT_TROUBLE = ("AuthenticationError", "BadRequestError", "NotFoundError", "UnsupportedParamsError")


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. `cost` is None when nobody knows the price: unknown is not zero."""

    text: str | None
    finish_reason: str | None
    tokens: int = 0
    cost: float | None = None


class Complete(Protocol):
    """A model as the reviewer sees it; a fake model is a function."""

    async def __call__(self, model: Model, key: str | None, messages: Messages, seconds: float) -> Reply:
        """Ask once, within `seconds`. Raises Undecided."""


def load_completion() -> Complete:
    """Load litellm and give the function that asks models through it."""
    import litellm
    from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler

    from policyhooks.judge.transport import BoundedTransport

    logging.disable(logging.CRITICAL)
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.drop_params = True
    litellm.disable_aiohttp_trust_env = True
    # Every HTTP client that litellm builds asks here for its way out.
    way_out = BoundedTransport()
    setattr(AsyncHTTPHandler, "create_async_transport", staticmethod(lambda *_, **__: way_out))  # noqa: B010
    retried = tuple(getattr(litellm, name) for name in RETRIED)

    async def complete(model: Model, key: str | None, messages: Messages, seconds: float) -> Reply:
        try:
            async with asyncio.timeout(seconds):
                response = await _attempts(lambda: _call(litellm, model, key, messages, seconds), retried)
        except TimeoutError:
            raise Undecided("timeout", f"model `{model.alias}` did not answer in time", trouble=True) from None
        except Undecided:
            raise
        except Exception as problem:  # noqa: BLE001 - litellm raises whatever its providers raise
            raise _undecided(model, problem) from None
        return _reply(litellm, model, response)

    return complete


async def warm_up(complete: Complete) -> None:
    """Pay for the first call's lazy imports before anybody waits; the address answers nobody."""
    nowhere = Model(alias="none", name="openai/none", api_base="http://127.0.0.1:9/v1")
    try:
        await complete(nowhere, "none", Messages("", "none", ""), 5)
    except Undecided:
        return


async def _attempts(call: Callable[[], Any], retried: tuple[type[BaseException], ...]) -> Any:
    from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_fixed

    retrying = AsyncRetrying(
        stop=stop_after_attempt(ATTEMPTS),
        wait=wait_fixed(RETRY_PAUSE_S),
        retry=retry_if_exception_type(retried),
        reraise=True,
    )
    async for attempt in retrying:
        with attempt:
            return await call()
    raise AssertionError("tenacity reraises")


async def _call(litellm: Any, model: Model, key: str | None, messages: Messages, seconds: float) -> Any:
    from policyhooks.judge.transport import ca_file

    ca_file.set(model.ca_file)
    return await litellm.acompletion(
        model=model.name,
        messages=messages.chat(),
        api_base=model.api_base,
        # Without a key litellm would look for one in the environment.
        api_key=key or "none",
        max_retries=0,
        num_retries=0,
        # Whole seconds, because litellm keeps a client per time-out; the exact deadline is around this call.
        timeout=math.ceil(seconds) + 1,
        **_format(litellm, model),
        **model.params,
    )


def _format(litellm: Any, model: Model) -> dict[str, object]:
    """How the model is held to the schema: by its server where that can, else by its words."""
    form = model.answers
    if form == "auto":
        form = "schema" if litellm.supports_response_schema(model=model.name) else "text"
    if form == "schema":
        schema = {"name": "verdict", "strict": True, "schema": SCHEMA}
        return {"response_format": {"type": "json_schema", "json_schema": schema}}
    return {"response_format": {"type": "json_object"}} if form == "json" else {}


def _undecided(model: Model, problem: Exception) -> Undecided:
    """An error of litellm in a few words that hold nothing of the request, the key or the answer."""
    name = type(problem).__name__
    if name in _REFUSALS:
        return Undecided("refused", f"model `{model.alias}` declined to answer")
    if name == "Timeout":
        return Undecided("timeout", f"model `{model.alias}` did not answer in time", trouble=True)
    status = getattr(problem, "status_code", None)
    detail = f"{name}, status {status}" if isinstance(status, int) else name
    return Undecided("transport", f"model `{model.alias}` gave no answer ({detail})", trouble=name not in _NOT_TROUBLE)


def _reply(litellm: Any, model: Model, response: Any) -> Reply:
    """The parts of a response that count. A reply with tool calls or several choices is not an answer."""
    try:
        (choice,) = response.choices
        message = choice.message
        text, reason = message.content, choice.finish_reason
        refused = getattr(message, "refusal", None) or getattr(message, "tool_calls", None)
    except (AttributeError, TypeError, ValueError):
        raise Undecided("unparsable", "the model's reply has no single message") from None
    if refused:
        raise Undecided("refused", f"model `{model.alias}` declined to answer")
    usage = getattr(response, "usage", None)
    prompt, completion = (_count(usage, name) for name in ("prompt_tokens", "completion_tokens"))
    return Reply(
        text if isinstance(text, str) else None,
        reason if isinstance(reason, str) else None,
        prompt + completion,
        _cost(litellm, model, response, prompt, completion),
    )


def _count(usage: object, name: str) -> int:
    value = getattr(usage, name, 0)
    return value if isinstance(value, int) and value >= 0 else 0


def _cost(litellm: Any, model: Model, response: Any, prompt: int, completion: int) -> float | None:
    if model.prices is not None:
        return (prompt * model.prices[0] + completion * model.prices[1]) / 1_000_000
    try:
        cost = litellm.completion_cost(completion_response=response, model=model.name)
    except Exception:  # noqa: BLE001 - a model without a price; it raises several kinds
        return None
    return float(cost) if isinstance(cost, int | float) and cost > 0 else None
