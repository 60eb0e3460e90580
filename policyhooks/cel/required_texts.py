"""What every match of a pattern contains: a search behind it seldom has to load an engine.

They come in groups, and a match contains at least one text of each group. It knows trees of patterns, no engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from policyhooks.cel.regex_reader import Unread, read
from policyhooks.cel.regex_tree import BEYOND_ASCII, Chars, Choice, Item, Repeat, Sequence

# How many groups are kept, how many texts one may have, how many letters a set may have to be spelt out.
MAX_GROUPS = 3
MAX_OPTIONS = 24
MAX_LETTERS = 4

Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Needed:
    """What a text must contain before a pattern can be found in it; `folded` looks at the text without its case."""

    groups: tuple[Group, ...]
    folded: bool
    beyond_ascii: bool = False  # and some character that is not of ASCII


@cache
def required_literal(pattern: str) -> str:
    """The longest text that every match contains, as far as it is seen; or nothing."""
    return max((group[0] for group in _groups_of(pattern, folded=False) if len(group) == 1), key=len, default="")


@cache
def required_groups(pattern: str, *, folded: bool) -> tuple[Group, ...]:
    """All groups of a pattern: a match (`folded`: in small letters) contains at least one text of each."""
    return tuple(dict.fromkeys(_groups_of(pattern, folded)))


@cache
def required_texts(pattern: str) -> Needed:
    """The most telling groups of a pattern, those first that are likely to be missing."""
    exact, folded = (_rank(_groups_of(pattern, folded)) for folded in (False, True))
    if _needs_more_than_ascii(pattern):
        return Needed(exact, folded=False, beyond_ascii=True)
    better = bool(folded) and (not exact or _telling(folded[0]) > _telling(exact[0]))
    return Needed(folded if better else exact, better)


def _rank(groups: list[Group]) -> tuple[Group, ...]:
    kept: list[Group] = []
    for group in sorted(dict.fromkeys(groups), key=_telling, reverse=True):
        if not any(_implies(better, group) for better in kept):
            kept.append(group)
    return tuple(kept[:MAX_GROUPS])


def _implies(group: Group, other: Group) -> bool:
    """Whether a text with one of the first has one of the others anyway."""
    return all(any(part in text for part in other) for text in group)


def _telling(group: Group) -> tuple[int, int]:
    """How much it says that a text has one of these: long texts say more, and few of them."""
    return min(map(len, group)), -len(group)


def _groups_of(pattern: str, folded: bool) -> list[Group]:
    try:
        return _groups(read(pattern, loosely=True), folded)
    except Unread:
        return []


def _needs_more_than_ascii(pattern: str) -> bool:
    try:
        return _is_beyond_ascii(read(pattern, loosely=True))
    except Unread:
        return False


def _is_beyond_ascii(item: Item) -> bool:
    """Whether every text that an item stands for has a character that is not of ASCII."""
    match item:
        case Chars(ranges):
            return ranges != () and ranges[0][0] >= BEYOND_ASCII[0][0]
        case Sequence(items):
            return any(map(_is_beyond_ascii, items))
        case Choice(options):
            return all(map(_is_beyond_ascii, options))
        case Repeat(inner, low, _):
            return low >= 1 and _is_beyond_ascii(inner)
    return False


def _groups(item: Item, folded: bool) -> list[Group]:
    groups: list[Group] = []
    run = ""
    for part in item.items if isinstance(item, Sequence) else (item,):
        repeated = isinstance(part, Repeat) and part.low >= 1
        inner = part.item if isinstance(part, Repeat) and repeated else part
        letters = _letters(inner, folded)
        run += letters[0] if len(letters) == 1 else ""
        if run and (len(letters) != 1 or repeated):
            groups.append((run,))
            run = ""
        if len(letters) > 1:
            groups.append(letters)
        elif isinstance(inner, Choice):
            groups.extend(_shared(inner, folded))
        elif isinstance(inner, Sequence):
            groups.extend(_groups(inner, folded))
    return [*groups, (run,)] if run else groups


def _letters(item: Item, folded: bool) -> Group:
    """The characters that an item stands for, where they are few.

    Folding is done letter by letter, so what stands together in a text stands together in the folded one.
    """
    if not isinstance(item, Chars) or sum(high - low + 1 for low, high in item.ranges) > MAX_LETTERS:
        return ()
    letters = [chr(code) for low, high in item.ranges for code in range(low, high + 1)]
    return tuple(dict.fromkeys(letter.casefold() for letter in letters) if folded else letters)


def _shared(choice: Choice, folded: bool) -> list[Group]:
    """One group for all options: of each its most telling one. None where an option needs nothing."""
    found: dict[str, None] = {}
    for option in choice.options:
        groups = _groups(option, folded)
        if not groups:
            return []
        best = max(groups, key=_telling)
        found.update(dict.fromkeys(best))
    return [tuple(found)] if len(found) <= MAX_OPTIONS else []
