"""Limits that readers reach. Whoever cuts something off says so here, and the command is not understood.

It knows no limit and no reader: a limit stands where it is kept. What is noted belongs to the work that is under way.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Result = TypeVar("Result")
    Given = TypeVar("Given")

_reached: dict[str, None] = {}


def reach(problem: str) -> None:
    """Something was left out because of a limit: `problem` will stand in `shell.problems`."""
    _reached[problem] = None


def gather(work: Callable[[Given], Result], given: Given) -> tuple[Result, tuple[str, ...]]:
    """What some work gives, and the limits that it reached; whoever keeps the one must keep the other."""
    if not _reached:
        # Nearly always: what is gathered now is all there is.
        try:
            return work(given), tuple(_reached)
        finally:
            _reached.clear()
    before = dict(_reached)
    _reached.clear()
    try:
        return work(given), tuple(_reached)
    finally:
        _reached.clear()
        _reached.update(before)
