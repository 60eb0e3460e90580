"""Wild cards against the protected names: a pattern that can match one is tagged as if it named it."""

from __future__ import annotations

from policyhooks.shell.tags import FOLDERS, NAMES, PAIRS


def tag_pattern(folded: str) -> list[str]:
    """Tags of every protected place that the pattern could name. A bare `*` matches no dot file, as in bash."""
    parts = [part for part in folded.split("/") if part]
    tags: list[str] = []
    if parts and is_pattern(parts[-1]):
        for name, found in NAMES.items():
            if can_match(parts[-1], name):
                tags += found
    for part in parts:
        if is_pattern(part):
            for name, found in FOLDERS.items():
                if can_match(part, name):
                    tags += found
    for place in range(len(parts) - 1):
        first, second = parts[place], parts[place + 1]
        if is_pattern(first) or is_pattern(second):
            for pair, found in PAIRS.items():
                left, _, right = pair.rpartition("/")
                if can_match(first, left.rpartition("/")[2]) and can_match(second, right):
                    tags += found
    if len(parts) > 1 and parts[-2] == ".ssh" and is_pattern(parts[-1]):
        tags.append("credential")
    return tags


def is_pattern(text: str) -> bool:
    return "*" in text or "?" in text or "[" in text


def can_match(pattern: str, name: str) -> bool:
    """Shell matching; a leading dot must be written. Brackets match any character: asks too often, never too rarely."""
    if not is_pattern(pattern):
        return pattern == name
    if not pattern.strip("*"):
        return False  # everything of a folder: its own tags say what that is
    if name.startswith(".") and pattern[0] in "*?":
        return False
    return match(simplify(pattern), name)


def simplify(pattern: str) -> str:
    """Bracket expressions become `?`."""
    result = ""
    at = 0
    while at < len(pattern):
        if pattern[at] == "[":
            close = pattern.find("]", at + 2)
            if close > 0:
                result += "?"
                at = close + 1
                continue
        result += pattern[at]
        at += 1
    return result


def match(pattern: str, name: str) -> bool:
    """Linear matching of `*` and `?` with one point of return."""
    at = place = 0
    star = mark = -1
    while place < len(name):
        if at < len(pattern) and pattern[at] in ("?", name[place]):
            at += 1
            place += 1
        elif at < len(pattern) and pattern[at] == "*":
            star, mark = at, place
            at += 1
        elif star >= 0:
            mark += 1
            at, place = star + 1, mark
        else:
            return False
    return not pattern[at:].strip("*")
