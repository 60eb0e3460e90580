"""Conversions between types: `int(x)`, `string(x)`, `timestamp(x)`... Texts are read strictly."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError
from policyhooks.evaluation.numbers import UInt, in_range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from policyhooks.evaluation.times import Duration, Timestamp

_BOOLEANS = {"true": True, "false": False, "t": True, "f": False, "1": True, "0": False}
_BOOLEANS |= {"TRUE": True, "FALSE": False, "True": True, "False": False}
_DIGITS = frozenset("0123456789")
_NUMBER = frozenset("0123456789+-.eE")
_WORDS = {"nan": float("nan"), "inf": float("inf"), "infinity": float("inf")}


def _refuse(kind: str) -> NoReturn:
    raise EvaluationError(f"the value cannot be converted to `{kind}`")


def to_bool(value: Any) -> bool:
    if type(value) is bool:
        return value
    if type(value) is str and value in _BOOLEANS:
        return _BOOLEANS[value]
    _refuse("bool")


def _whole(text: str, kind: str) -> int:
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not digits or len(digits) > 4000 or not _DIGITS.issuperset(digits):
        _refuse(kind)
    return int(text)


def to_int(value: Any) -> int:
    kind = type(value)
    if kind is int:
        return int(value)
    if kind is UInt:
        return in_range(int(value))
    if kind is float:
        if not -9223372036854775808.0 < value < 9223372036854775808.0:
            _refuse("int")
        return int(value)
    if kind is str:
        return in_range(_whole(value, "int"))
    if kind.__name__ == "Timestamp":
        return int(value.ns // 1_000_000_000)
    _refuse("int")


def to_uint(value: Any) -> UInt:
    kind = type(value)
    if kind is UInt:
        return UInt(value)
    if kind is int:
        return UInt(value)
    if kind is float:
        if not 0 <= value < 18446744073709551616.0:
            _refuse("uint")
        return UInt(int(value))
    if kind is str and value[:1] not in ("-", "+"):
        return UInt(_whole(value, "uint"))
    _refuse("uint")


def to_double(value: Any) -> float:
    kind = type(value)
    if kind is float or kind is int or kind is UInt:
        return float(value)
    if kind is str:
        sign, word = (value[0], value[1:]) if value[:1] in ("-", "+") else ("", value)
        if word.lower() in _WORDS:
            return -_WORDS[word.lower()] if sign == "-" else _WORDS[word.lower()]
        if _NUMBER.issuperset(value):
            try:
                return float(value)
            except ValueError:
                pass
    _refuse("double")


def to_string(value: Any) -> str:
    kind = type(value)
    if kind is str:
        return str(value)
    if kind is int or kind is UInt:
        return int.__repr__(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is float:
        from policyhooks.evaluation.formatting import double_text

        return double_text(value)
    if kind is bytes:
        try:
            return str(value, "utf-8")
        except UnicodeDecodeError:
            raise EvaluationError("the bytes are not UTF-8") from None
    if kind.__name__ in ("Timestamp", "Duration"):
        from policyhooks.evaluation.calendar import time_text

        return time_text(value)
    _refuse("string")


def to_bytes(value: Any) -> bytes:
    if type(value) is bytes:
        return value
    if type(value) is str:
        return value.encode()
    _refuse("bytes")


def to_timestamp(value: Any) -> Timestamp:
    from policyhooks.evaluation.times import SECOND, Timestamp

    if type(value) is Timestamp:
        return value
    if type(value) is int:
        return Timestamp(value * SECOND)
    if type(value) is str:
        from policyhooks.evaluation.calendar import read_timestamp

        return read_timestamp(value)
    _refuse("timestamp")


def to_duration(value: Any) -> Duration:
    from policyhooks.evaluation.times import Duration

    if type(value) is Duration:
        return value
    if type(value) is str:
        from policyhooks.evaluation.calendar import read_duration

        return read_duration(value)
    _refuse("duration")
