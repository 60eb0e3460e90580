"""Where in the file each character of a scalar's value stands, through quotes, escapes, blocks and folds.

Decodes the scalar a second time, by YAML's own rules, and keeps the index of every character.
Computed only for a scalar that a diagnostic points into.
"""

from __future__ import annotations

from policyhooks.compiler.nodes import Document, Scalar

Pairs = list[tuple[str, int]]  # a character of the value and the index in the file that it comes from

ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
CODES = {"x": 2, "u": 4, "U": 8}
MAX_INDENT = 200


def index_of(document: Document, scalar: Scalar, offset: int) -> int:
    """The index in the file of a character of the value; of its end for the offset behind the last."""
    indexes = character_indexes(document.text, scalar)
    if indexes is None:
        return scalar.start
    if offset < len(indexes):
        return indexes[offset]
    return indexes[-1] + 1 if indexes else scalar.start


def character_indexes(text: str, scalar: Scalar) -> list[int] | None:
    """The index of every character of the value. None where the decoding does not give the value."""
    if scalar.style in ("|", ">"):
        pairs = read_block(text, scalar)
    elif scalar.style:
        pairs = read_quoted(text, scalar)
    else:
        pairs = read_plain(text, scalar)
    if "".join(character for character, _ in pairs) != scalar.value:
        return None
    return [index for _, index in pairs]


def read_plain(text: str, scalar: Scalar) -> Pairs:
    """A plain scalar: lines are stripped and folded."""
    pairs: Pairs = []
    at = scalar.start
    while at < scalar.end:
        if text[at] in " \t\n":
            at = fold(text, at, pairs, escaped=False)
        else:
            pairs.append((text[at], at))
            at += 1
    return pairs


def read_quoted(text: str, scalar: Scalar) -> Pairs:
    """A quoted scalar: escapes in double quotes, doubled quotes in single ones, folded lines in both."""
    pairs: Pairs = []
    quote = text[scalar.start]
    at, end = scalar.start + 1, scalar.end - 1
    while at < end:
        character = text[at]
        if character in " \t\n":
            at = fold(text, at, pairs, escaped=False)
        elif quote == "'" and character == "'":
            pairs.append(("'", at))
            at += 2
        elif quote == '"' and character == "\\":
            at = unescape(text, at, pairs)
        else:
            pairs.append((character, at))
            at += 1
    return pairs


def unescape(text: str, at: int, pairs: Pairs) -> int:
    """One escape in double quotes; returns the index behind it."""
    letter = text[at + 1]
    if letter == "\n":
        return fold(text, at + 1, pairs, escaped=True)
    if letter in CODES:
        digits = text[at + 2 : at + 2 + CODES[letter]]
        pairs.append((chr(int(digits, 16)), at))
        return at + 2 + CODES[letter]
    pairs.append((ESCAPES.get(letter, letter), at))
    return at + 2


def fold(text: str, at: int, pairs: Pairs, escaped: bool) -> int:
    """A run of blanks and line ends: blanks stay, one line end is a space, n are n - 1 line ends."""
    blanks: Pairs = []
    breaks: list[int] = []
    while at < len(text) and text[at] in " \t\n":
        if text[at] == "\n":
            breaks.append(at)
        elif not breaks:
            blanks.append((text[at], at))
        at += 1
    if not breaks:
        pairs.extend(blanks)
    elif len(breaks) == 1 and not escaped:
        pairs.append((" ", breaks[0]))
    else:
        pairs.extend(("\n", index) for index in breaks[1:])
    return at


def read_block(text: str, scalar: Scalar) -> Pairs:
    """A block scalar. An indentation that the header or the parent fixes is found by trying."""
    header_end = text.find("\n", scalar.start, scalar.end)
    if header_end < 0:
        return []
    header = text[scalar.start : header_end].split("#")[0]
    keep = "+" in header
    strip = "-" in header
    body = text[header_end + 1 : scalar.end]
    first = next((line for line in body.split("\n") if line.strip(" ")), "")
    guess = len(first) - len(first.lstrip(" "))
    for indent in (guess, *range(1, min(guess, MAX_INDENT))):
        pairs = read_lines(text, header_end + 1, scalar.end, indent, scalar.style == "|", keep, strip)
        if "".join(character for character, _ in pairs) == scalar.value:
            return pairs
    return []


def read_lines(text: str, at: int, end: int, indent: int, literal: bool, keep: bool, strip: bool) -> Pairs:
    """The lines of a block with their common indentation taken off; `>` folds lines that are not indented further."""
    pairs: Pairs = []
    line_end: Pairs = []
    blank_lines: Pairs = []
    after_indented = False
    at = skip_blank_lines(text, at, end, indent, blank_lines)
    while at < end and column(text, at) == indent:
        indented = text[at] in " \t"
        if not literal and line_end and not after_indented and not indented:
            if not blank_lines:
                pairs.append((" ", line_end[0][1]))
        else:
            pairs.extend(line_end)
        line_end = []
        pairs.extend(blank_lines)
        blank_lines = []
        after_indented = indented
        while at < end and text[at] != "\n":
            pairs.append((text[at], at))
            at += 1
        if at < end:
            line_end = [("\n", at)]
            at += 1
        at = skip_blank_lines(text, at, end, indent, blank_lines)
    if not strip:
        pairs.extend(line_end)
    if keep:
        pairs.extend(blank_lines)
    return pairs


def skip_blank_lines(text: str, at: int, end: int, indent: int, blank_lines: Pairs) -> int:
    """Past empty lines and the indentation of the next one."""
    while at < end:
        stop = at
        while stop < end and text[stop] == " " and stop - at < indent:
            stop += 1
        if stop < end and text[stop] == "\n":
            blank_lines.append(("\n", stop))
            at = stop + 1
            continue
        return stop
    return at


def column(text: str, at: int) -> int:
    return at - (text.rfind("\n", 0, at) + 1)
