"""Wild cards against the protected names: a pattern that can match one is tagged as if it named it."""

from __future__ import annotations

from policyhooks.shell.tags import FOLDERS, NAMES, PAIRS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MOST_KNOWN = 10_000  # patterns whose names are remembered


class Vocabulary:
    """Names that patterns are held against, and what was found for patterns that came before."""

    __slots__ = ("known", "names", "text")

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(dict.fromkeys(names))
        self.text = "\n".join(self.names)
        self.known: dict[str, Sequence[str]] = {}

    def fitting(self, part: str) -> Sequence[str]:
        """Every name that one component of a path could stand for."""
        found = self.known.get(part)
        if found is None:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            found = self.known[part] = self.look(part)
        return found

    def look(self, part: str) -> Sequence[str]:
        if not is_pattern(part):
            return [part] if part in self.names else ()
        if part[0] == "*" and not part.strip("*."):
            return ()  # everything of a folder (`*`, `*.*`): its own tags say what that is
        flat = simplify(part)
        # What is written stands in every name that fits: mostly in none at all, and one search says so.
        piece = max(flat.replace("*", "?").split("?"), key=len)
        if piece not in self.text:
            return ()
        dotted = part[0] not in "*?"  # a leading dot must be written
        return [name for name in self.names if piece in name and (dotted or name[0] != ".") and match(flat, name)]


_vocabularies: dict[str, Vocabulary] = {}


def vocabulary(kind: str) -> Vocabulary:
    """One of the four, made when a pattern is first met."""
    if not _vocabularies:
        pairs = [split_pair(pair) for pair in PAIRS]
        _vocabularies["names"] = Vocabulary(NAMES)
        _vocabularies["folders"] = Vocabulary(FOLDERS)
        _vocabularies["lefts"] = Vocabulary(left for left, _ in pairs)
        _vocabularies["rights"] = Vocabulary(right for _, right in pairs)
    return _vocabularies[kind]


def tag_pattern(folded: str) -> list[str]:
    """Tags of every protected place that the pattern could name. A bare `*` matches no dot file, as in bash.

    Brackets match any character: asks too often, never too rarely.
    """
    parts = [part for part in folded.split("/") if part]
    tags = matching(NAMES, "names", parts[-1]) if parts else []
    for part in parts:
        tags += matching(FOLDERS, "folders", part)
    for place in range(1, len(parts)):
        tags += matching_pairs(parts[place - 1], parts[place])
    if len(parts) > 1 and parts[-2] == ".ssh" and is_pattern(parts[-1]):
        tags.append("credential")
    return tags


def matching(table: Mapping[str, Sequence[str]], kind: str, part: str) -> list[str]:
    """Tags of every name that one component could match, if it is a pattern."""
    if not is_pattern(part):
        return []
    return [tag for name in vocabulary(kind).fitting(part) for tag in table[name]]


def matching_pairs(first: str, second: str) -> list[str]:
    """The same of two components in a row."""
    if not is_pattern(first) and not is_pattern(second):
        return []
    lefts = vocabulary("lefts").fitting(first)
    rights = vocabulary("rights").fitting(second) if lefts else ()
    if not rights:
        return []
    tags: list[str] = []
    for pair, found in PAIRS.items():
        left, right = split_pair(pair)
        if left in lefts and right in rights:
            tags += found
    return tags


def split_pair(pair: str) -> tuple[str, str]:
    """The last two components of a protected place."""
    left, _, right = pair.rpartition("/")
    return left.rpartition("/")[2], right


def is_pattern(text: str) -> bool:
    return "*" in text or "?" in text or "[" in text


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
