"""Reads globs as people write them: `{a,b}`, `[a-z]`, `[!a]`, `\\*`. Gives compiled globs, and knows no event.

The compiler reads strictly and reports what is malformed. Only a pattern that a condition computes is read when it is
met: there, as in a shell, what is malformed stands for itself.
"""

from __future__ import annotations

from policyhooks.evaluation.glob_items import BadGlob, literal, read_items
from policyhooks.evaluation.globs import SETS, glob_matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from policyhooks.evaluation.glob_items import Item

MOST = 1_000  # alternatives of one glob
DEEPEST = 20  # braces in braces
WIDEST = 2_000  # characters of a range that is compared in any case
WILD = "*?"


def read_glob(text: str, *, fold: bool = False) -> list[str]:
    """Every alternative of a glob over names, compiled; `fold` for names that are compared in any case."""
    return [compiled(items, fold) for items in alternatives(text, strict=True)]


def read_path_glob(text: str, *, fold: bool = False, strict: bool = True) -> list[tuple[str, ...]]:
    """Every alternative of a glob over paths, each as its components between slashes."""
    found = []
    for items in alternatives(text, strict):
        parts = list(components(items))
        if strict and any(part != ["*", "*"] and has_two_stars(part) for part in parts):
            raise BadGlob("`**` stands alone between slashes", "write `**/*.pem` for files of any folder")
        found.append(tuple(compiled(part, fold) for part in parts))
    return found


def has_two_stars(part: Sequence[Item]) -> bool:
    return any(part[at - 1] == part[at] == "*" for at in range(1, len(part)))


def read_pair_glob(text: str, *, fold: bool = False) -> list[tuple[str, str]]:
    """Every alternative of `server/tool`, divided at its first slash; the second is empty where there is none."""
    found = []
    for items in alternatives(text, strict=True):
        place = items.index("/") if "/" in items else len(items)
        found.append((compiled(items[:place], fold), compiled(items[place + 1 :], fold)))
    return found


def escape(text: str) -> str:
    """A text as a glob that only it fits."""
    return "".join(f"\\{character}" if character in "*?[]{}\\" else character for character in text)


def fits(text: str, glob: str) -> bool:
    """Whether a name fits a glob as it is written; one that cannot be read fits nothing."""
    try:
        return any(glob_matches(text, one) for one in read_glob(glob))
    except BadGlob:
        return False


def alternatives(text: str, strict: bool) -> list[list[Item]]:
    """The texts that the braces of a glob stand for, each once, as items. Raises BadGlob where it is strict."""
    if strict:
        refuse(text)
    items = list(read_items(text, strict))
    try:
        found = list(expand(items, strict, 0))
        if len(found) > MOST:
            raise BadGlob(f"the braces stand for more than {MOST:,} globs", "write several globs")
    except BadGlob:
        if strict:
            raise
        found = [[literal(item) if item in ("{", "}") else item for item in items]]
    unique = dict.fromkeys(map(tuple, found))
    if strict and () in unique:
        raise BadGlob("an alternative is empty", "write the others without braces around all of them")
    return [list(one) for one in unique]


def refuse(text: str) -> None:
    if not text:
        raise BadGlob("a glob is not empty", "write `*` for every name, `**` for every path")
    if "\0" in text or "\n" in text:
        raise BadGlob("a glob is one line", "")
    if "***" in text:
        raise BadGlob("`***` means nothing", "write `*` inside a name, `**` for any number of folders")


def expand(items: Sequence[Item], strict: bool, depth: int) -> Iterator[list[Item]]:
    """What the braces stand for, from the left; no more than one beyond MOST."""
    place = next((at for at, item in enumerate(items) if item in ("{", "}")), None)
    if place is None:
        yield list(items)
        return
    options, end = read_braces(items, place, strict)
    if depth > DEEPEST:
        raise BadGlob("the braces are too many", "write several globs")
    heads = [[*items[:place], *option] for choice in options for option in expand(choice, strict, depth + 1)]
    count = 0
    for tail in expand(items[end:], strict, depth + 1):
        for head in heads:
            yield [*head, *tail]
            count += 1
            if count > MOST:
                return


def read_braces(items: Sequence[Item], start: int, strict: bool) -> tuple[list[Sequence[Item]], int]:
    """The alternatives of the brace at a place, and where they end."""
    depth, begin = 0, start + 1
    options: list[Sequence[Item]] = []
    for at in range(start, len(items)):
        item = items[at]
        depth += (item == "{") - (item == "}")
        if depth == 1 and item == ",":
            options.append(items[begin:at])
            begin = at + 1
        if depth == 0 and item == "}" and at > start:
            options.append(items[begin:at])
            if len(options) > 1:
                return options, at + 1
            if strict:
                refuse_single(options[0])
            # As a shell reads it: the braces stand for themselves, what is in them does not.
            return [[literal("{"), *options[0], literal("}")]], at + 1
    if strict:
        what = "`{` is not closed" if items[start] == "{" else "`}` closes nothing"
        raise BadGlob(what, rf"write `{{a,b}}` for alternatives, `\{items[start]}` for the brace itself")
    return [[literal(str(items[start]))]], start + 1


def refuse_single(inside: Sequence[Item]) -> None:
    text = "".join(item for item in inside if isinstance(item, str))
    if ".." in text:
        raise BadGlob("sequences such as `{1..3}` are not known", "write `{1,2,3}` or `[1-3]`")
    raise BadGlob(
        "braces hold alternatives, with commas between", r"write `{a,b}`, or `\{a\}` for the braces themselves"
    )


def components(items: Sequence[Item]) -> Iterator[list[Item]]:
    """The items between slashes."""
    part: list[Item] = []
    for item in items:
        if item in ("/", (False, "//")):
            yield part
            part = []
        else:
            part.append(item)
    yield part


def compiled(items: Iterable[Item], fold: bool) -> str:
    """Items as a compiled glob: with sets only where something needs one."""
    items = [plain(item) for item in items]
    if all(isinstance(item, str) for item in items):
        text = "".join(map(str, items))
        return text.casefold() if fold else text
    return SETS + "".join(written(item, fold) for item in items)


def plain(item: Item) -> Item:
    """A literal that no compiled glob gives a meaning, as itself."""
    if isinstance(item, tuple) and not item[0] and len(item[1]) == 2 and item[1][0] == item[1][1]:
        return item if item[1][0] in WILD else item[1][0]
    return item


def written(item: Item, fold: bool) -> str:
    if isinstance(item, str):
        if item == "[":
            return written(literal(item), fold)
        return item.casefold() if fold else item
    negated, pairs = item
    pairs = folded(pairs) if fold else pairs
    return f"[{'!' if negated else '='}{pairs}\0"


def folded(pairs: str) -> str:
    """A set in small letters: what it is compared with has no others."""
    characters: set[str] = set()
    for first, last in zip(pairs[::2], pairs[1::2], strict=True):
        if ord(last) - ord(first) >= WIDEST:
            raise BadGlob(f"a range holds more than {WIDEST:,} characters", "write the letters that you mean")
        characters.update(chr(code).casefold() for code in range(ord(first), ord(last) + 1))
    codes = sorted(ord(character) for character in characters if len(character) == 1)
    starts = [code for at, code in enumerate(codes) if not at or codes[at - 1] != code - 1]
    ends = [code for at, code in enumerate(codes) if at + 1 == len(codes) or codes[at + 1] != code + 1]
    return "".join(chr(first) + chr(last) for first, last in zip(starts, ends, strict=True))
