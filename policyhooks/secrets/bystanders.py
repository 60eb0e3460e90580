"""Long mixed words without a secret name that an agent may read: identifiers, data, parts of something longer.

They are told by their name, by where they stand and by what they say when they are base64 of a text. Words that begin
like a token of a known format are for that format to judge. What is left stands alone: nothing names or continues it.
"""

from __future__ import annotations

from policyhooks.secrets.formats import ALNUM, DOTTED, PUBLIC
from policyhooks.secrets.literals import is_chance, is_dummy
from policyhooks.secrets.names import says_open
from policyhooks.secrets.prefixes import begins_known
from policyhooks.secrets.text_runs import is_reference, run_before, run_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.secrets.spans import Span

_GAP = " \t\"'`"
LONGEST_ALONE = 60  # a line of encoded data is longer
_DIGITS = {letter: at for at, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}
_DIGITS.update({"-": 62, "_": 63})


def without_bystanders(text: str, spans: list[Span]) -> list[Span]:
    """The spans of words that stand alone, and whole tokens of several parts."""
    kept = []
    for start, end, kind in spans:
        token = dotted_token(text, start, end)
        if token is not None:
            kept.append((*token, kind))
        elif not is_bystander(text, start, end):
            kept.append((start, end, kind))
    return kept


def is_bystander(text: str, start: int, end: int) -> bool:
    """Whether a mixed word is not alone, or says what it is."""
    word = text[start:end]
    if (
        end - start > LONGEST_ALONE
        or is_dummy(word)
        or word.startswith(PUBLIC)
        or has_groups(word)
        or begins_known(word)
    ):
        return True
    # An AWS secret has 40 letters, a coded key its padding; anything else with a slash is a path or a piece of data.
    if (
        "/" in word
        and not text.startswith("=", end)
        and (len(word) != 40 or word[0] == "/" or "_" in word or "-" in word)
    ):
        return True
    if not is_chance(word) or is_text(word) or is_text(word.partition("-")[2]) or is_text(word.partition("_")[2]):
        return True
    return is_inside(text, start, end) or is_reference(text, start) or says_open(name_before(text, start))


def is_inside(text: str, begin: int, stop: int) -> bool:
    """Whether a run is a part of something longer: joined by dots, or a piece between escapes."""
    before = text[begin - 1] if begin else ""
    if before != "" and before in ".%\\$#@~":
        return True
    if before == ":" and text[begin - 2 : begin - 1].isdigit():  # behind a port, a number, a time
        return True
    after, next_one = text[stop : stop + 1], text[stop + 1 : stop + 2]
    if after == ".":
        return next_one != "" and next_one in ALNUM + "._-"
    return after != "" and after in "%@~$"


def has_groups(word: str) -> bool:
    """Groups of hexadecimal digits with dashes between them, as UUIDs have."""
    groups = word.split("-")
    return sum(len(group) == 4 and not group.lower().strip("0123456789abcdef") for group in groups) >= 2


def is_text(word: str) -> bool:
    """Whether a word is base64 of something that can be read: data, a header of a token, a place in a list."""
    coded = word.rstrip("=")
    bits, size, readable, letters = 0, 0, 0, 0
    for letter in coded:
        value = _DIGITS.get(letter)
        if value is None:
            return False
        bits, size = (bits << 6 | value) & 0xFFFF, size + 6
        if size >= 8:
            size -= 8
            byte = bits >> size & 0xFF
            letters += 1
            readable += 32 <= byte < 127
    return letters >= 12 and 20 * readable >= 19 * letters


def name_before(text: str, at: int) -> str:
    """The name that is given the value which begins here, or an empty text."""
    while at and text[at - 1] in _GAP:
        at -= 1
    if not at or text[at - 1] not in ":=,(":
        return ""
    at -= 1
    while at and text[at - 1] in _GAP + "=:>":
        at -= 1
    start = run_before(text, at, DOTTED)
    name = text[start:at]
    if name in ("Final", "str", "string") and text[start - 2 : start] == ": ":  # the type of a name
        return text[max(0, start - 42) : start - 2].rpartition(" ")[2]
    if name == "value":  # of a form: `name="..." value="..."`
        return text[max(0, start - 40) : start].rstrip(" \"'")
    return name


def dotted_token(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A bot's token as Discord writes it: three parts of known lengths. Of its parts only two look random."""
    begin, stop = run_before(text, start, DOTTED), run_of(text, end, DOTTED)
    if stop - begin > 80:
        return None
    sizes = [len(part) for part in text[begin:stop].rstrip(".").split(".")]
    if len(sizes) == 3 and 24 <= sizes[0] <= 26 and sizes[1] == 6 and 27 <= sizes[2] <= 38:
        return begin, begin + sum(sizes) + 2
    return None
