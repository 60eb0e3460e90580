"""Reaching the judge process: start on first need, one-shot fallback, one deadline for everything.

Loaded only when a prompt rule is pending. Only a missing or dead socket means "not running"; a
folder that others can write is not used at all. It knows requests, not what is judged.
"""

from __future__ import annotations

import errno
import posix
import time

from policyhooks.core.values import Record, build
from policyhooks.runtime.ports.judge_socket import Unreachable, connect, exchange, peer_uid, socketpair
from policyhooks.runtime.ports.judging import NOT_OK, OK, PROTOCOL, UNKNOWN, JudgeOutcome, remaining, unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _socket import socket as Socket  # noqa: N812
    from collections.abc import Mapping, Sequence

    from policyhooks.runtime.ports.judging import JudgeRequest

FOLDER = "judge"
PYTHON = "python"  # holds the absolute path of the interpreter that has the judge's packages
# A worker listens long before it has loaded; one that does not listen by then never will.
PATIENCE_S = 3.0
# A one-shot judge loads its packages for seconds; below this it is not worth starting.
COLD_MINIMUM_S = 1.5
LOCK_HELD = 75  # exit status of a worker that found another one in charge
START_LIMIT = 4  # a worker that is just leaving can hold its lock a moment longer than its socket
_SIGKILL = 9
_NAMING = ("api_key_env", "password_env", "key_env")
_OUTCOMES = (OK, NOT_OK, UNKNOWN)


class JudgePlace(Record):
    """The judge's folder, verified, and the interpreter recorded in it."""

    folder: str = ""
    python: str = ""


def consult(requests: Sequence[JudgeRequest], state: str, deadline: float) -> list[JudgeOutcome]:
    """Outcomes from the worker, else from a one-shot judge, else unknown."""
    keys = _keys(requests)
    rows = [{**request.__dict__, "input": plain(request.input)} for request in requests]
    body = {"requests": rows, "keys": keys, "protocol": PROTOCOL}
    problem = Unreachable("internal", "the judge was not asked")
    patience = time.monotonic() + max(request.timeout_ms for request in requests) / 1000
    try:
        place = find_place(state)
        for attempt in (_ask_worker, _ask_worker, _ask_cold):
            if problem.cause == "no-worker" and attempt is _ask_worker:
                continue  # it is not there and does not start: trying again would only spend the budget
            try:
                return _outcomes(attempt(place, body, deadline), len(requests))
            except Unreachable as failure:
                problem = failure
                if failure.cause == "worker-lost":
                    deadline = min(deadline, patience)  # what the rules gave the first one is not given twice
                if failure.cause not in ("no-worker", "worker-lost") or not remaining(deadline):
                    break
    except Unreachable as failure:
        problem = failure
    return [unknown(problem.cause, problem.message)] * len(requests)


def plain(value: object) -> object:
    """A projection as JSON: records as objects with all their declared fields, times as text."""
    if isinstance(value, Record):
        names = [name for name in dir(value) if not name.startswith("_")]
        return {name.rstrip("_"): plain(getattr(value, name)) for name in names if not callable(getattr(value, name))}
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value if value is None or isinstance(value, str | int | float) else str(value)


def start_if_absent(state: str) -> None:
    """Start a worker unless one answers."""
    place = find_place(state)
    try:
        connect(place.folder).close()
    except OSError as problem:
        if problem.errno in (errno.ENOENT, errno.ECONNREFUSED):
            _spawn(place, "worker", ())


def find_place(state: str) -> JudgePlace:
    """The judge's folder; Unreachable unless it is ours alone."""
    folder = f"{state}/{FOLDER}"
    try:
        found = posix.lstat(folder)
        if found.st_mode & 0o170077 != 0o040000 or found.st_uid != posix.geteuid():
            raise Unreachable("place", "the judge's folder is not private to this user; run install again")
        descriptor = posix.open(f"{folder}/{PYTHON}", posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_CLOEXEC)
        try:
            python = posix.read(descriptor, 4096).decode("utf-8").strip()
        finally:
            posix.close(descriptor)
    except (OSError, UnicodeDecodeError):
        raise Unreachable("place", "the judge was not set up in the state folder; run install again") from None
    if not python.startswith("/"):
        raise Unreachable("place", "the judge's interpreter is not recorded; run install again")
    return JudgePlace(folder=folder, python=python)


def _ask_worker(place: JudgePlace, body: Mapping[str, object], deadline: float) -> object:
    connection = _reach(place, deadline)
    try:
        if peer_uid(connection) not in (posix.geteuid(), 0):
            raise Unreachable("no-worker", "the judge's socket belongs to somebody else")
        return exchange(connection, body, deadline)
    finally:
        connection.close()


