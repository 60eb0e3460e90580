"""Command rules: outside programs that get the event on stdin and may only tighten.

Absolute path, no shell, an environment of our own, a process group that is killed at the end. All
of them run side by side. Exit 0 is ok, exit 2 (or the codes that the rule names) or
`{"ok": false, "reason": ...}` on stdout is not ok, with what it prints as the reason; anything else
(another code, a signal, a time-out, too much output, no such program) is unknown.
"""

from __future__ import annotations

from policyhooks.core.json_text import encode
from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.core.values import Record
from policyhooks.runtime import platform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from policyhooks.core.event import Event
    from policyhooks.core.program import Rule

OUTPUT_LIMIT = 1 << 16
REASON_LIMIT = 2000
REFUSES = (2,)  # the exit codes that mean not ok where the rule names none
ENVIRON = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}


class CommandRequest(Record):
    """One program to run for one rule."""

    rule_id: str = ""
    argv: Sequence[str] = ()
    timeout_s: float = 5.0
    stdin: bytes = b""
    environ: dict[str, str] = ENVIRON
    refuses: Sequence[int] = REFUSES
    handed: Mapping[int, int] = {}  # further descriptors that it gets, by their number there


class CommandOutcome(Record):
    """`outcome`: ok, not_ok, unknown. `reason` is the program's own text, `cause` ours for an unknown.

    `stdout` is cut but for a program that agrees: what it prints may have a use (printed.py).
    """

    outcome: str = "unknown"
    reason: str = ""
    cause: str = ""
    stdout: str = ""


class _Running:
    """A started program and what it has said so far."""

    __slots__ = ("cause", "deadline", "pid", "pipes", "refuses", "status", "stdin", "texts")

    def __init__(self, request: CommandRequest, end: float) -> None:
        self.stdin, self.refuses = request.stdin, request.refuses
        self.deadline = min(end, platform.monotonic() + request.timeout_s)
        self.texts: dict[int, bytearray] = {}
        self.status: int | None = None
        self.cause = ""
        try:
            self.pid, into, out, err = platform.start(request.argv, request.environ, request.handed)
        except OSError as problem:
            self.pid, self.pipes, self.cause = 0, [], f"cannot start: errno {problem.errno}"
            return
        self.pipes = [into, out, err]
        self.texts = {out: bytearray(), err: bytearray()}


def request_for(rule: Rule, event: Event, derived: str, words: Sequence[str] = ()) -> CommandRequest:
    """What a command rule runs on an event: `words`, or those of the rule where none depends on the event."""
    command = rule.command or {}
    run: Sequence[str] = words or command["run"]  # type: ignore[assignment]
    milliseconds: int = command.get("timeout_ms", 5000)  # type: ignore[assignment]
    document = {
        "version": 1,
        "rule": rule.id,
        "client": event.client,
        "native": event.native,
        "event": event.name,
        "cwd": event.event.cwd,
        "workspace": event.event.workspace,
        "derived": derived,
        "payload": event.payload,
    }
    environ = {**ENVIRON, "HOME": event.home} if event.home else ENVIRON
    return CommandRequest(
        rule_id=rule.id,
        argv=run,
        timeout_s=milliseconds / 1000,
        stdin=encode(document).encode() + b"\n",
        environ=environ,
        refuses=command.get("refuses", REFUSES),  # type: ignore[arg-type]
    )


def run_all(requests: Sequence[CommandRequest], end: float) -> list[_Running]:
    """Start all of them; `finish` waits for them."""
    return [_Running(request, end) for request in requests]


def finish(running: Sequence[_Running]) -> list[CommandOutcome]:
    """Wait for all of them, each until its own deadline; no process of their groups is left behind."""
    try:
        while any(one.pipes or (one.pid and one.status is None) for one in running):
            _wait(running)
            for one in running:
                _attend(one)
    finally:
        for one in running:
            _close(one)
    return [_outcome(one) for one in running]


def _wait(running: Sequence[_Running]) -> None:
    from select import POLLIN, POLLOUT, poll

    poller = poll()
    for one in running:
        for position, descriptor in enumerate(one.pipes):
            if descriptor >= 0:
                poller.register(descriptor, POLLIN if position else POLLOUT)
    open_ends = [one.deadline for one in running if one.pipes]
    nearest = min(open_ends, default=0.0) - platform.monotonic()
    poller.poll(max(0.0, min(nearest, 0.02)) * 1000)


def _attend(one: _Running) -> None:
    """Move bytes, notice the end, the deadline and the limit."""
    if not one.pid or one.status is not None:
        return
    into, out, err = one.pipes
    if into >= 0:
        one.pipes[0] = _feed(one, into)
    for position, descriptor in ((1, out), (2, err)):
        if descriptor >= 0 and not _drain(one, descriptor):
            platform.posix.close(descriptor)
            one.pipes[position] = -1
    one.status = platform.ended(one.pid)
    if one.status is not None:
        for descriptor in one.pipes[1:]:
            if descriptor >= 0:
                _drain(one, descriptor)
    elif platform.monotonic() >= one.deadline:
        one.cause = "time-out"
    elif any(len(text) > OUTPUT_LIMIT for text in one.texts.values()):
        one.cause = "too much output"
    if one.status is not None or one.cause:
        _close(one)


def _feed(one: _Running, descriptor: int) -> int:
    try:
        one.stdin = one.stdin[platform.posix.write(descriptor, one.stdin) :]
    except BlockingIOError:
        return descriptor
    except OSError:  # it does not want to read: its exit code speaks
        one.stdin = b""
    if one.stdin:
        return descriptor
    platform.posix.close(descriptor)
    return -1


def _drain(one: _Running, descriptor: int) -> bool:
    text = one.texts[descriptor]
    try:
        while len(text) <= OUTPUT_LIMIT:
            piece = platform.posix.read(descriptor, 4096)
            if not piece:
                return False
            text += piece
    except BlockingIOError:
        pass
    return True


def _close(one: _Running) -> None:
    for descriptor in one.pipes:
        if descriptor >= 0:
            platform.posix.close(descriptor)
    one.pipes = []
    if one.pid:
        # The leader may be gone while others of its group still run.
        status = platform.end_group(one.pid)
        one.status = one.status if one.status is not None else status if status is not None else -1
        one.pid = 0


def _outcome(one: _Running) -> CommandOutcome:
    if one.cause or one.status is None:
        return CommandOutcome(cause=one.cause or "did not run")
    code = platform.exit_code(one.status)
    out, err = [bytes(text).decode("utf-8", "replace").strip() for text in one.texts.values()]
    refused = code in one.refuses
    if code and not refused:
        return CommandOutcome(cause=f"exit code {code}" if code >= 0 else f"signal {-code}", stdout=out[:REASON_LIMIT])
    if len(out) > OUTPUT_LIMIT:
        return CommandOutcome(cause="too much output")
    said = out[:REASON_LIMIT]
    if out.startswith("{"):
        try:
            answer = parse(out)
        except RejectedJson:
            return CommandOutcome(cause="malformed JSON on stdout")
        if not isinstance(answer, dict) or not isinstance(answer.get("ok", code == 0), bool):
            return CommandOutcome(cause="malformed answer on stdout")
        reason = str(answer.get("reason", ""))[:REASON_LIMIT]
        if refused or not answer.get("ok", True):
            return CommandOutcome(outcome="not_ok", reason=reason, stdout=said)
        return CommandOutcome(outcome="ok", reason=reason, stdout=out)
    if refused:
        return CommandOutcome(outcome="not_ok", reason=said or err[:REASON_LIMIT], stdout=said)
    return CommandOutcome(outcome="ok", stdout=out)
