"""Long mixed words whose letters are spread like chance, in texts of any length.

The definition is masking.looks_random, a word at a time. Here the same answers come from tables over
a whole stretch of text: the kind of every letter, where the kind changes, and how many different
letters a word must have so that its entropy need not be counted.
"""

from __future__ import annotations

from policyhooks.secrets.bystanders import LONGEST_ALONE, without_bystanders
from policyhooks.secrets.digests import without_digests
from policyhooks.secrets.masking import ENTROPY_LENGTH, RUN_ENDS, bits_needed, log2, looks_random
from policyhooks.secrets.prefixes import SHORTEST, note_heads
from policyhooks.secrets.spans import Spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.secrets.spans import Span

STRETCH = 1 << 16
LONGEST_WORD = 500
_KINDS = bytes(
    ord("u") if chr(code).isupper() else ord("l") if chr(code).islower() else ord("d") if chr(code).isdigit() else 0x73
    for code in range(128)
) + bytes(128)
_MARKS = bytes(0x20 if code == 0x20 else 0x78 for code in range(256))  # a blank or an x
_LONG = b"x" * SHORTEST
_WHOLE = 60  # longer words have too many repeats for one look at their letters
_CLOSE = 0.01  # so near the border the definition itself is asked
_needed: dict[tuple[int, int], int] = {}
_weights: list[float] = [0.0]  # n log2(n)


def find_random(text: str, found: list[Span], wide: bool = True) -> set[str]:
    """Add every word of the text that looks random, and is not known to be something else.

    The same pass sees which beginnings of tokens the text holds: they are the answer.
    """
    spans = Spans()
    heads: set[str] = set()
    longest = len(text) if wide else LONGEST_ALONE
    at, size = 0, STRETCH
    while len(text) - at >= SHORTEST:
        stretch = text[at : at + size].translate(RUN_ENDS)
        if at + size < len(text):
            # Not through the middle of a word: the rest of it begins the next stretch.
            end = stretch.rfind(" ") + 1
            if not end:
                size *= 2
                continue
            stretch = stretch[:end]
        words = long_words(stretch)
        note_heads(words, heads)
        if wide and "/" in stretch:
            stretch = stretch.replace("/", " ")
            words = long_words(stretch)
        words = [word for word in words if ENTROPY_LENGTH <= len(word) <= longest]
        if words:
            _look_at(f" {stretch} ", words, at - 1, spans)
        at, size = at + len(stretch), STRETCH
    kept = without_digests(text, spans)
    found += kept if wide else without_bystanders(text, kept)
    return heads


def long_words(stretch: str) -> list[str]:
    """The words of a text, between blanks, that have at least SHORTEST letters; the others are never made."""
    marks = stretch.encode("ascii", "replace").translate(_MARKS)
    words = []
    at = marks.find(_LONG)
    while at >= 0:
        end = marks.find(b" ", at + SHORTEST)
        words.append(stretch[at : end if end >= 0 else len(stretch)])
        at = marks.find(_LONG, end) if end >= 0 else -1
    return words


def _look_at(stretch: str, words: list[str], offset: int, found: list[Span]) -> None:
    """The random ones among the words of a stretch that has a blank on each side of every word."""
    tables = _tables_of(stretch) if stretch.isascii() else None
    at = 0
    for word in words:
        at = stretch.find(f" {word} ", at) + 1
        size = len(word)
        if size > LONGEST_WORD:
            at += size
            continue
        if tables is None:
            random = looks_random(word)
        else:
            random = _is_mixed(tables, at, at + size, size) and _is_spread(word, size)
        if random:
            found.append((offset + at, offset + at + size, "high-entropy"))
        at += size


def _tables_of(stretch: str) -> tuple[bytes, bytes]:
    """The kind of every letter, and a byte that is zero where it is that of the letter before."""
    kinds = stretch.encode("ascii").translate(_KINDS)
    number = int.from_bytes(kinds, "big")
    return kinds, (number ^ (number >> 8)).to_bytes(len(kinds), "big")


def _is_mixed(tables: tuple[bytes, bytes], start: int, end: int, size: int) -> bool:
    """Digits among letters of both cases (or of neither), and a change of kind at every third letter at least."""
    kinds, changes = tables
    digits = kinds.count(b"d", start, end)
    seams = 2 * kinds.count(b"s", start, end)
    if digits < 3 or digits < size // 12 or size - 1 - changes.count(0, start + 1, end) - seams < size // 3:
        return False
    return (kinds.find(b"u", start, end) < 0) == (kinds.find(b"l", start, end) < 0)


def _is_spread(word: str, size: int) -> bool:
    """Whether a mixed word has the entropy that its size asks for."""
    if "--" in word or "__" in word:
        return False
    half = size // 2
    # A mixture has at least the mean entropy of its parts.
    parts = (word,) if size <= _WHOLE else (word[:half], word[half:]) if size <= 2 * _WHOLE else ()
    if parts and all(len(set(part)) >= letters_needed(len(part), size) for part in parts):
        return True
    if len(_weights) == 1:
        _weights.extend(-count * log2(1 / count) for count in range(1, LONGEST_WORD + 1))
    bits = -log2(1 / size) - sum(map(_weights.__getitem__, map(word.count, set(word)))) / size
    spare = bits - bits_needed(size)
    return spare > 0 if abs(spare) > _CLOSE else looks_random(word)


def letters_needed(size: int, whole: int) -> int:
    """With how many different letters a piece has the entropy that a word asks for, however often each occurs.

    Entropy is least when one letter has all the repeats: log2(n) - m log2(m) / n, with m = n - d + 1.
    """
    found = _needed.get((size, whole))
    if found is None:
        found = size + 1
        for different in range(size, 0, -1):
            most = size - different + 1
            if -log2(1 / size) + most * log2(1 / most) / size < bits_needed(whole) + _CLOSE:
                break
            found = different
        _needed[size, whole] = found
    return found
