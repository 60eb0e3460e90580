"""Requests and journals that mean harm: nothing of them is executed, nothing leaks, the page goes on."""

import csv
import io
import json
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest

pytest.importorskip("uvicorn", reason="the extra `serve` is not installed: make serve")

from policyhooks.runtime.ports.journal import FILE, FOLDER
from policyhooks.web.gate import POLICY
from policyhooks.web.spreadsheet import FORMULA
from tests.support.counts import scaled
from tests.web.serving import TOKEN, Page, doors_of, page_on

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
MARK = "PWNED"
TEXTS = (
    f"<script>{MARK}()</script>",
    f'"><img src=x onerror={MARK}()>',
    f"'><svg/onload={MARK}()>",
    f"</title></textarea></pre><script>{MARK}()</script>",
    f"javascript:{MARK}()",
    "{{ 7 * 191 }}{% raw %}${7*191}#{7*191}<%= 7*191 %>",
    "\u202e\x00\x1b[31m\r\nSet-Cookie: a=b",
    "A" * 20000,
    f"token {SECRET}",
    "=cmd|' /C calc'!A0",
    "]]>--><!--",
    "&lt;script&gt;",
)
OURS = frozenset(("/static/page.js", "/static/playground.js", "/static/enter.js"))


class Reader(HTMLParser):
    """What a browser would run or load: scripts, handlers, styles, addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.bad: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        for name, value in attributes:
            text = (value or "").strip().lower()
            if name.startswith("on") or name in ("style", "srcdoc", "formaction"):
                self.bad.append(f"{tag} {name}={value}")
            if name in ("href", "src", "action", "data", "xlink:href") and not re.match(r"[/?#]", text):
                self.bad.append(f"{tag} {name}={value}")
            if name in ("href", "src", "action") and text.startswith("//"):
                self.bad.append(f"{tag} {name}={value}")
        if tag == "script" and dict(attributes).get("src") not in OURS:
            self.bad.append(f"a script: {attributes}")
        if tag in ("iframe", "object", "embed", "base", "style", "img"):
            self.bad.append(f"<{tag}>")

    def handle_data(self, data: str) -> None:
        if self.inside == "script" and data.strip():
            self.bad.append(f"a script with text: {data[:80]}")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""


def check(status: int, headers: dict[str, str], text: str) -> None:
    """An answer is one that we mean, runs nothing, and gives nothing away."""
    assert status in (200, 303, 307, 400, 401, 403, 404, 405, 408, 413, 414, 415, 431), (status, text[:200])
    if "content-security-policy" not in headers:
        assert status == 400  # the server's own answer to what is no HTTP
        return
    assert headers["content-security-policy"] == POLICY
    assert "a=b" not in headers.get("set-cookie", "")
    assert SECRET not in text
    assert "root:x:0" not in text
    assert "1337" not in text
    assert "Traceback" not in text
    assert not headers.get("location", "/").startswith("//")
    if headers.get("content-type", "").startswith("text/html"):
        reader = Reader()
        reader.feed(text)
        assert not reader.bad, reader.bad
    else:
        assert headers.get("x-content-type-options") == "nosniff"


def hostile_records() -> Iterator[dict[str, object]]:
    """A record for each text, with the text in every field that there is."""
    for number, text in enumerate(TEXTS):
        names = ("client", "version", "native", "event", "session", "tool", "cwd", "error", "request", "input_hash")
        rule = dict.fromkeys(("id", "outcome", "effect", "would", "why", "derived", "mode", "rank"), text)
        told = dict.fromkeys(("outcome", "cause", "criterion", "reason", "model", "name", "prompt", "ms", "cost"), text)
        inner = {"command": text, "file_path": text, text: text}
        for verdict in ("deny", "ask", "pass", text):
            yield {
                "v": 2,
                "time": f"2026-11-19T10:{number:02d}:00.000Z" if verdict != text else text,
                "kind": "decision",
                **dict.fromkeys(names, text),
                "verdict": verdict,
                "by": [text],
                "rules": [{**rule, "judge": told}, {**rule, "outcome": "fired", "effect": "deny", "judge": [text]}],
                "ms": {"total": text, "decide": 1},
                "programs": [text],
                "input": {"tool_input": inner, "tool_name": text, **inner},
                "answer": text,
                "seq": number + 1,
                "chain": f"{number:02x}{len(verdict) % 256:02x}" + "0" * 60,
                text: text,
            }


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    state = tmp_path_factory.mktemp("state")
    folder = state / FOLDER
    folder.mkdir(mode=0o700)
    lines = [json.dumps(record) for record in hostile_records()]
    lines += [
        "not json",
        "[]",
        '{"seq": 1}',
        '{"seq": 1, "chain": 7}',
        json.dumps({"seq": 2, "chain": "../../etc/passwd"}),
    ]
    (folder / FILE).write_text("\n".join(lines) + "\n")
    marks = [
        {"chain": f"{number:02x}040" + "0" * 59, "verdict": text, "rules": [text], "reason": text}
        for number, text in enumerate(TEXTS)
    ]
    (folder / "false-alarms.jsonl").write_text("".join(json.dumps(mark) + "\n" for mark in marks))
    with page_on(doors_of(state), TOKEN) as running:
        yield running


def test_every_field_of_the_journal_is_only_text(page: Page) -> None:
    chains = [str(record["chain"]) for record in hostile_records()]
    paths = ["/decisions", "/decisions?page=2", "/rules", "/map", "/approvals", "/judge", "/health", "/playground"]
    paths += [f"/rules/{quote(text)}" for text in TEXTS if len(text) < 4000 and "\n" not in text]
    paths += ["/decisions.csv", "/decisions.jsonl", "/map.csv"]
    for path in (
        *paths,
        *(f"/decisions/{chain}" for chain in chains),
        *(f"/playground?record={chain}" for chain in chains),
    ):
        answer = page.ask("GET", path, page.signed_in)
        check(*answer)
        assert answer[0] == 200, path
    assert MARK in page.look("/decisions?q=" + MARK)[1]


def test_what_is_taken_away_is_masked_and_no_formula(page: Page) -> None:
    """A sheet of a hostile journal: each record is one row, no cell begins a formula, nothing moves a terminal."""
    _, headers, text = page.ask("GET", "/decisions.csv", page.signed_in)
    assert headers["content-disposition"] == 'attachment; filename="decisions.csv"'
    rows = list(csv.reader(io.StringIO(text)))
    assert len({len(row) for row in rows}) == 1
    assert len(rows) > len(TEXTS)
    assert [cell for row in rows for cell in row if cell.lstrip().startswith(FORMULA) and not is_number(cell)] == []
    assert [cell for row in rows for cell in row if not cell.isprintable()] == []
    _, headers, text = page.ask("GET", "/decisions.jsonl", page.signed_in)
    assert headers["content-type"] == "application/x-ndjson"
    assert all(isinstance(json.loads(line), dict) for line in text.splitlines())
    assert "\x1b" not in text


def is_number(cell: str) -> bool:
    return cell.removeprefix("-").replace(".", "", 1).isdecimal()


def test_what_the_playground_shows_is_only_text(page: Page) -> None:
    for text in TEXTS:
        for policy in (text, f"kind: Policy\nmetadata: {{id: {json.dumps(text)}}}\n"):
            sent = {"policy": policy, "event": json.dumps({"tool_name": text}), "client": text, "native": text}
            status, shown = page.send("/playground/decide", sent)
            assert status == 200
            reader = Reader()
            reader.feed(shown)
            assert not reader.bad


PATHS = (
    "/", "/decisions", "/decisions/{}", "/rules", "/rules/{}", "/rules/{}/../../{}", "/map", "/map?show={}",
    "/map?framework={}&policy={}", "/map.csv?{}", "/decisions.csv?q={}", "/decisions.csv", "/decisions.jsonl?rule={}",
    "/decisions.csv/{}", "/approvals", "/approvals/{}", "/approvals/{}/lift", "/fleet", "/fleet/{}", "/judge",
    "/playground", "/health", "/enter", "/static/{}", "/static/../{}", "/static/%2e%2e/%2e%2e/{}",
    "/static//etc/passwd", "/decisions?{}={}", "/decisions?page={}", "/decisions?q={}&rule={}",
    "/playground?record={}", "//evil.example/{}", "/decisions/../../{}", "/decisions/{}/mark", "/.git/config", "/{}",
    "*", "http://evil.example/{}", "/decisions;{}", "/%00", "/\\evil.example",
)  # fmt: skip
WORDS = (
    *TEXTS, "etc/passwd", "../../../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "%c0%ae%c0%ae/", "0" * 64,
    "-1", "1e9", "PH-0000-0000", "owasp", "gaps", "acme.git/push",
    "9" * 400, "NaN", "' or 1=1 --", "__class__", "${jndi:ldap://x}", "application.py", "style.css/..", "\u0660",
)  # fmt: skip
HEADERS = (
    "Host", "Origin", "Referer", "Cookie", "Authorization", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-User",
    "Forwarded",
    "X-Proof", "Sec-Fetch-Site", "Content-Type", "Content-Length", "Transfer-Encoding", "Accept", "Range",
    "If-None-Match",
    "X-Original-URL", "X-HTTP-Method-Override", "Upgrade", "Connection", "Expect",
)  # fmt: skip


def plain(text: str) -> str:
    """What a client library lets out in a line of a request."""
    return "".join(char for char in text if 0x20 < ord(char) < 0x7F)[:3000]


def test_hostile_requests(page: Page) -> None:
    dice = random.Random(24)
    for _ in range(scaled(1000)):
        path = dice.choice(PATHS).replace("{}", plain(dice.choice(WORDS)))
        headers = dict(dice.choice(({}, page.signed_in, {"Authorization": f"Bearer {TOKEN}"})))
        method = dice.choice(("GET", "GET", "GET", "POST", "HEAD", "PUT", "OPTIONS"))
        body = None
        if method == "POST":
            headers |= dice.choice(({}, {"Origin": page.origin}, {"Origin": page.origin, "X-Proof": page.proof}))
            headers |= {
                "Content-Type": dice.choice(("application/json", "application/x-www-form-urlencoded", "text/html"))
            }
            word = dice.choice(WORDS)
            body = dice.choice(
                (
                    word.encode("utf-8", "replace"),
                    json.dumps({"token": word, "policy": word, "event": word}).encode(),
                    b"[" * 50000,
                )
            )
        for name in dice.sample(HEADERS, dice.randrange(3)):
            if name not in ("Content-Length", "Transfer-Encoding", "Expect", "Upgrade", "Connection"):
                headers[name] = plain(dice.choice(WORDS)) or "x"
        try:
            answer = page.ask(method, path, headers, body)
        except (ConnectionError, ValueError):
            continue  # refused by the server, or by the client before it was sent
        check(*answer)
    assert page.look("/decisions")[0] == 200
    assert page.ask("GET", "/decisions")[0] == 401


@pytest.mark.parametrize(
    "raw",
    [
        b"GET /decisions HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\nCookie: COOKIE\r\n\r\n",
        (
            b"POST /health HTTP/1.1\r\nHost: HOST\r\nCookie: COOKIE\r\nContent-Length: 5\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        (
            b"GET /decisions HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ),
        b"GET http://HOST/decisions HTTP/1.1\r\nHost: HOST\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET /decisions HTTP/1.1\r\n Host: HOST\r\n\r\n",
        b"GET /decisions HTTP/0.9\r\n\r\n",
    ],
)
def test_broken_http_is_refused(page: Page, raw: bytes) -> None:
    import socket

    host, port = page.host.split(":")
    sent = raw.replace(b"HOST", page.host.encode()).replace(b"COOKIE", page.signed_in["Cookie"].encode())
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        said = b""
        while piece := connection.recv(65536):
            said += piece
    status = int(said.split(b" ")[1]) if said.startswith(b"HTTP/") else 400
    assert status in (400, 401, 403, 404, 426)
    assert b"Decisions" not in said


def test_no_file_of_the_package_is_served(page: Page) -> None:
    for name in (
        "../application.py",
        "..%2fapplication.py",
        "../templates/base.html",
        "/etc/passwd",
        "....//x",
        "style.css%00.py",
    ):
        status, _, text = page.ask("GET", f"/static/{name}", page.signed_in)
        assert status in (400, 404), (name, text)
    assert Path(__file__).exists()
