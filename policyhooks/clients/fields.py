"""Strict readers of payload fields. Several names are the names of several client generations.

A field that is there must have its type; only the `optional_` readers accept that it is absent
or null. They know no client.
"""

from __future__ import annotations

from policyhooks.clients.errors import MalformedPayload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def text(payload: Mapping[str, object], *names: str) -> str:
    """A string that must be there."""
    for name in names:
        value = payload.get(name)
        if value is not None:
            if type(value) is not str:
                raise MalformedPayload(name, "is not a string")
            return value
    raise MalformedPayload(names[0], "is missing")


def optional_text(payload: Mapping[str, object], *names: str) -> str:
    """A string, or the empty string where there is none."""
    for name in names:
        value = payload.get(name)
        if value is not None:
            if type(value) is not str:
                raise MalformedPayload(name, "is not a string")
            return value
    return ""


def flag(payload: Mapping[str, object], name: str) -> bool:
    """A boolean that must be there."""
    value = payload.get(name)
    if type(value) is not bool:
        raise MalformedPayload(name, "is missing" if value is None else "is not a boolean")
    return value


def optional_flag(payload: Mapping[str, object], name: str) -> bool:
    """A boolean, or false where there is none."""
    return False if payload.get(name) is None else flag(payload, name)


def optional_count(payload: Mapping[str, object], *names: str) -> int:
    """A number rounded down to a whole one, or zero where there is none."""
    for name in names:
        value = payload.get(name)
        if value is not None:
            if type(value) is not int and type(value) is not float:
                raise MalformedPayload(name, "is not a number")
            return int(value)
    return 0


def mapping(payload: Mapping[str, object], *names: str) -> dict[str, object]:
    """An object that must be there."""
    for name in names:
        value = payload.get(name)
        if value is not None:
            if type(value) is not dict:
                raise MalformedPayload(name, "is not an object")
            return value
    raise MalformedPayload(names[0], "is missing")


def optional_mapping(payload: Mapping[str, object], *names: str) -> dict[str, object]:
    """An object, or an empty one where there is none."""
    for name in names:
        if payload.get(name) is not None:
            return mapping(payload, name)
    return {}


def optional_list(payload: Mapping[str, object], name: str) -> list[object]:
    """A list, or an empty one where there is none."""
    value = payload.get(name)
    if value is None:
        return []
    if type(value) is not list:
        raise MalformedPayload(name, "is not a list")
    return value


def optional_texts(payload: Mapping[str, object], name: str) -> list[str]:
    """A list of strings, or an empty one where there is none."""
    found = optional_list(payload, name)
    for one in found:
        if type(one) is not str:
            raise MalformedPayload(name, "holds something that is not a string")
    return found  # type: ignore[return-value]  # every element was looked at
