"""Open files: what a descriptor leads to. A shell's table of descriptors (`State.streams`) is the one place that tells.

Whoever reads code from a descriptor asks `contents`. It knows neither programs nor how a redirection is written.
"""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.shell.expansion.state import State

STDIN, STDOUT, STDERR = range(3)
TEXT, PIPE, FILE, SINK, NOTHING, OUTSIDE = "text", "pipe", "file", "sink", "nothing", "outside"
FOLDERS = ("/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/")
NAMES = {"/dev/stdin": "0", "/dev/stdout": "1", "/dev/stderr": "2"}


class Stream:
    """One open file, shared by every process that has a descriptor of it. What one of them reads, no other gets.

    `word`: what is read from it, where a text in the command says or somebody else writes it; None: the rest of a file
    that was there, nothing, or what the command was started with.
    """

    __slots__ = ("kind", "named", "paths", "since", "taken", "word")

    def __init__(
        self,
        kind: str,
        word: Word | None = None,
        paths: tuple[str, ...] = (),
        since: int = 0,
        named: Word | None = None,
    ) -> None:
        self.kind = kind
        self.named = named  # of a file whose path only the run tells: what is written for it
        self.word = word
        self.paths = paths  # of a file
        self.since = since  # how many commands were listed when it was opened
        self.taken = False  # whether a command may have read some of it


def text_stream(word: Word) -> Stream:
    """A here-document, or what a command certainly writes; unknown output where nothing of it is known."""
    return Stream(PIPE if word.dynamic and not word.text else TEXT, word)


def unknown_stream(ids: tuple[int, ...] = ()) -> Stream:
    """What others write: a pipe, a coprocess, a descriptor that nobody can name."""
    return Stream(PIPE, Word("", dynamic=True, ids=ids))


def feed(state: State, stream: Stream) -> State:
    """The same shell with something else on its standard input; a copy."""
    other = state.copy()
    other.streams = {**state.streams, STDIN: stream}
    return other


def feed_nothing(state: State) -> State:
    """The same shell with nothing on its standard input."""
    return feed(state, Stream(NOTHING)) if state.streams else state


def stream_at(state: State, number: str) -> Stream:
    """What a descriptor leads to. One that this text never opened is nobody's but for the first three."""
    if number.isdecimal() and int(number) in state.streams:
        return state.streams[int(number)]
    return Stream(OUTSIDE) if number in NAMES.values() else unknown_stream()


def descriptor_in(text: str) -> str:
    """The descriptor that a path stands for: its number or what is written for it; empty where it is another path."""
    if text in NAMES:
        return NAMES[text]
    for folder in FOLDERS:
        if text.startswith(folder):
            return text[len(folder) :] or "?"
    parts = text.split("/")
    if len(parts) >= 5 and parts[1] == "proc" and "fd" in parts[3:-1]:
        return parts[-1] if parts[2] == "$$" else "?"  # of another process
    return ""


def is_stdin(text: str) -> bool:
    """Whether the name of a file stands for standard input."""
    return text == "-" or descriptor_in(text) == "0"


def join_streams(here: Mapping[int, Stream], before: Mapping[int, Stream]) -> Mapping[int, Stream]:
    """Tables of a branch that may not have run: what is not the same in both is unknown."""
    joined = {}
    for number in {**before, **here}:
        both = [table[number] for table in (here, before) if number in table]
        if len(both) == 2 and both[0] is both[1]:
            joined[number] = both[0]
        else:
            ids = [source for stream in both if stream.word is not None for source in stream.word.ids]
            joined[number] = unknown_stream(tuple(ids))
    return joined
