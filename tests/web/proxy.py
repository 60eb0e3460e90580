"""A small HTTP proxy as a process of its own: sets its header as it was told, drops what a browser sends under it.

    python -m tests.web.proxy SOCKET HEADER HOST

It prints its port. Who is signed in stands in the cookie `person`, which stands for whatever a real proxy does.
"""

import http.client
import socket
import sys
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar


class Connection(http.client.HTTPConnection):
    """HTTP over a socket of the file system."""

    def __init__(self, path: str) -> None:
        super().__init__("page", timeout=60)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(self.path)


class Proxy(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    where: ClassVar[str] = ""
    header: ClassVar[str] = ""
    name: ClassVar[str] = ""

    def forward(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        connection = Connection(self.where)
        connection.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", self.name)
        for name, value in self.headers.items():
            if name.lower() not in ("host", "connection", "content-length", self.header.lower()):
                connection.putheader(name, value)
        person = SimpleCookie(self.headers.get("Cookie", "")).get("person")
        if person is not None:
            connection.putheader(self.header, person.value)
        connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        text = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("content-length", "connection", "transfer-encoding"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        connection.close()

    do_GET = do_POST = do_HEAD = forward  # noqa: N815 - the names that http.server looks for

    def log_message(self, *_: object) -> None:
        """Nothing."""


def main() -> int:
    Proxy.where, Proxy.header, Proxy.name = sys.argv[1:4]
    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as server:
        print(server.server_address[1], flush=True)
        server.serve_forever()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
