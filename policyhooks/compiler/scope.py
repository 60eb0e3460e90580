"""The names of a file: its lists, params and variables with their types, and those it imports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from policyhooks.cel.check import Checked
from policyhooks.cel.environment import Environment, policy_environment
from policyhooks.cel.types import DYN, STRING, Type, list_of, parse_type
from policyhooks.compiler.needs import Need
from policyhooks.core.events import MESSAGE_ROOTS
from policyhooks.core.memory_records import KINDS

SCALARS: dict[type, str] = {str: "string", int: "int", bool: "bool", float: "double"}
ENV = "env"  # below it stand the client's variables
PARAM_TYPES = ("string", "int", "double", "bool", "dyn", "list", "map")


@dataclass(frozen=True)
class Constant:
    """A list or param: its value and type."""

    owner: str  # the id of the file that declares it
    name: str  # lists.x or params.x
    value: object
    type: Type


@dataclass(frozen=True, eq=False)
class Variable:
    """A variable with its checked expression and the scope that the expression was written in.

    What the whole compiler asks about it is found out once, when it is declared: variables may build
    on each other in ways that double with every step.
    """

    owner: str
    name: str  # vars.x
    line: int
    checked: Checked
    scope: Scope
    reads: tuple[str, ...] = ()  # the fields that it and the variables it names read
    asks: frozenset[str] = frozenset()  # those it asks for with `supplied`
    need: Need | None = None  # what the index may rest on
    depth: int = 1  # variables that stand on each other
    recalls: frozenset[tuple[str, int]] = frozenset()  # facts that it reads: polarity.py


@dataclass(frozen=True)
class FactName:
    """A fact that conditions may read: by which a program names it, and its kind."""

    key: str
    kind: str


@dataclass(frozen=True)
class Scope:
    """What expressions of a file may refer to."""

    constants: Mapping[str, Constant] = field(default_factory=dict)
    variables: Mapping[str, Variable] = field(default_factory=dict)
    surroundings: frozenset[str] = frozenset()  # env.X: the client's variables that may be read
    facts: Mapping[str, FactName] = field(default_factory=dict)  # memory.X

    def environment(self, kind: str = "") -> Environment:
        """The environment of conditions; of messages of judge and command rules with what they may quote."""
        extra = {name: constant.type for name, constant in self.constants.items()}
        extra.update((name, variable.checked.type) for name, variable in self.variables.items())
        extra.update(dict.fromkeys(self.surroundings, STRING))
        extra.update((name, Type(KINDS[fact.kind])) for name, fact in self.facts.items())
        if kind in MESSAGE_ROOTS:
            extra[kind] = parse_type(MESSAGE_ROOTS[kind])
        return extend(extra)

    def with_constants(self, constants: Sequence[Constant]) -> Scope:
        return replace(self, constants={**self.constants, **{constant.name: constant for constant in constants}})

    def with_constant(self, constant: Constant) -> Scope:
        return self.with_constants((constant,))

    def with_surroundings(self, names: Sequence[str]) -> Scope:
        return replace(self, surroundings=self.surroundings | {f"{ENV}.{name}" for name in names})

    def with_facts(self, facts: Mapping[str, FactName]) -> Scope:
        return replace(self, facts=facts)

    def with_variable(self, variable: Variable) -> Scope:
        return replace(self, variables={**self.variables, variable.name: variable})


BASE = policy_environment()


def extend(extra: Mapping[str, Type]) -> Environment:
    """The environment of policies with more names; what `vars.` and `memory.` name may fail."""
    may_fail = BASE.may_fail | {name for name in extra if name.startswith(("vars.", "memory."))}
    return replace(BASE, variables={**BASE.variables, **extra}, may_fail=may_fail)


def type_of_value(value: object) -> Type:
    """The narrowest type of a literal."""
    if isinstance(value, (list, tuple)):
        kinds = {type_of_value(item) for item in value}
        return list_of(kinds.pop() if len(kinds) == 1 else DYN)
    if isinstance(value, dict):
        return Type("map", (Type("string"), DYN))
    return Type(SCALARS[type(value)]) if type(value) in SCALARS else DYN


def conforms(value: object, kind: Type) -> bool:
    """Whether a literal is a value of a declared type; a whole number is a double too."""
    if kind.name == "list":
        return isinstance(value, (list, tuple)) and all(conforms(item, kind.parameters[0]) for item in value)
    if kind.name == "map":
        return isinstance(value, dict) and all(
            conforms(key, kind.parameters[0]) and conforms(item, kind.parameters[1]) for key, item in value.items()
        )
    if kind.name == "double":
        return type(value) in (int, float)
    return kind == DYN or SCALARS.get(type(value)) == kind.name


def convert(value: object, kind: Type) -> object:
    """The literal as conditions see it: doubles are floats, lists tuples."""
    if kind.name == "list" and isinstance(value, (list, tuple)):
        return tuple(convert(item, kind.parameters[0]) for item in value)
    if kind.name == "map" and isinstance(value, dict):
        return {key: convert(item, kind.parameters[1]) for key, item in value.items()}
    if kind.name == "double" and isinstance(value, int):
        return float(value)
    return tuple(convert(item, DYN) for item in value) if isinstance(value, list) else value


def read_param_type(text: str) -> Type | None:
    """A type that a param may have: literals only."""
    try:
        kind = parse_type(text)
    except ValueError:
        return None
    waiting = [kind]
    while waiting:
        part = waiting.pop()
        if part.name not in PARAM_TYPES:
            return None
        waiting.extend(part.parameters)
    return kind
