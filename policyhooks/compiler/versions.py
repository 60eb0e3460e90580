"""Compares a version with what a file requires: numbers between dots, missing ones count as 0."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_TOLD = re.compile(r"[0-9]+(?:\.[0-9]+)+")
_OPERATORS: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_FROM_BELOW = (">=", "==", ">")


def satisfies(version: str, required: str) -> bool:
    """Whether a version meets every part of `>=0.2, <1`. A pre-release counts as its release."""
    return all(_meets(_numbers(version), *_parts(part)) for part in required.split(","))


def lowest(required: str, assumed: tuple[int, ...]) -> tuple[int, ...]:
    """The lowest version that a requirement allows: `assumed` where it allows that and says nothing from below."""
    parts = [_parts(part) for part in required.split(",")]
    bounds = [numbers for sign, numbers in parts if sign in _FROM_BELOW]
    if bounds:
        return max(bounds)
    return assumed if all(_meets(assumed, sign, numbers) for sign, numbers in parts) else (0,)


def told_version(text: str) -> tuple[int, ...]:
    """The version in what a program says of itself; nothing where there is none."""
    found = _TOLD.search(text)
    return _numbers(found[0]) if found else ()


def _parts(part: str) -> tuple[str, tuple[int, ...]]:
    """The sign and the numbers; a version alone is itself."""
    part = part.strip()
    sign = next((sign for sign in _OPERATORS if part.startswith(sign)), "==")  # the longer signs stand first
    return sign, _numbers(part.removeprefix(sign).strip())


def _meets(have: tuple[int, ...], sign: str, want: tuple[int, ...]) -> bool:
    width = max(len(have), len(want))
    return _OPERATORS[sign](have + (0,) * (width - len(have)), want + (0,) * (width - len(want)))


def _numbers(text: str) -> tuple[int, ...]:
    found = _NUMBERS.match(text)
    return tuple(int(part) for part in found[0].split(".")) if found else ()
