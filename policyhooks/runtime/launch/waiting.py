"""What stands in a module of an image for something that is made when it is first used: functions, classes, records.

image/split.py and image/constants.py write it there. It knows nothing of images: boot.py serves them.
"""

from __future__ import annotations

import marshal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def late(namespace: dict[str, Any], data: bytes, name: str) -> Callable[..., object]:
    """A function that is unmarshalled on its first call."""
    found: Any = None

    def call(*arguments: object, **named: object) -> object:
        nonlocal found
        if found is None:
            exec(marshal.loads(data), namespace)  # noqa: S102, S302 - part of the checked image
            found = namespace[name]
        return found(*arguments, **named)

    return call


def make_records(kind: Callable[..., object], rows: Mapping[str, dict[str, object]]) -> dict[str, object]:
    """A table of records, from their fields."""
    return {name: kind(**fields) for name, fields in rows.items()}


class Unmade:
    """Stands for a class that nobody has called yet, so nothing is an instance of it."""

    __slots__ = ("bases", "data", "made", "name", "namespace")

    def __init__(self, namespace: dict[str, Any], data: bytes, name: str, *bases: str) -> None:
        self.namespace = namespace
        self.data = data
        self.name = name
        self.bases = bases
        self.made: Any = None

    def make(self) -> Any:
        """The class itself, which then has its name."""
        if self.made is None:
            make_classes(self.namespace, *self.bases)
            exec(marshal.loads(self.data), self.namespace)  # noqa: S102, S302 - part of the checked image
            self.made = self.namespace[self.name]
        return self.made

    def __call__(self, *arguments: object, **named: object) -> Any:
        return self.make()(*arguments, **named)

    def __instancecheck__(self, instance: object) -> bool:
        return self.made is not None and isinstance(instance, self.made)


def make_classes(namespace: dict[str, Any], *names: str) -> None:
    """Make those of these classes that nobody has made."""
    for name in names:
        value = namespace.get(name)
        if type(value) is Unmade:
            value.make()


def made_of(*kinds: Any) -> tuple[Any, ...]:
    """What a handler of errors catches: those of its classes that somebody has made."""
    found = [kind.made if type(kind) is Unmade else kind for kind in kinds]
    return tuple([kind for kind in found if kind is not None])
