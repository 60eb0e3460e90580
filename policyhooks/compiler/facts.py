"""What a condition needs in order to be true, as index keys: command names, servers, tools, literals in texts.

Sound by CEL's own logic: `false && error` is false, so a conjunct that cannot fail and does not hold settles the
whole. Whatever is not understood here gives no key, and the rule is then looked at for every event of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from policyhooks.cel.check import Checked
from policyhooks.cel.names import dotted
from policyhooks.cel.nodes import Binary, Call, Comprehension, Ident, ListLiteral, Literal, Logical, Node, Select
from policyhooks.compiler.matchers import Keys
from policyhooks.compiler.scope import Scope
from policyhooks.core.candidates import GRAM, TEXTS

Found = Mapping[str, frozenset[str]]  # kind or "gram <field>": values of which one must be there
NOTHING: Found = {}
FIELDS: dict[str, tuple[str, Callable[[str], str]]] = {
    "tool.name": ("tool", str.casefold),
    "mcp.server": ("server", str.casefold),
}
SEARCHES = ("contains", "startsWith", "endsWith")
# How common characters are in commands and prose, the most common first; the rest is rare.
COMMON = " etaoinsrhldcumfpgwybvk-./_"
MOST = 64  # more values than this say little


def required_keys(checked: Checked, scope: Scope) -> list[Keys]:
    """The keys of a condition, each kind of which must have one of its values in the event."""
    found = require(checked.node, checked, scope)
    return [(kind, tuple(sorted(values))) for kind, values in sorted(found.items()) if len(values) <= MOST]


def require(node: Node, checked: Checked, scope: Scope, local: str = "") -> Found:
    """What a boolean expression needs; `local` is the name of a command in `shell.commands.exists`."""
    if isinstance(node, Logical):
        parts = [require(operand, checked, scope, local) for operand in node.operands]
        return both(parts) if node.operator == "&&" else either(parts)
    if isinstance(node, Binary):
        return compare(node, checked, scope, local)
    if isinstance(node, Call):
        return search(node)
    if isinstance(node, Comprehension):
        return loop(node, checked, scope)
    if isinstance(node, Select):
        return variable(node, checked, scope)
    return NOTHING


def both(parts: Sequence[Found]) -> Found:
    """Every part holds: of each kind the shortest list of values."""
    merged: dict[str, frozenset[str]] = {}
    for part in parts:
        for kind, values in part.items():
            if kind not in merged or len(values) < len(merged[kind]):
                merged[kind] = values
    return merged


def either(parts: Sequence[Found]) -> Found:
    """Some part holds: kinds that every part needs, with all their values."""
    kinds = set(parts[0]).intersection(*parts[1:]) if parts else set()
    return {kind: frozenset().union(*(part[kind] for part in parts)) for kind in kinds}


def compare(node: Binary, checked: Checked, scope: Scope, local: str) -> Found:
    """`field == "x"` and `field in [...]`."""
    left, right = node.left, node.right
    if node.operator == "==" and isinstance(left, Literal):
        left, right = right, left
    if node.operator == "==" and isinstance(right, Literal) and isinstance(right.value, str):
        values: frozenset[str] | None = frozenset((right.value,))
    elif node.operator == "in":
        values = strings(right, checked, scope)
    else:
        return NOTHING
    if values is None:
        return NOTHING
    path = ".".join(dotted(left))
    if local and path == f"{local}.name" and is_local(left, checked):
        return {"command": values}
    if path in FIELDS and not is_local(left, checked):
        kind, fold = FIELDS[path]
        return {kind: frozenset(map(fold, values))}
    if node.operator == "==" and path in TEXTS and not is_local(left, checked):
        return gram(path, next(iter(values)))
    return NOTHING


def strings(node: Node, checked: Checked, scope: Scope) -> frozenset[str] | None:
    """The values of a literal list, list or param, when all are texts."""
    values: Sequence[object] = ()
    if isinstance(node, ListLiteral) and not any(node.optional):
        values = [item.value if isinstance(item, Literal) else None for item in node.items]
    else:
        reference = checked.references.get(node)
        constant = scope.constants.get(reference.name) if reference else None
        if constant is None or not isinstance(constant.value, tuple):
            return None
        values = constant.value
    texts = [value for value in values if isinstance(value, str)]
    return frozenset(texts) if texts and len(texts) == len(values) else None


def search(node: Call) -> Found:
    """`text.contains("...")` and its like, on the raw texts of an event."""
    if node.name not in SEARCHES or node.target is None or len(node.arguments) != 1:
        return NOTHING
    path, argument = ".".join(dotted(node.target)), node.arguments[0]
    if path not in TEXTS or not isinstance(argument, Literal) or not isinstance(argument.value, str):
        return NOTHING
    return gram(path, argument.value)


def gram(field: str, text: str) -> Found:
    """The rarest four characters of a literal that must occur in a text."""
    if len(text) < GRAM:
        return NOTHING
    windows = {text[at : at + GRAM] for at in range(len(text) - GRAM + 1)}
    return {f"gram {field}": frozenset((min(windows, key=lambda window: (commonness(window), window)),))}


def commonness(window: str) -> int:
    return sum(len(COMMON) - COMMON.index(letter) if letter in COMMON else 0 for letter in window.lower())


def loop(node: Comprehension, checked: Checked, scope: Scope) -> Found:
    """`shell.commands.exists(c, c.name == "x" && ...)`."""
    if node.macro not in ("exists", "existsOne", "exists_one") or len(node.names) != 1:
        return NOTHING
    predicate = node.test or node.result
    if predicate is None or dotted(node.range) != ("shell", "commands") or is_local(node.range, checked):
        return NOTHING
    found = require(predicate, checked, scope, node.names[0])
    return {kind: values for kind, values in found.items() if kind == "command"}


def variable(node: Select, checked: Checked, scope: Scope) -> Found:
    """`vars.x`: what the variable's own expression needs."""
    reference = checked.references.get(node)
    known = scope.variables.get(reference.name) if reference else None
    return require(known.checked.node, known.checked, known.scope) if known is not None else NOTHING


def is_local(node: Node, checked: Checked) -> bool:
    """Whether a dotted name begins with a name that a macro bound."""
    while isinstance(node, Select):
        node = node.operand
    reference = checked.references.get(node)
    return isinstance(node, Ident) and reference is not None and reference.kind == "local"
