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
from typing import TYPE_CHECKING

from policyhooks.report.screen.style import one_line, style_of

if TYPE_CHECKING:
    from rich.progress import Progress

INDENT = " " * len("note: ")
PATIENCE_S = 0.5  # what is done by then shows no progress

QUIET: ContextVar[bool] = ContextVar("quiet", default=False)

Step = Callable[[str], None]


def tell(text: str) -> None:
    """A note; on a terminal it goes on in the next line."""
    if not QUIET.get():
        width = style_of(sys.stderr).width
        lines = textwrap.wrap(text, width, subsequent_indent=INDENT) if width else [text]
        print(*lines, sep="\n", file=sys.stderr, flush=True)


@contextmanager
def working(title: str, total: int | None = None) -> Iterator[Step]:
    """Progress while the body runs: a bar where `total` is known, else a spinner. The step says what is done next.

    Where there is no terminal, a line says what is being done.
    """
    if QUIET.get() or not style_of(sys.stderr).width:
        tell(title)
        yield lambda what: None
        return
    bar = _Bar(title, total)
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

    def __init__(self, title: str, total: int | None) -> None:
        self.title, self.total = title, total
        self.done, self.now = 0, ""
        self.over = False
        self.drawn: Progress | None = None
        self.lock = threading.Lock()

    def show(self) -> None:
        with self.lock:
            if self.over:
                return
            self.drawn = _progress(bar=self.total is not None)
            self.drawn.add_task(self.title, total=self.total, completed=self.done, now=self.now)
            self.drawn.start()

    def step(self, what: str) -> None:
        with self.lock:
            self.now = one_line(what)
            if self.drawn is not None:
                self.drawn.update(self.drawn.task_ids[0], completed=self.done, now=self.now)
            self.done += 1

    def clear(self) -> None:
        with self.lock:
            self.over = True
            if self.drawn is not None:
                self.drawn.stop()


def _progress(*, bar: bool) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    title = TextColumn("{task.description}", markup=False)
    now = TextColumn("{task.fields[now]}", style="dim", markup=False)
    parts = [BarColumn(bar_width=24), MofNCompleteColumn()] if bar else []
    return Progress(SpinnerColumn(), title, *parts, now, console=Console(file=sys.stderr), transient=True)
