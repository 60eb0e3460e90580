"""The worker of the playground as the page sees it: one process, a deadline a question, a new one after a failure."""

from __future__ import annotations

import base64
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import policyhooks
from policyhooks.inspect.place import find_shfmt
from policyhooks.shell.syntax.shfmt import LANGUAGES, run
from policyhooks.web.playground import pipe

START_S = 60.0  # a busy machine; it loads everything first
ANSWER_S = 5.0
SHFMT_S = 1.0
MOST_PARSES = 400  # of one question
MOST_ANSWERS = 500  # of one process: what it has kept of questions before goes with it
LONGEST_SHELL = 1 << 20
# -I keeps out everything that a working folder or an environment could bring; so the package is named.
ROOT = str(Path(policyhooks.__file__).resolve().parents[1])
START = "import sys; sys.path.insert(0, {root!r}); from policyhooks.web.playground.sealed_worker import main; main()"


class Workers:
    """The process that answers now. What comes while one question is answered waits."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.sealed = ""
        self.answered = 0

    def ask(self, request: Mapping[str, object]) -> dict[str, object]:
        """The answer; of a process that failed, why, and that nothing came of it."""
        with self.lock:
            try:
                self.start()
                found = self._ask(request)
                self.answered += 1
                if self.answered >= MOST_ANSWERS:
                    self.end()
                return found
            except pipe.Broken as problem:
                self.end()
                return {"problem": f"it was stopped: {problem}", "stopped": True}

    def start(self) -> None:
        """Start a process unless there is one, and wait until it has given everything up. Raises Broken."""
        if self.process is not None and self.process.poll() is None:
            return
        self.end()
        self.answered = 0
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-c", START.format(root=ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"LC_ALL": "C.UTF-8", "LOGNAME": "dev", "HOME": "/nowhere", "PATH": ""},
            cwd="/",
            bufsize=0,
            start_new_session=True,
        )
        said = pipe.read(self._outgoing(), time.monotonic() + START_S)
        if "sealed" not in said:
            raise pipe.Broken("it could not be confined")
        self.sealed = str(said["sealed"])

    def begin(self) -> None:
        """Start the first process while nobody waits."""
        threading.Thread(target=self.ask, args=({"policy": "", "event": "{}"},), daemon=True).start()

    def end(self) -> None:
        """Kill the process; the next question starts another."""
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()

    def close(self) -> None:
        """End it for good, when the page ends."""
        with self.lock:
            self.end()

    def _ask(self, request: Mapping[str, object]) -> dict[str, object]:
        deadline = time.monotonic() + ANSWER_S
        pipe.write(self._incoming(), request)
        for _ in range(MOST_PARSES):
            found = pipe.read(self._outgoing(), deadline)
            if "shfmt" not in found:
                return found
            pipe.write(self._incoming(), {"shfmt": parse_for(found["shfmt"], deadline)})
        raise pipe.Broken("it has too many commands to read")

    def _incoming(self) -> int:
        assert self.process is not None
        assert self.process.stdin is not None
        return self.process.stdin.fileno()

    def _outgoing(self) -> int:
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout.fileno()


def parse_for(asked: object, deadline: float) -> list[object]:
    """What shfmt says to a text. INVARIANT: the program and its arguments are ours; of the worker is the text alone."""
    nothing: list[object] = [127, "", ""]
    if not isinstance(asked, list) or len(asked) != 3 or asked[1] not in LANGUAGES.values():
        return nothing
    binary = find_shfmt()
    try:
        text = base64.b64decode(str(asked[0]), validate=True)
        left = min(SHFMT_S, deadline - time.monotonic())
        if not binary or len(text) > LONGEST_SHELL or left <= 0:
            return nothing
        code, output, errors = run(binary, text, str(asked[1]), left)
    except Exception:  # noqa: BLE001 - a text that the parser cannot take is one that is not understood
        return nothing
    return [code, base64.b64encode(output).decode("ascii"), base64.b64encode(errors).decode("ascii")]
