"""What lists, params and variables are called in generated code: numbers, never words of a policy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from policyhooks.cel.check import Checked
from policyhooks.cel.nodes import Binary, Node, children
from policyhooks.cel.types import STRING, list_of
from policyhooks.compiler.scope import ENV, Constant, FactName, Scope, Variable
from policyhooks.core.events import ROOTS

BASE = {**{root: f"e.{root}" for root in ROOTS}, "supplied": "e.supplied"}
QUOTED = {"judge.reason": "reason", "command.stdout": "reason"}
LONG = 40  # items from which a list is a module of its own


@dataclass
class Names:
    """Numbers for constants and variables, given in the order in which rules are emitted."""

    constants: dict[tuple[str, str], int] = field(default_factory=dict)
    variables: dict[tuple[str, str], int] = field(default_factory=dict)

    def constant(self, constant: Constant, as_set: bool) -> str:
        number = self.constants.setdefault((constant.owner, constant.name), len(self.constants))
        word = "PARAM" if constant.name.startswith("params.") else "SET" if as_set else "LIST"
        return f"{word}_SET_{number}" if as_set and word == "PARAM" else f"{word}_{number}"

    def variable(self, variable: Variable) -> str:
        number = self.variables.setdefault((variable.owner, variable.name), len(self.variables))
        return f"var_{number}"


@dataclass(frozen=True)
class Use:
    """A name that an expression refers to."""

    constant: Constant | None = None
    variable: Variable | None = None
    as_set: bool = False
    variable_name: str = ""  # of the client
    fact: tuple[str, FactName] | None = None  # with the name in conditions


def uses(checked: Checked, scope: Scope) -> list[Use]:
    """The constants and variables of an expression. A list that is only searched for strings can be a set."""
    searched: set[str] = set()
    read: set[str] = set()
    for node, parent in pairs(checked.node):
        reference = checked.references.get(node)
        if reference is None or reference.kind != "variable":
            continue
        if (
            isinstance(parent, Binary)
            and parent.operator == "in"
            and parent.right is node
            and checked.type_of(parent.left) == STRING
            and checked.type_of(node) == list_of(STRING)
        ):
            searched.add(reference.name)
        else:
            read.add(reference.name)
    found = []
    for name in sorted(searched | read):
        if name in scope.constants:
            found.append(Use(constant=scope.constants[name], as_set=name not in read))
        elif name in scope.variables:
            found.append(Use(variable=scope.variables[name]))
        elif name in scope.surroundings:
            found.append(Use(variable_name=name.removeprefix(f"{ENV}.")))
        elif name in scope.facts:
            found.append(Use(fact=(name, scope.facts[name])))
    return found


def pairs(root: Node) -> Iterator[tuple[Node, Node | None]]:
    """Every node with its parent."""
    waiting: list[tuple[Node, Node | None]] = [(root, None)]
    while waiting:
        node, parent = waiting.pop()
        yield node, parent
        waiting.extend((child, node) for child in children(node))


def mapping(names: Names, found: Sequence[Use], kind: str = "") -> dict[str, str]:
    """The Python expression of every name."""
    table = dict(BASE)
    for use in found:
        if use.constant is not None:
            table[use.constant.name] = names.constant(use.constant, use.as_set)
        elif use.variable is not None:
            table[use.variable.name] = f"{names.variable(use.variable)}(e)"
        elif use.variable_name:
            table[f"{ENV}.{use.variable_name}"] = variable_code(use.variable_name)
        elif use.fact is not None:
            table[use.fact[0]] = fact_code(use.fact[1])
    if kind:
        table[kind] = f"{kind}_output"
    return table


def variable_code(name: str) -> str:
    """A declared variable of the client: one that is not set is an empty text."""
    return f'e.environ.get("{name}", "")'


def fact_code(fact: FactName) -> str:
    """What is remembered. `load` tells whose fact is meant: of its own program, never of one below."""
    return f'e.memory.fact(load, "{fact.key}")'
