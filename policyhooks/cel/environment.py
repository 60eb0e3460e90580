"""What an expression may refer to: variables, record types, functions, and how much it may cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from policyhooks.cel.functions import ALL_FUNCTIONS, POLICY_FUNCTIONS, Functions
from policyhooks.cel.types import DYN, Type, parse_type
from policyhooks.core.events import ROOTS
from policyhooks.core.schema import RECORDS

NOTHING: Mapping[str, Type] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one condition may be. At run time comprehensions are bounded by evaluation.budget."""

    nesting: int = 40
    nodes: int = 2_000
    items: int = 1_000
    loops: int = 4  # comprehensions inside each other


@dataclass(frozen=True, slots=True)
class Environment:
    """Names and their types. `may_fail` names variables whose evaluation can raise; `limits` is None for none."""

    variables: Mapping[str, Type]
    records: Mapping[str, Mapping[str, Type]] = field(default_factory=dict)
    functions: Functions = field(default_factory=lambda: POLICY_FUNCTIONS)
    container: str = ""
    may_fail: frozenset[str] = frozenset()
    limits: Limits | None = Limits()


def policy_environment(extra_variables: Mapping[str, Type] = NOTHING) -> Environment:
    """The environment of policy conditions. Extra variables are `vars.x`, `lists.y`, `params.z`, message roots.

    `vars.*` are conditions themselves, so their evaluation may fail.
    """
    variables = {name: parse_type(kind) for name, kind in ROOTS.items()} | dict(extra_variables)
    records = {name: {key: parse_type(kind) for key, kind in fields.items()} for name, fields in RECORDS.items()}
    may_fail = frozenset(name for name in variables if name.startswith("vars."))
    return Environment(variables, records, may_fail=may_fail)


def dynamic_environment(names: Iterable[str], container: str = "") -> Environment:
    """The environment of `evaluate`: nothing is known of a variable but its name, nothing is limited."""
    return Environment(dict.fromkeys(names, DYN), functions=ALL_FUNCTIONS, container=container, limits=None)
