"""Values at the border of `evaluate`: plain Python in and out, CEL's own inside."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from policyhooks.cel.problems import CelError
from policyhooks.evaluation.kinds import Type
from policyhooks.evaluation.maps import key_of, value_of_key
from policyhooks.evaluation.numbers import INT_MAX, INT_MIN, UInt
from policyhooks.evaluation.optionals import Optional
from policyhooks.evaluation.times import Duration, Timestamp

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MICROSECOND = dt.timedelta(microseconds=1)


def from_plain(value: object) -> object:
    """A Python value as CEL knows it; CelError for what CEL has no type for."""
    kind = type(value)
    if value is None or kind in (bool, float, str, bytes, UInt, Type, Timestamp, Duration, Optional):
        return value
    if isinstance(value, int):
        if not INT_MIN <= value <= INT_MAX:
            raise CelError("an int variable is out of the range of int64")
        return UInt(value) if isinstance(value, UInt) else int(value)
    if isinstance(value, (list, tuple)):
        return [from_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key_of(from_plain(key)): from_plain(item) for key, item in value.items()}
    if isinstance(value, dt.datetime):
        if value.tzinfo is None:
            raise CelError("a datetime variable has no time zone")
        return Timestamp((value - _EPOCH) // _MICROSECOND * 1000)
    if isinstance(value, dt.timedelta):
        return Duration(value // _MICROSECOND * 1000)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, (bytes, bytearray)):
        return bytes(value)
    raise CelError("a variable has a type that CEL does not know")


def to_plain(value: object) -> object:
    """A CEL value as plain Python. Nanoseconds below a microsecond are cut: datetime has none."""
    match value:
        case list() | tuple():
            return [to_plain(item) for item in value]
        case dict():
            return {value_of_key(key): to_plain(item) for key, item in value.items()}
        case Timestamp():
            return _EPOCH + dt.timedelta(microseconds=value.ns // 1000)
        case Duration():
            return dt.timedelta(microseconds=value.ns // 1000)
    return value
