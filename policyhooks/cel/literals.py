"""Literals: from their text to their value, strictly. A problem is told as (offset in the literal, length, message)."""

from __future__ import annotations

INT_MAX = 2**63 - 1
UINT_MAX = 2**64 - 1

_SIMPLE = {
    "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
    "\\": "\\", "?": "?", '"': '"', "'": "'", "`": "`",
}  # fmt: skip
_HEX_LENGTHS = {"x": 2, "X": 2, "u": 4, "U": 8}
_HEX = frozenset("0123456789abcdefABCDEF")


class BadLiteral(ValueError):
    """A literal that CEL refuses; `start` and `length` are places in the literal's text."""

    def __init__(self, start: int, length: int, message: str) -> None:
        super().__init__(message)
        self.start = start
        self.length = length
        self.message = message


def read_int(text: str, *, negative: bool = False) -> int:
    """A decimal or hexadecimal int64; the minus sign stands before the literal's text."""
    value = _digits(text)
    if value > INT_MAX + negative:
        raise BadLiteral(0, len(text), "integer literal is out of the range of int64")
    return -value if negative else value


def read_uint(text: str) -> int:
    value = _digits(text[:-1])
    if value > UINT_MAX:
        raise BadLiteral(0, len(text), "unsigned integer literal is out of the range of uint64")
    return value


def read_double(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise BadLiteral(0, len(text), "floating point literal is out of the range of double")
    return value


def _digits(text: str) -> int:
    base, digits = (16, text[2:]) if text.startswith("0x") else (10, text)
    digits = digits.lstrip("0")
    if len(digits) > 20:  # more than any 64 bit number; int() refuses thousands of digits in its own words
        return UINT_MAX + 1
    return int(digits or "0", base)


def read_string(text: str) -> str:
    """The value of a string literal; escapes name code points."""
    body, start, raw = _unquote(text, 0)
    if raw or "\\" not in body:
        return _refuse_surrogates(body, start)
    return "".join(piece if isinstance(piece, str) else chr(piece) for piece in _pieces(body, start, octets=False))


def read_bytes(text: str) -> bytes:
    """The value of a bytes literal; \\x and octal escapes name bytes, everything else is UTF-8."""
    body, start, raw = _unquote(text, 1)
    if raw or "\\" not in body:
        return _refuse_surrogates(body, start).encode()
    pieces = _pieces(body, start, octets=True)
    return b"".join(piece.encode() if isinstance(piece, str) else bytes((piece,)) for piece in pieces)


def _refuse_surrogates(body: str, start: int) -> str:
    for place, character in enumerate(body) if not body.isascii() else ():
        if "\ud800" <= character <= "\udfff":
            raise BadLiteral(start + place, 1, "a surrogate is not a code point")
    return body


def _unquote(text: str, place: int) -> tuple[str, int, bool]:
    raw = text[place] in "rR"
    place += raw
    width = 3 if text[place : place + 3] in ('"""', "'''") else 1
    return text[place + width : -width], place + width, raw


def _pieces(body: str, start: int, *, octets: bool) -> list[str | int]:
    pieces: list[str | int] = []
    place = 0
    while (escape := body.find("\\", place)) >= 0:
        pieces.append(_refuse_surrogates(body[place:escape], start + place))
        piece, place = _escape(body, escape, start, octets=octets)
        pieces.append(piece)
    pieces.append(_refuse_surrogates(body[place:], start + place))
    return pieces


def _escape(body: str, place: int, start: int, *, octets: bool) -> tuple[str | int, int]:
    """The escape sequence at `place`: what it means and where it ends."""
    letter = body[place + 1]
    if letter in _SIMPLE:
        return _SIMPLE[letter], place + 2
    if letter in _HEX_LENGTHS:
        end = place + 2 + _HEX_LENGTHS[letter]
        digits = body[place + 2 : end]
        if len(digits) < _HEX_LENGTHS[letter] or not _HEX.issuperset(digits):
            raise BadLiteral(start + place, 2, f"\\{letter} needs {_HEX_LENGTHS[letter]} hexadecimal digits")
        code = int(digits, 16)
        if octets and letter in "uU":
            raise BadLiteral(start + place, end - place, f"\\{letter} does not belong into bytes")
        if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            raise BadLiteral(start + place, end - place, "the escape names no code point")
        return code, end
    if letter in "0123":
        end = place + 4
        digits = body[place + 1 : end]
        if len(digits) < 3 or not all("0" <= digit <= "7" for digit in digits):
            raise BadLiteral(start + place, 2, "an octal escape has three digits, \\000 to \\377")
        return int(digits, 8), end
    raise BadLiteral(start + place, 2, "unknown escape sequence")
