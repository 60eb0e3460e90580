"""What SQL a text holds: every statement in every reading of it, and the statements inside statements.

A superset is wanted: a statement that no server would see costs a look at the rules, one that is
missed slips past them. It knows neither rules nor where a text came from.
"""

from __future__ import annotations

from policyhooks.core.sql_dialects import readings_of
from policyhooks.core.sql_split import SPECIAL, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.sql_split import Statement

LONGEST_TEXT = 1 << 18
MOST_MARKS = 60_000  # blanks, quotes and signs: what splitting costs
MOST_STATEMENTS = 2000
MOST_TEXTS = 200  # quoted ones in a statement that runs texts
MOST_PARENTHESES = 20  # around a whole statement
MOST_WHOLE = 20  # statements inside one that are given with all that follows
DEEPEST = 3
LONGEST_LOOK = 4096
# Verbs of statements that stand inside others: in parentheses, in blocks, and where no separator is needed.
_INNER = frozenset(
    "drop truncate delete update alter create insert merge grant revoke exec execute call rename replace copy attach"  # noqa: SIM905
    " detach load".split()
)
_SELECT = _INNER | {"select"}
# Words and signs after which such a verb belongs to a clause: `on delete`, `for update`, `grant select, delete`.
_CLAUSES = frozenset(
    "on for before after of or key grant revoke explain instead no not describe desc , . = @ : -".split()  # noqa: SIM905
)
# Statements that run texts as SQL, or keep them to be run; and words that say so anywhere.
_STARTERS = frozenset(("exec", "execute", "call", "prepare", "do", "declare", "set", "begin"))
_RUNNERS = frozenset(("exec", "execute", "immediate", "sp_executesql", "dblink", "dblink_exec"))


def statements_in(text: str) -> tuple[list[str], bool]:
    """Every statement, comments taken out and blanks single; and whether the text could be read to its end."""
    found: dict[str, None] = {}
    ended, read = _collect(text, 0, found)
    return list(found), ended and read


def _collect(text: str, depth: int, found: dict[str, None]) -> tuple[bool, bool]:
    """Add the statements of a text: whether all quotes end in some reading, and whether no limit was reached."""
    text = text.replace("\ufeff", " ")
    read = len(text) <= LONGEST_TEXT and text.translate(SPECIAL).count(" ") <= MOST_MARKS
    text = text if read else text[:MOST_MARKS]
    ended = False
    for dialect in readings_of(text):
        statements, complete = split(text, dialect)
        ended = ended or complete
        for statement in statements:
            if len(found) >= MOST_STATEMENTS:
                return ended, False
            read = _take(statement, depth, found) and read
    return ended, read


def _take(statement: Statement, depth: int, found: dict[str, None]) -> bool:
    """Add a statement and those inside it; False when there may be more."""
    code, mask = _unwrap(statement)
    if code in found:
        return True
    found[code] = None
    words = _words(mask)
    cuts = [place for place, before, word in words if place and word in _INNER and before not in _CLAUSES]
    ends = [place for place, before, word in words if place and word in _SELECT and before not in _CLAUSES]
    depths = _depths(mask) if ends else []
    top = [place for place in ends if depths[place] == 0]
    if top and mask[:1].isalpha():
        found[code[: top[0]].strip()] = None
    for number, place in enumerate(cuts):
        if len(found) >= MOST_STATEMENTS:
            return False
        # Up to the next verb, and whole: that verb may be one of its own words.
        for end in {cuts[number + 1] if number + 1 < len(cuts) else len(code), len(code) if number < MOST_WHOLE else 0}:
            if end:
                found[code[place : _closing(mask, depths, place, end)].strip()] = None
    if words and (words[0][2] in _STARTERS or not _RUNNERS.isdisjoint(word for _, _, word in words)):
        return _take_texts(code, mask, depth, found)
    return True


def _unwrap(statement: Statement) -> Statement:
    """Without parentheses around the whole of it."""
    code, mask = statement
    for _ in range(MOST_PARENTHESES):
        if mask[:1] != "(" or mask[-1:] != ")":
            break
        depths = _depths(mask)
        if depths[-1] or 0 in depths[:-1]:
            break
        lead = len(mask[1:-1]) - len(mask[1:-1].lstrip())
        code, mask = code[1 + lead : -1].rstrip(), mask[1 + lead : -1].rstrip()
    return code, mask


