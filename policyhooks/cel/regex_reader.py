"""Reads the common part of RE2's language into a tree. What it does not know it refuses: such patterns run on RE2.

INVARIANT: only patterns that RE2 has accepted are read, so this need not find every error.
"""

from __future__ import annotations

from typing import Literal

from policyhooks.cel.regex_tree import (
    CLASSES,
    EVERYTHING,
    POSIX,
    Assertion,
    Chars,
    Choice,
    Item,
    Ranges,
    Repeat,
    Sequence,
    around_property,
    complement,
    in_any_case,
    normalize,
)

_CONTROLS = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
# \B is not among them: the engines disagree on it in the empty text and inside of UTF-8.
_PLACES: dict[str, Literal["begin", "end", "word"]] = {"A": "begin", "z": "end", "b": "word"}
MAX_LENGTH, MAX_DEPTH, MAX_REPEAT = 2_000, 20, 1_000


class Unread(Exception):
    """A pattern is outside of what this reader knows."""


def read(pattern: str, *, loosely: bool = False) -> Item:
    """The tree of a pattern; raises Unread. Loosely: a set that is not known by heart may be read as a larger one."""
    if len(pattern) > MAX_LENGTH:
        raise Unread
    reader = _Reader(pattern, loosely)
    item = reader.choice(frozenset(), 0)
    if reader.place < len(pattern):
        raise Unread
    return item


