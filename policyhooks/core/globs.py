"""Globs over names: `*` is any run of characters, `?` is one. No pattern can blow up."""

from __future__ import annotations


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
            return False
    return pattern[here:].strip("*") == ""


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
    """A glob with its bracket sets turned into `?`."""
    flat = ""
    at = 0
    while at < len(glob):
        close = glob.find("]", at + 2) if glob[at] == "[" else -1
        flat += "?" if close > 0 else glob[at]
        at = close + 1 if close > 0 else at + 1
    return flat
