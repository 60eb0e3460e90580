"""Finds secrets in text and replaces them by typed placeholders such as `[SECRET:aws-key]`.

Used by everything that shows, stores or sends event data. Written without regular expressions: a
text without the tell-tale pieces costs a few substring searches. Personal data is pii.py's.
"""

from __future__ import annotations

from policyhooks.secrets.finders import SHAPES
from policyhooks.secrets.formats import PREFIXES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.secrets.spans import Span

# What every secret holds, as it is written or in small letters: the cheap question before the exact one. An image
# has both as data, so that the finders load when the answer is yes.
PIECES = (*[row[0] for row in PREFIXES], *[sign for signs, any_case, _ in SHAPES if not any_case for sign in signs])
SMALL_PIECES = tuple([sign for signs, any_case, _ in SHAPES if any_case for sign in signs])
ENTROPY_LENGTH = 24
ENTROPY_BITS = 4.1
WORD_ENDS = str.maketrans(dict.fromkeys("\"'`,;:()[]{}<>|&\\\t\r\n=@?!#*/.$%^~", " "))
# Every other blank of Unicode ends words too.
WORD_ENDS.update(dict.fromkeys((0xB, 0xC, *range(0x1C, 0x20), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)), " "))
WORD_ENDS.update(dict.fromkeys((0x2028, 0x2029, 0x202F, 0x205F, 0x3000), " "))
# In what an agent reads a slash ends no word: a word beside it is part of a path or of encoded data.
RUN_ENDS = {code: blank for code, blank in WORD_ENDS.items() if code != ord("/")}
LONG = 1 << 13  # from here on the exact search is cheaper than asking first whether it is worth it


def mask(text: str) -> str:
    """A text that is kept or sent, with every secret replaced by its placeholder."""
    spans = find(text, wide=True)
    return replace(text, spans, "[SECRET:{kind}]") if spans else text


def replace(text: str, spans: list[Span], template: str) -> str:
    """The text with spans replaced; `{kind}` in the template names what was there."""
    pieces, at = [], 0
    placeholders: dict[str, str] = {}  # one text for all of a kind: there may be hundreds of thousands
    for start, end, kind in spans:
        pieces.append(text[at:start])
        pieces.append(placeholders.get(kind) or placeholders.setdefault(kind, template.replace("{kind}", kind)))
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


def find(text: str, wide: bool = False) -> list[Span]:
    """Every secret as (start, end, kind), in order, without overlaps.

    `wide`: the text is kept or sent. Else an agent reads it, and what may be source code is left as it is.
    """
    if len(text) < LONG and not is_suspicious(text):
        return []
    from policyhooks.secrets.finders import find_all

    return merge(find_all(text, wide))


def is_suspicious(text: str) -> bool:
    """Whether a text holds any piece that a secret has: a few substring searches, and mostly no."""
    lower = text if text.islower() else text.lower()
    for piece in PIECES:
        if piece in text:
            return True
    for piece in SMALL_PIECES:
        if piece in lower:
            return True
    if len(text) >= ENTROPY_LENGTH:
        for run in text.translate(RUN_ENDS).split():
            if len(run) >= ENTROPY_LENGTH and not run.islower() and not run.isupper() and holds_random(run):
                return True
    return False


def holds_random(run: str) -> bool:
    """Whether a run, or a word between its slashes, looks random."""
    if looks_random(run):
        return True
    return "/" in run and any(len(word) >= ENTROPY_LENGTH and looks_random(word) for word in run.split("/"))


def merge(spans: list[Span]) -> list[Span]:
    """Spans in order; of two that overlap the one that begins first, then the longer one."""
    if len(spans) < 2:
        return spans
    kept: list[Span] = []
    # By start, then by length. In two steps, because a key of both would be a tuple for every span.
    for span in sorted(sorted(spans, key=_end, reverse=True), key=_start):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
        elif span[1] > kept[-1][1]:
            kept[-1] = (kept[-1][0], span[1], kept[-1][2])
    return kept


def _start(span: Span) -> int:
    return span[0]


def _end(span: Span) -> int:
    return span[1]


def looks_random(word: str) -> bool:
    """Upper, lower and digits mixed throughout, and more bits a letter than words or identifiers have."""
    if len(word) > 500 or word.islower() or word.isupper() or "--" in word or "__" in word:
        return False
    digits = sum(map(word.count, "0123456789"))
    if digits < 3 or digits < len(word) // 12:
        return False
    # Identifiers change kind at their seams; random text does all the time. A separator is a seam, on both sides.
    kinds = ["u" if c.isupper() else "l" if c.islower() else "d" if c.isdigit() else "s" for c in word]
    changes = sum(kinds[at] != kinds[at - 1] for at in range(1, len(kinds))) - 2 * kinds.count("s")
    return changes >= len(word) // 3 and entropy(word) >= bits_needed(len(word))


def bits_needed(length: int) -> float:
    """What to ask of short words: they cannot have more different letters than they have letters."""
    return 3.9 if length < 32 else ENTROPY_BITS


def entropy(word: str) -> float:
    """Shannon bits a letter."""
    size = len(word)
    bits = 0.0
    for count in map(word.count, set(word)):
        share = count / size
        bits -= share * log2(share)
    return bits


def log2(value: float) -> float:
    """log2 for 0 < value <= 1, without the math extension: exponent, then a short series."""
    exponent = 0
    while value < 0.75:
        value *= 2
        exponent -= 1
    ratio = (value - 1) / (value + 1)
    square = ratio * ratio
    return exponent + 2.885390081777927 * ratio * (1 + square * (1 / 3 + square * (0.2 + square / 7)))
