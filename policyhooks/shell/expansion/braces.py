"""Brace expansion over the pieces of a word: lists `{a,b}` and ranges `{1..3}`, nested, bounded."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Piece = tuple[str, int]

MOST = 500
LONGEST = 1000
PLAIN = 0


def expand_braces(pieces: list[Piece]) -> list[list[Piece]] | None:
    """Every word the braces make, in order; None where there are too many."""
    units: list[Piece] = []
    for text, kind in pieces:
        if kind == PLAIN:
            units += [(char, PLAIN) for char in text]
        else:
            units.append((text, kind))
    if len(units) > LONGEST:
        return None
    words = expand(units)
    return None if words is None else [merge(word) for word in words]


def expand(units: list[Piece]) -> list[list[Piece]] | None:
    start = 0
    while True:
        opening = next((at for at in range(start, len(units)) if units[at] == ("{", PLAIN)), -1)
        if opening < 0:
            return [units]
        found = alternatives(units, opening)
        if found is None:
            start = opening + 1
            continue
        closing, choices = found
        heads = units[:opening]
        tails = expand(units[closing + 1 :])
        if tails is None:
            return None
        words: list[list[Piece]] = []
        for choice in choices:
            middles = expand(choice)
            if middles is None or len(words) + len(middles) * len(tails) > MOST:
                return None
            words += [heads + middle + tail for middle in middles for tail in tails]
        return words


def alternatives(units: list[Piece], opening: int) -> tuple[int, list[list[Piece]]] | None:
    """Where the brace at `opening` closes and what stands in it; None when it is no expansion."""
    depth = 0
    choices: list[list[Piece]] = [[]]
    for at in range(opening + 1, len(units)):
        text, kind = units[at]
        if kind == PLAIN and text == "}" and not depth:
            if len(choices) > 1:
                return at, choices
            steps = steps_of("".join(text for text, _ in choices[0]), choices[0])
            return None if steps is None else (at, steps)
        if kind == PLAIN and text == "," and not depth:
            choices.append([])
            continue
        if kind == PLAIN and text in "{}":
            depth += 1 if text == "{" else -1
        choices[-1].append(units[at])
    return None


def steps_of(text: str, units: list[Piece]) -> list[list[Piece]] | None:
    """`1..5`, `a..e`, `1..9..2`."""
    fields = text.split("..")
    if len(fields) not in (2, 3) or any(kind != PLAIN for _, kind in units):
        return None
    first, last = fields[0], fields[1]
    try:
        step = int(fields[2]) if len(fields) == 3 else 1
    except ValueError:
        return None
    step = abs(step) or 1
    try:
        begin, end, letters = int(first), int(last), False
    except ValueError:
        if len(first) != 1 or len(last) != 1 or not (first + last).isascii():
            return None
        begin, end, letters = ord(first), ord(last), True
    if abs(end - begin) // step >= MOST:
        return [[(text, 3)]] * 1
    numbers = range(begin, end + 1, step) if begin <= end else range(begin, end - 1, -step)
    width = (
        max(len(first), len(last))
        if not letters and (first.lstrip("-")[:1] == "0" or last.lstrip("-")[:1] == "0")
        else 0
    )
    return [[(chr(number) if letters else str(number).zfill(width), 1)] for number in numbers]


def merge(units: list[Piece]) -> list[Piece]:
    """Neighbours of one kind in one piece."""
    merged: list[Piece] = []
    for text, kind in units:
        if merged and merged[-1][1] == kind == PLAIN:
            merged[-1] = (merged[-1][0] + text, kind)
        else:
            merged.append((text, kind))
    return merged
