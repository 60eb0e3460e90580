"""Conditions: every branch is read in a state of its own, and what they leave behind is joined."""

from __future__ import annotations

from policyhooks.shell.walk.directories import assume

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

    Node = dict[str, Any]


def read_if(reader: Reader, node: Node, state: State, context: Context) -> None:
    condition = node.get("Cond", ())
    reader.run(condition, state, context)
    apart = state.copy()
    inner = context.but(conditional=True)
    if condition and state.maybe_cwds:
        assume(condition[-1], state, True)
    reader.run(node.get("Then", ()), state, inner)
    other = node.get("Else")
    if other and other.get("Cond"):
        read_if(reader, other, apart, inner)
    elif other:
        reader.run(other.get("Then", ()), apart, inner)
    state.join(apart)


def read_case(reader: Reader, node: Node, state: State, context: Context) -> None:
    """One branch runs, or several where one falls through to the next, or none where no pattern takes anything."""
    reader.nested(node.get("Word"), state, context)
    items = node.get("Items", ())
    before = state.copy()
    inner = context.but(conditional=True)
    falls = any(item.get("Op", ";;") != ";;" for item in items)
    outcomes: list[State] = []
    for item in items:
        reader.nested(item.get("Patterns"), state, context)
        branch = state if falls else before.copy()
        start = branch.copy()
        reader.run(item.get("Stmts", ()), branch, inner)
        if falls:
            branch.join(start)
        else:
            outcomes.append(branch)
    if not outcomes:
        return
    if not any(takes_all(pattern) for item in items for pattern in item.get("Patterns", ())):
        outcomes.append(before)
    for other in outcomes[1:]:
        outcomes[0].join(other)
    state.become(outcomes[0])


def takes_all(pattern: Node) -> bool:
    parts = pattern.get("Parts", ())
    return len(parts) == 1 and parts[0].get("Type") == "Lit" and parts[0].get("Value") == "*"
