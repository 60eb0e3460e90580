"""sync from a file, a web server on this machine and git: what is new is activated, what is not costs nothing."""

import contextlib
import hashlib
import http.server
import importlib.util
import json
import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from policyhooks.bundle import fetching
from policyhooks.cli.main import run
from policyhooks.errors import EnvironmentBroken, UsageError
from tests.support.bundles import ABOUT, build, line_of, make_key, needs_ssh_keygen


class Server(http.server.ThreadingHTTPServer):
    """Serves one body with an ETag; `faults` are answers to give first; every status is kept."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.body = b""
        self.faults: list[tuple[int, dict[str, str]]] = []
        self.statuses: list[int] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/acme.phb"


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        tag = f'"{hashlib.sha256(self.server.body).hexdigest()}"'
        if self.server.faults:
            status, headers = self.server.faults.pop(0)
            self._answer(status, headers, b"")
        elif self.headers.get("If-None-Match") == tag:
            self._answer(304, {"ETag": tag}, b"")
        else:
            self._answer(200, {"ETag": tag}, self.server.body)

    def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.server.statuses.append(status)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if "Content-Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


def sync(folder: Path, source: str, *more: str) -> int:
    return run(["sync", source, "--client", "codex", "--scope", "managed", "--root", str(folder / "root"), *more])


def numbered(folder: Path, serial: int) -> Path:
    return build(folder, name=f"acme-{serial}.phb", about=ABOUT.replace("serial: 14", f"serial: {serial}"))


def serial_of(folder: Path) -> int:
    return int(json.loads((folder / "root/var/lib/policyhooks/codex/floor.json").read_text())["serial"])


def test_from_a_web_server(tmp_path: Path, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    server.body = numbered(tmp_path, 1).read_bytes()
    assert sync(tmp_path, server.url, "--jitter", "0.01") == 0
    for _ in range(5):
        assert sync(tmp_path, server.url) == 0
    assert server.statuses == [200, 304, 304, 304, 304, 304]
    assert capsys.readouterr().out.count("unchanged") == 5
    server.body = numbered(tmp_path, 2).read_bytes()
    assert sync(tmp_path, server.url) == 0
    assert sync(tmp_path, server.url) == 0
    assert server.statuses[-2:] == [200, 304]
    assert serial_of(tmp_path) == 2


def test_what_is_refused_is_fetched_again_and_changes_nothing(tmp_path: Path, server: Server) -> None:
    server.body = good = numbered(tmp_path, 5).read_bytes()
    assert sync(tmp_path, server.url) == 0
    for bad in (numbered(tmp_path, 4).read_bytes(), good[:-5], b"<html>", b""):
        server.body = bad
        assert sync(tmp_path, server.url) == 7
        assert sync(tmp_path, server.url) == 7
    assert 304 not in server.statuses
    assert serial_of(tmp_path) == 5
    assert os.readlink(tmp_path / "root/var/lib/policyhooks/codex/current") == "generations/1"


@needs_ssh_keygen
def test_the_trust_root_counts_for_what_is_fetched(tmp_path: Path, server: Server) -> None:
    key = make_key(tmp_path, "alice")
    signers = tmp_path / "root/etc/policyhooks/allowed_signers"
    signers.parent.mkdir(parents=True)
    signers.write_text(line_of(key, "a@x"))
    path = numbered(tmp_path, 1)
    server.body = path.read_bytes()
    assert sync(tmp_path, server.url) == 7
    assert run(["bundle", "sign", str(path), "--key", str(key)]) == 0
    server.body = path.read_bytes()
    assert sync(tmp_path, server.url) == 0


def test_patience(server: Server) -> None:
    server.body = b"body"
    waits: list[float] = []
    server.faults = [(503, {}), (429, {"Retry-After": "7"}), (500, {})]
    assert fetching.fetch(server.url, "", sleep=waits.append).data == b"body"
    assert waits == [1.0, 7.0, 4.0]
    server.faults = [(503, {})] * 4
    with pytest.raises(EnvironmentBroken, match="503"):
        fetching.fetch(server.url, "", sleep=waits.append)
    server.faults = [(404, {})]
    with pytest.raises(EnvironmentBroken, match="404"):
        fetching.fetch(server.url, "", sleep=waits.append)
    server.faults = [(200, {"Content-Length": "10"})]  # cut off
    assert fetching.fetch(server.url, "", sleep=waits.append).data == b"body"


def test_a_304_that_nobody_asked_for_is_no_answer(server: Server) -> None:
    server.faults = [(304, {})]
    with pytest.raises(EnvironmentBroken, match="304"):
        fetching.fetch(server.url, "")


@pytest.mark.parametrize("place", ["http://example.com/x.phb", "ftp://127.0.0.1/x", "file:///etc/passwd"])
def test_redirects_go_only_where_we_would(server: Server, place: str) -> None:
    server.faults = [(302, {"Location": place})]
    with pytest.raises((UsageError, EnvironmentBroken)):
        fetching.fetch(server.url, "", sleep=lambda _: None)


@pytest.mark.parametrize(
    "source",
    [
        "http://example.com/x.phb",
        "http://127.0.0.1.example.com/x",
        "ftp://x/y",
        "git+https://x/y",
        "git+file:///x#../y",
    ],
)
def test_sources_that_are_none(tmp_path: Path, source: str) -> None:
    assert sync(tmp_path, source) == 2


def test_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = numbered(tmp_path, 1)
    assert sync(tmp_path, str(path)) == 0
    assert sync(tmp_path, f"file://{path}") == 0
    capsys.readouterr()
    assert sync(tmp_path, f"file://{path}") == 0
    assert capsys.readouterr().out == "unchanged\n"
    assert sync(tmp_path, str(tmp_path / "none.phb")) == 1


@pytest.mark.skipif(not Path("/usr/bin/git").exists(), reason="no /usr/bin/git")
def test_from_git(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    repository = tmp_path / "repository"

    def git(*words: str) -> None:
        own = ["-c", "user.name=t", "-c", "user.email=t@t.example", "-C", str(repository)]
        subprocess.run(["/usr/bin/git", *own, *words], check=True, capture_output=True)

    def publish(serial: int) -> None:
        (repository / "dist").mkdir(exist_ok=True)
        (repository / "dist/acme.phb").write_bytes(numbered(tmp_path, serial).read_bytes())
        git("add", "dist")
        git("commit", "-q", "-m", f"serial {serial}")

    repository.mkdir()
    git("init", "-q", "-b", "main")
    publish(1)
    source = f"git+file://{repository}#dist/acme.phb"
    assert sync(tmp_path, source, "--ref", "main") == 0
    capsys.readouterr()
    assert sync(tmp_path, source, "--ref", "main") == 0
    assert capsys.readouterr().out == "unchanged\n"
    publish(2)
    assert sync(tmp_path, source, "--ref", "main") == 0
    assert serial_of(tmp_path) == 2
    assert sync(tmp_path, source, "--ref", "nowhere") == 1
    assert sync(tmp_path, f"git+file://{repository}#missing.phb") == 1


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[str]:
    """A real registry on this machine, from Debian's docker-registry."""
    program = Path("/usr/bin/docker-registry")
    if not program.exists():
        pytest.skip("docker-registry is not installed (apt-get install docker-registry)")
    pytest.importorskip("oras", reason="the package oras is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = {
        "version": 0.1,
        "log": {"level": "error"},
        "storage": {"filesystem": {"rootdirectory": str(tmp_path / "registry")}},
        "http": {"addr": f"127.0.0.1:{port}"},
    }
    (tmp_path / "registry.yml").write_text(json.dumps(settings))
    process = subprocess.Popen(
        [str(program), "serve", str(tmp_path / "registry.yml")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            time.sleep(0.05)
        yield f"127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def push(registry: str, path: Path) -> None:
    from oras.client import OrasClient

    target = f"{registry}/acme/policies:current"
    OrasClient(insecure=True).push(target=target, files=[str(path)], disable_path_validation=True, quiet=True)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_from_a_registry(tmp_path: Path, registry: str, capsys: pytest.CaptureFixture[str]) -> None:
    source = f"oci://{registry}/acme/policies:current"
    push(registry, numbered(tmp_path, 1))
    assert sync(tmp_path, source) == 0
    assert serial_of(tmp_path) == 1
    push(registry, numbered(tmp_path, 2))
    assert sync(tmp_path, source) == 0
    assert serial_of(tmp_path) == 2
    push(registry, numbered(tmp_path, 1))
    assert sync(tmp_path, source) == 7
    assert serial_of(tmp_path) == 2
    assert sync(tmp_path, f"oci://{registry}/acme/policies:missing") == 1
    assert "gave no artifact" in capsys.readouterr().err


def test_from_a_registry_without_oras(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "FOLDERS", (str(tmp_path),))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert sync(tmp_path, "oci://127.0.0.1:5000/acme:1") == 1
    assert "needs `oras`" in capsys.readouterr().err


@pytest.mark.parametrize(
    "head", [b"", b"HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n"], ids=["head", "body"]
)
def test_a_server_that_sends_a_byte_now_and_then(head: bytes) -> None:
    """Each byte begins the time-out of the socket anew; the whole has a limit of its own."""
    listening = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def trickle() -> None:
        connection, _ = listening.accept()
        with connection, contextlib.suppress(OSError):
            connection.recv(65536)
            connection.sendall(head)
            while not stop.wait(0.05):
                connection.sendall(b"H")

    serving = threading.Thread(target=trickle, daemon=True)
    serving.start()
    before = set(threading.enumerate())
    url = f"http://127.0.0.1:{listening.getsockname()[1]}/acme.phb"
    try:
        with pytest.raises(EnvironmentBroken, match=r"did not arrive within 0\.3 seconds"):
            fetching.fetch(url, "", limit_s=0.3)
        assert serving.is_alive()  # it would have gone on
    finally:
        stop.set()
        listening.close()
        for thread in (serving, *(set(threading.enumerate()) - before)):
            thread.join(30)
