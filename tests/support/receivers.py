"""Real receivers on ports of their own: a NATS server, an OTLP collector that decodes, rsyslogd. Gone with the test."""

import asyncio
import json
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

NATS_SERVER = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
RSYSLOGD = shutil.which("rsyslogd", path="/usr/sbin:/usr/bin:/sbin")
STREAM = "JOURNALS"
WAIT_S = 30.0


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(port: int) -> None:
    """Until somebody listens."""
    end = time.monotonic() + WAIT_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return


class NatsServer:
    """A server with a store in a folder: it can be killed, and started again with what it had."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder, self.more = folder, more
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        words = ["-js", "-sd", str(self.folder / "store"), "-a", "127.0.0.1", "-p", str(self.port), *self.more]
        log = (self.folder / "nats.log").open("ab")
        with log:
            self.process = subprocess.Popen([str(NATS_SERVER), *words], stdout=log, stderr=log)
        wait_for(self.port)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.process = None

    def pause(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def add_stream(self, token: str = "", **options: Any) -> None:
        asyncio.run(self._add_stream(token, options))

    async def _add_stream(self, token: str, options: dict[str, Any]) -> None:
        import nats

        client = await nats.connect(self.address, token=token or None)
        # A duplicate window as short as the server allows is what a long outage looks like.
        await client.jetstream().add_stream(name=STREAM, subjects=["policyhooks.journal.>"], **options)
        await client.close()

    def messages(self, token: str = "") -> list[tuple[str, dict[str, Any]]]:
        """What the stream holds, in its order: the id that was sent, and the document."""
        return asyncio.run(self._messages(token))

    async def _messages(self, token: str) -> list[tuple[str, dict[str, Any]]]:
        import nats

        client = await nats.connect(self.address, token=token or None)
        stream = client.jetstream()
        expected = (await stream.stream_info(STREAM)).state.messages
        pulled = await stream.pull_subscribe("policyhooks.journal.>", stream=STREAM)
        found: list[tuple[str, dict[str, Any]]] = []
        while len(found) < expected:
            for message in await pulled.fetch(min(500, expected - len(found)), timeout=WAIT_S):
                found.append(((message.headers or {})["Nats-Msg-Id"], json.loads(message.data)))
                await message.ack()
        await client.close()
        return found


@contextmanager
def nats_server(folder: Path, *more: str) -> Iterator[NatsServer]:
    folder.mkdir(parents=True, exist_ok=True)
    server = NatsServer(folder, *more)
    server.start()
    try:
        yield server
    finally:
        server.kill()


class Collector:
    """An OTLP collector: decodes real protobuf and keeps it. `answers` are given one after the other, then 200."""

    def __init__(self) -> None:
        self.records: list[Any] = []
        self.requests: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.answers: list[tuple[int, dict[str, str], bytes]] = []
        self.refuses = b""  # a request that holds this is answered 400
        self.delay = 0.0
        self.port = free_port()
        self.server: ThreadingHTTPServer | None = None

    @property
    def address(self) -> str:
        return f"otlp+http://127.0.0.1:{self.port}"

    def start(self) -> None:
        collector = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, headers, answer = collector.take(self.path, dict(self.headers), body)
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(answer))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                """Who sends is killed in these tests, with the answer under way."""

        self.server = Server(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
        self.server = None

    def take(self, path: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str], bytes]:
        from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import (
            ExportLogsServiceRequest,
            ExportLogsServiceResponse,
        )

        assert path == "/v1/logs"
        assert headers["Content-Type"] == "application/x-protobuf"
        time.sleep(self.delay)
        if self.refuses and self.refuses in body:
            return 400, {}, b""
        if self.answers:
            return self.answers.pop(0)
        request = ExportLogsServiceRequest()
        request.ParseFromString(body)
        self.requests.append(request)
        self.headers.append(headers)
        for resource in request.resource_logs:
            for scope in resource.scope_logs:
                self.records += scope.log_records
        return 200, {"Content-Type": "application/x-protobuf"}, ExportLogsServiceResponse().SerializeToString()

    def documents(self) -> list[dict[str, Any]]:
        """The journal's records in the bodies, in the order in which they came."""
        return [json.loads(record.body.string_value) for record in self.records]


@contextmanager
def collector() -> Iterator[Collector]:
    found = Collector()
    found.start()
    try:
        yield found
    finally:
        found.stop()


class Rsyslogd:
    """A real rsyslogd that writes what comes over TCP into a file, line by line."""

    CONFIG = """\
global(workDirectory="{folder}" maxMessageSize="64k" parser.escapeControlCharactersOnReceive="off")
module(load="imtcp")
template(name="whole" type="string" string="%pri% %timestamp:::date-rfc3339% %app-name% %msgid% %msg%\\n")
input(type="imtcp" port="{port}" address="127.0.0.1" ruleset="keep")
ruleset(name="keep") {{ action(type="omfile" file="{folder}/lines" template="whole" {options}) }}
"""

    def __init__(self, folder: Path, options: str = "") -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "conf").write_text(self.CONFIG.format(folder=folder, port=self.port, options=options))

    @property
    def address(self) -> str:
        return f"syslog://127.0.0.1:{self.port}"

    def start(self) -> None:
        words = ["-n", "-f", str(self.folder / "conf"), "-i", str(self.folder / "pid")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen([str(RSYSLOGD), *words], stdout=log, stderr=log)
        wait_for(self.port)

    def pause(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def stop(self, number: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait()
        (self.folder / "pid").unlink(missing_ok=True)
        self.process = None

    def lines(self) -> list[str]:
        file = self.folder / "lines"
        return file.read_text().splitlines() if file.exists() else []

    def documents(self) -> list[dict[str, Any]]:
        return [json.loads(line[line.index("{") :]) for line in self.lines()]

    def wait_for_lines(self, number: int) -> None:
        end = time.monotonic() + WAIT_S
        while len(self.lines()) < number and time.monotonic() < end:
            time.sleep(0.1)


@contextmanager
def rsyslogd(folder: Path, options: str = "") -> Iterator[Rsyslogd]:
    daemon = Rsyslogd(folder, options)
    daemon.start()
    try:
        yield daemon
    finally:
        daemon.stop()
