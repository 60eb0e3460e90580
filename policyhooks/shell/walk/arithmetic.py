"""What makes arithmetic dangerous: values and subscripts that bash evaluates, and parentheses that do not pair up."""

from __future__ import annotations

from policyhooks.shell.syntax.nodes import Redirect, below, own_text
from policyhooks.shell.walk.reading import ANY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.syntax.nodes import Node
    from policyhooks.shell.walk.reading import Reading


def check_arithmetic(reading: Reading, state: State, node: Node | None) -> None:
    """A subscript in the value of a variable can run a command; and arithmetic may set any variable."""
    reading.bound.add(ANY)
    if node is not None and any(may_not_pair(item) for item in below(node)):
        reading.problem("ambiguous_arithmetic")  # bash may take `$((` for a substitution in parentheses
    for value in state.variables.values():
        # What arithmetic gave before is a number.
        text = "" if value.ids else value.text.replace("$((...))", "")
        if "$(" in text or "`" in text:
            reading.problem("arithmetic_code")


def may_not_pair(node: Node) -> bool:
    """Parentheses that need not pair up: in case patterns, here-documents, comments and quoted text."""
    if node.unpaired or (isinstance(node, Redirect) and node.body):
        return True
    text = own_text(node)
    return "(" in text or ")" in text
