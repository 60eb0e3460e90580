"""Conditions: every branch is read in a state of its own, and what they leave behind is joined."""

from __future__ import annotations

from policyhooks.shell.syntax.nodes import literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.syntax.block_nodes import If
    from policyhooks.shell.syntax.rare_nodes import Case
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader


def read_if(reader: Reader, node: If, state: State, context: Context) -> None:
    reader.run(node.condition, state, context)
    apart = state.copy()
    inner = context.but(conditional=True)
    if node.condition and state.maybe_cwds:
        from policyhooks.shell.walk.directories import assume

        assume(node.condition[-1], state, True)
    reader.run(node.then, state, inner)
    other = node.otherwise
    if other is not None and other.condition:
        read_if(reader, other, apart, inner)
    elif other is not None:
        reader.run(other.then, apart, inner)
    state.join(apart)


def read_case(reader: Reader, node: Case, state: State, context: Context) -> None:
    """One branch runs, or several where one falls through to the next, or none where no pattern takes anything."""
    reader.nested(node.word, state, context)
    before = state.copy()
    inner = context.but(conditional=True)
    falls = any(item.op != ";;" for item in node.items)
    outcomes: list[State] = []
    for item in node.items:
        reader.nested(item.patterns, state, context)
        branch = state if falls else before.copy()
        start = branch.copy()
        reader.run(item.statements, branch, inner)
        if falls:
            branch.join(start)
        else:
            outcomes.append(branch)
    if not outcomes:
        return
    if not any(literal(pattern) == "*" for item in node.items for pattern in item.patterns):
        outcomes.append(before)
    for other in outcomes[1:]:
        outcomes[0].join(other)
    state.become(outcomes[0])
