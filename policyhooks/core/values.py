"""Records: values with named, typed fields that do not change, and their lazily computed fields.

What records there are is in records.py and beside what uses them; this module knows none of them.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from dataclasses import replace as but
    from typing import TypeVar, dataclass_transform

    __all__ = ["but"]
    Made = TypeVar("Made")
    Given = TypeVar("Given")

    @dataclass_transform(kw_only_default=True, frozen_default=True)
    class Record: ...

    def lazy(compute: Callable[[Given], Made]) -> Made: ...
    def current(compute: Callable[[Given], Made]) -> Made: ...
    def zero(make: Callable[[], Made]) -> Made: ...
    def is_given(record: Record, field: str) -> bool: ...
    def build(kind: Callable[..., Made], fields: Mapping[str, object]) -> Made: ...

else:

    class Record:
        """A value with named, typed fields, which do not change once it is built.

        To a type checker it is a frozen dataclass. At run time nothing is checked: a hook pays for each instruction."""

        lazies = ()  # the fields of the class that are computed and kept

        def __init__(self, **fields):
            self.__dict__.update(fields)

    def but(record, /, **changes):
        """A copy of a record in which some fields have other values; what had been computed is computed anew."""
        fields = {**record.__dict__, **changes}
        for name in record.lazies:
            if name not in changes:
                fields.pop(name, None)
        return type(record)(**fields)

    def is_given(record, field):
        """Whether a record was built with a field, so that nobody makes a zero to see that it is empty."""
        return field in record.__dict__

    def build(kind, fields):
        """A record of a decoded document: the one untyped door, for whoever has checked the names of the fields."""
        return kind(**fields)

    class lazy:  # noqa: N801 - it stands where a zero would
        """In the place of a field's zero: computed when it is first read, then kept in the instance."""

        __slots__ = ("compute", "name")

        def __init__(self, compute):
            self.compute = compute

        def __set_name__(self, owner, name):
            self.name = name
            owner.lazies = (*owner.lazies, name)

        def __get__(self, instance, owner):
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.compute(instance)
            return value

    class zero:  # noqa: N801 - it stands where a zero would
        """In the place of a zero that is a record itself: made when it is first read, then kept.

        An event has a dozen of such fields and needs two or three; to make a class costs as much as to use it often."""

        __slots__ = ("make", "value")

        def __init__(self, make):
            self.make = make
            self.value = None

        def __get__(self, instance, owner):
            if self.value is None:
                self.value = self.make()
            return self.value

    # In the place of a field's zero: computed at every read, because what it is computed from may still grow.
    current = property
