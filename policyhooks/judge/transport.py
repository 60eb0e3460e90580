"""The one way out to a model's server: no environment, no redirects, no compression, bounded answers.

Installed under every client that litellm builds. It knows HTTP, not what is asked.
"""

from __future__ import annotations

import contextvars
import ssl
from collections.abc import AsyncIterator

import httpx

BODY_LIMIT = 1_000_000
# The certificate authorities of the call that is being made; None for the public ones.
ca_file: contextvars.ContextVar[str | None] = contextvars.ContextVar("ca_file", default=None)


class BoundedTransport(httpx.AsyncBaseTransport):
    """httpx's own transport with limits. One pool per set of certificate authorities."""

    def __init__(self) -> None:
        self._pools: dict[str | None, httpx.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.headers["Accept-Encoding"] = "identity"
        response = await self._pool(ca_file.get()).handle_async_request(request)
        problem = _problem(response)
        if problem:
            await response.aclose()
            raise httpx.RemoteProtocolError(problem, request=request)
        assert isinstance(response.stream, httpx.AsyncByteStream)
        return httpx.Response(
            response.status_code,
            headers=response.headers,
            stream=_BoundedStream(response.stream),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        for pool in self._pools.values():
            await pool.aclose()
        self._pools.clear()

    def _pool(self, authorities: str | None) -> httpx.AsyncHTTPTransport:
        if authorities not in self._pools:
            verify = ssl.create_default_context(cafile=authorities) if authorities else _public_authorities()
            self._pools[authorities] = httpx.AsyncHTTPTransport(verify=verify, trust_env=False, retries=0)
        return self._pools[authorities]


class _BoundedStream(httpx.AsyncByteStream):
    """A body that ends with an error once it is longer than any answer."""

    def __init__(self, stream: httpx.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for part in self._stream:
            size += len(part)
            if size > BODY_LIMIT:
                raise httpx.RemoteProtocolError("the model's answer is too large")
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


def _public_authorities() -> ssl.SSLContext:
    return httpx.create_ssl_context(verify=True, trust_env=False)


def _problem(response: httpx.Response) -> str:
    """Why a response is not read at all."""
    if 300 <= response.status_code < 400:
        return "the model's server redirects"
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        return "the model's server compresses although it was asked not to"
    if int(response.headers.get("content-length", "0") or "0") > BODY_LIMIT:
        return "the model's answer is too large"
    return ""
