"""A real receiver of alerts on a port of its own: what apprise posts as JSON."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.support.receivers import free_port


class Receiver:
    """What alerts are posted to, as JSON."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.broken = 0
        self.port = free_port()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if receiver.broken > 0:
                    receiver.broken -= 1
                    self.send_error(503)
                    return
                receiver.told.append(body)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def texts(self) -> list[str]:
        return [f"{one['title']}: {one['message']}" for one in self.told]

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
