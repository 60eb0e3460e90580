"""What a loop may change: variables that are unknown in every round, or that only grow."""

from __future__ import annotations

from policyhooks.shell.expansion.assignments import begun
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.programs.lookup import describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Node = dict[str, Any]

ALWAYS_SET = ("REPLY", "MAPFILE")


def forget(node: Node, state: State) -> None:
    """Variables that a loop may set are unknown in every round; the beginning of those that grow stays."""
    names: dict[str, bool] = {}  # name -> whether it only grows
    if collect_names(node, names):
        for name in state.variables:
            names[name] = False
    for name, grows in names.items():
        old = state.variables.get(name)
        if grows:
            state.variables[name] = begun(name, old)
        else:
            state.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=old.ids if old else ())


def collect_names(node: Any, names: dict[str, bool]) -> bool:
    """Names assigned below a node; True when a command below may set any name."""
    anything = False
    if isinstance(node, list):
        for item in node:
            anything = collect_names(item, names) or anything
    elif isinstance(node, dict):
        name = node.get("Name")
        if isinstance(name, dict) and isinstance(name.get("Value"), str):
            grows = bool(node.get("Append")) and "Index" not in node
            names[name["Value"]] = names.get(name["Value"], True) and grows
        if node.get("Type") == "CallExpr" and node.get("Args"):
            return collect_call(node, names)
        if node.get("Type") in ("ArithmExp", "ArithmCmd", "LetClause"):
            anything = True
        for value in node.values():
            if isinstance(value, dict | list):
                anything = collect_names(value, names) or anything
    return anything


def collect_call(node: Node, names: dict[str, bool]) -> bool:
    """A command: builtins that set variables. Assignments before it end with it."""
    words = [literal(argument) for argument in node["Args"]]
    sets = describe(words[0] or "").get("sets", "")
    anything = words[0] is None or sets == "any"
    if sets == "named":
        anything = None in words
        for word in (*words[1:], *ALWAYS_SET):
            names[str(word)] = False
    elif words[0] == "printf":
        anything = len(words) > 1 and (words[1] is None or words[1].startswith("-"))
    for argument in node["Args"]:
        anything = collect_names(argument, names) or anything
    for assign in node.get("Assigns", ()):
        anything = collect_names([assign.get("Value"), assign.get("Index"), assign.get("Array")], names) or anything
    return anything


def literal(word: Node) -> str | None:
    """The text of a word that is written out."""
    parts = word["Parts"]
    if len(parts) != 1:
        return None
    part = parts[0]
    if part["Type"] == "DblQuoted" and len(part.get("Parts", ())) == 1:
        part = part["Parts"][0]
    return str(part.get("Value", "")) if part["Type"] in ("Lit", "SglQuoted") else None
