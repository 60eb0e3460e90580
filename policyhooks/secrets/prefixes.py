"""Which beginnings of tokens a text holds at all, asked of its long words instead of once a beginning.

There are hundreds of beginnings, and a search for each would cost more than everything else. A superset is enough:
finders.py looks at every place of a beginning that is named here.
"""

from __future__ import annotations

from policyhooks.secrets.formats import ALNUM, PREFIXES
from policyhooks.secrets.masking import WORD_ENDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    Row = tuple[str, str, int, str]

SHORTEST = 20  # a word that a token begins has at least so many letters
_ENDS = frozenset(map(chr, WORD_ENDS)) - {"/"}
_SEAMS = str.maketrans(dict.fromkeys(map(chr, range(128)), " ") | {letter: letter for letter in ALNUM})


def _first_run(prefix: str) -> str:
    """The letters and digits that a beginning begins with."""
    return prefix[: len(prefix) - len(prefix.lstrip(ALNUM))]


# Rows with a letter that ends words are searched for in the whole text, the others in its words: those that are
# letters and digits only by their first two, those with a seam by the piece before it.
DIRECT: tuple[Row, ...] = tuple([row for row in PREFIXES if _ENDS.intersection(row[0] + row[1])])
WHOLE: dict[str, list[str]] = {}
SEAMED: dict[str, list[str]] = {}
for _row in PREFIXES:
    if not _ENDS.intersection(_row[0] + _row[1]):
        _run = _first_run(_row[0])
        _table, _key = (WHOLE, _run[:2]) if _run == _row[0] else (SEAMED, _run)
        _table.setdefault(_key, []).append(_row[0])
# How much of an escape a word may begin with, once `\\`, `%` and `[` have ended the one before: `\\n`, `%2F`, `\\x2f`,
# `\\u002f`, colours of one to three digits.
_ESCAPED = (1, 2, 3, 4, 5)
_BEGINNINGS = tuple([row[0] for row in PREFIXES if len(row[0]) > 3])


def note_heads(words: Iterable[str], heads: set[str]) -> None:
    """Add the beginnings that may stand in these words, at their start, behind an escape or behind a seam."""
    for word in words:
        if word.isalnum() and word.isascii():
            _note_whole([word, *[word[at:] for at in _ESCAPED]], heads)
            continue
        pieces = word.translate(_SEAMS).split() if word.isascii() else _pieces_of(word)
        pieces += [pieces[0][at:] for at in _ESCAPED] if pieces else []
        _note_whole(pieces, heads)
        for piece in SEAMED.keys() & pieces:
            heads.update([prefix for prefix in SEAMED[piece] if prefix in word])


def _note_whole(pieces: Iterable[str], heads: set[str]) -> None:
    for piece in pieces:
        if piece[:2] in WHOLE:
            heads.update([prefix for prefix in WHOLE[piece[:2]] if piece.startswith(prefix)])


def _pieces_of(word: str) -> list[str]:
    """The runs of letters and digits of ASCII; every other character is a seam."""
    return "".join([letter if letter in ALNUM else " " for letter in word]).split()


def begins_known(word: str) -> bool:
    """Whether a word begins like a token of a known format, whatever follows."""
    return word.startswith(_BEGINNINGS)


def present_rows(text: Container[str], heads: set[str]) -> list[Row]:
    """The rows whose beginnings the text holds, in the table's order: of two at one place the first gives the kind.

    Instead of the text, the beginnings of DIRECT that are known to be in it.
    """
    direct = {row[0] for row in DIRECT if row[0] in text}
    return [row for row in PREFIXES if row[0] in heads or row[0] in direct]
