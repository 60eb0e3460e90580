"""What a condition needs in order to be true, as index keys: names, tags, traits, literals in texts.

Sound by CEL's own logic: `false && error` is false, so a conjunct that cannot fail and does not hold settles the
whole. Whatever is not understood here gives no key, and the rule is then looked at for every event of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from policyhooks.cel.check import Checked
from policyhooks.cel.names import dotted
from policyhooks.cel.nodes import Binary, Call, Comprehension, Ident, ListLiteral, Literal, Logical, Node, Select, Unary
from policyhooks.cel.required_texts import required_literal
from policyhooks.compiler.rarity import Clause, commonness, rarest
from policyhooks.compiler.scope import Scope
from policyhooks.core.candidates import COMMAND_TRAITS, GRAM, LIST_TRAITS, TEXTS, WORD_LISTS, stem

FIELDS: dict[str, tuple[str, Callable[[str], str]]] = {
    "tool.name": ("tool", str.casefold),
    "mcp.server": ("server", str.casefold),
}
WORDS = "shell.commands.words"  # what a macro runs over inside one over commands: a list of texts of one command
SEARCHES = ("contains", "startsWith", "endsWith")
EXISTS = ("exists", "existsOne")
MOST = 200  # a clause of more keys says little


@dataclass(frozen=True)
class Inside:
    """Where an expression stands: its scope, and what a macro's name runs over."""

    checked: Checked
    scope: Scope
    local: str = ""
    over: str = ""


def required_clause(checked: Checked, scope: Scope) -> Clause | None:
    """Keys of which an event must have one for the condition to be true, or nothing known."""
    return require(checked.node, Inside(checked, scope))


def require(node: Node, inside: Inside) -> Clause | None:
    """What a boolean expression needs."""
    if isinstance(node, Logical):
        parts = [require(operand, inside) for operand in node.operands]
        return rarest(parts) if node.operator == "&&" else either(parts)
    if isinstance(node, Binary):
        return compare(node, inside)
    if isinstance(node, Call):
        return search(node, inside)
    if isinstance(node, Comprehension):
        return loop(node, inside)
    if isinstance(node, Select):
        return flag(node, inside)
    if isinstance(node, Unary) and node.operator == "!" and path_of(node.operand, inside) == "shell.understood":
        return frozenset((("trait", "!shell.understood"),))
    return None


def either(clauses: Sequence[Clause | None]) -> Clause | None:
    """Some part holds: the keys of all, when every part needs some."""
    known = [clause for clause in clauses if clause is not None]
    together: Clause = frozenset().union(*known)
    return together if len(known) == len(clauses) and len(together) <= MOST else None


def path_of(node: Node, inside: Inside) -> str:
    """`root.field...` for a field of the event, `*.field` for one of what a macro runs over, else nothing."""
    parts = dotted(node)
    root = node
    while isinstance(root, Select):
        root = root.operand
    reference = inside.checked.references.get(root)
    if not parts or not isinstance(root, Ident) or reference is None:
        return ""
    if reference.kind == "local":
        return ".".join(("*", *parts[1:])) if parts[0] == inside.local else ""
    return ".".join(parts)


def compare(node: Binary, inside: Inside) -> Clause | None:
    """`field == "x"`, `field in [...]`, `"tag" in path.tags`."""
    left, right = node.left, node.right
    if node.operator == "==" and isinstance(left, Literal):
        left, right = right, left
    if node.operator == "in" and isinstance(left, Literal) and isinstance(left.value, str):
        path = path_of(right, inside)
        kind = member_kind(path, inside.over)
        return frozenset(((kind, left.value),)) if kind else None
    values = values_of(node.operator, right, inside)
    if values is None:
        return None
    if isinstance(left, Call):
        return lowered(left, values, inside)
    return compare_field(path_of(left, inside), values, inside)


def compare_field(path: str, values: frozenset[str], inside: Inside) -> Clause | None:
    """A field that is one of these values."""
    if (path == "*" and inside.over == WORDS) or (path == "*.sub" and inside.over == "shell.commands"):
        return frozenset(("word", value) for value in values)
    if path == "*.name" and inside.over == "shell.commands":
        return frozenset(("command", value) for value in values)
    if path == "*.name" and inside.over == "shell.env":
        return frozenset(("env", value) for value in values)
    if inside.over == "shell.flows" and path in ("*.source", "*.sink"):
        return frozenset(("trait", f"shell.flows.{path[2:]}={value}") for value in values)
    if inside.over == "shell.paths" and path == "*.norm":
        return either([components(value, whole=True) for value in sorted(values)])
    if path in FIELDS:
        kind, fold = FIELDS[path]
        return frozenset((kind, fold(value)) for value in values)
    if path in TEXTS:
        return either([gram(path, value) for value in sorted(values)])
    return None


