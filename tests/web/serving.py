"""The real server on a real loopback socket in this process's own thread, with a journal of its own."""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed: make serve")
pytest.importorskip("uvicorn", reason="the extra `serve` is not installed: make serve")

from policyhooks.inspect.explanation import Explanation
from policyhooks.inspect.journal_ids import Entry
from policyhooks.web.application import make_application
from policyhooks.web.desk import Desk, Doors
from policyhooks.web.journal_view import JournalView
from policyhooks.web.playground.supervisor import Workers
from policyhooks.web.serving import Listening, close, listen, make_server
from policyhooks.web.sign_in import Access

LIMIT_S = 60
TOKEN = "t" * 43
MAPS = {"acme.review/outgoing": {"owasp": ("ASI02",), "attack": ("T1567",), "incident": ("INC-7",)}}


class Page:
    """A running page, and requests to it with as little help as possible."""

    def __init__(self, desk: Desk, listening: Listening) -> None:
        self.desk = desk
        self.host = listening.place.host
        self.origin = listening.place.origin
        self.cookie = listening.place.cookie
        self.session = desk.access.exchange(desk.access.new_link())

    @property
    def signed_in(self) -> dict[str, str]:
        return {"Cookie": f"{self.cookie}={self.session}"}

    @property
    def proof(self) -> str:
        return self.desk.access.proof_for(f"browser {self.session}")

    def ask(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes | None = None
    ) -> tuple[int, dict[str, str], str]:
        """Status, headers and text. A header `Host` in place of ours goes out as it is."""
        connection = http.client.HTTPConnection(self.host, timeout=LIMIT_S)
        try:
            given = {name.lower(): value for name, value in (headers or {}).items()}
            connection.putrequest(method, path, skip_host="host" in given, skip_accept_encoding=True)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None and "content-length" not in given:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read().decode("utf-8", "replace")
        finally:
            connection.close()

    def look(self, path: str) -> tuple[int, str]:
        """A page as a browser that has signed in gets it."""
        status, _, text = self.ask("GET", path, self.signed_in)
        return status, text

    def send(self, path: str, body: object, **headers: str) -> tuple[int, str]:
        """A POST of one of our own pages."""
        sent = json.dumps(body).encode() if not isinstance(body, str) else body.encode()
        kind = "application/x-www-form-urlencoded" if isinstance(body, str) else "application/json"
        ours = {**self.signed_in, "Origin": self.origin, "X-Proof": self.proof, "Content-Type": kind, **headers}
        status, _, text = self.ask("POST", path, ours, sent)
        return status, text


def no_explanation(entry: Entry) -> Explanation:
    from policyhooks.errors import UsageError

    raise UsageError(f"record {entry.id} cannot be explained: this test has no program")


def no_proposal(entry: Entry, form: str) -> str:
    return f"# {form} of {entry.id}\n"


def doors_of(*states: Path) -> Doors:
    """Doors to journals alone."""
    return Doors(states, no_explanation, no_proposal, lambda state: None, list, lambda state: MAPS)


@contextmanager
def page_on(doors: Doors, bearer: str = "") -> Iterator[Page]:
    """The page while it runs."""
    access = Access(bearer)
    listening = listen("127.0.0.1:0")
    desk = Desk(doors, access, Workers(), JournalView(doors.states), listening.place.cookie)
    server = make_server(make_application(desk, listening.place))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening.socket]}, daemon=True)
    thread.start()
    try:
        while not server.started and thread.is_alive():
            thread.join(0.01)
        yield Page(desk, listening)
    finally:
        server.should_exit = True
        thread.join(LIMIT_S)
        desk.workers.close()
        close(listening)
