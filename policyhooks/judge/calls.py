"""One question to one model through litellm: bounded, retried by one owner, read by nobody else.

The only importer of litellm and tenacity. litellm's own retries are off; the deadline is a wall
clock around everything, because its time-outs are per read. Loading it takes seconds.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import Any, NoReturn, Protocol

from policyhooks.judge import causes, thinking
from policyhooks.judge.connections import ForeignConnection
from policyhooks.judge.exchanges import Exchanges, kept
from policyhooks.judge.forms import Forms, next_form, settings_of
from policyhooks.judge.ledger import Ledger
from policyhooks.judge.models import Model
from policyhooks.judge.opinion import Undecided
from policyhooks.judge.prices import row_of
from policyhooks.judge.prompt import Messages
from policyhooks.judge.replies import Reply, ended_in_thought, reply_of
from policyhooks.judge.thinking import Thinkers

ATTEMPTS = 2
RETRY_PAUSE_S = 0.2
# What may go better the second time; `rate-limited` only where the server's own pause ends in time.
RETRIED = ("rate-limited", "transport", "unreachable", "timeout")
# Statuses by which servers say that they do not take a form of answers.
_NOT_TAKEN = (400, 404, 415, 422, 500, 501)
# Providers that take marks of Claude's.
_MARKED = ("anthropic", "bedrock", "vertex_ai", "openrouter", "litellm_proxy")
_FORM_WORDS = ("response_format", "json_schema", "json_object", "schema", "grammar", "format")


class Complete(Protocol):
    """A model as the reviewer sees it; a fake model is a function."""

    async def __call__(self, model: Model, key: str | None, messages: Messages, seconds: float) -> Reply:
        """Ask once, within `seconds`. Raises Undecided."""


def load_completion(ledger: Ledger | None = None) -> Complete:
    """Load litellm and give the function that asks models through it; what it learns of them is kept in the ledger."""
    import litellm
    from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler, HTTPHandler

    from policyhooks.judge.transport import BoundedTransport

    logging.disable(logging.CRITICAL)
    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.drop_params = True
    litellm.disable_aiohttp_trust_env = True
    # Every HTTP client that litellm builds asks here for its way out.
    way_out = BoundedTransport()
    setattr(AsyncHTTPHandler, "create_async_transport", staticmethod(lambda *_, **__: way_out))  # noqa: B010
    # Its synchronous clients ask servers about their models, at default addresses and in the middle of our loop.
    for method in ("get", "post", "put", "patch", "delete"):
        setattr(HTTPHandler, method, _refuse)
    caller = _Caller(litellm, Forms(ledger), Thinkers(ledger))

    async def complete(model: Model, key: str | None, messages: Messages, seconds: float) -> Reply:
        exchanges = kept.get() or Exchanges()
        before = len(exchanges.all)
        token = kept.set(exchanges)
        try:
            async with asyncio.timeout(seconds):
                response = await caller.ask(model, key, messages, time.monotonic() + seconds)
            return reply_of(litellm.model_cost, model, response, len(exchanges.all) - before)
        except TimeoutError:
            raise causes.undecided(model, "timeout", "", attempts=len(exchanges.all) - before) from None
        except Undecided as problem:
            problem.attempts = len(exchanges.all) - before
            raise
        finally:
            kept.reset(token)

    return complete


def _refuse(*_: object, **__: object) -> NoReturn:
    raise ForeignConnection("a question outside the judge's own transport")


async def warm_up(complete: Complete) -> None:
    """Pay for the first call's lazy imports before anybody waits; the address answers nobody."""
    nowhere = Model(alias="none", name="openai/none", api_base="http://127.0.0.1:9/v1")
    try:
        await complete(nowhere, "none", Messages("", "none", ""), 5)
    except Undecided:
        return


