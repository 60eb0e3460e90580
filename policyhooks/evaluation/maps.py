"""Maps whose keys may be booleans. Python takes True and 1 for one key, CEL does not: they are stored wrapped."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class BoolKey:
    """A boolean as the key of a dict."""

    __slots__ = ("value",)

    def __init__(self, value: bool) -> None:
        self.value = value


TRUE_KEY, FALSE_KEY = BoolKey(True), BoolKey(False)


def key_of(value: Any) -> Any:
    """A value as a key; raises for types that cannot be keys."""
    kind = type(value)
    if kind is bool:
        return TRUE_KEY if value else FALSE_KEY
    if kind is str or kind is int or kind.__name__ == "UInt":
        return value
    raise EvaluationError("no such overload: this type is no key")


def value_of_key(key: Any) -> Any:
    """What a stored key stands for."""
    return key.value if type(key) is BoolKey else key


def build_map(*entries: tuple[bool, Any, Any]) -> dict[Any, Any]:
    """A map literal from (is optional, key, value)."""
    built: dict[Any, Any] = {}
    for optional, key, value in entries:
        if optional:
            if type(value).__name__ != "Optional":
                raise EvaluationError("no such overload: an entry with `?` needs an optional")
            if not value.present:
                continue
            value = value.value
        _insert(built, key, value)
    return built


def _insert(built: dict[Any, Any], key: Any, value: Any) -> None:
    stored = key_of(key)
    if stored in built:
        raise EvaluationError("a key stands twice in a map")
    built[stored] = value


def collect(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """The map of `transformMap`."""
    built: dict[Any, Any] = {}
    for key, value in pairs:
        _insert(built, key, value)
    return built


def merge_entries(maps: Iterable[Any]) -> dict[Any, Any]:
    """The map of `transformMapEntry`: all entries of the maps."""
    built: dict[Any, Any] = {}
    for entries in maps:
        if type(entries) is not dict:
            raise EvaluationError("no such overload: an entry is a map")
        for key, value in entries.items():
            _insert(built, value_of_key(key), value)
    return built
