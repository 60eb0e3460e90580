"""A team's page: `policyhooks serve` over a private socket, behind a proxy in its own process: a small one, nginx."""

import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `serve` is not installed: make serve")

from policyhooks.errors import EnvironmentBroken
from policyhooks.runtime.ports.journal import FOLDER, append
from policyhooks.web.audit import FILE
from policyhooks.web.serving import close, listen
from tests.support.journals import DENIED, make_state
from tests.web.serving import LIMIT_S

ROOT = Path(__file__).parents[2]
HOST, HEADER = "policies.example.com", "X-Forwarded-User"
NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx") or ""
# What a team writes; the person is whom its own way of signing in has told, here a cookie that stands for it.
NGINX_CONF = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1; {user}
events {{ worker_connections 64; }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/temp;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://unix:{path}:;
      proxy_set_header Host {host};
      proxy_set_header {header} $cookie_person;
    }}
  }}
}}
"""


@dataclass
class Team:
    """A page behind a proxy, and the state that it shows."""

    port: int
    state: Path
    path: Path

    def ask(
        self, method: str, path: str, person: str = "", body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT_S)
        cookie = {"Cookie": f"person={person}"} if person else {}
        connection.request(method, path, body, {**cookie, **(headers or {})})
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer.status, text


@contextmanager
def started(words: list[str]) -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, text=True
    ) as process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(LIMIT_S)


@contextmanager
def proxied(kind: str, path: Path, folder: Path) -> Iterator[int]:
    """A proxy of one kind before a socket; its port."""
    if kind == "small":
        with started([sys.executable, "-m", "tests.web.proxy", str(path), HEADER, HOST]) as process:
            assert process.stdout is not None
            yield int(process.stdout.readline())
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    user = "user root;" if os.geteuid() == 0 else ""
    conf = folder / "nginx.conf"
    conf.write_text(NGINX_CONF.format(folder=folder, port=port, path=path, host=HOST, header=HEADER, user=user))
    with started([NGINX, "-c", str(conf), "-p", str(folder)]):
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield port


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path]]:
    """The verb itself on a journal of two records; the socket and the state."""
    folder = tmp_path_factory.mktemp("team")
    folder.chmod(0o700)
    state, path = folder / "state", folder / "page.sock"
    make_state(state)
    for number in range(2):
        append(
            str(state),
            {"time": f"2026-11-19T10:00:0{number}.000Z", "kind": "decision", "client": "claude-code", **DENIED},
        )
    words = ["--listen", f"unix:{path}", "--user-header", HEADER, "--host", HOST, "--state", str(state)]
    root = ["--as-root"] if os.geteuid() == 0 else []
    with started([sys.executable, "-m", "policyhooks", "serve", *words, *root]) as process:
        assert process.stdout is not None
        assert "behind your proxy" in process.stdout.readline()
        yield path, state


@pytest.fixture(scope="module", params=["small", "nginx"])
def team(
    request: pytest.FixtureRequest, served: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Team]:
    if request.param == "nginx" and not NGINX:
        pytest.skip("there is no nginx: apt-get install nginx-light")
    with proxied(request.param, served[0], tmp_path_factory.mktemp("proxy")) as port:
        yield Team(port, served[1], served[0])


def test_who_is_signed_in_sees_the_pages(team: Team) -> None:
    status, text = team.ask("GET", "/decisions", "dana@example.com")
    assert status == 200
    assert "2 of 2 records" in text
    assert "dana@example.com" in text
    assert "Leave" not in text


@pytest.mark.parametrize("forged", [{}, {HEADER: "dana"}, {HEADER.lower(): "dana"}, {"X_Forwarded_User": "dana"}])
def test_nobody_else_does(team: Team, forged: dict[str, str]) -> None:
    """The proxy drops what a browser sends under its name; without a person nothing is answered, nor the way in."""
    for path in ("/decisions", "/enter", "/static/style.css", "/map"):
        assert team.ask("GET", path, headers=forged)[0] == 401


@pytest.mark.parametrize("person", ["a b", "../x", "dana,eve", '"', "-", "é", "a" * 200])
def test_a_name_that_is_none_is_refused(team: Team, person: str) -> None:
    assert team.ask("GET", "/decisions", person.encode("utf-8").decode("latin-1"))[0] in (400, 401)


def form(text: str, origin: str = f"https://{HOST}") -> dict[str, str]:
    """The headers that a form on this page of ours is sent with."""
    proof = text.partition('name="proof" content="')[2].partition('"')[0]
    return {"Content-Type": "application/x-www-form-urlencoded", "Origin": origin, "X-Proof": proof}


def test_a_change_is_written_down_under_its_person(team: Team) -> None:
    text = team.ask("GET", "/decisions", "dana")[1]
    chain = text.partition('href="/decisions/')[2].partition('"')[0]
    where, body = f"/decisions/{chain}/mark", b"reason=ours"
    assert team.ask("POST", where, "eve", body, form(text))[0] == 403
    assert team.ask("POST", where, "dana", body, form(text, "https://evil.example"))[0] == 403
    assert team.ask("POST", where, "dana", body, form(text))[0] == 303
    assert team.ask("POST", where, "dana", b"undo=yes", form(text))[0] == 303
    changes = [json.loads(line) for line in (team.state / FOLDER / FILE).read_text().splitlines()][-2:]
    assert [(one["who"], one["by"], one["what"], one["about"]) for one in changes] == [
        ("dana", "proxy", "mark", chain),
        ("dana", "proxy", "unmark", chain),
    ]


def test_a_person_called_as_a_browser_is_told_from_one(team: Team) -> None:
    text = team.ask("GET", "/health", "browser")[1]
    assert team.ask("POST", "/health", "browser", b"", form(text))[0] == 303
    change = json.loads((team.state / FOLDER / FILE).read_text().splitlines()[-1])
    assert (change["who"], change["by"], change["what"]) == ("browser", "proxy", "examine")


def test_a_socket_that_somebody_listens_on_is_not_taken(team: Team) -> None:
    with pytest.raises(EnvironmentBroken, match="already"):
        listen(f"unix:{team.path}", HEADER, HOST)
    assert team.ask("GET", "/decisions", "dana")[0] == 200


def test_a_socket_that_was_left_behind_is_taken(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    path = tmp_path / "s"
    left = listen(f"unix:{path}", HEADER, HOST)
    left.socket.close()
    assert path.exists()
    close(listen(f"unix:{path}", HEADER, HOST))
    assert not path.exists()
