"""Regular expressions as trees: characters as sets of code points, so that two engines can be held to one meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Ranges = tuple[tuple[int, int], ...]
# RE2 reads UTF-8, in which surrogates do not exist.
EVERYTHING: Ranges = ((0, 0xD7FF), (0xE000, 0x10FFFF))
BEYOND_ASCII: Ranges = ((0x80, 0xD7FF), (0xE000, 0x10FFFF))

DIGIT: Ranges = ((48, 57),)
WORD: Ranges = ((48, 57), (65, 90), (95, 95), (97, 122))
SPACE: Ranges = ((9, 10), (12, 13), (32, 32))  # RE2's \s has no vertical tab
# Letters beyond ASCII that fold to ASCII ones: K (kelvin) and long s.
_FOLDS = {ord("k"): 0x212A, ord("s"): 0x17F}
CLASSES = {"d": DIGIT, "w": WORD, "s": SPACE}
POSIX: dict[str, Ranges] = {
    "digit": DIGIT, "word": WORD, "alpha": ((65, 90), (97, 122)), "alnum": ((48, 57), (65, 90), (97, 122)),
    "upper": ((65, 90),), "lower": ((97, 122),), "space": ((9, 13), (32, 32)),
    "xdigit": ((48, 57), (65, 70), (97, 102)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of a set."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Assertion:
    """A place between characters."""

    kind: Literal["begin", "end", "line_begin", "line_end", "word"]


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    options: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    item: Item
    low: int
    high: int | None


Item = Chars | Assertion | Sequence | Choice | Repeat
EMPTY = Sequence(())


def around_property(name: str) -> Ranges:
    """A set that holds a set of Unicode, such as `Greek` or `Lu`.

    A name of more than two letters is that of a script, and ASCII has characters of two: Latin and Common."""
    is_script = len(name) > 2 and name[0] != "^" and name not in ("Any", "Common", "Latin")
    return BEYOND_ASCII if is_script else EVERYTHING


def normalize(ranges: list[tuple[int, int]]) -> Ranges:
    """Sorted, disjoint, without neighbours."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(high, merged[-1][1]))
        else:
            merged.append((low, high))
    return tuple(merged)


def in_any_case(ranges: Ranges) -> Ranges:
    """A set of ASCII characters with the other case of its letters."""
    letters = [code for low, high in ranges for code in range(low, high + 1) if chr(code).isalpha()]
    others = [code ^ 32 for code in letters] + [_FOLDS[code | 32] for code in letters if code | 32 in _FOLDS]
    return normalize([*ranges, *((code, code) for code in others)])


def complement(ranges: Ranges) -> Ranges:
    """Every code point that is not in a set."""
    rest: list[tuple[int, int]] = []
    for start, end in EVERYTHING:
        place = start
        for low, high in ranges:
            if high < place or low > end:
                continue
            if low > place:
                rest.append((place, low - 1))
            place = high + 1
        if place <= end:
            rest.append((place, end))
    return tuple(rest)


def disjoint(left: Ranges, right: Ranges) -> bool:
    return all(high < first or last < low for low, high in left for first, last in right)


def write(item: Item) -> str:
    """The tree in the language of Python's `re`, to be compiled with re.ASCII."""
    match item:
        case Chars(ranges):
            return _write_chars(ranges)
        case Assertion(kind):
            return _ASSERTIONS[kind]
        case Sequence(items):
            return "".join(map(write, items))
        case Choice(options):
            return f"(?:{'|'.join(map(write, options))})"
        case Repeat(inner, low, high):
            body = write(inner) if isinstance(inner, (Chars, Choice)) else f"(?:{write(inner)})"
            return f"{body}{_QUANTIFIERS.get((low, high)) or _counted(low, high)}"


_ASSERTIONS = {
    "begin": r"\A", "end": r"\Z", "line_begin": "(?m:^)", "line_end": "(?m:$)", "word": r"\b",
}  # fmt: skip
_QUANTIFIERS = {(0, None): "*", (1, None): "+", (0, 1): "?"}


def _counted(low: int, high: int | None) -> str:
    return f"{{{low}}}" if low == high else f"{{{low},{'' if high is None else high}}}"


def _write_chars(ranges: Ranges) -> str:
    if not ranges:
        return "(?!)"
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _write_char(ranges[0][0])
    return "[" + "".join(_write_range(low, high) for low, high in ranges) + "]"


def _write_range(low: int, high: int) -> str:
    return _write_char(low) if low == high else f"{_write_char(low)}-{_write_char(high)}"


def _write_char(code: int) -> str:
    character = chr(code)
    if character.isascii() and (character.isalnum() or character in "_/"):
        return character
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
