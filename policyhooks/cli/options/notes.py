"""What a person is told on stderr while a command works: notes, and progress where it takes long.

`--quiet` silences both; errors, warnings and results are none of its business. Progress is for terminals alone and
leaves no trace.
"""

from __future__ import annotations

import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TextIO

from policyhooks.report.screen.style import one_line, style_of

if TYPE_CHECKING:
    from rich.progress import Progress

PROGRAM = "policyhooks"
INDENT = " " * len("note: ")
PATIENCE_S = 0.5  # what is done by then shows no progress

QUIET: ContextVar[bool] = ContextVar("quiet", default=False)

Step = Callable[..., None]  # what is done next, and of how many where only the work itself knows


def tell(text: str) -> None:
    """A note; on a terminal it goes on in the next line."""
    if not QUIET.get():
        print(*_lines(text, INDENT), sep="\n", file=sys.stderr, flush=True)


def tell_problem(message: str, hint: str = "") -> None:
    """What is wrong and what to do about it. `--quiet` does not silence it."""
    print(*_lines(f"error: {message}", " " * len("error: ")), sep="\n", file=sys.stderr)
    if hint:
        print(*_lines(f"  help: {hint}", " " * len("  help: ")), sep="\n", file=sys.stderr, flush=True)


def _lines(text: str, indent: str) -> list[str]:
    """A text that fits the terminal; one with a command to copy is left to the terminal, and so are line breaks."""
    width = style_of(sys.stderr).width
    if not width or f"{PROGRAM} " in text or "\n" in text:
        return [text]
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


@contextmanager
def working(title: str, total: int | None = None, *, aloud: bool = True) -> Iterator[Step]:
    """Progress while the body runs: a bar where `total` is known, else a spinner. The step says what is done next.

    The steps tell a total of 0. Where there is no terminal, a line says what is being done, if `aloud`.
    """
    if QUIET.get() or not style_of(sys.stderr).width:
        if aloud:
            tell(title)
        yield lambda what, total=0: None
        return
    bar = _Bar(title, total, sys.stderr)
    timer = threading.Timer(PATIENCE_S, bar.show)
    timer.daemon = True
    timer.start()
    try:
        yield bar.step
    finally:
        timer.cancel()
        bar.clear()


class _Bar:
    """Shown by one thread and cleared by another, in whichever order they come."""

    def __init__(self, title: str, total: int | None, stream: TextIO) -> None:
        self.title, self.total, self.stream = title, total, stream
        self.done, self.now = 0, ""
        self.over = False
        self.drawn: Progress | None = None
        self.lock = threading.Lock()

    def show(self) -> None:
        with self.lock:
            if self.over:
                return
            self.drawn = _progress(self.stream, bar=self.total is not None)
            done = max(0, self.done - 1)  # the last one that was told is under way
            self.drawn.add_task(self.title, total=self.total or None, completed=done, now=self.now)
            self.drawn.start()

    def step(self, what: str, total: int = 0) -> None:
        with self.lock:
            self.now, self.total = one_line(what), total or self.total
            if self.drawn is not None:
                self.drawn.update(self.drawn.task_ids[0], total=self.total, completed=self.done, now=self.now)
            self.done += 1

    def clear(self) -> None:
        with self.lock:
            self.over = True
            if self.drawn is not None:
                self.drawn.stop()


def _progress(stream: TextIO, *, bar: bool) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
    from rich.table import Column

    title = TextColumn("{task.description}", markup=False)
    room = Column(no_wrap=True, overflow="ellipsis", ratio=1)  # what is left of the line
    now = TextColumn("{task.fields[now]}", style="dim", markup=False, table_column=room)
    parts = [BarColumn(bar_width=24), MofNCompleteColumn()] if bar else []
    return Progress(
        SpinnerColumn(),
        title,
        *parts,
        now,
        console=Console(file=stream),
        transient=True,
        expand=True,
        redirect_stdout=False,  # who reads along stays the same
        redirect_stderr=False,
    )
