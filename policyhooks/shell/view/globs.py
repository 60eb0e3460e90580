"""Wild cards against the protected names: a pattern that can match one is tagged as if it named it."""

from __future__ import annotations

from policyhooks.shell.tags import FOLDERS, NAMES, PAIRS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def tag_pattern(folded: str) -> list[str]:
    """Tags of every protected place that the pattern could name. A bare `*` matches no dot file, as in bash."""
    parts = [part for part in folded.split("/") if part]
    tags = matching(NAMES, parts[-1]) if parts else []
    for part in parts:
        tags += matching(FOLDERS, part)
    for place in range(1, len(parts)):
        tags += matching_pairs(parts[place - 1], parts[place])
    if len(parts) > 1 and parts[-2] == ".ssh" and is_pattern(parts[-1]):
        tags.append("credential")
    return tags


def matching(table: Mapping[str, Sequence[str]], part: str) -> list[str]:
    """Tags of every name that one component could match, if it is a pattern."""
    if not is_pattern(part):
        return []
    return [tag for name, tags in table.items() if can_match(part, name) for tag in tags]


def matching_pairs(first: str, second: str) -> list[str]:
    """The same of two components in a row."""
    if not is_pattern(first) and not is_pattern(second):
        return []
    tags: list[str] = []
    for pair, found in PAIRS.items():
        left, _, right = pair.rpartition("/")
        if can_match(first, left.rpartition("/")[2]) and can_match(second, right):
            tags += found
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