class _Reader:
    def __init__(self, pattern: str, loosely: bool) -> None:
        self.pattern = pattern
        self.loosely = loosely
        self.guessed = False  # the set that is being read has too much in it
        self.place = 0
        self.flags: frozenset[str] = frozenset()

    def peek(self, width: int = 1) -> str:
        return self.pattern[self.place : self.place + width]

    def take(self) -> str:
        if self.place >= len(self.pattern):
            raise Unread
        self.place += 1
        return self.pattern[self.place - 1]

    def choice(self, flags: frozenset[str], depth: int) -> Item:
        """Alternatives up to the end or a closing parenthesis; flags set inside end with it."""
        if depth > MAX_DEPTH:
            raise Unread
        outer, self.flags = self.flags, flags
        options: list[Item] = [self._sequence(depth)]
        while self.peek() == "|":
            self.place += 1
            options.append(self._sequence(depth))
        self.flags = outer
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def _sequence(self, depth: int) -> Item:
        items: list[Item] = []
        while self.place < len(self.pattern) and self.peek() not in "|)":
            item = self._atom(depth)
            item = self._quantified(item) if item is not None else None
            if isinstance(item, Sequence):
                items.extend(item.items)
            elif item is not None:
                items.append(item)
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def _atom(self, depth: int) -> Item | None:
        """One item, or None for a group that only sets flags."""
        character = self.take()
        match character:
            case "(":
                return self._group(depth)
            case "[":
                return Chars(self._class())
            case ".":
                return Chars(EVERYTHING if "s" in self.flags else complement(((10, 10),)))
            case "^":
                return Assertion("line_begin" if "m" in self.flags else "begin")
            case "$":
                return Assertion("line_end" if "m" in self.flags else "end")
            case "\\":
                if self.peek() in _PLACES and self.peek():
                    return Assertion(_PLACES[self.take()])
                return Chars(self._folded(self._escape()))
            case "*" | "+" | "?":
                raise Unread
        return Chars(self._folded(((ord(character), ord(character)),)))

    def _group(self, depth: int) -> Item | None:
        flags = self.flags
        if self.peek() == "?":
            self.place += 1
            if self.peek(2) == "P<" or (self.peek() == "<" and self.peek(2) not in ("<=", "<!")):
                while self.take() != ">":
                    pass
            else:
                flags, ends = self._flags()
                if ends:
                    self.flags = flags
                    return None
        item = self.choice(flags, depth + 1)
        if self.take() != ")":
            raise Unread
        return item

    def _flags(self) -> tuple[frozenset[str], bool]:
        """The flags after `(?i-s:` or `(?i)`, and whether the group ends with them."""
        flags = set(self.flags)
        remove = False
        while (letter := self.take()) not in ":)":
            if letter == "-" and not remove:
                remove = True
            elif letter in "ims" and remove:
                flags.discard(letter)
            elif letter in "ims":
                flags.add(letter)
            else:
                raise Unread
        return frozenset(flags), letter == ")"

    def _quantified(self, item: Item) -> Item:
        character = self.peek()
        bounds: tuple[int, int | None] | None = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(character)
        if bounds is not None and character:
            self.place += 1
        elif character == "{":
            bounds = self._bounds()
        if bounds is None:
            return item
        if self.peek() == "?":
            self.place += 1
        if isinstance(item, Assertion) or (self.peek() and self.peek() in "*+?"):
            raise Unread
        return Repeat(item, *bounds)

    def _bounds(self) -> tuple[int, int | None] | None:
        """`{2}`, `{2,}`, `{2,5}`; anything else is a literal brace."""
        end = self.pattern.find("}", self.place)
        low, comma, high = self.pattern[self.place + 1 : end].partition(",") if end > 0 else ("", "", "")
        if not low.isascii() or not low.isdigit() or (high and not (high.isascii() and high.isdigit())):
            return None
        self.place = end + 1
        bounds = int(low), (int(high) if high else None if comma else int(low))
        if max(bounds[0], bounds[1] or 0) > MAX_REPEAT:
            raise Unread
        return bounds

    def _escape(self) -> Ranges:
        letter = self.take()
        if letter in CLASSES:
            return CLASSES[letter]
        if letter.lower() in CLASSES:
            return complement(CLASSES[letter.lower()])
        if letter in "pP" and self.loosely:
            self.guessed = True
            return around_property("^"[: letter == "P"] + self._braced(1))
        if letter in _CONTROLS:
            code = _CONTROLS[letter]
        elif letter == "x":
            code = self._hexadecimal()
        elif letter.isascii() and not letter.isalnum():
            code = ord(letter)
        else:
            raise Unread
        return ((code, code),)

    def _braced(self, width: int) -> str:
        """What stands in braces, or so many characters."""
        if self.peek() != "{":
            return "".join(self.take() for _ in range(width))
        end = self.pattern.find("}", self.place)
        text = self.pattern[self.place + 1 : end]
        self.place = end + 1
        return text

    def _hexadecimal(self) -> int:
        digits = self._braced(2)
        try:
            code = int(digits, 16)
        except ValueError:
            raise Unread from None
        if len(digits) > 6 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF or "_" in digits:
            raise Unread
        return code

    def _class(self) -> Ranges:
        negated = self.peek() == "^"
        self.place += negated
        self.guessed = False
        ranges: list[tuple[int, int]] = []
        first = True
        while first or self.peek() != "]":
            first = False
            ranges.extend(self._class_item())
        self.place += 1
        if negated and self.guessed:
            return EVERYTHING
        folded = self._folded(normalize(ranges))
        return complement(folded) if negated else folded

    def _class_item(self) -> Ranges:
        if self.peek(2) == "[:":
            end = self.pattern.find(":]", self.place)
            name = self.pattern[self.place + 2 : end] if end > 0 else ""
            self.place = end + 2
            if name not in POSIX:
                raise Unread
            return POSIX[name]
        low = self._class_char()
        is_range = self.peek() == "-" and self.peek(2) not in ("-", "-]")
        if not is_range or len(low) != 1 or low[0][0] != low[0][1]:
            return low
        self.place += 1
        high = self._class_char()
        if len(high) != 1 or high[0][0] != high[0][1] or high[0][0] < low[0][0]:
            raise Unread
        return ((low[0][0], high[0][0]),)

    def _class_char(self) -> Ranges:
        character = self.take()
        return self._escape() if character == "\\" else ((ord(character), ord(character)),)

    def _folded(self, ranges: Ranges) -> Ranges:
        """The set with the other case of its letters, where that is asked for; beyond ASCII RE2 knows better."""
        if "i" not in self.flags:
            return ranges
        if any(high > 127 for _, high in ranges):
            raise Unread
        return in_any_case(ranges)
