"""What a condition needs in order to be true, as index keys and texts: names, tags, traits, literals.

Sound by CEL's own logic: `false && error` is false, so a conjunct that cannot fail and does not hold settles the
whole. Whatever is not understood here gives no need, and the rule is then looked at for every event of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from policyhooks.cel.check import Checked
from policyhooks.cel.names import dotted
from policyhooks.cel.nodes import (
    Binary,
    Call,
    Comprehension,
    Ident,
    ListLiteral,
    Literal,
    Logical,
    Node,
    Present,
    Select,
    Unary,
)
from policyhooks.compiler.argument_needs import compare_argument, is_there, search_argument
from policyhooks.compiler.needs import MOST, Need, all_of, one_key, one_of, some_of
from policyhooks.compiler.scope import Scope
from policyhooks.compiler.text_needs import call_in, equal_in, host_is, is_host_list, norms_in, search_in
from policyhooks.core.candidates import COMMAND_TRAITS, LIST_TRAITS, TEXTS, WORD_LISTS, stem
from policyhooks.core.event_texts import ARGUMENTS, FOLDED, PLAIN

FIELDS: dict[str, tuple[str, Callable[[str], str]]] = {
    "tool.name": ("tool", str.casefold),
    "mcp.server": ("server", str.casefold),
}
WORDS = "shell.commands.words"  # what a macro runs over inside one over commands: a list of texts of one command
PATH_LISTS = ("shell.paths", "mcp.paths")
EXISTS = ("exists", "existsOne")


@dataclass(frozen=True)
class Inside:
    """Where an expression stands: its scope, and what a macro's name runs over."""

    checked: Checked
    scope: Scope
    local: str = ""
    over: str = ""


def required(checked: Checked, scope: Scope) -> Need | None:
    """What an event must have for the condition to be true or to fail, or nothing known."""
    return require(checked.node, Inside(checked, scope))


def require(node: Node, inside: Inside) -> Need | None:
    """What a boolean expression needs."""
    if isinstance(node, Logical):
        parts = [require(operand, inside) for operand in node.operands]
        return all_of(parts) if node.operator == "&&" else some_of(parts)
    if isinstance(node, Binary):
        return compare(node, inside)
    if isinstance(node, Call):
        return search(node, inside)
    if isinstance(node, Comprehension):
        return loop(node, inside)
    if isinstance(node, Select):
        return flag(node, inside)
    if isinstance(node, Present):
        path = path_of(node.operand, inside)
        return is_there(f"{path}.{node.field}") if path in ARGUMENTS else None
    if isinstance(node, Unary) and node.operator == "!" and path_of(node.operand, inside) == "shell.understood":
        return one_key("trait", "!shell.understood")
    return None


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


def text_field(node: Node, inside: Inside) -> str:
    """The text of the event that an expression stands for, or that holds it among others; else nothing."""
    if isinstance(node, Call) and node.name == "lowerAscii" and node.target is not None and not node.arguments:
        field = text_field(node.target, inside)
        return FOLDED + field.removeprefix(FOLDED) if field else ""
    path, over = path_of(node, inside), inside.over
    if (path == "*" and over == WORDS) or (path in ("*.name", "*.sub") and over == "shell.commands"):
        return "words"
    if path == "*.norm" and over in PATH_LISTS:
        return over
    if path == "*.name" and is_host_list(over):
        return "hosts"
    return path if path in TEXTS or path in PLAIN else ""


def compare(node: Binary, inside: Inside) -> Need | None:
    """`field == "x"`, `field in [...]`, `"tag" in path.tags`."""
    left, right = node.left, node.right
    if node.operator == "==" and isinstance(left, Literal):
        left, right = right, left
    if node.operator == "in" and isinstance(left, Literal) and isinstance(left.value, str):
        path = path_of(right, inside)
        if path in ARGUMENTS:
            return is_there(f"{path}.{left.value}")
        kind = member_kind(path, inside.over)
        return one_key(kind, left.value) if kind else None
    values = values_of(node.operator, right, inside)
    if values is None:
        return None
    path = path_of(left, inside)
    known = compare_lowered(left, values, inside) or compare_field(path, values, inside)
    field = text_field(left, inside) if path not in FIELDS else ""
    text = some_of(equal_in(field, value) for value in sorted(values))
    return all_of((known, text)) or compare_argument(left, values, lambda one: path_of(one, inside))


