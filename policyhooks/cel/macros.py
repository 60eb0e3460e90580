"""The macros: calls that bind names. From call to node, or a problem when an argument is not a name."""

from __future__ import annotations

from policyhooks.cel.nodes import Bind, Call, Comprehension, Ident, Node, Present, Select
from policyhooks.cel.problems import Problem

# (name, number of arguments) -> (canonical name, number of bound names, has a test, has a result)
RECEIVER_MACROS: dict[tuple[str, int], tuple[str, int, bool, bool]] = {
    ("all", 2): ("all", 1, True, False),
    ("all", 3): ("all", 2, True, False),
    ("exists", 2): ("exists", 1, True, False),
    ("exists", 3): ("exists", 2, True, False),
    ("exists_one", 2): ("existsOne", 1, True, False),
    ("exists_one", 3): ("existsOne", 2, True, False),
    ("existsOne", 2): ("existsOne", 1, True, False),
    ("existsOne", 3): ("existsOne", 2, True, False),
    ("filter", 2): ("filter", 1, True, False),
    ("map", 2): ("map", 1, False, True),
    ("map", 3): ("map", 1, True, True),
    ("transformList", 3): ("transformList", 2, False, True),
    ("transformList", 4): ("transformList", 2, True, True),
    ("transformMap", 3): ("transformMap", 2, False, True),
    ("transformMap", 4): ("transformMap", 2, True, True),
    ("transformMapEntry", 3): ("transformMapEntry", 2, False, True),
    ("transformMapEntry", 4): ("transformMapEntry", 2, True, True),
    ("optMap", 2): ("optMap", 1, False, True),
    ("optFlatMap", 2): ("optFlatMap", 1, False, True),
}


def expand(call: Call, problems: list[Problem]) -> Node:
    """The macro that a call stands for, or the call itself."""
    count = len(call.arguments)
    if call.target is None:
        return _expand_has(call, problems) if call.name == "has" and count == 1 and not call.absolute else call
    if call.name == "bind" and count == 3 and isinstance(call.target, Ident) and call.target.name == "cel":
        name = _bound_name(call.arguments[0], problems)
        return Bind(call.start, call.end, name, call.arguments[1], call.arguments[2])
    shape = RECEIVER_MACROS.get((call.name, count))
    if shape is None:
        return call
    macro, bound, has_test, has_result = shape
    names = tuple(_bound_name(argument, problems) for argument in call.arguments[:bound])
    if bound == 2 and names[0] == names[1]:
        second = call.arguments[1]
        problems.append(Problem(second.start, second.end, "syntax", f"`{names[1]}` is bound twice"))
    rest = call.arguments[bound:]
    return Comprehension(
        call.start,
        call.end,
        macro,
        call.target,
        names,
        rest[0] if has_test else None,
        rest[-1] if has_result else None,
    )


def _expand_has(call: Call, problems: list[Problem]) -> Node:
    argument = call.arguments[0]
    if not isinstance(argument, Select) or argument.optional:
        message = "`has` takes a selection such as `has(a.b)`"
        problems.append(Problem(argument.start, argument.end, "syntax", message))
        return call
    return Present(call.start, call.end, argument.operand, argument.field, argument.field_start)


def _bound_name(node: Node, problems: list[Problem]) -> str:
    if isinstance(node, Ident) and not node.absolute:
        return node.name
    problems.append(Problem(node.start, node.end, "syntax", "the macro binds a simple name here"))
    return "_"
