"""Compound commands of the closed-world parser: if, while, until, for, braces, `[[`. Loaded when one is met."""

from __future__ import annotations

from policyhooks.shell.syntax.plain_words import NotSimple, is_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.syntax.plain import Simple

    Node = dict[str, Any]

DEEPEST = 12
AFTER_KEYWORD = frozenset(" \t\n;&|<>()")
UNARY = frozenset(
    [
        "-a",
        "-b",
        "-c",
        "-d",
        "-e",
        "-f",
        "-g",
        "-h",
        "-k",
        "-n",
        "-p",
        "-r",
        "-s",
        "-t",
        "-u",
        "-w",
        "-x",
        "-z",
        "-O",
        "-G",
        "-L",
        "-S",
        "-N",
        "-o",
        "-v",
        "-R",
    ]
)
BINARY = frozenset(["==", "=", "!=", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"])


def read_block(parser: Simple, word: str) -> Node:
    """The compound command whose first word has just been read."""
    parser.blocks += 1
    if parser.blocks > DEEPEST:
        raise NotSimple
    if word == "if":
        node: Node = {"Type": "IfClause", **read_if(parser)}
    elif word in ("while", "until"):
        node = {"Type": "WhileClause", **({"Until": True} if word == "until" else {})}
        node["Cond"], _ = read_until(parser, ("do",))
        node["Do"], _ = read_until(parser, ("done",))
    elif word == "for":
        node = read_for(parser)
    elif word == "{":
        statements, _ = read_until(parser, ("}",))
        node = {"Type": "Block", "Stmts": statements}
    else:
        node = {"Type": "TestClause", "X": read_test(parser)}
    parser.blocks -= 1
    return node


def read_until(parser: Simple, stops: tuple[str, ...]) -> tuple[list[Node], str]:
    """Statements up to one of the keywords; there must be some."""
    statements: list[Node] = []
    while True:
        parser.skip(" \t\n")
        for stop in stops:
            if at_keyword(parser, stop):
                if not statements:
                    raise NotSimple
                parser.at += len(stop)
                return statements, stop
        statement = parser.read_and_or()
        statements.append(statement)
        parser.skip(" \t")
        char = parser.peek()
        if char == "&" and parser.peek(1) not in ("&", ">"):
            statement["Background"] = True
            parser.at += 1
        elif char == ";" and parser.peek(1) not in (";", "&"):
            parser.at += 1
        elif char != "\n":
            raise NotSimple


def at_keyword(parser: Simple, word: str) -> bool:
    stop = parser.at + len(word)
    return parser.text.startswith(word, parser.at) and (stop >= parser.end or parser.text[stop] in AFTER_KEYWORD)


def read_if(parser: Simple) -> Node:
    condition, _ = read_until(parser, ("then",))
    then, stop = read_until(parser, ("elif", "else", "fi"))
    node: Node = {"Cond": condition, "Then": then}
    if stop == "elif":
        node["Else"] = read_if(parser)
    elif stop == "else":
        other, _ = read_until(parser, ("fi",))
        node["Else"] = {"Then": other}
    return node


def read_for(parser: Simple) -> Node:
    parser.skip(" \t")
    name = parser.read_word()
    if name is None or len(name["Parts"]) != 1 or not is_name(name["Parts"][0].get("Value", "")):
        raise NotSimple
    loop: Node = {"Type": "WordIter", "Name": {"Value": name["Parts"][0]["Value"]}}
    parser.skip(" \t")
    if not at_keyword(parser, "in"):
        raise NotSimple
    parser.at += 2
    items = []
    while True:
        parser.skip(" \t")
        word = parser.read_word()
        if word is None:
            break
        items.append(word)
    if items:
        loop["Items"] = items
    if parser.peek() not in (";", "\n"):
        raise NotSimple
    parser.at += 1
    parser.skip(" \t\n")
    if not at_keyword(parser, "do"):
        raise NotSimple
    parser.at += 2
    body, _ = read_until(parser, ("done",))
    return {"Type": "ForClause", "Loop": loop, "Do": body}


def read_test(parser: Simple) -> Node:
    """`[[ ... ]]` of words, unary and binary operators, `!`, `&&`, `||`."""
    node = read_disjunction(parser)
    if not at_keyword(parser, "]]"):
        raise NotSimple
    parser.at += 2
    return node


def read_disjunction(parser: Simple) -> Node:
    node = read_conjunction(parser)
    if parser.text.startswith("||", parser.at):
        parser.at += 2
        return {"Type": "BinaryTest", "Op": "||", "X": node, "Y": read_disjunction(parser)}
    return node


def read_conjunction(parser: Simple) -> Node:
    node = read_primary(parser)
    if parser.text.startswith("&&", parser.at):
        parser.at += 2
        return {"Type": "BinaryTest", "Op": "&&", "X": node, "Y": read_conjunction(parser)}
    return node


def read_primary(parser: Simple) -> Node:
    parser.skip(" \t")
    first = operand(parser)
    text = literal(first)
    if text == "!":
        node = {"Type": "UnaryTest", "Op": "!", "X": read_primary(parser)}
        if not at_keyword(parser, "]]"):
            raise NotSimple
        return node
    if text in UNARY:
        return {"Type": "UnaryTest", "Op": text, "X": operand(parser)}
    if at_keyword(parser, "]]") or parser.text.startswith(("&&", "||"), parser.at):
        return first
    operator = literal(operand(parser))
    if operator not in BINARY:
        raise NotSimple
    return {"Type": "BinaryTest", "Op": operator, "X": first, "Y": operand(parser)}


def operand(parser: Simple) -> Node:
    word = parser.read_word()
    if word is None or literal(word) == "]]":
        raise NotSimple
    parser.skip(" \t")
    if parser.peek() in ("<", ">", "(", ")", "\n", "#") or (parser.peek() == "|" and parser.peek(1) != "|"):
        raise NotSimple
    return {"Type": "Word", **word}


def literal(word: Node) -> str:
    parts = word["Parts"]
    return str(parts[0]["Value"]) if len(parts) == 1 and parts[0]["Type"] == "Lit" else ""