def compare_field(path: str, values: frozenset[str], inside: Inside) -> Need | None:
    """A field that is one of these values."""
    over = inside.over
    if (path == "*" and over == WORDS) or (path == "*.sub" and over == "shell.commands"):
        return one_of("word", values)
    if path == "*.name" and over == "shell.commands":
        return one_of("command", values)
    if path == "*.name" and over == "shell.env":
        return one_of("env", values)
    if over == "shell.flows" and path in ("*.source", "*.sink"):
        return one_of("trait", (f"shell.flows.{path[2:]}={value}" for value in values))
    if over == "shell.paths" and path == "*.norm":
        return some_of(norms_in("endsWith", value) for value in sorted(values))
    if path == "web.host.name" or (path == "*.name" and is_host_list(over)):
        return some_of(host_is(value) for value in sorted(values))
    if path in FIELDS:
        kind, fold = FIELDS[path]
        return one_of(kind, map(fold, values))
    return None


def member_kind(path: str, over: str) -> str:
    """The kind of key for `"x" in <list>`."""
    if path == "file.path.tags" or (path == "*.tags" and over in PATH_LISTS):
        return "tag"
    if over == "shell.commands" and path == "*.wrappers":
        return "command"
    return "word" if over == "shell.commands" and path[2:] in WORD_LISTS else ""


def compare_lowered(call: Node, values: frozenset[str], inside: Inside) -> Need | None:
    """`c.name.lowerAscii() == "x"`: a text that equals an ASCII text so is ASCII itself."""
    if not isinstance(call, Call) or call.name != "lowerAscii" or call.target is None:
        return None
    if not all(map(str.isascii, values)):
        return None
    path = path_of(call.target, inside)
    if inside.over == "shell.commands" and path == "*.name":
        return one_of("command", values)
    return one_of("word", values) if inside.over == WORDS and path == "*" else None


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


def search(node: Call, inside: Inside) -> Need | None:
    """`text.contains("...")`, `glob(text, "...")` and their like; `c.name.startsWith("...")`."""
    operands = (*(() if node.target is None else (node.target,)), *node.arguments)
    if len(operands) != 2 or not isinstance(operands[1], Literal) or not isinstance(operands[1].value, str):
        return None
    text = operands[1].value
    field = text_field(operands[0], inside)
    if node.target is None:
        return call_in(field, node.name, text)
    if not field:
        return search_argument(operands[0], node.name, text, lambda one: path_of(one, inside))
    if field == "shell.paths":
        return norms_in(node.name, text)
    found = search_in(field, node.name, text)
    if node.name == "startsWith":
        path = path_of(operands[0], inside)
        if path == "*.name" and inside.over == "shell.commands" and len(text) > 1:
            return all_of((one_key("start", text[:2]), found))
        if path == "*" and inside.over == WORDS and is_stem(text):
            return all_of((one_key("word", text), found))
    return found


def is_stem(text: str) -> bool:
    """Whether every word that begins so has this as its stem."""
    return len(text) > 1 and text[0] not in "-:" and stem(text) == text and text[-1] in "-:"


def loop(node: Comprehension, inside: Inside) -> Need | None:
    """`shell.commands.exists(c, ...)`: what the predicate needs, or that there is something to run over."""
    if node.macro not in EXISTS or len(node.names) != 1:
        return None
    path = path_of(node.range, inside)
    predicate = node.test or node.result
    if inside.over == "shell.commands" and path.startswith("*.") and predicate is not None:
        there = one_key("trait", f"command.{path[2:]}") if path[2:] in COMMAND_TRAITS else None
        if path[2:] not in WORD_LISTS:
            return there
        return all_of((require(predicate, replace(inside, local=node.names[0], over=WORDS)), there))
    if predicate is None or not path or path.startswith("*"):
        return None
    there = one_key("trait", path) if path in LIST_TRAITS else None
    return all_of((require(predicate, replace(inside, local=node.names[0], over=path)), there))


def flag(node: Select, inside: Inside) -> Need | None:
    """`c.elevated`, or `vars.x`: what the variable's own expression needs."""
    reference = inside.checked.references.get(node)
    known = inside.scope.variables.get(reference.name) if reference else None
    if known is not None:
        return known.need
    path = path_of(node, inside)
    if inside.over == "shell.commands" and path.startswith("*.") and path[2:] in COMMAND_TRAITS:
        return one_key("trait", f"command.{path[2:]}")
    return None
