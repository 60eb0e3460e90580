"""Compares a version with what a file requires: numbers between dots, missing ones count as 0."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

_NUMBERS = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_OPERATORS: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}


def satisfies(version: str, required: str) -> bool:
    """Whether a version meets every part of `>=0.2, <1`. A pre-release counts as its release."""
    return all(_meets(version, part.strip()) for part in required.split(","))


def _meets(version: str, part: str) -> bool:
    sign = next(sign for sign in _OPERATORS if part.startswith(sign))  # the longer signs stand first
    have, want = _numbers(version), _numbers(part.removeprefix(sign).strip())
    width = max(len(have), len(want))
    return _OPERATORS[sign](have + (0,) * (width - len(have)), want + (0,) * (width - len(want)))


def _numbers(text: str) -> tuple[int, ...]:
    found = _NUMBERS.match(text)
    return tuple(int(part) for part in found[0].split(".")) if found else ()
