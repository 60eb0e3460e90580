"""What a loop may change: variables that are unknown in every round, or that only grow."""

from __future__ import annotations

from policyhooks.shell.expansion.assignments import begun
from policyhooks.shell.expansion.state import State, Value, Word
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.syntax.block_nodes import ArithmCmd, ArithmExp
from policyhooks.shell.syntax.nodes import Assign, Call, DblQuoted, Lit, SglQuoted, below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.nodes import Node, Parts

ALWAYS_SET = ("REPLY", "MAPFILE")


def forget(node: Node, state: State) -> None:
    """Variables that a loop may set are unknown in every round; the beginning of those that grow stays."""
    names: dict[str, bool] = {}  # name -> whether it only grows
    if collect_names(node, names):
        for name in state.variables:
            names[name] = False
    if state.positional:
        state.positional = arguments_in(node, state.positional)
    for name, grows in names.items():
        old = state.variables.get(name)
        if grows:
            state.variables[name] = begun(name, old)
        else:
            state.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=old.ids if old else ())


def arguments_in(node: Node, known: list[Word]) -> list[Word] | None:
    """The arguments in any round: behind `shift` each may be the first, behind `set` others are."""
    names = {literal(item.args[0]) for item in below(node) if isinstance(item, Call) and item.args}
    if "set" in names:
        return None
    if "shift" not in names:
        return known
    return [Value(str(number + 1), choices=tuple(known)) for number in range(len(known))]


def collect_names(given: object, names: dict[str, bool]) -> bool:
    """Names assigned below a node; True when a command below may set any name."""
    anything = False
    for node in below(given, (Call,)):
        if node.name:
            grows = isinstance(node, Assign) and node.append and node.index is None
            names[node.name] = names.get(node.name, True) and grows
        if isinstance(node, Call):
            anything = collect_call(node, names) or anything
        elif isinstance(node, ArithmExp | ArithmCmd):
            anything = True
    return anything


def collect_call(node: Call, names: dict[str, bool]) -> bool:
    """A command: builtins that set variables. Assignments before it end with it."""
    if not node.args:
        return collect_names(node.assigns, names)
    words = [literal(argument) for argument in node.args]
    sets = describe(words[0] or "").get("sets", "")
    anything = words[0] is None or sets == "any"
    if sets == "named":
        anything = None in words
        for word in (*words[1:], *ALWAYS_SET):
            names[str(word)] = False
    elif words[0] == "printf":
        anything = len(words) > 1 and (words[1] is None or words[1].startswith("-"))
    anything = collect_names(node.args, names) or anything
    for assign in node.assigns:
        anything = collect_names([assign.value, assign.index, assign.array], names) or anything
    return anything


def literal(parts: Parts) -> str | None:
    """The text of a word that is written out."""
    if len(parts) != 1:
        return None
    part = parts[0]
    if isinstance(part, DblQuoted) and len(part.parts) == 1:
        part = part.parts[0]
    return part.text if isinstance(part, Lit | SglQuoted) else None
