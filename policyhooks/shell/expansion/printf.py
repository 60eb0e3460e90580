"""What printf writes: its format with its arguments, as often as there are arguments."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.syntax.ansi import decode

MOST_ROUNDS = 200


def formatted(pattern: str, arguments: list[str]) -> str | None:
    """The text, or None for formats that are not worked out here (widths, numbers that are none, dates)."""
    pieces = pieces_of(pattern)
    if pieces is None:
        return None
    wanted = sum(1 for _, letter in pieces if letter)
    rounds = max(1, -(-len(arguments) // wanted)) if wanted else 1
    if rounds > MOST_ROUNDS:
        reach("too_many_words")
        return None
    left = list(arguments)
    done = []
    for _ in range(rounds):
        for text, letter in pieces:
            value = text if not letter else shown(letter, left.pop(0) if left else "")
            if value is None:
                return None
            done.append(value)
    return "".join(done)


def pieces_of(pattern: str) -> list[tuple[str, str]] | None:
    """(text, "") and ("", letter), in order."""
    pieces: list[tuple[str, str]] = []
    for number, part in enumerate(pattern.replace("%%", "\0").split("%")):
        if number:
            if part[:1] not in ("s", "d", "i", "b", "c"):
                return None
            pieces.append(("", part[0]))
            part = part[1:]
        if part:
            pieces.append((decode(part.replace("\0", "%")), ""))
    return pieces


def shown(letter: str, value: str) -> str | None:
    if letter == "s":
        return value
    if letter == "b":
        return decode(value)
    if letter == "c":
        return value[:1]
    number = value or "0"
    return number if number.lstrip("+-").isdecimal() else None
