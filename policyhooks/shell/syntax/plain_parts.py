"""Rarer parts of words in the closed-world parser: backquotes, small sums, variables in here-documents."""

from __future__ import annotations

from policyhooks.shell.syntax.nodes import CmdSubst, Lit, ParamExp
from policyhooks.shell.syntax.plain_words import NotSimple, Words, is_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.block_nodes import ArithmExp
    from policyhooks.shell.syntax.nodes import Part

ARITHMETIC = "+-*/%"


def read_backquotes(parser: Words) -> CmdSubst:
    """`...` without escapes: its text is a script of its own."""
    from policyhooks.shell.syntax.plain import parse

    close = parser.text.find("`", parser.at + 1)
    inside = parser.text[parser.at + 1 : close]
    if close < 0 or "\\" in inside or "#" in inside or "<<" in inside or parser.pending:
        raise NotSimple
    parser.at = close + 1
    return CmdSubst(statements=parse(inside), backquotes=True)


def read_sum(parser: Words) -> ArithmExp:
    """`$((x))` and `$((x + 1))`: at most one operator between names, numbers and plain variables."""
    from policyhooks.shell.syntax.block_nodes import ArithmExp, BinaryArithm

    close = parser.text.find("))", parser.at)
    inside = parser.text[parser.at + 3 : close]
    if close < 0 or not inside.strip(" "):
        raise NotSimple
    parser.at = close + 2
    for operator in ARITHMETIC:
        left, found, right = inside.partition(operator)
        if found:
            return ArithmExp(expression=BinaryArithm(op=operator, left=operand(left), right=operand(right)))
    return ArithmExp(expression=operand(inside))


def operand(text: str) -> list[Part]:
    text = text.strip(" ")
    if text.startswith("$") and is_name(text[1:]):
        return [ParamExp(short=True, parameter=text[1:])]
    if is_name(text) or (text.isdecimal() and text.isascii()):
        return [Lit(text=text)]
    raise NotSimple


def body_parts(body: str) -> list[Part]:
    """The parts of a here-document that is expanded: text and plain variables."""
    if "\\" in body or "`" in body:
        raise NotSimple
    reader = Words(body)
    parts: list[Part] = []
    while reader.at < reader.end:
        dollar = body.find("$", reader.at)
        stop = dollar if dollar >= 0 else reader.end
        if stop > reader.at:
            parts.append(Lit(text=body[reader.at : stop]))
            reader.at = stop
        if dollar >= 0:
            if body[dollar + 1 : dollar + 2] == "(":
                raise NotSimple
            parts.append(reader.read_dollar(True))
    return parts
