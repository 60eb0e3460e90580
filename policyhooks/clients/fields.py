"""Strict readers of payload fields. Several names are the names of several client generations.

A field that is there must have its type. The `optional_` readers accept that it is absent or null
and give the zero then; the `told_` readers give a mark then, by which `told` leaves the record's field
out, so that it is not supplied. They know no client.
"""

from __future__ import annotations

from policyhooks.clients.errors import MalformedPayload
from policyhooks.core.values import build

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import ParamSpec, TypeVar

    Fields = ParamSpec("Fields")
    Made = TypeVar("Made")

# What stands for a field that the payload does not carry, until `told` leaves it out. INVARIANT: they are
# known by identity, so that no payload can spell one, and no record ever holds one.
NO_TEXT: str = "not told"
NO_TEXTS: Sequence[str] = ("not told",)
NO_COUNT: int = -1 << 40
NO_FLAG: bool = NO_COUNT  # type: ignore[assignment]  # the same mark, for `told` alone


def demand(payload: Mapping[str, object], needed: Iterable[str]) -> None:
    """MalformedPayload unless the payload holds every field that catalog.required names."""
    for names in needed:
        if names.endswith("?"):
            if names[:-1] not in payload:
                raise MalformedPayload(names[:-1], "is missing")
        elif not _present(payload, names.split("|")):
            raise MalformedPayload(names.split("|")[0], "is missing")


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


def _present(payload: Mapping[str, object], names: Iterable[str]) -> bool:
    return any(payload.get(name) is not None for name in names)


def told(kind: Callable[Fields, Made], /, *_: Fields.args, **fields: Fields.kwargs) -> Made:
    """A record of what the payload carries: a field that a `told_` reader did not find is left out."""
    return build(
        kind,
        {
            name: value
            for name, value in fields.items()
            if value is not NO_TEXT and value is not NO_TEXTS and value is not NO_COUNT
        },
    )


def told_text(payload: Mapping[str, object], *names: str) -> str:
    """A string, or NO_TEXT."""
    for name in names:
        value = payload.get(name)
        if value is not None:
            if type(value) is not str:
                raise MalformedPayload(name, "is not a string")
            return value
    return NO_TEXT


def told_count(payload: Mapping[str, object], *names: str) -> int:
    """A whole number, or NO_COUNT; a flag counts as zero or one."""
    for name in names:
        value = payload.get(name)
        if value is not None:
            return int(value) if type(value) is bool else optional_count(payload, name)
    return NO_COUNT


def told_flag(payload: Mapping[str, object], name: str) -> bool:
    """A boolean, or NO_FLAG."""
    return NO_FLAG if payload.get(name) is None else flag(payload, name)


def told_texts(payload: Mapping[str, object], name: str) -> Sequence[str]:
    """A list of strings, or NO_TEXTS."""
    return NO_TEXTS if payload.get(name) is None else optional_texts(payload, name)