def _reach(place: JudgePlace, deadline: float) -> Socket:
    """A connection to the worker, started if need be."""
    child: int | None = None
    starts = 0
    patience = time.monotonic() + min(PATIENCE_S, remaining(deadline))
    pause = 0.004
    while True:
        try:
            return connect(place.folder)
        except OSError as problem:
            if problem.errno in (errno.ENOENT, errno.ECONNREFUSED):
                if child is None and starts < START_LIMIT:
                    child = _spawn(place, "worker", ())
                    starts += 1
                elif child is not None:
                    child = _still(child)
            elif problem.errno != errno.EAGAIN:  # EAGAIN: it is there, its queue is full
                raise Unreachable("no-worker", f"the judge's socket cannot be used (errno {problem.errno})") from None
        if time.monotonic() + pause >= patience:
            raise Unreachable("no-worker", "the judge's worker could not be reached in time")
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)


def _still(child: int) -> int | None:
    """The worker we started; None when it left because another one holds the lock. Raises when it failed."""
    try:
        pid, status = posix.waitpid(child, posix.WNOHANG)
    except OSError:
        return child
    if pid != child:
        return child
    if posix.waitstatus_to_exitcode(status) != LOCK_HELD:
        raise Unreachable("no-worker", "the judge's worker could not start")
    return None


def _ask_cold(place: JudgePlace, body: Mapping[str, object], deadline: float) -> object:
    if remaining(deadline) < COLD_MINIMUM_S:
        raise Unreachable("no-worker", "the judge could not be reached, and no time is left to start one")
    ours, theirs = socketpair()
    child = 0
    try:
        child = _spawn(place, "cold", ((posix.POSIX_SPAWN_DUP2, theirs.fileno(), 0),))
        theirs.close()
        return exchange(ours, body, deadline)
    finally:
        ours.close()
        if child:
            posix.kill(child, _SIGKILL)
            posix.waitpid(child, 0)


def _spawn(place: JudgePlace, module: str, actions: tuple[object, ...]) -> int:
    """Start a judge process that holds nothing of ours: own session, no terminal, no environment."""
    null = "/dev/null"
    files: list[object] = [
        (posix.POSIX_SPAWN_OPEN, 0, null, posix.O_RDONLY, 0),
        (posix.POSIX_SPAWN_OPEN, 1, null, posix.O_WRONLY, 0),
        (posix.POSIX_SPAWN_OPEN, 2, null, posix.O_WRONLY, 0),
        *actions,
    ]
    argv = [place.python, "-I", "-m", f"policyhooks.judge.{module}", place.folder]
    environment = {"PATH": "/usr/bin:/bin", "HOME": place.folder, "LANG": "C.UTF-8"}
    try:
        return posix.posix_spawn(place.python, argv, environment, file_actions=files, setsid=True)  # type: ignore[arg-type]
    except OSError as problem:
        raise Unreachable("place", f"the judge's interpreter cannot be started (errno {problem.errno})") from None


def _outcomes(answer: object, count: int) -> list[JudgeOutcome]:
    """The outcomes of an answer; anything that is not exactly that is no answer."""
    rows = answer.get("outcomes") if isinstance(answer, dict) else None
    if not isinstance(rows, list) or len(rows) != count:
        raise Unreachable("protocol", "the judge's answer cannot be read")
    return [_outcome(row) for row in rows]


def _outcome(row: object) -> JudgeOutcome:
    if not isinstance(row, dict) or row.get("outcome") not in _OUTCOMES:
        return unknown("protocol", "the judge's answer cannot be read")
    fields = {
        name: row[name]
        for name, zero in JudgeOutcome.__dict__.items()
        if not name.startswith("_") and name in row and type(row[name]) is type(zero)
    }
    return build(JudgeOutcome, fields)


def _keys(requests: Sequence[JudgeRequest]) -> dict[str, str]:
    """The values of the variables that models and a team's Redis name; the only thing taken from our environment."""
    found: dict[str, str] = {}
    for request in requests:
        models, team = request.config.get("models"), request.config.get("team")
        naming = [*models.values(), team] if isinstance(models, dict) else [team]
        for settings, key in ((one, key) for one in naming if isinstance(one, dict) for key in _NAMING):
            name = settings.get(key)
            if isinstance(name, str):
                value = posix.environ.get(name.encode())
                if value is not None:
                    found[name] = value.decode("utf-8", "replace")
    return found
