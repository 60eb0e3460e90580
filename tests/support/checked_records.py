"""Records as tests have them: an unknown field is an error, and so is a change after they are built.

The hook pays for neither. To a type checker both are errors everywhere; this finds what passes the untyped door
(`core.values.build`) and what tests themselves write.
"""

from functools import cache
from inspect import get_annotations

from policyhooks.clients.fields import NO_COUNT, NO_TEXT, NO_TEXTS
from policyhooks.core.values import Record

# Fields that only programs of a released format still name; nothing reads them.
RETIRED = {"RuleException": frozenset(("layer",))}


@cache
def declared(kind: type) -> frozenset[str]:
    """The fields of a record, inherited ones too."""
    found = frozenset(name for base in kind.__mro__ for name in get_annotations(base))
    return found | RETIRED.get(kind.__name__, frozenset())


def build_checked(self: Record, **fields: object) -> None:
    kind = type(self)
    for name, value in fields.items():
        if name not in declared(kind):
            raise TypeError(f"{kind.__name__} has no field `{name}`")
        if value is NO_TEXT or value is NO_TEXTS or value is NO_COUNT:
            raise TypeError(f"{kind.__name__}.{name} was not told: build the record with `told`")
    self.__dict__.update(fields)


def refuse_change(self: Record, name: str, value: object = None) -> None:
    raise TypeError(f"{type(self).__name__} does not change: `{name}` was set after it was built; use `but`")


def check_records() -> None:
    """From now on, in this process."""
    for name, method in (
        ("__init__", build_checked),
        ("__setattr__", refuse_change),
        ("__delattr__", refuse_change),
    ):
        setattr(Record, name, method)
