"""Stands before every page: which requests are answered at all, and with which headers every answer leaves.

    Host          exactly ours: a name that was bound to this address (DNS rebinding) is another
    Fetch site    nothing that another site started, Origin exactly ours wherever something is sent
    Who           a cookie, a bearer token, or behind a proxy its header; the way in alone needs none
    POST          a bounded body, and the proof that one of our pages has asked for it

It knows no page and no journal.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from policyhooks.web.sign_in import Access

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode("ascii")),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cache-control", b"no-store"),
)
# The way in, and what it looks like: nothing of an installation is in them.
OPEN = frozenset(("/enter", "/static/style.css", "/static/enter.js", "/static/mark.svg"))
MOST_BODY = 320 << 10
BODY_S = 10.0
LONGEST_PATH = 4096
MOST_HEADERS = 16 << 10
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
PERSON = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@+-]{0,127}")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True)
class Place:
    """Under which name the page is reached. `person` is the header of a proxy that has signed people in."""

    host: str
    origin: str
    cookie: str
    person: str = ""


class Refused(Exception):
    """The request is not answered; status and what is said about it."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Guard:
    """Lets a request through to the pages, or refuses it."""

    def __init__(self, app: App, access: Access, place: Place) -> None:
        self.app = app
        self.access = access
        self.place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise RuntimeError("only http is spoken here")
        answer = with_headers(send)
        try:
            headers = read_headers(scope)
            self.check_place(scope, headers)
            who, by = self.identify(scope, headers)
            body = b""
            if scope["method"] == "POST":
                body = await read_body(headers, receive)
                self.check_form(headers, body, who, by)
        except Refused as refused:
            await refuse(refused, answer)
            return
        form = {name: values[0] for name, values in form_of(headers, body).items() if len(values) == 1}
        scope["state"] = {
            "who": who,
            "proof": self.access.proof_for(who),
            "form": form,
            "json": json_of(body) if not form else {},
        }
        await self.app(scope, replay(body, receive), answer)

    def check_place(self, scope: Scope, headers: dict[str, list[str]]) -> None:
        """Whether the request was meant for us, and started by us. Raises Refused."""
        if scope["method"] not in ("GET", "HEAD", "POST"):
            raise Refused(405, "only GET, HEAD and POST are answered")
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > LONGEST_PATH:
            raise Refused(414, "this address is too long")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEADERS:
            raise Refused(431, "these headers are too long")
        if "content-length" in headers and "transfer-encoding" in headers:
            raise Refused(400, "where this request ends is not clear")
        if headers.get("host") != [self.place.host]:
            raise Refused(403, "this page has another name")
        site = headers.get("sec-fetch-site", ["none"])
        if site not in (["same-origin"], ["none"]):
            raise Refused(403, "another site has asked for this")
        origin = headers.get("origin")
        if origin is not None and origin != [self.place.origin]:
            raise Refused(403, "another site has asked for this")

    def identify(self, scope: Scope, headers: dict[str, list[str]]) -> tuple[str, str]:
        """Who asks, and by which proof. Raises Refused unless it is the way in."""
        bearer = headers.get("authorization", [])
        if len(bearer) == 1 and bearer[0].startswith("Bearer ") and self.access.is_bearer(bearer[0][7:].strip()):
            return "script", "bearer"
        if self.place.person:
            people = headers.get(self.place.person, [])
            if len(people) == 1 and PERSON.fullmatch(people[0]):
                return f"proxy {people[0]}", "proxy"
            raise Refused(401, "the proxy has not said who asks")
        for cookie in cookies_of(headers, self.place.cookie):
            if self.access.is_session(cookie):
                return f"browser {cookie}", "cookie"
        if scope["path"] in OPEN:
            return "", "nobody"
        raise Refused(401, "open the link that `policyhooks serve` has printed")

    def check_form(self, headers: dict[str, list[str]], body: bytes, who: str, by: str) -> None:
        """Whether what is sent comes from one of our pages. Raises Refused."""
        if by == "bearer":
            return
        if headers.get("origin") != [self.place.origin]:
            raise Refused(403, "it is not said which page has sent this")
        if by == "nobody":
            return  # the token itself is the proof
        given = headers.get("x-proof") or form_of(headers, body).get("proof", [])
        if len(given) != 1 or not hmac.compare_digest(given[0].encode(), self.access.proof_for(who).encode()):
            raise Refused(403, "this form is too old, or none of ours; load the page again")


def read_headers(scope: Scope) -> dict[str, list[str]]:
    """The headers by name, each with every value that was sent."""
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def cookies_of(headers: dict[str, list[str]], name: str) -> list[str]:
    """The values of a cookie; more than one can be sent, and only one of them is ours."""
    pairs = [one.strip().partition("=") for value in headers.get("cookie", []) for one in value.split(";")]
    return [value for found, _, value in pairs if found == name][:8]


def form_of(headers: dict[str, list[str]], body: bytes) -> dict[str, list[str]]:
    """The fields of a form; none of a body that is something else."""
    if headers.get("content-type", [""])[0].partition(";")[0].strip() != FORM:
        return {}
    try:
        return parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=20)
    except ValueError:
        return {}


async def read_body(headers: dict[str, list[str]], receive: Receive) -> bytes:
    """The body, of a kind that we read. Raises Refused."""
    kind = headers.get("content-type", [""])[0].partition(";")[0].strip()
    if kind not in (FORM, JSON):
        raise Refused(415, "a form or JSON is wanted")
    try:
        async with asyncio.timeout(BODY_S):
            return await _collect(receive)
    except TimeoutError:
        raise Refused(408, "the request was too slow") from None


async def _collect(receive: Receive) -> bytes:
    found = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise Refused(400, "the request has ended early")
        found += message.get("body", b"")
        if len(found) > MOST_BODY:
            raise Refused(413, f"more than {MOST_BODY >> 10} KB")
        more = bool(message.get("more_body"))
    return bytes(found)


def json_of(body: bytes) -> dict[str, object]:
    """The object of a body; empty where it is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def replay(body: bytes, receive: Receive) -> Receive:
    """The body once more for the page."""
    told = [False]

    async def again() -> Message:
        if told[0]:
            return await receive()
        told[0] = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def with_headers(send: Send) -> Send:
    """Every answer leaves with ours, whatever made it."""

    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            ours = {name for name, _ in HEADERS}
            rest = [(name, value) for name, value in message.get("headers", []) if name.lower() not in ours]
            message = {**message, "headers": [*rest, *HEADERS]}
        await send(message)

    return sender


async def refuse(refused: Refused, send: Send) -> None:
    """A line of text."""
    text = f"{refused.status}: {refused}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(text)).encode())]
    if refused.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
