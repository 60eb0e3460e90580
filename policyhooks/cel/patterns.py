"""Regular expressions at build time: what RE2 refuses, and which patterns are linear on the interpreter's own engine.

That engine goes back and tries again, so a pattern is linear only when this is bounded. Proof, for every pattern that
`is_linear` accepts: apart from loops over one set of characters, a match from one start has a bounded number of ways
of bounded length. A loop over a set X stands directly after a character that is not in X (or at the begin of the
text) and before one that is not in X (or at the end of the pattern): so each run of X in the text is entered from a
bounded number of starts, and is left at one place only. A pattern that is tied to the begin of the text has one start:
there a single loop may stand without such neighbours, because it is entered once and left at each place once.
Repetitions at either end of a pattern are cut to their minimum, which does not change whether something is found.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product

from policyhooks.cel import regex_tree
from policyhooks.cel.regex_reader import Unread, read
from policyhooks.cel.regex_tree import Assertion, Chars, Choice, Item, Ranges, Repeat, Sequence, disjoint

# How many ways times how many characters a match from one start may cost, loops apart.
MAX_WORK = 5_000
MAX_VARIANTS = 64


@cache
def refusal(pattern: str) -> str:
    """Why RE2 refuses a pattern, or nothing."""
    import re2  # machines that only activate a program do not have it

    options = re2.Options()
    options.log_errors = False
    try:
        re2.compile(pattern, options)
    except re2.error as problem:
        message = problem.args[0] if problem.args else ""
        return message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message) or "malformed"
    except UnicodeEncodeError:
        return "not UTF-8"
    return ""


def is_linear(pattern: str) -> bool:
    """Whether the interpreter's own engine finds the same as RE2, in time linear in the text."""
    return _linear_tree(pattern) is not None


def precompile(pattern: str) -> tuple[str, int, list[int], int, dict[str, int], tuple[None, ...]]:
    """The arguments of `_sre.compile` for a linear pattern, valid for exactly this interpreter's version."""
    tree = _linear_tree(pattern)
    if tree is None:
        raise ValueError("the pattern is not linear")
    text = regex_tree.write(tree)
    parsed = re._parser.parse(text, re.ASCII)  # noqa: SLF001
    code = re._compiler._code(parsed, re.ASCII)  # type: ignore[attr-defined]  # noqa: SLF001
    return text, int(re.ASCII), list(map(int, code)), 0, {}, (None,)


@cache
def _linear_tree(pattern: str) -> Item | None:
    try:
        if refusal(pattern):
            return None
    except ModuleNotFoundError:
        pass  # a machine that only activates: the build has asked RE2
    try:
        tree = _cut(_cut(read(pattern), -1), 0)
    except Unread:
        return None
    variants = _variants(tree)
    return tree if len(variants) <= MAX_VARIANTS and all(map(_is_linear_sequence, variants)) else None


def _items(item: Item) -> tuple[Item, ...]:
    return item.items if isinstance(item, Sequence) else (item,)


def _cut(item: Item, end: int) -> Item:
    """The item with a repetition at one end (0 or -1) cut to its minimum: enough to be found."""
    match item:
        case Choice(options):
            return Choice(tuple(_cut(option, end) for option in options))
        case Repeat(inner, low, high) if low != high:
            return Repeat(inner, low, low) if low > 1 else (inner if low else regex_tree.EMPTY)
        case Sequence(items) if items:
            cut = _cut(items[end], end)
            if cut is items[end]:
                return item
            rest = items[1:] if end == 0 else items[:-1]
            joined = (*_items(cut), *rest) if end == 0 else (*rest, *_items(cut))
            shorter = Sequence(joined)
            # What stands at the end now may be a loop again.
            return _cut(shorter, end) if cut == regex_tree.EMPTY and joined else shorter
    return item


def _has_loop(item: Item) -> bool:
    match item:
        case Repeat(inner, _, high):
            return high is None or _has_loop(inner)
        case Sequence(parts) | Choice(parts):
            return any(map(_has_loop, parts))
    return False


def _variants(item: Item) -> list[tuple[Item, ...]]:
    """The sequences that an item stands for when every choice with a loop in it is written out."""
    match item:
        case Choice(options) if _has_loop(item):
            return [variant for option in options for variant in _variants(option)]
        case Sequence(items) if any(isinstance(part, Choice) and _has_loop(part) for part in items):
            parts = [_variants(part) for part in items]
            total = 1
            for part in parts:
                total *= len(part)
            if total > MAX_VARIANTS:
                return [()] * (MAX_VARIANTS + 1)
            return [tuple(one for group in chosen for one in group) for chosen in product(*parts)]
    return [_items(item)]


def _is_linear_sequence(items: tuple[Item, ...]) -> bool:
    ways, length = 1, 1
    free = 1 if items and items[0] == Assertion("begin") else 0  # loops that may do without neighbours
    for place, item in enumerate(items):
        if isinstance(item, Repeat) and item.high is None:
            if not isinstance(item.item, Chars):
                return False
            free -= not _is_fenced(items, place, item.item.ranges)
            if free < 0:
                return False
            length += item.low
            continue
        if _has_loop(item):
            return False
        more_ways, more_length = _work(item)
        ways, length = ways * more_ways, length + more_length
        if ways * length > MAX_WORK:
            return False
    return True


def _is_fenced(items: tuple[Item, ...], place: int, ranges: Ranges) -> bool:
    """Whether a loop over a set begins and ends at a character outside of the set, or at an end of the text."""
    before = items[place - 1] if place else None
    begins = (isinstance(before, Assertion) and before.kind == "begin" and place == 1) or _is_outside(
        before, ranges, -1
    )
    rest = items[place + 1 :]
    ends = not rest or (len(rest) == 1 and isinstance(rest[0], Assertion)) or _is_outside(rest[0], ranges, 0)
    return begins and ends


def _is_outside(item: Item | None, ranges: Ranges, end: int) -> bool:
    """Whether an item has a character at one end (0 or -1), always one outside of a set."""
    match item:
        case Chars():
            return disjoint(item.ranges, ranges)
        case Repeat(inner, low, _):
            return low >= 1 and _is_outside(inner, ranges, end)
        case Choice(options):
            return all(_is_outside(option, ranges, end) for option in options)
        case Sequence(items) if items:
            return _is_outside(items[end], ranges, end)
    return False


def _work(item: Item) -> tuple[int, int]:
    """(ways, longest) of an item without loops; numbers beyond the limit stay beyond it."""
    match item:
        case Chars():
            return 1, 1
        case Assertion():
            return 1, 0
        case Sequence(parts):
            ways, length = 1, 0
            for part in parts:
                more_ways, more_length = _work(part)
                ways, length = min(ways * more_ways, MAX_WORK + 1), length + more_length
            return ways, length
        case Choice(parts):
            works = [_work(part) for part in parts]
            return min(sum(ways for ways, _ in works), MAX_WORK + 1), max(length for _, length in works)
        case Repeat(inner, low, high):
            ways, length = _work(inner)
            assert high is not None
            counted = sum(min(ways**count, MAX_WORK + 1) for count in range(low, min(high, low + MAX_WORK) + 1))
            return min(counted, MAX_WORK + 1), length * high
