"""Runs shfmt on one text: absolute path, text on standard input, killed at its time limit, bounded output.

Built on posix alone: subprocess would cost more than the parser. It knows nothing of what the nodes mean.
"""

from __future__ import annotations

import posix
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.shell.syntax.nodes import Statement
    from policyhooks.shell.syntax.rare_nodes import Comment

    Run = Callable[[str, bytes, str, float], tuple[int, bytes, bytes]]

LARGEST_OUTPUT = 8 << 20  # nested blocks make the output quadratic; past this the command is not understood
SIGKILL = 9
POLL_S = 0.0008
# Long chains and deep nests make it hold gigabytes before it writes a byte. Its own limit (ENVIRONMENT) is a wish.
MOST_RESIDENT = 160 << 20
LOOK_S = 0.003  # between two looks at its memory; most runs are over before the first
LANGUAGES = {
    "bash": "bash",
    "sh": "posix",
    "posix": "posix",
    "dash": "posix",
    "zsh": "zsh",
    "mksh": "mksh",
    "ksh": "mksh",
}
# To shfmt `let` is a word of the language and what follows is arithmetic: it takes the `&` of `let a&rm x` for an
# operator of that. To every shell `let` is a command like any other. So shfmt is shown other letters, as many of them,
# because places in the text count.
LET = b"let"
RARE = b"qxzj"
# One thread and no collector: a run lives for milliseconds. The memory limit switches the collector on again.
ENVIRONMENT = {"GOMAXPROCS": "1", "GOGC": "off", "GOMEMLIMIT": "96MiB", "LC_ALL": "C"}


class Unparsed(Exception):
    """shfmt gave no nodes: `problem` is one of parse_error, timeout, too_long, parser_failed; `line` of the error."""

    def __init__(self, problem: str, line: int = 0) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line


def parse(
    binary: str, text: str, language: str, limit_s: float, start: Run | None = None
) -> tuple[list[Statement], list[Comment]]:
    """The statements of `text` and the comments at its end. Raises Unparsed; never leaves a process behind."""
    given = text.encode("utf-8", "surrogatepass")
    stand_in = choose_stand_in(given) if LET in given else LET
    try:
        code, output, errors = (start or run)(binary, given.replace(LET, stand_in), language, limit_s)
    except OSError:
        raise Unparsed("parser_failed") from None
    if code != 0:
        raise Unparsed("parse_error" if code == 1 else "parser_failed", error_line(errors))
    from _json import make_scanner

    from policyhooks.shell.syntax.decoding import UnknownNode, decode_file

    try:
        file, _ = make_scanner(Scanner)(output.replace(stand_in, LET).decode("utf-8"), 0)  # type: ignore[arg-type]
        return decode_file(file)
    except (ValueError, StopIteration, RecursionError, UnknownNode, LookupError, TypeError, AttributeError):
        raise Unparsed("parser_failed") from None


def choose_stand_in(text: bytes) -> bytes:
    """Three letters that are in no word of the text, and in none of shfmt's own."""
    for number in range(len(RARE) ** len(LET)):
        letters = bytes((RARE[number >> 4], RARE[number >> 2 & 3], RARE[number & 3]))
        if letters not in text:
            return letters
    raise Unparsed("parser_failed")


class Scanner:
    """What the C scanner asks for; never instantiated."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float


def run(binary: str, text: bytes, language: str, limit_s: float) -> tuple[int, bytes, bytes]:
    """Exit code (minus the signal), standard output and standard error."""
    deadline = time.monotonic() + limit_s
    input_read, input_write = posix.pipe()
    output_read, output_write = posix.pipe()
    error_read, error_write = posix.pipe()
    ours = [input_write, output_read, error_read]
    theirs = [input_read, output_write, error_write]
    process = 0
    try:
        process = spawn(binary, language, theirs)
        for descriptor in theirs:
            posix.close(descriptor)
        theirs = []
        return exchange(process, text, ours, deadline)
    except Unparsed:
        posix.kill(process, SIGKILL)
        posix.waitpid(process, 0)
        raise
    finally:
        for descriptor in ours + theirs:
            if descriptor >= 0:
                posix.close(descriptor)


def spawn(binary: str, language: str, descriptors: list[int]) -> int:
    """Start it in `/`, so that no file of a workspace can have a say."""
    actions = [(posix.POSIX_SPAWN_DUP2, descriptor, place) for place, descriptor in enumerate(descriptors)]
    try:
        here = posix.open(".", posix.O_RDONLY | posix.O_DIRECTORY | posix.O_CLOEXEC)
    except OSError:
        here = -1
    try:
        posix.chdir("/")
        arguments = [binary, "--to-json", "-ln", language]
        return posix.posix_spawn(binary, arguments, ENVIRONMENT, file_actions=actions)
    finally:
        if here >= 0:
            posix.fchdir(here)
            posix.close(here)


def exchange(process: int, text: bytes, ours: list[int], deadline: float) -> tuple[int, bytes, bytes]:
    """Feed and drain without blocking until both outputs end. Closes what it is done with (marked -1)."""
    for descriptor in ours:
        posix.set_blocking(descriptor, False)
    outputs: list[list[bytes]] = [[], []]
    size = 0
    look_at = time.monotonic() + LOOK_S
    while ours[1] >= 0 or ours[2] >= 0:
        moved = False
        if ours[0] >= 0:
            text, moved = feed(ours, text)
        for place in (1, 2):
            if ours[place] < 0:
                continue
            try:
                block = posix.read(ours[place], 1 << 16)
            except BlockingIOError:
                continue
            moved = True
            if not block:
                posix.close(ours[place])
                ours[place] = -1
            outputs[place - 1].append(block)
            size += len(block)
        look_at = watch(process, size, deadline, look_at)
        if not moved:
            time.sleep(POLL_S)
    _, status = posix.waitpid(process, 0)
    return posix.waitstatus_to_exitcode(status), b"".join(outputs[0]), b"".join(outputs[1])


def watch(process: int, size: int, deadline: float, look_at: float) -> float:
    """When to look at its memory next. Raises Unparsed where it has written too much, holds too much or is too late."""
    now = time.monotonic()
    if size > LARGEST_OUTPUT or (now > look_at and resident_bytes(process) > MOST_RESIDENT):
        raise Unparsed("too_long")
    if now > deadline:
        raise Unparsed("timeout")
    return now + LOOK_S if now > look_at else look_at


def resident_bytes(process: int) -> int:
    """What a process holds in memory; 0 where the system does not say (Linux does)."""
    try:
        descriptor = posix.open(f"/proc/{process}/statm", posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return 0
    try:
        fields = posix.read(descriptor, 128).split()
    finally:
        posix.close(descriptor)
    return int(fields[1]) * posix.sysconf("SC_PAGESIZE") if len(fields) > 1 else 0


def feed(ours: list[int], text: bytes) -> tuple[bytes, bool]:
    """Write what the pipe takes; close it at the end or when the reader is gone."""
    try:
        text = text[posix.write(ours[0], text) :] if text else text
        moved = True
    except BlockingIOError:
        moved = False
    except BrokenPipeError:
        text, moved = b"", True
    if not text:
        posix.close(ours[0])
        ours[0] = -1
    return text, moved


def error_line(errors: bytes) -> int:
    """shfmt says `<standard input>:3:7: text` or `3:7: text`."""
    for field in errors.split(b"\n", 1)[0].split(b":")[:2]:
        if field.isdigit():
            return int(field)
    return 0
