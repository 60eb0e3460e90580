"""Runs of characters in long texts: where one that begins or ends at a place stops.

A step of Python a character would make detectors the slowest part of a decision, so runs are
stripped from slices that grow. It knows no detectors.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_FIRST, _LONGEST = 64, 1 << 16
_LONGEST_NAME = 200
_NAME = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:/*"


def run_of(text: str, at: int, allowed: str) -> int:
    """Where the run of allowed characters that begins at `at` ends."""
    size = _FIRST
    while True:
        piece = text[at : at + size]
        rest = len(piece.lstrip(allowed))
        if rest or len(piece) < size:
            return at + len(piece) - rest
        at += size
        size = min(size * 4, _LONGEST)


def run_before(text: str, at: int, allowed: str) -> int:
    """Where the run of allowed characters that ends before `at` begins."""
    size = _FIRST
    while at:
        piece = text[max(at - size, 0) : at]
        rest = len(piece.rstrip(allowed))
        at -= len(piece) - rest
        if rest:
            break
        size = min(size * 4, _LONGEST)
    return at


def stop_of(text: str, at: int, stops: Mapping[int, str]) -> int:
    """Where the first character from `at` on stands that a table of stops turns into a blank; else the end."""
    size = _FIRST
    while at < len(text):
        found = text[at : at + size].translate(stops).find(" ")
        if found >= 0:
            return at + found
        at += size
        size = min(size * 4, _LONGEST)
    return len(text)


def is_reference(text: str, at: int) -> bool:
    """Whether what begins here is a part of a resource's name: `arn:aws:secretsmanager:...:secret:Name-a1b2c3`."""
    begin = run_before(text[max(0, at - _LONGEST_NAME) : at], min(at, _LONGEST_NAME), _NAME)
    return text.startswith(("arn:", "urn:", "aws:arn:"), max(0, at - _LONGEST_NAME) + begin)
