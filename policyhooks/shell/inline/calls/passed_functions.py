"""Functions that inline code hands on instead of calling them: into a call that takes them, or out of sight."""

from __future__ import annotations

from policyhooks.shell.inline.calls.paths_and_hosts import add_paths
from policyhooks.shell.inline.calls.started_commands import start_unknown
from policyhooks.shell.inline.nodes import Array, Call, Element, Literal, Member, Name, Subscript
from policyhooks.shell.inline.values.value import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from policyhooks.shell.inline.calls.call_context import CallContext
    from policyhooks.shell.inline.nodes import Node

ESCAPING = ("text", "argv", "words", "prog", "execv", "execl", "delete", "eval")
REFERRING = (Name, Member, Subscript, Call)
TAKING = ("target", "func", "FUN", "function")  # names of arguments that are functions
EACH = frozenset(("map", "forEach", "filter", "sapply", "lapply", "starmap", "imap", "vapply", "array_map", "each"))


def escaping(code: CallContext, node: Node) -> str:
    """The name of a function that starts, deletes or evaluates, where it is used without being called."""
    name = code.names.name_of(node)
    if name.endswith("()"):
        return ""
    if "." not in name and not isinstance(node, Call) and name not in code.table.data.get("ESCAPING", ()):
        return ""
    return name if code.effect_named(name).partition("@")[0] in ESCAPING else ""


def passed_calls(code: CallContext, name: str, node: Call) -> Iterator[tuple[str, Call]]:
    """map(f, items), Thread(target=f, args=(x,)), pcall(f, x): f is called with the other arguments."""
    given: list[tuple[int, Node]] = [
        (index, item) for index, item in enumerate(node.arguments) if isinstance(item, REFERRING)
    ]
    given += [(-1, item) for key, item in node.named.items() if key in TAKING]
    for index, item in given:
        function = escaping(code, item)
        if not function:
            continue
        arguments = passed_arguments(name, node, index, item)
        if arguments:
            code.passed[function] = code.passed.get(function, 0) + 1
            yield function, Call(item, arguments, {})
        elif isinstance(item, Call):
            start_unknown(code)


def passed_arguments(name: str, node: Call, index: int, item: Node) -> tuple[Node, ...]:
    """What the function gets that is passed to this call."""
    rest = tuple(other for place, other in enumerate(node.arguments) if place != index)
    listed = node.named.get("args")
    owner = (node.function.owner,) if isinstance(node.function, Member) else ()
    if isinstance(listed, Array):
        rest = listed.items
    elif name.rpartition(".")[2] in EACH:
        sources = (rest or owner)[:1]  # list.forEach(f)
        rest = tuple(Element(other) if not isinstance(other, Literal) else other for other in sources)
    if not rest and isinstance(item, Call):
        return owner  # text.tap(&method(:system))
    return rest


def add_escaped(code: CallContext) -> None:
    """A function whose calls are not seen may be called with anything."""
    counts: dict[str, int] = {}
    for node in code.outline.references:
        name = escaping(code, node)
        if name:
            counts[name] = counts.get(name, 0) + 1
    if not counts:
        return
    for name in called_by_binding(code):
        counts[name] = counts.get(name, 0) - 1
    for name, count in counts.items():
        if count > code.passed.get(name, 0):
            code.effects.calls[name] = None
            if code.effect_named(name).startswith("delete"):
                add_paths(code, "delete", UNKNOWN.texts)
            else:
                start_unknown(code)


def called_by_binding(code: CallContext) -> Iterator[str]:
    """Full names of functions that are called by the local name that they are bound to."""
    called = {node.function.name for node in code.outline.calls if isinstance(node.function, Name)}
    for local, bound in code.outline.bindings.items():
        if local in called and len(bound) == 1 and isinstance(bound[0], (Name, Member, Subscript)):
            yield code.names.name_of(bound[0])
