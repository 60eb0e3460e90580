"""The expressions with which listings choose names: find's tests, and plain regular expressions as name patterns."""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.shell.walk.listed_paths import ALTERNATIVES, NAMES, WHOLE_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NOT = ("!", "-not")
REGEXES = ("-regex", "-iregex")
SPECIAL = frozenset("*+?[](){}|^$\\.")


class Alternative(Record):
    """What a listed path must match: its name each of some patterns, and as a whole each of others."""

    names: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


class Skipped(Record):
    """What is left out: by the name of any folder on the way, by folders and all below, by the whole path."""

    names: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()

    def but_names(self, names: Sequence[str]) -> Skipped:
        return Skipped(names=(*self.names, *(name.rstrip("/*") for name in names)), folders=self.folders)


NOTHING_SKIPPED = Skipped()
EMPTY = Alternative(names=("\0",))  # holds for nothing


def read_expression(words: list[str]) -> tuple[tuple[Alternative, ...], Skipped]:
    """find's tests: the alternatives of which one must hold (none: anything does), and what is left out."""
    pairs = list(zip(words, [*words[1:], ""], strict=True))
    if any(word in NOT and after in ("(", "\\(") for word, after in pairs):
        return (), NOTHING_SKIPPED  # what a group leaves out is not worked out
    parts: list[list[str]] = [[]]
    for word in words:
        if word in ALTERNATIVES:
            parts.append([])
        else:
            parts[-1].append(word)
    skipped = NOTHING_SKIPPED
    wanted = []
    for part in parts:
        if "-prune" in part and len(parts) > 1:
            skipped = pruned(part, skipped)
        else:
            wanted.append(part)
    found = [read_tests(part) for part in wanted]
    if len(found) == 1:
        skipped = Skipped(names=skipped.names, folders=skipped.folders, paths=tuple(left_out(wanted[0], WHOLE_NAMES)))
    free = any(not item.names and not item.paths for item in found)
    return () if free else tuple(found), skipped


def pruned(part: list[str], skipped: Skipped) -> Skipped:
    """`-path ./x -prune`: one test and nothing that could keep it from holding."""
    tests = [word for word in part if word[:1] == "-" and word not in ("-prune", "-type", "-print", "-d")]
    values = dict(zip(part, [*part[1:], ""], strict=True))
    if len(tests) != 1 or any(word in NOT for word in part):
        return skipped
    value = values[tests[0]]
    if tests[0] in NAMES:
        return Skipped(names=(*skipped.names, value), folders=skipped.folders)
    if tests[0] in WHOLE_NAMES:
        return Skipped(names=skipped.names, folders=(*skipped.folders, value))
    return skipped


def read_tests(part: list[str]) -> Alternative:
    """The tests of one alternative: all must hold."""
    names: list[str] = []
    paths: list[str] = []
    for before, word, value in zip(["", *part], part, [*part[1:], ""], strict=False):
        if before in NOT:
            continue
        if word == "-empty":
            return EMPTY  # protected files hold something
        if word == "-size" and value[:1] == "+" and value[-1:] in "MG" and value[1:2] != "0":
            return EMPTY
        if word in NAMES and value:
            names.append(value)
        elif word in WHOLE_NAMES and value:
            paths.append(value)
        elif word in REGEXES and regex_glob(value):
            paths.append(whole_regex(value))
    return Alternative(names=tuple(names), paths=tuple(paths))


def left_out(part: list[str], tests: frozenset[str]) -> list[str]:
    """Values of tests that must not hold."""
    found = []
    for before, word, value in zip(["", *part], part, [*part[1:], ""], strict=False):
        if before in NOT and word in tests:
            found.append(value)
    return found


def whole_regex(text: str) -> str:
    """A pattern that holds all that a regular expression for a whole path matches."""
    found = regex_glob(text)
    return found[1:-1] if found else "*"


def regex_glob(text: str) -> str:
    """A pattern for what holds a match of a regular expression; empty where it is more than plain."""
    start, end = text[:1] == "^", text[-1:] == "$" and text[-2:-1] != "\\"
    text = text[1:] if start else text
    text = text[:-1] if end else text
    found = ""
    at = 0
    while at < len(text):
        char = text[at]
        if char == "[":
            close = text.find("]", at + 2)
            if close < 0:
                return ""
            found += text[at + 1] if close == at + 2 else "?"
            at = close + 1
        elif char == "\\" and text[at + 1 : at + 2] in (".", "-", "/", "_"):
            found += text[at + 1]
            at += 2
        elif char == ".":
            found += "?"
            at += 1
        elif char in "*+" and found[-1:] == "?":
            found = found[:-1] + "*"
            at += 1
        elif char in SPECIAL:
            return ""
        else:
            found += char
            at += 1
    return ("" if start else "*") + found + ("" if end else "*")


def literal(text: str) -> str:
    """The text that every match of a regular expression is, where it is plain; else empty."""
    plain = text.replace("\\.", "\0").replace("\\-", "-").replace("\\/", "/")
    return "" if any(char in SPECIAL for char in plain) else plain.replace("\0", ".")
