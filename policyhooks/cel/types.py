"""The static types of CEL: what the checker proves about an expression. Knows no values and no Python."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """A type: `int`, `list<string>`, the name of a record, or a variable of a generic signature (`%A`)."""

    name: str
    parameters: tuple[Type, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}<{', '.join(map(str, self.parameters))}>" if self.parameters else self.name

    @property
    def is_variable(self) -> bool:
        return self.name.startswith("%")


DYN = Type("dyn")
ERROR = Type("error")  # of an expression with a problem: agrees with everything, so that one mistake is told once
NULL = Type("null_type")
BOOL = Type("bool")
INT = Type("int")
UINT = Type("uint")
DOUBLE = Type("double")
STRING = Type("string")
BYTES = Type("bytes")
TIMESTAMP = Type("timestamp")
DURATION = Type("duration")
TYPE = Type("type")
NUMBERS = frozenset({INT, UINT, DOUBLE})
SCALARS = frozenset({BOOL, INT, UINT, DOUBLE, STRING, BYTES, TIMESTAMP, DURATION})
A, B = Type("%A"), Type("%B")

_ARITIES = {"list": 1, "map": 2, "optional": 1}
_TOKEN = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_.]*|[<>,])")


def list_of(element: Type) -> Type:
    return Type("list", (element,))


def map_of(key: Type, value: Type) -> Type:
    return Type("map", (key, value))


def optional_of(value: Type) -> Type:
    return Type("optional", (value,))


def parse_type(text: str) -> Type:
    """Read `list<map<string, dyn>>`; raises ValueError on anything else."""
    tokens: list[str] = []
    place = 0
    while text[place:].strip():
        found = _TOKEN.match(text, place)
        if found is None:
            raise ValueError(f"`{text}` is not a type")
        tokens.append(found.group(1))
        place = found.end()
    parsed, rest = _parse(tokens, text, 0)
    if rest:
        raise ValueError(f"`{text}` is not a type")
    return parsed


def _parse(tokens: list[str], text: str, depth: int) -> tuple[Type, list[str]]:
    if not tokens or tokens[0] in "<>," or depth > 16:
        raise ValueError(f"`{text}` is not a type")
    name, rest = tokens[0], tokens[1:]
    parameters: list[Type] = []
    if rest and rest[0] == "<":
        while rest[0] in "<,":
            parameter, rest = _parse(rest[1:], text, depth + 1)
            parameters.append(parameter)
            if not rest:
                raise ValueError(f"`{text}` is not a type")
        if rest[0] != ">":
            raise ValueError(f"`{text}` is not a type")
        rest = rest[1:]
    arity = _ARITIES.get(name, 0)
    if not parameters and arity:
        parameters = [DYN] * arity
    if len(parameters) != arity:
        raise ValueError(f"`{text}` is not a type: `{name}` takes {arity} type parameters")
    return Type(name, tuple(parameters)), rest


def is_open(kind: Type) -> bool:
    """Whether nothing is proved about values of this type."""
    return kind in (DYN, ERROR)


def is_proved(kind: Type) -> bool:
    """Whether the type is known all the way down."""
    return not is_open(kind) and all(is_proved(parameter) for parameter in kind.parameters)


def agrees(wanted: Type, given: Type, bound: dict[str, Type] | None = None) -> bool:
    """Whether a value of type `given` may stand where `wanted` is declared; binds type variables."""
    if wanted.is_variable:
        known = {} if bound is None else bound
        before = known.get(wanted.name, given)
        known[wanted.name] = join(before, given)  # of a string and a dyn nothing is proved
        return agrees(before, given)
    if is_open(wanted) or is_open(given):
        return True
    if wanted.name != given.name or len(wanted.parameters) != len(given.parameters):
        return False
    return all(agrees(left, right, bound) for left, right in zip(wanted.parameters, given.parameters, strict=True))


def substitute(kind: Type, bound: dict[str, Type]) -> Type:
    """The type with its variables replaced; a variable that nothing bound is dyn."""
    if kind.is_variable:
        return bound.get(kind.name, DYN)
    return Type(kind.name, tuple(substitute(parameter, bound) for parameter in kind.parameters))


def join(left: Type, right: Type) -> Type:
    """The narrowest type that holds both."""
    if left == right:
        return left
    if left.name == right.name and left.parameters and len(left.parameters) == len(right.parameters):
        return Type(left.name, tuple(map(join, left.parameters, right.parameters)))
    return DYN