def member_kind(path: str, over: str) -> str:
    """The kind of key for `"x" in <list>`."""
    if path == "file.path.tags" or (path == "*.tags" and over in ("shell.paths", "mcp.paths")):
        return "tag"
    if over == "shell.commands" and path == "*.wrappers":
        return "command"
    return "word" if over == "shell.commands" and path[2:] in WORD_LISTS else ""


def lowered(call: Call, values: frozenset[str], inside: Inside) -> Clause | None:
    """`c.name.lowerAscii() == "x"`: a text that equals an ASCII text so is ASCII itself."""
    if call.name != "lowerAscii" or call.target is None or not all(map(str.isascii, values)):
        return None
    path = path_of(call.target, inside)
    if inside.over == "shell.commands" and path == "*.name":
        return frozenset(("command", value) for value in values)
    return frozenset(("word", value) for value in values) if inside.over == WORDS and path == "*" else None


def values_of(operator: str, node: Node, inside: Inside) -> frozenset[str] | None:
    """The texts that `==` or `in` compares with: of a literal, a literal list, a list or a param."""
    if operator == "==":
        return frozenset((node.value,)) if isinstance(node, Literal) and isinstance(node.value, str) else None
    if operator != "in":
        return None
    values: Sequence[object]
    if isinstance(node, ListLiteral) and not any(node.optional):
        values = [item.value if isinstance(item, Literal) else None for item in node.items]
    else:
        reference = inside.checked.references.get(node)
        constant = inside.scope.constants.get(reference.name) if reference else None
        if constant is None or not isinstance(constant.value, tuple):
            return None
        values = constant.value
    texts = [value for value in values if isinstance(value, str)]
    return frozenset(texts) if texts and len(texts) == len(values) <= MOST else None


def search(node: Call, inside: Inside) -> Clause | None:
    """`text.contains("...")` and its like on raw texts; `c.name.startsWith("...")`."""
    if node.target is None or len(node.arguments) != 1:
        return None
    path, argument = path_of(node.target, inside), node.arguments[0]
    if not isinstance(argument, Literal) or not isinstance(argument.value, str):
        return None
    if path == "*.name" and inside.over == "shell.commands" and node.name == "startsWith" and len(argument.value) > 1:
        return frozenset((("start", argument.value[:2]),))
    if path == "*" and inside.over == WORDS and node.name == "startsWith" and is_stem(argument.value):
        return frozenset((("word", argument.value),))
    if path == "*.norm" and inside.over == "shell.paths" and node.name in (*SEARCHES, "matches"):
        text = required_literal(argument.value) if node.name == "matches" else argument.value
        return components(text, whole=node.name == "endsWith")
    if path not in TEXTS:
        return None
    if node.name in SEARCHES:
        return gram(path, argument.value)
    return gram(path, required_literal(argument.value)) if node.name == "matches" else None


def is_stem(text: str) -> bool:
    """Whether every word that begins so has this as its stem."""
    return len(text) > 1 and text[0] not in "-:" and stem(text) == text and text[-1] in "-:"


def components(text: str, *, whole: bool) -> Clause | None:
    """The longest component of a path that holds this text; its last one only where the path ends there (`whole`)."""
    parts = text.split("/")[1:] if whole else text.split("/")[1:-1]
    longest = max(parts, key=len, default="")
    return frozenset((("part", longest.casefold()),)) if longest else None


def gram(field: str, text: str) -> Clause | None:
    """The rarest four characters of a literal that must occur in a text."""
    if len(text) < GRAM:
        return None
    windows = {text[at : at + GRAM] for at in range(len(text) - GRAM + 1)}
    return frozenset(((f"gram {field}", min(windows, key=lambda window: (commonness(window), window))),))


def loop(node: Comprehension, inside: Inside) -> Clause | None:
    """`shell.commands.exists(c, ...)`: what the predicate needs, or that there is something to run over."""
    if node.macro not in EXISTS or len(node.names) != 1:
        return None
    path = path_of(node.range, inside)
    predicate = node.test or node.result
    if inside.over == "shell.commands" and path.startswith("*.") and predicate is not None:
        there = frozenset((("trait", f"command.{path[2:]}"),)) if path[2:] in COMMAND_TRAITS else None
        if path[2:] not in WORD_LISTS:
            return there
        return rarest((require(predicate, replace(inside, local=node.names[0], over=WORDS)), there))
    if predicate is None or not path or path.startswith("*"):
        return None
    there = frozenset((("trait", path),)) if path in LIST_TRAITS else None
    return rarest((require(predicate, replace(inside, local=node.names[0], over=path)), there))


def flag(node: Select, inside: Inside) -> Clause | None:
    """`c.elevated`, or `vars.x`: what the variable's own expression needs."""
    reference = inside.checked.references.get(node)
    known = inside.scope.variables.get(reference.name) if reference else None
    if known is not None:
        return known.clause
    path = path_of(node, inside)
    if inside.over == "shell.commands" and path.startswith("*.") and path[2:] in COMMAND_TRAITS:
        return frozenset((("trait", f"command.{path[2:]}"),))
    return None