class _Caller:
    """litellm, and what was learned of each model: in which form it takes questions, and whether it thinks."""

    def __init__(self, litellm: Any, forms: Forms, thinkers: Thinkers) -> None:
        self._litellm = litellm
        self._forms = forms
        self._thinkers = thinkers

    async def ask(self, model: Model, key: str | None, messages: Messages, end: float) -> Any:
        """A response, in the strictest form that the model's server takes. Raises Undecided."""
        form: str | None = self._forms.first(model, time.time())
        while form is not None:
            response = await self._attempts(model, key, messages, form, end)
            if response is not None:
                self._forms.learn(model, form, time.time())
                return await self._thought_through(model, key, messages, form, end, response)
            form = next_form(form, model)
        raise AssertionError("the last form has no next one")

    async def _thought_through(
        self, model: Model, key: str | None, messages: Messages, form: str, end: float, response: Any
    ) -> Any:
        """The response; a second one with room for thoughts where the first ended inside them."""
        seen = self._thinkers.has(model, time.time())
        if seen or model.thinking_tokens is not None or not ended_in_thought(response):
            return response
        self._thinkers.learn(model, time.time())
        again = await self._attempts(model, key, messages, form, end)
        return response if again is None else again

    async def _attempts(self, model: Model, key: str | None, messages: Messages, form: str, end: float) -> Any:
        """A response; None where the server does not take this form and another one is left."""
        from tenacity import AsyncRetrying, retry_if_exception, stop_after_attempt

        retrying = AsyncRetrying(
            stop=stop_after_attempt(ATTEMPTS),
            wait=lambda state: _pause(),
            retry=retry_if_exception(lambda problem: _again(problem, end)),
            reraise=True,
        )
        async for attempt in retrying:
            with attempt:
                return await self._attempt(model, key, messages, form, end)
        raise AssertionError("tenacity reraises")

    async def _attempt(self, model: Model, key: str | None, messages: Messages, form: str, end: float) -> Any:
        try:
            return await self._call(model, key, messages, form, end)
        except Exception as problem:  # noqa: BLE001 - litellm raises whatever its providers raise
            if next_form(form, model) is not None and _not_taken(model, problem):
                return None
            raise causes.explain(model, problem, _last()) from None

    async def _call(self, model: Model, key: str | None, messages: Messages, form: str, end: float) -> Any:
        from policyhooks.judge.transport import ca_file

        ca_file.set(model.ca_file)
        return await self._litellm.acompletion(
            model=model.name,
            messages=messages.chat(marked=takes_marks(model)),
            api_base=model.api_base,
            # Without a key litellm would look for one in the environment.
            api_key=key or "none",
            max_retries=0,
            num_retries=0,
            # Whole seconds, because litellm keeps a client per time-out; the exact deadline is around this call.
            timeout=math.ceil(max(0.0, end - time.monotonic())) + 1,
            **settings_of(form),
            **thinking.settings_of(
                model, row_of(self._litellm.model_cost, model), seen=self._thinkers.has(model, time.time())
            ),
        )


def takes_marks(model: Model) -> bool:
    """Whether a provider wants to be told what to keep of a prompt; the others keep its beginning unasked."""
    if model.prompt_cache is not None:
        return model.prompt_cache
    return "claude" in model.name and model.name.partition("/")[0] in _MARKED


def _last() -> Any:
    exchanges = kept.get()
    return exchanges.last if exchanges is not None else None


def _pause() -> float:
    """How long to wait before the second attempt: as the server says, else a moment."""
    last = _last()
    return RETRY_PAUSE_S if last is None or last.retry_after is None else float(last.retry_after)


def _again(problem: BaseException, end: float) -> bool:
    """Whether another attempt is worth it: it may go better, and its pause ends before the deadline."""
    return isinstance(problem, Undecided) and problem.cause in RETRIED and time.monotonic() + _pause() < end


def _not_taken(model: Model, problem: Exception) -> bool:
    """Whether a server has refused the form rather than the question: no cause of its own explains the error."""
    last = _last()
    if last is None or last.status not in _NOT_TAKEN:
        return False
    said = last.error.lower()
    if not any(word in said for word in _FORM_WORDS):
        return False
    return causes.explain(model, problem, last).cause == "transport"
