"""The one way out to a model's server: no environment, no redirects, no compression, bounded answers.

Installed under every client that litellm builds. It knows HTTP, not what is asked.
"""

from __future__ import annotations

import contextvars
import ssl
import time

import httpx

from policyhooks.judge.connections import ours
from policyhooks.judge.exchanges import Exchange, kept, seconds_of

BODY_LIMIT = 1_000_000
# The certificate authorities of the call that is being made; None for the public ones.
ca_file: contextvars.ContextVar[str | None] = contextvars.ContextVar("ca_file", default=None)


class BoundedTransport(httpx.AsyncBaseTransport):
    """httpx's own transport with limits. One pool per set of certificate authorities, shared by all clients."""

    def __init__(self) -> None:
        self._pools: dict[tuple[bool, str | None], httpx.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.headers["Accept-Encoding"] = "identity"
        exchange = await _begin(request)
        started = time.monotonic()
        token = ours.set(True)
        try:
            return await self._exchange(request, exchange)
        except Exception as problem:
            exchange.failure = type(problem).__name__
            raise
        finally:
            ours.reset(token)
            exchange.ms = int((time.monotonic() - started) * 1000)

    async def _exchange(self, request: httpx.Request, exchange: Exchange) -> httpx.Response:
        response = await self._pool(request.url.scheme == "https", ca_file.get()).handle_async_request(request)
        exchange.status = response.status_code
        exchange.retry_after = seconds_of(response.headers.get("retry-after"))
        problem = _problem(response)
        if problem:
            await response.aclose()
            raise httpx.RemoteProtocolError(problem, request=request)
        try:
            body = await _read(response)
        finally:
            await response.aclose()
        exchange.received = body.decode("utf-8")
        return httpx.Response(response.status_code, headers=response.headers, content=body, request=request)

    async def aclose(self) -> None:
        """A client that is thrown away must not close what others use; pools end with the process."""

    def _pool(self, encrypted: bool, authorities: str | None) -> httpx.AsyncHTTPTransport:
        key = (encrypted, authorities)
        if key not in self._pools:
            # Reading the authorities takes as long as a call; a plain connection has no use for them.
            verify = _authorities(authorities) if encrypted else False
            self._pools[key] = httpx.AsyncHTTPTransport(verify=verify, trust_env=False, retries=0)
        return self._pools[key]


async def _begin(request: httpx.Request) -> Exchange:
    """The entry of a request, kept where somebody keeps them. Its address has no query: keys may stand there."""
    exchange = Exchange(str(request.url.copy_with(query=None)), (await request.aread()).decode("utf-8", "replace"))
    exchanges = kept.get()
    if exchanges is not None:
        exchanges.all.append(exchange)
    return exchange


async def _read(response: httpx.Response) -> bytes:
    """The whole body; an error once it is longer than any answer, or when it is not UTF-8."""
    assert isinstance(response.stream, httpx.AsyncByteStream)
    body = bytearray()
    async for part in response.stream:
        body += part
        if len(body) > BODY_LIMIT:
            raise httpx.RemoteProtocolError("the model's answer is too large")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        text = "\0"
    # A JSON reader that guesses encodings would find words in UTF-16, which is never free of zero bytes.
    if "\0" in text:
        raise httpx.RemoteProtocolError("the model's answer is not UTF-8")
    return bytes(body)


def _authorities(path: str | None) -> ssl.SSLContext:
    """Who may vouch for a server: those of the file, or the public ones; never what the environment says."""
    return ssl.create_default_context(cafile=path) if path else httpx.create_ssl_context(verify=True, trust_env=False)


def _problem(response: httpx.Response) -> str:
    """Why a response is not read at all."""
    if 300 <= response.status_code < 400:
        return "the model's server redirects"
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        return "the model's server compresses although it was asked not to"
    if int(response.headers.get("content-length", "0") or "0") > BODY_LIMIT:
        return "the model's answer is too large"
    return ""