def _words(mask: str) -> list[tuple[int, str, str]]:
    """Every word outside quotes: its place, the word or sign before it, itself in small letters."""
    found = []
    before, at, size = "", 0, len(mask)
    folded = mask.lower()
    while at < size:
        letter = folded[at]
        if letter.isalnum() or letter == "_":
            end = at
            while end < size and (folded[end].isalnum() or folded[end] == "_"):
                end += 1
            found.append((at, before, folded[at:end]))
            before, at = folded[at:end], end
        else:
            before = before if letter == " " else letter
            at += 1
    return found


def _depths(mask: str) -> list[int]:
    """How many parentheses are open behind every character."""
    found, depth = [], 0
    for letter in mask:
        depth += (letter == "(") - (letter == ")")
        found.append(depth)
    return found


def _closing(mask: str, depths: list[int], place: int, end: int) -> int:
    """Where the parenthesis that a place stands in is closed, before an end."""
    level, at = depths[place], place
    while (at := mask.find(")", at, end)) >= 0:
        if depths[at] < level:
            return at
        at += 1
    return end


def _take_texts(code: str, mask: str, depth: int, found: dict[str, None]) -> bool:
    """The statements in the quoted texts of a statement that runs texts."""
    read = True
    at = texts = 0
    while (start := mask.find("xxxx", at)) >= 0:
        at = start
        while mask[at : at + 1] == "x":
            at += 1
        inner = code[start:at]
        if not may_be_sql(inner) or not looks_like_sql(inner):
            continue
        texts += 1
        if depth >= DEEPEST or texts > MOST_TEXTS:
            return False
        # Whether its quotes end is not asked: in a reading that no server has they need not.
        for one in {inner: None, inner.replace("''", "'"): None}:
            read = _collect(one, depth + 1, found)[1] and read
    return read


_OBJECTS = frozenset(
    "table tables database databases schema schemas user role index view materialized collection keyspace owned"  # noqa: SIM905
    " tablespace extension column trigger function procedure sequence type domain server policy event login external"
    " temporary temp unique global local or foreign stream stage warehouse dictionary if".split()
)
# Verbs that a sentence may begin with -> what then follows only in SQL.
_EXPECTED: dict[str, tuple[str, ...]] = {
    "delete": ("from",),
    "truncate": (),
    "update": ("set",),
    "grant": ("on", "to"),
    "revoke": ("on", "from"),
    "copy": ("from", "to"),
    "load": ("data",),
    "attach": ("database", "as"),
    "detach": ("database",),
}
# Verbs that few sentences begin with.
_ALONE = frozenset("exec execute pragma vacuum reindex declare".split())  # noqa: SIM905
VERBS = _SELECT | _ALONE | frozenset("explain begin analyze prepare with do if set delimiter go use".split())  # noqa: SIM905


def may_be_sql(text: str) -> bool:
    """The quick question before `looks_like_sql`: a first word that is a verb, or something that may hide one."""
    start = text.lstrip(" \t\r\n\f\v\ufeff(;")[:16]
    if start[:1] in ("-", "/", "#"):
        return True
    word = start.lower()
    for end, letter in enumerate(word):
        if not letter.isalpha():
            word = word[:end]
            break
    return word in VERBS


def looks_like_sql(text: str) -> bool:
    """Whether a text that nothing else says to be SQL begins with a statement rather than with a sentence."""
    head = text[:LONGEST_LOOK].replace("\ufeff", " ")
    for dialect in readings_of(head):
        if any(_is_statement(_unwrap(one)[1].lstrip("( ")) for one in split(head, dialect)[0][:50]):
            return True
    # Nothing but a comment so far: what follows it may be anything.
    return len(text) > LONGEST_LOOK and not any(split(head, dialect)[0] for dialect in readings_of(head))


def _is_statement(mask: str) -> bool:
    words = [word for _, _, word in _words(mask[:2000])]
    if not words or not (mask[:1].isalpha()):
        return False
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first in ("drop", "alter", "create", "rename"):
        return second in _OBJECTS
    if first in ("insert", "replace", "merge"):
        return second in ("into", "overwrite")
    if first in ("explain", "begin", "analyze", "prepare", "with", "do", "call", "select"):
        return _is_query(first, words, mask)
    wanted = _EXPECTED.get(first)
    if wanted is not None:
        return bool(second) and (not wanted or any(word in wanted for word in words[1:]))
    return first in _ALONE and bool(second)


def _is_query(first: str, words: list[str], mask: str) -> bool:
    if first == "select":
        return "from" in words or len(words) == 1 or not mask[7:8].isalpha() or "(" in mask
    if first in ("with", "call"):
        return "(" in mask
    if first == "prepare":
        return "from" in words or "as" in words
    if first == "do":
        return "x" in mask[3:] and mask[3:4] in "$'"
    return any(word in _SELECT for word in words[1:])
