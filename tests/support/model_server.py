"""A loopback model server that misbehaves on demand: the model's name says how.

Raw sockets, so that every fault is exactly what it claims to be. Every request is kept.
"""

from __future__ import annotations

import gzip
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable

GOOD = '{"ok": true, "reason": "fine"}'
BAD = '{"ok": false, "reason": "not fine"}'
HANG_S = 30.0


def completion(content: object, finish_reason: str = "stop", **message: object) -> bytes:
    """A chat completion with this content."""
    said = {"role": "assistant", "content": content, **message}
    body = {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": finish_reason, "message": said}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }
    return json.dumps(body).encode()


def response(body: bytes, status: str = "200 OK", *headers: str, length: int | None = None) -> bytes:
    """An HTTP response; `length` lies about the body's."""
    kind = (
        ()
        if any(header.lower().startswith("content-type") for header in headers)
        else ("content-type: application/json",)
    )
    size = len(body) if length is None else length
    head = "\r\n".join([f"HTTP/1.1 {status}", f"content-length: {size}", "connection: close", *kind, *headers, "", ""])
    return head.encode() + body


def _send(data: bytes) -> Callable[[ModelServer, socket.socket], None]:
    return lambda server, connection: connection.sendall(data)


def _hang(server: ModelServer, connection: socket.socket) -> None:
    server.closing.wait(HANG_S)


def _hang_after_headers(server: ModelServer, connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n")
    server.closing.wait(HANG_S)


def _drip(data: bytes, step: int) -> Callable[[ModelServer, socket.socket], None]:
    def drip(server: ModelServer, connection: socket.socket) -> None:
        for at in range(0, len(data), step):
            connection.sendall(data[at : at + step])
            if server.closing.wait(0.2):
                return

    return drip


def _endless(server: ModelServer, connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n")
    while not server.closing.is_set():
        connection.sendall(b"1000\r\n" + b" " * 0x1000 + b"\r\n")


def _reset(server: ModelServer, connection: socket.socket) -> None:
    connection.sendall(response(completion(GOOD))[:150])
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")


def _redirect(server: ModelServer, connection: socket.socket) -> None:
    target = f"http://127.0.0.1:{server.trap_port}/v1/chat/completions"
    connection.sendall(response(b"", "307 Temporary Redirect", f"location: {target}"))


def _slow_good(server: ModelServer, connection: socket.socket) -> None:
    time.sleep(0.3)
    connection.sendall(response(completion(GOOD)))


def _once_then_good(server: ModelServer, connection: socket.socket) -> None:
    server.seen["fails-once"] = server.seen.get("fails-once", 0) + 1
    if server.seen["fails-once"] % 2:
        connection.sendall(response(b'{"error": {"message": "busy"}}', "503 Service Unavailable"))
    else:
        connection.sendall(response(completion(GOOD)))


def _waits_once(server: ModelServer, connection: socket.socket) -> None:
    server.seen["waits-once"] = server.seen.get("waits-once", 0) + 1
    if server.seen["waits-once"] % 2:
        connection.sendall(response(_ERROR, "429 Too Many Requests", "retry-after: 1"))
    else:
        connection.sendall(response(completion(GOOD)))


def _takes(*forms: str) -> Callable[[ModelServer, socket.socket], None]:
    """A server that refuses every other form of answers than these."""

    def answer(server: ModelServer, connection: socket.socket) -> None:
        body = json.loads(server.requests[-1].partition(b"\r\n\r\n")[2])
        if body.get("response_format", {}).get("type", "text") in forms:
            connection.sendall(response(completion(GOOD)))
        else:
            connection.sendall(response(_error("response_format is not supported SECRETWORDS"), "400 Bad Request"))

    return answer


def _thinks(server: ModelServer, connection: socket.socket) -> None:
    """A model that needs a thousand tokens for its thoughts, whatever it was given."""
    body = json.loads(server.requests[-1].partition(b"\r\n\r\n")[2])
    cut = completion(None, "length", reasoning_content="The policy says")
    connection.sendall(response(cut if body.get("max_tokens", 0) < 1_000 else completion(GOOD)))


def _error(message: str, code: str = "x") -> bytes:
    return json.dumps({"error": {"message": message, "type": code, "code": code}}).encode()


def _anthropic(content: str) -> bytes:
    """The same answer as Anthropic's servers put it."""
    body = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [{"type": "text", "text": content}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 7},
    }
    return json.dumps(body).encode()


def _ollama(content: str) -> bytes:
    """The same answer as Ollama puts it, to both of its ways to ask."""
    body = {
        "model": "m",
        "created_at": "2026-11-18T00:00:00Z",
        "message": {"role": "assistant", "content": content},
        "response": content,
        "done": True,
        "done_reason": "stop",
        "prompt_eval_count": 11,
        "eval_count": 7,
    }
    return json.dumps(body).encode()


_ERROR = b'{"error": {"message": "no", "type": "x"}}'
_BIG = completion('{"ok": true, "reason": "' + "a" * 50_000_000 + '"}')
_BOMB = gzip.compress(b" " * 200_000_000 + completion(GOOD), 9)

# What a model of this name does.
BEHAVIOURS: dict[str, Callable[[ModelServer, socket.socket], None]] = {
    "good": _send(response(completion(GOOD))),
    "bad": _send(response(completion(BAD))),
    "fenced": _send(response(completion(f"```json\n{GOOD}\n```"))),
    "slow-good": _slow_good,
    "fails-once": _once_then_good,
    "hang": _hang,
    "hang-after-headers": _hang_after_headers,
    "drip-body": _drip(response(completion(GOOD)), 16),
    "drip-headers": _drip(b"HTTP/1.1 200 OK\r\n" + b"x-filler: y\r\n" * 200, 8),
    "endless": _endless,
    "reset": _reset,
    "closed": lambda server, connection: None,
    "429": _send(response(_ERROR, "429 Too Many Requests")),
    "429-retry-after": _send(response(_ERROR, "429 Too Many Requests", "retry-after: 60")),
    "500-storm": _send(response(_ERROR, "500 Internal Server Error")),
    "502": _send(response(b"<html>bad gateway</html>", "502 Bad Gateway", "content-type: text/html")),
    "full": _send(response(completion('{"reason": "not fine", "criterion": "D2", "ok": false, "confidence": 0.9}'))),
    "quota": _send(
        response(_error("You exceeded your current quota SECRETWORDS", "insufficient_quota"), "429 Too Many Requests")
    ),
    "unknown-model": _send(response(_error("The model `x` does not exist", "model_not_found"), "404 Not Found")),
    "bad-model": _send(response(_error("Invalid model name passed in model=x"), "400 Bad Request")),
    "forbidden": _send(response(_error("no access"), "403 Forbidden")),
    "proxy-key": _send(response(_error("No connected db.", "no_db_connection"), "400 Bad Request")),
    "too-long": _send(
        response(
            _error("This model's maximum context length is 10 tokens", "context_length_exceeded"), "400 Bad Request"
        )
    ),
    "overloaded": _send(response(_error("Overloaded", "overloaded_error"), "529 Overloaded")),
    "waits-once": _waits_once,
    "refusal": _send(response(completion(None, "stop", refusal="I cannot help with that"))),
    "content-policy": _send(response(_error("blocked", "content_policy_violation"), "400 Bad Request")),
    "thinks": _thinks,
    "no-schema": _takes("json_object", "text"),
    "text-only": _takes("text"),
    "401": _send(response(_ERROR, "401 Unauthorized")),
    "html": _send(response(b"<html><body>sign in</body></html>", "200 OK", "content-type: text/html")),
    "empty": _send(response(b"")),
    "no-content": _send(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"),
    "not-http": _send(b"SSH-2.0-OpenSSH_9.6\r\n"),
    "truncated": _send(response(completion(GOOD)[:120], length=len(completion(GOOD)))),
    "cut-json": _send(response(completion(GOOD)[:-40])),
    "no-choices": _send(response(b'{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[]}')),
    "ok-text": _send(response(completion('{"ok": "true", "reason": ""}'))),
    "ok-one": _send(response(completion('{"ok": 1, "reason": ""}'))),
    "ok-null": _send(response(completion('{"ok": null, "reason": ""}'))),
    "null-content": _send(response(completion(None))),
    "both-keys": _send(response(completion('{"ok": false, "ok": true, "reason": ""}'))),
    "nested": _send(response(completion('{"verdict": {"ok": true, "reason": ""}}'))),
    "extra-key": _send(response(completion('{"ok": true, "reason": "", "impossible": false}'))),
    "two-objects": _send(response(completion(f"{BAD} {GOOD}"))),
    "prose": _send(response(completion(f"Sure! Here is my verdict: {GOOD}"))),
    "cut-off": _send(response(completion(GOOD, "length"))),
    "filtered": _send(response(completion(GOOD, "content_filter"))),
    "tool-call": _send(
        response(
            completion(
                GOOD,
                "stop",
                tool_calls=[{"id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
            )
        )
    ),
    "fifty-megabytes": _send(response(_BIG)),
    "wrong-charset": _send(response(completion(GOOD).decode().encode("utf-16"), "200 OK")),
    "gzip-bomb": _send(response(_BOMB, "200 OK", "content-encoding: gzip")),
    "redirect": _redirect,
}


# Answers to "good" at the addresses of other vendors' servers.
OTHER_WORDS = {
    b"/v1/messages": response(_anthropic(GOOD)),
    b"/api/chat": response(_ollama(GOOD)),
    b"/api/generate": response(_ollama(GOOD)),
}


class ModelServer:
    """The server, and a trap port that nothing should ever reach. Use as a context manager."""

    def __init__(self, encryption: ssl.SSLContext | None = None) -> None:
        self.encryption = encryption
        self.requests: list[bytes] = []
        self.times: list[float] = []
        self.trapped: list[bytes] = []
        self.seen: dict[str, int] = {}
        self.closing = threading.Event()
        self._main, self._trap = (socket.create_server(("127.0.0.1", 0), backlog=128) for _ in range(2))
        self.port = int(self._main.getsockname()[1])
        self.trap_port = int(self._trap.getsockname()[1])

    def __enter__(self) -> ModelServer:
        for listener, handler in ((self._main, self._handle), (self._trap, self._spring)):
            threading.Thread(target=self._accept, args=(listener, handler), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._main.close()
        self._trap.close()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def config(self, *names: str, **more: object) -> dict[str, object]:
        """A Config's judge section whose aliases are behaviours."""
        models = {name: {"model": f"openai/{name}", "api_base": self.base} for name in names}
        return {"models": models, **more}

    def _accept(self, listener: socket.socket, handler: Callable[[socket.socket], None]) -> None:
        while not self.closing.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._guard, args=(connection, handler), daemon=True).start()

    def _guard(self, connection: socket.socket, handler: Callable[[socket.socket], None]) -> None:
        with connection:
            try:
                if self.encryption is None:
                    handler(connection)
                else:
                    with self.encryption.wrap_socket(connection, server_side=True) as wrapped:
                        handler(wrapped)
            except OSError:
                return

    def _spring(self, connection: socket.socket) -> None:
        connection.settimeout(5)
        self.trapped.append(b"connected")
        self.trapped.append(connection.recv(4096))
        connection.sendall(response(completion(GOOD)))

    def _handle(self, connection: socket.socket) -> None:
        connection.settimeout(HANG_S)
        data = b""
        while b"\r\n\r\n" not in data:
            part = connection.recv(65536)
            if not part:
                return
            data += part
            if data.startswith(b"\x16\x03"):  # a TLS greeting; this server speaks plainly
                connection.sendall(response(_ERROR, "400 Bad Request"))
                return
        head, _, body = data.partition(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        size = next((int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length")), 0)
        while len(body) < size:
            body += connection.recv(65536)
        self.times.append(time.monotonic())
        self.requests.append(head + b"\r\n\r\n" + body)
        other = OTHER_WORDS.get(head.split(b" ")[1])
        if other is not None:
            connection.sendall(other)
            return
        if not body:  # a litellm proxy looks around when it starts
            connection.sendall(response(_ERROR, "404 Not Found"))
            return
        name = str(json.loads(body)["model"]).rpartition("/")[2]
        BEHAVIOURS[name](self, connection)


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
