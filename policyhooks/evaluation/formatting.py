"""`format` and `strings.quote`, and the texts of doubles."""

from __future__ import annotations

from policyhooks.evaluation.errors import BudgetExceeded, EvaluationError
from policyhooks.evaluation.numbers import UInt
from policyhooks.evaluation.strings import charge_built

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_WORDS = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}
_QUOTES = {
    "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v",
    "\\": "\\\\", '"': '\\"',
}  # fmt: skip


def double_text(value: float) -> str:
    """The shortest text that reads back as this double: `123.456`, `1e+06`, `5`, `nan`."""
    text = repr(value)
    if text in _WORDS:
        return text
    sign, text = ("-", text[1:]) if text[0] == "-" else ("", text)
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction.removesuffix("0" if fraction == "0" else "")).lstrip("0")
    power = len(whole) - 1 + int(exponent or "0") if whole.strip("0") else len(digits) - len(fraction) - 1
    if not digits or -5 < power < 6:
        return sign + text.removesuffix(".0")
    digits = digits.rstrip("0")
    tail = f".{digits[1:]}" if digits[1:] else ""
    return f"{sign}{digits[0]}{tail}e{'-' if power < 0 else '+'}{abs(power):02}"


def quote_text(text: Any) -> str:
    if type(text) is not str:
        raise EvaluationError("no such overload: a string is needed")
    return '"' + "".join([_QUOTES.get(character, character) for character in text]) + '"'


def format_text(template: Any, arguments: Any) -> str:
    """`"%s is %d".format([...])`."""
    if type(template) is not str or type(arguments) not in (list, tuple):
        raise EvaluationError("no such overload: `format` takes a list")
    pieces: list[str] = []
    place = used = 0
    while (mark := template.find("%", place)) >= 0:
        pieces.append(template[place:mark])
        place = mark + 1
        if template[place : place + 1] == "%":
            pieces.append("%")
            place += 1
            continue
        precision, place = _precision(template, place)
        if used >= len(arguments):
            raise EvaluationError("`format` has more clauses than arguments")
        pieces.append(_clause(template[place : place + 1], precision, arguments[used]))
        charge_built(len(pieces[-1]))
        used += 1
        place += 1
    return "".join(pieces) + template[place:]


def _precision(template: str, place: int) -> tuple[int | None, int]:
    if template[place : place + 1] != ".":
        return None, place
    end = place + 1
    while template[end : end + 1] in "0123456789" and end < len(template):
        end += 1
    digits = template[place + 1 : end]
    if not digits or len(digits) > 4 or int(digits) > 1000:
        raise EvaluationError("`format`: the precision is no number up to 1000")
    return int(digits), end


def _clause(letter: str, precision: int | None, value: Any) -> str:
    kind = type(value)
    is_whole = kind is int or kind is UInt
    if kind is float and letter in ("d", "f", "e") and repr(value) in _WORDS:
        return _WORDS[repr(value)]
    if letter == "s":
        return _plain(value, 0)
    if letter == "d" and (is_whole or kind is float):
        return int.__repr__(value) if is_whole else double_text(value)
    if letter in ("f", "e") and (is_whole or kind is float):
        return format(float(value), f".{6 if precision is None else precision}{letter}")
    if letter == "b" and (is_whole or kind is bool):
        return format(int(value), "b")
    if letter == "o" and is_whole:
        return format(int(value), "o")
    if letter in ("x", "X"):
        if is_whole:
            return format(int(value), letter)
        if kind is str or kind is bytes:
            digits = (value.encode() if kind is str else value).hex()
            return str(digits if letter == "x" else digits.upper())
    raise EvaluationError("`format`: a clause does not fit its argument")


def _plain(value: Any, depth: int) -> str:
    """The text of `%s`; maps in the order of their keys' texts."""
    kind = type(value)
    if value is None:
        return "null"
    if kind.__name__ == "Type":
        return str(value.name)
    if depth > 50:
        raise BudgetExceeded("the condition formats a value that nests too deeply")
    if kind is list or kind is tuple:
        return "[" + ", ".join([_plain(item, depth + 1) for item in value]) + "]"
    if kind is dict:
        from policyhooks.evaluation.maps import value_of_key

        pairs = [(_plain(value_of_key(key), depth + 1), _plain(item, depth + 1)) for key, item in value.items()]
        return "{" + ", ".join([f"{key}: {item}" for key, item in sorted(pairs)]) + "}"
    if kind is bytes:
        return str(value, "utf-8", "replace")
    if kind is float and repr(value) in _WORDS:
        return _WORDS[repr(value)]
    from policyhooks.evaluation.conversion import to_string

    return to_string(value)
