"""Statements of inline code that give names: imports, loops and destructuring assignments, one form a language."""

from __future__ import annotations

from policyhooks.shell.inline.nodes import (
    UNREAD,
    Array,
    Call,
    Element,
    Joined,
    Literal,
    Member,
    Name,
    Number,
    Subscript,
)
from policyhooks.shell.inline.outline import module_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.nodes import Node
    from policyhooks.shell.inline.parsing.cursor import Cursor

DECLARING = ("const", "let", "var", "my", "our", "await")


def read_import(code: Cursor, word: str) -> bool:
    """`import x from "m"`, `import {a as b} from "m"`, `use Some::Module qw(a b)`, `library(x)`."""
    if code.lang == "javascript" and word == "import" and not code.is_op("(", 1):
        return read_javascript_import(code)
    if code.lang == "perl" and word in ("use", "require") and code.peek(1).kind == "name":
        code.outline.imports[code.peek(1).text.replace(".", "::")] = None
        code.at += 2
        return True
    if code.lang == "r" and word in ("library", "require") and code.is_op("(", 1) and code.peek(2).kind == "name":
        code.outline.imports[code.peek(2).text] = None
        code.at += 4
        return True
    return False


def read_javascript_import(code: Cursor) -> bool:
    names, at = imported_names(code)
    if code.peek(at).text == "from":
        at += 1
    given = code.peek(at).node
    if code.peek(at).kind != "str" or not isinstance(given, Literal):
        return False
    module = module_name(given.text)
    code.outline.imports[given.text] = None
    for original, local in names:
        code.outline.names[local] = f"{module}.{original}" if original else module
    code.at += at + 1
    return True


def imported_names(code: Cursor) -> tuple[list[tuple[str, str]], int]:
    """(name in the module, local name) of what is imported, and how many tokens that is."""
    names: list[tuple[str, str]] = []
    at = 1
    inside = False
    while code.peek(at).kind in ("name", "op") and code.peek(at).text not in (";", "from", ""):
        token = code.peek(at)
        inside = token.text == "{" or (inside and token.text != "}")
        if token.kind == "name" and token.text == "as" and code.peek(at + 1).kind == "name":
            before = names.pop()[0] if names else ""
            names.append((before, code.peek(at + 1).text))
            at += 1
        elif token.kind == "name" and token.text != "type":
            names.append((token.text if inside else "", token.text))
        at += 1
    return names, at


def bind_destructured(code: Cursor) -> None:
    """`const {a, b: c} = require("m")`."""
    ordered = code.is_op("[")
    pairs = destructured_names(code)
    if not code.take("="):
        return
    value = code.expression()
    for index, (name, local) in enumerate(pairs):
        code.outline.bind(local, Subscript(value, Number(index)) if ordered else Member(value, name))


def destructured_names(code: Cursor) -> list[tuple[str, str]]:
    """(name in the object, local name) up to the bracket that closes the pattern."""
    pairs: list[tuple[str, str]] = []
    level = 0
    while code.at < len(code.tokens):
        token = code.peek()
        if token.kind == "op":
            level += (token.text in ("{", "[")) - (token.text in ("}", "]"))
        elif token.kind == "name":
            if code.is_op(":", 1) and code.peek(2).kind == "name":
                pairs.append((token.text, code.peek(2).text))
                code.at += 2
            else:
                pairs.append((token.text, token.text))
        code.at += 1
        if level <= 0:
            break
    return pairs


def read_loop(code: Cursor) -> bool:
    """JavaScript `for (const x of y)`, Perl `for my $x (y)`, PHP `foreach (y as $x)`, Lua and Ruby `for x in y`."""
    if code.lang == "php":
        read_php_loop(code)
        return True
    ahead = 2 if code.is_op("(", 1) else 1
    while code.peek(ahead).kind == "name" and code.peek(ahead).text in DECLARING:
        ahead += 1
    names, ahead = loop_names(code, ahead)
    if code.peek(ahead).text in ("of", "in"):
        ahead += 1
    elif code.lang != "perl":
        return False
    elif names == ["$_"]:
        ahead = 1
    code.at += ahead
    value = code.expression()
    if code.lang == "perl" and isinstance(value, (Literal, Joined)):
        value = Array((value,))
    for name in names[:-1]:
        code.outline.bind(name, UNREAD)
    if names:
        code.outline.bind(names[-1], Element(through_pairs(value)))
    return True


def read_php_loop(code: Cursor) -> None:
    code.at += 2
    value = code.expression()
    if code.peek().text != "as":
        return
    code.at += 1
    name = ""
    while code.peek().kind == "name" or code.is_op("=>"):
        name = code.peek().text
        code.at += 1
    if name:
        code.outline.bind(name, Element(value))


def loop_names(code: Cursor, ahead: int) -> tuple[list[str], int]:
    """The names that a loop gives, from the token so far ahead, and how far they go."""
    names = []
    while code.peek(ahead).kind == "name" and code.peek(ahead).text not in ("of", "in"):
        if code.lang == "perl" and code.peek(ahead).text[0] != "$":
            break
        names.append(code.peek(ahead).text)
        ahead += 1
        if not code.is_op(",", ahead):
            break
        ahead += 1
    if not names and code.lang == "perl":
        names = ["$_"]
    return names, ahead


def through_pairs(node: Node) -> Node:
    """Lua: ipairs(x), pairs(x)."""
    if isinstance(node, Call) and isinstance(node.function, Name) and node.function.name in ("ipairs", "pairs"):
        return node.arguments[0] if node.arguments else node
    return node
