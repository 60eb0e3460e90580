"""Types as values: `type(x)`, and `int`, `string`... as names in an expression."""

from __future__ import annotations

# By class name, so that no module of values has to be loaded to tell them apart.
NAMES = {
    "NoneType": "null_type",
    "bool": "bool",
    "int": "int",
    "UInt": "uint",
    "float": "double",
    "str": "string",
    "bytes": "bytes",
    "list": "list",
    "tuple": "list",
    "dict": "map",
    "Timestamp": "google.protobuf.Timestamp",
    "Duration": "google.protobuf.Duration",
    "Type": "type",
    "Optional": "optional_type",
}


class Type:
    """A CEL type as a value; `name` is its CEL name."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return type(other) is Type and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Type({self.name!r})"


def type_named(name: str) -> Type:
    """The type that a name in an expression denotes."""
    return Type(name)


def type_of(value: object) -> Type:
    """`type(x)`; a record's type has the record's name."""
    name = type(value).__name__
    return Type(NAMES.get(name, name))


def as_dyn(value: object) -> object:
    """`dyn(x)`: the value, of which the checker forgets the type."""
    return value
