"""Parameter expansions with operators: `${x:-y}`, `${!x}`, `${x@P}`. Their values stay unknown but for defaults."""

from __future__ import annotations

from policyhooks.shell.expansion.state import State, Value, Word
from policyhooks.shell.expansion.words import BREAK, OPERATORS, QUOTED, SPLIT, UNKNOWN, UNKNOWN_SPLIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.expansion.words import Expander
    from policyhooks.shell.walk.statements import Reader

    Node = dict[str, Any]


def read_operators(expander: Expander, part: Node, name: str, quoted: bool) -> Word | None:
    """The value where it is certain, else None; the commands inside are read either way."""
    reader, state = expander.reader, expander.state
    check_operators(reader, part, state, quoted)
    inner = {key: value for key, value in part.items() if key not in ("Type", "Param")}
    ids = reader.nested(inner, state, expander.context)
    known = state.variables.get(name)
    operator = (part.get("Exp") or {}).get("Op", "")
    simple = not any(
        part.get(key)
        for key in ("Excl", "Length", "Index", "Slice", "Repl", "Names", "NestedParam", "Flags", "Modifiers")
    )
    if known is None and name == "HOME" and operator in (":-", "-") and simple:
        known = expander.value(name)
    if operator in (":-", "-", ":?", "?") and simple and known is not None and not known.dynamic and known.text:
        return known
    if operator in (":=", "="):
        state.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=tuple(ids))
    taint = (*ids, *(known.ids if known else ()))
    default = plain_default(part) if operator in (":-", "-") and simple and known is None else ""
    return Word("${" + name + default + "}", dynamic=True, splits=not quoted, ids=taint)


def plain_default(part: Node) -> str:
    """`:-y` of `${x:-y}` where y is one plain word."""
    pieces = (part["Exp"].get("Word") or {}).get("Parts", ())
    text = "".join(piece.get("Value", "") for piece in pieces)
    if not text or any(piece["Type"] != "Lit" for piece in pieces):
        return ""
    return ":-" + text if all(char.isalnum() or char in "._-+/~@" for char in text) else ""


def known_items(part: Node, name: str, state: State) -> tuple[Word, ...] | None:
    """The items that `"${x[@]}"` or `"$@"` stands for; None where they are not known or an operator changes them."""
    if any(part.get(key) for key in OPERATORS if key != "Index"):
        return None
    if name == "@":
        return None if state.positional is None or "Index" in part else tuple(state.positional)
    value = state.variables.get(name)
    if name in state.volatile or not isinstance(value, Value) or "Index" not in part:
        return None
    subscript = "".join(piece.get("Value", "") for piece in part["Index"].get("Parts", ()))
    return value.items if subscript == "@" else None


def read_items(expander: Expander, part: Node, name: str, quoted: bool) -> bool:
    """Each known item of an array as a word of its own; False where they are not known."""
    items = known_items(part, name, expander.state)
    for number, item in enumerate(items or ()):
        if number:
            expander.pieces.append((" ", BREAK))
        expander.ids += item.ids
        if item.dynamic:
            expander.pieces.append((item.text, UNKNOWN if quoted and not item.splits else UNKNOWN_SPLIT))
        elif not quoted or (item.glob and not any(char.isspace() for char in item.text)):
            expander.pieces.append((item.text, SPLIT))
        else:
            expander.pieces.append((item.text, QUOTED))
    return items is not None


def check_operators(reader: Reader, part: Node, state: State, quoted: bool) -> None:
    """Forms that run code or that shells read in different ways."""
    expansion = part.get("Exp") or {}
    if expansion.get("Op") == "@":
        letters = "".join(piece.get("Value", "") for piece in (expansion.get("Word") or {}).get("Parts", ()))
        if letters not in ("Q", "U", "u", "L", "a", "A", "E", "K", "k"):
            reader.problem("prompt_expansion")  # @P expands the value as a prompt: substitutions in it run
    if "Index" in part or "Slice" in part:
        reader.arithmetic(state)
    if quoted and (holds_quote(expansion) or holds_quote(part.get("Repl"))):
        reader.problem("dialect_ambiguous")  # dash ends the text at a quote that bash takes literally
    if any(part.get(key) for key in ("NestedParam", "Flags", "Modifiers")):
        reader.problem("unsupported_syntax")


def holds_quote(node: Any) -> bool:
    """A single quote anywhere below."""
    if isinstance(node, list):
        return any(holds_quote(item) for item in node)
    if isinstance(node, dict):
        if node.get("Type") == "SglQuoted":
            return True
        if node.get("Type") in ("CmdSubst", "ProcSubst"):
            return False
        value = node.get("Value")
        return (isinstance(value, str) and "'" in value) or any(
            holds_quote(child) for child in node.values() if isinstance(child, dict | list)
        )
    return False
