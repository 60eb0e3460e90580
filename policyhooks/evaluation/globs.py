"""Globs at decision time: names, components of paths, whole paths. No pattern can blow up.

A compiled glob is a text in which `*` is any run, `?` one character and all else itself. One that begins with
SETS also has sets: `[`, then `=` or `!`, pairs of first and last character, NUL. What people write, glob_reader reads.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# A question mark, so that no reader takes it for a literal; behind a character that no name begins with.
SETS = "\0?"


def glob_matches(text: str, pattern: str) -> bool:
    """`*` any run, `?` one character. Linear apart from the last star: no pattern can blow up."""
    if "*" not in pattern and "?" not in pattern:
        return text == pattern
    at = here = 0
    star = resume = -1
    while at < len(text):
        if here < len(pattern) and pattern[here] == "*":
            star, resume = here, at
            here += 1
        elif here < len(pattern) and pattern[here] in ("?", text[at]):
            at += 1
            here += 1
        elif star >= 0:
            here = star + 1
            resume += 1
            at = resume
        else:
            # Asked only here, where a glob with sets always arrives: the others do not pay for it.
            return pattern[0] == "\0" and sets_match(text, pattern)
    return pattern[here:].strip("*") == ""


def sets_match(text: str, pattern: str) -> bool:
    """The same walk for a glob with sets, item by item."""
    items = items_of(pattern)
    at = here = 0
    star = resume = -1
    while at < len(text):
        if here < len(items) and items[here] == "*":
            star, resume = here, at
            here += 1
        elif here < len(items) and item_matches(text[at], items[here]):
            at += 1
            here += 1
        elif star >= 0:
            here = star + 1
            resume += 1
            at = resume
        else:
            return False
    return all(item == "*" for item in items[here:])


def items_of(pattern: str) -> list[str]:
    """A glob with sets as its items: characters, and sets as they stand, without the NUL."""
    items = []
    at = len(SETS)
    while at < len(pattern):
        end = pattern.find("\0", at) if pattern[at] == "[" else at
        items.append(pattern[at:end] if end > at else pattern[at])
        at = end + 1 if end >= at else at + 1
    return items


def item_matches(character: str, item: str) -> bool:
    """Whether a character fits one item of a glob with sets."""
    if len(item) == 1:
        return item in ("?", character)
    pairs = zip(item[2::2], item[3::2], strict=False)
    return any(first <= character <= last for first, last in pairs) == (item[1] == "=")


def components_match(path: Sequence[str], pattern: Sequence[str], loose: bool) -> bool:
    """Components against components, `**` standing for any number of them.

    Works backwards over the pattern with the set of positions that still fit, so that no pattern
    costs more than its length times the path's. `loose` lets wildcards of the path overlap.
    """
    fits = {len(path)}
    for part in reversed(pattern):
        if part == "**":
            fits = set(range(max(fits, default=-1) + 1))
        else:
            fits = {at - 1 for at in fits if at and part_matches(path[at - 1], part, loose)}
    return 0 in fits


def part_matches(text: str, pattern: str, loose: bool) -> bool:
    return glob_matches(text, pattern) or (loose and globs_overlap(text, pattern))


def globs_overlap(one: str, other: str) -> bool:
    """Whether some text fits both globs; a bracket set in either counts as any character.

    Walks the first with the set of places in the second that can be reached so far.
    """
    first, second = flatten(one), flatten(other)
    reached = spread({0}, second)
    for part in first:
        if not reached:
            return False
        if part == "*":
            reached = set(range(min(reached), len(second) + 1))
            continue
        here = {at for at in reached if at < len(second)}
        stay = {at for at in here if second[at] == "*"}
        step = {at + 1 for at in here if part == "?" or second[at] in ("?", part)}
        reached = spread(stay | step, second)
    return len(second) in reached


def spread(reached: set[int], pattern: str) -> set[int]:
    """Positions reachable by letting stars stand for nothing."""
    more = set(reached)
    for at in sorted(reached):
        while at < len(pattern) and pattern[at] == "*":
            at += 1
            more.add(at)
    return more


def flatten(glob: str) -> str:
    """A glob, compiled or of a command, with its bracket sets turned into `?`."""
    if glob[:2] == SETS:
        return "".join("?" if len(item) > 1 else item for item in items_of(glob))
    flat = ""
    at = 0
    while at < len(glob):
        close = glob.find("]", at + 2) if glob[at] == "[" else -1
        flat += "?" if close > 0 else glob[at]
        at = close + 1 if close > 0 else at + 1
    return flat
