"""What printf writes: its format with its arguments, as often as there are arguments."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.syntax.ansi import decode

MOST_ROUNDS = 200
SAME = frozenset("abefnrtvx")  # letters behind a backslash that mean the same everywhere
DIGITS = frozenset("01234567")


def formatted(pattern: str, arguments: list[str]) -> str | None:
    """The text, or None for formats that are not worked out here (widths, numbers that are none, dates)."""
    pieces = None if "\\c" in pattern else pieces_of(pattern)
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
            pieces.append((decode(part.replace("\0", "%"), nul_ends=False), ""))
    return pieces


def printed(text: str) -> str | None:
    """What `echo -e` and `%b` make of escapes; None for those that programs read in different ways (`\\101`, `\\c`)."""
    behind = text.replace("\\\\", "").split("\\")[1:]
    if any(part[:1] not in SAME and (part[:1] != "0" or part[1:2] in DIGITS) for part in behind):
        return None
    return decode(text, nul_ends=False)


def shown(letter: str, value: str) -> str | None:
    if letter == "s":
        return value
    if letter == "b":
        return printed(value)
    if letter == "c":
        return value[:1]
    number = value or "0"
    return number if number.lstrip("+-").isdecimal() else None
