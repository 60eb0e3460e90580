"""Texts that a regular expression matches: the shortest of its first alternatives, and those with every option."""

from __future__ import annotations

from itertools import islice, product

from policyhooks.cel.regex_reader import Unread, read
from policyhooks.cel.regex_tree import Chars, Choice, Item, Repeat, Sequence

MOST = 8
# Where a class leaves the choice: a letter, a digit, a blank, a sign.
LIKED = "xXa0 _-./"


def write_examples(pattern: str) -> list[str]:
    """A few texts that match; none where the pattern cannot be read."""
    try:
        tree = read(pattern)
    except Unread:
        return []
    found = [*spell(tree, more=False), *spell(tree, more=True)]
    return list(dict.fromkeys(found))[:MOST]


def spell(item: Item, *, more: bool) -> list[str]:
    """The first texts of a part; `more`: what may be left out is there once."""
    match item:
        case Chars(ranges):
            return [pick(ranges)] if ranges else []
        case Sequence(items):
            parts = [spell(one, more=more) for one in items]
            return ["".join(words) for words in islice(product(*parts), MOST)]
        case Choice(options):
            return [text for option in options for text in spell(option, more=more)][:MOST]
        case Repeat(inner, low, _):
            count = max(low, 1) if more else low
            return [text * count for text in spell(inner, more=more)][:MOST] if count else [""]
        case _:
            return [""]


def pick(ranges: tuple[tuple[int, int], ...]) -> str:
    """A character of a set, a plain one where there is one."""
    for character in LIKED:
        if any(low <= ord(character) <= high for low, high in ranges):
            return character
    return chr(ranges[0][0])
