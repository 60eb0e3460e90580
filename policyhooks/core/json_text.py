"""Writes a JSON document in plain ASCII, without the json package. It knows nothing of events."""

from __future__ import annotations

from _json import encode_basestring_ascii

_WORDS = {True: "true", False: "false"}


def encode(value: object) -> str:
    """Compact JSON. Raises TypeError on what JSON has no word for, ValueError on NaN and infinities."""
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return _WORDS[value]
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        if value - value != 0.0:
            raise ValueError("a number that is not finite has no JSON form")
        return float.__repr__(value)
    if isinstance(value, list | tuple):
        return "[" + ",".join([encode(inner) for inner in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([_pair(key, inner) for key, inner in value.items()]) + "}"
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _pair(key: object, value: object) -> str:
    if not isinstance(key, str):
        raise TypeError("a JSON key must be a string")
    return encode_basestring_ascii(key) + ":" + encode(value)
