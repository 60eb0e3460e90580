"""Compound commands of the closed-world parser: if, while, until, for, braces, `[[`. Loaded when one is met."""

from __future__ import annotations

from policyhooks.core.values import but
from policyhooks.shell.syntax.block_nodes import BinaryTest, For, If, Test, UnaryTest, While, WordIter
from policyhooks.shell.syntax.nodes import Block, literal
from policyhooks.shell.syntax.plain_words import NotSimple, is_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.block_nodes import Expression
    from policyhooks.shell.syntax.nodes import Parts, Statement
    from policyhooks.shell.syntax.plain import Simple

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


def read_block(parser: Simple, word: str) -> If | While | For | Block | Test:
    """The compound command whose first word has just been read."""
    parser.blocks += 1
    if parser.blocks > DEEPEST:
        raise NotSimple
    node: If | While | For | Block | Test
    if word == "if":
        node = read_if(parser)
    elif word in ("while", "until"):
        condition, _ = read_until(parser, ("do",))
        body, _ = read_until(parser, ("done",))
        node = While(until=word == "until", condition=condition, body=body)
    elif word == "for":
        node = read_for(parser)
    elif word == "{":
        statements, _ = read_until(parser, ("}",))
        node = Block(statements=statements)
    else:
        node = Test(expression=read_test(parser))
    parser.blocks -= 1
    return node


def read_until(parser: Simple, stops: tuple[str, ...]) -> tuple[list[Statement], str]:
    """Statements up to one of the keywords; there must be some."""
    statements: list[Statement] = []
    while True:
        parser.skip(" \t\n")
        for stop in stops:
            if at_keyword(parser, stop):
                if not statements:
                    raise NotSimple
                parser.at += len(stop)
                return statements, stop
        statements.append(parser.read_and_or())
        parser.skip(" \t")
        char = parser.peek()
        if char == "&" and parser.peek(1) not in ("&", ">"):
            statements[-1] = but(statements[-1], background=True)
            parser.at += 1
        elif char == ";" and parser.peek(1) not in (";", "&"):
            parser.at += 1
        elif char != "\n":
            raise NotSimple


def at_keyword(parser: Simple, word: str) -> bool:
    stop = parser.at + len(word)
    return parser.text.startswith(word, parser.at) and (stop >= parser.end or parser.text[stop] in AFTER_KEYWORD)


def read_if(parser: Simple) -> If:
    condition, _ = read_until(parser, ("then",))
    then, stop = read_until(parser, ("elif", "else", "fi"))
    otherwise = None
    if stop == "elif":
        otherwise = read_if(parser)
    elif stop == "else":
        other, _ = read_until(parser, ("fi",))
        otherwise = If(then=other)
    return If(condition=condition, then=then, otherwise=otherwise)


def read_for(parser: Simple) -> For:
    parser.skip(" \t")
    name = parser.read_word()
    if name is None or len(name) != 1 or not is_name(name[0].text):
        raise NotSimple
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
    if parser.peek() not in (";", "\n"):
        raise NotSimple
    parser.at += 1
    parser.skip(" \t\n")
    if not at_keyword(parser, "do"):
        raise NotSimple
    parser.at += 2
    body, _ = read_until(parser, ("done",))
    return For(loop=WordIter(name=name[0].text, items=items), body=body)


def read_test(parser: Simple) -> Expression:
    """`[[ ... ]]` of words, unary and binary operators, `!`, `&&`, `||`."""
    node = read_disjunction(parser)
    if not at_keyword(parser, "]]"):
        raise NotSimple
    parser.at += 2
    return node


def read_disjunction(parser: Simple) -> Expression:
    node = read_conjunction(parser)
    if parser.text.startswith("||", parser.at):
        parser.at += 2
        return BinaryTest(op="||", left=node, right=read_disjunction(parser))
    return node


def read_conjunction(parser: Simple) -> Expression:
    node = read_primary(parser)
    if parser.text.startswith("&&", parser.at):
        parser.at += 2
        return BinaryTest(op="&&", left=node, right=read_conjunction(parser))
    return node


def read_primary(parser: Simple) -> Expression:
    parser.skip(" \t")
    first = operand(parser)
    text = literal(first)
    if text == "!":
        node = UnaryTest(op="!", operand=read_primary(parser))
        if not at_keyword(parser, "]]"):
            raise NotSimple
        return node
    if text in UNARY:
        return UnaryTest(op=text, operand=operand(parser))
    if at_keyword(parser, "]]") or parser.text.startswith(("&&", "||"), parser.at):
        return first
    operator = literal(operand(parser))
    if operator not in BINARY:
        raise NotSimple
    return BinaryTest(op=operator, left=first, right=operand(parser))


def operand(parser: Simple) -> Parts:
    word = parser.read_word()
    if word is None or literal(word) == "]]":
        raise NotSimple
    parser.skip(" \t")
    if parser.peek() in ("<", ">", "(", ")", "\n", "#") or (parser.peek() == "|" and parser.peek(1) != "|"):
        raise NotSimple
    return word
