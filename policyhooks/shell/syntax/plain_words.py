"""Words of the closed-world parser: literals, quotes, `$x`, `${x:-y}`, `$(...)`; backquotes and small sums by
simple_parts.py. Everything else is NotSimple: `$'...'`, process substitutions, patterns of extglob, `${!x}`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Node = dict[str, Any]

ENDS_LITERAL = frozenset(" \t\n;&|<>()'\"\\$`")
ENDS_QUOTED = frozenset('"\\$`')
SPECIAL_PARAMETERS = frozenset("0123456789@*#?$!-")
# Longest first; what follows may hold only characters that mean themselves.
OPERATORS = (":-", ":=", ":+", ":?", "##", "%%", "-", "=", "+", "?", "#", "%")
OPERAND = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-,@*")


class NotSimple(Exception):
    """The text needs the real parser."""


class Words:
    """The text and the place in it: `at` only grows."""

    __slots__ = ("at", "depth", "end", "pending", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.end = len(text)
        self.depth = 0
        self.pending: list[tuple[Node, str, bool]] = []

    def read_list(self, closing: str) -> list[Node]:
        raise NotImplementedError

    def read_word(self) -> Node | None:
        text, end = self.text, self.end
        parts: list[Node] = []
        while self.at < end:
            at = self.at
            char = text[at]
            if char == "'":
                close = text.find("'", at + 1)
                if close < 0:
                    raise NotSimple
                value = text[at + 1 : close]
                parts.append({"Type": "SglQuoted", "Value": value} if value else {"Type": "SglQuoted"})
                self.at = close + 1
            elif char == '"':
                self.at += 1
                parts.append(self.read_quoted())
            elif char == "$":
                parts.append(self.read_dollar(False))
            elif char == "\\" or char not in ENDS_LITERAL:
                parts.append(self.read_literal())
            elif char == "`":
                from policyhooks.shell.syntax.plain_parts import read_backquotes

                parts.append(read_backquotes(self))
            elif char == "(" or (parts and char in "<>" and braced(parts[0])):
                raise NotSimple
            else:
                break
        return {"Parts": parts} if parts else None

    def read_literal(self) -> Node:
        text, end, at = self.text, self.end, self.at
        begin = at
        while at < end:
            char = text[at]
            if char == "\\":
                if at + 1 >= end or text[at + 1] == "\n":
                    raise NotSimple
                at += 2
            elif char in ENDS_LITERAL:
                break
            else:
                at += 1
        self.at = at
        return {"Type": "Lit", "Value": text[begin:at]}

    def read_quoted(self) -> Node:
        text, end = self.text, self.end
        parts: list[Node] = []
        begin = self.at
        while True:
            if self.at >= end:
                raise NotSimple
            char = text[self.at]
            if char not in ENDS_QUOTED:
                self.at += 1
                continue
            if char == "\\":
                if text[self.at + 1 : self.at + 2] in ("", "\n"):
                    raise NotSimple
                self.at += 2
                continue
            if self.at > begin:
                parts.append({"Type": "Lit", "Value": text[begin : self.at]})
            if char == '"':
                self.at += 1
                return {"Type": "DblQuoted", "Parts": parts} if parts else {"Type": "DblQuoted"}
            if char == "`":
                from policyhooks.shell.syntax.plain_parts import read_backquotes

                parts.append(read_backquotes(self))
            else:
                parts.append(self.read_dollar(True))
            begin = self.at

    def read_dollar(self, quoted: bool) -> Node:
        text, at = self.text, self.at
        char = text[at + 1 : at + 2]
        if char == "(":
            if text[at + 2 : at + 3] == "(":
                from policyhooks.shell.syntax.plain_parts import read_sum

                return read_sum(self)
            if self.pending:
                raise NotSimple  # the body of a here-document would start inside
            self.at = at + 2
            statements = self.read_list(")")
            return {"Type": "CmdSubst", "Stmts": statements} if statements else {"Type": "CmdSubst"}
        if char == "{":
            close = text.find("}", at)
            name = text[at + 2 : close]
            if close < 0:
                raise NotSimple
            self.at = close + 1
            if is_name(name) or (name.isdecimal() and name.isascii()):
                return {"Type": "ParamExp", "Param": {"Value": name}}
            return with_operator(name)
        if char in SPECIAL_PARAMETERS and char:
            self.at = at + 2
            return {"Type": "ParamExp", "Short": True, "Param": {"Value": char}}
        if char == "_" or (char.isascii() and char.isalpha()):
            stop = at + 2
            while stop < self.end and (text[stop] == "_" or (text[stop].isascii() and text[stop].isalnum())):
                stop += 1
            if text[stop : stop + 1] == "[":
                raise NotSimple
            self.at = stop
            return {"Type": "ParamExp", "Short": True, "Param": {"Value": text[at + 1 : stop]}}
        if (char and char in "'\"[" and not quoted) or char in ("[", "`", "\\"):
            raise NotSimple
        self.at = at + 1
        return {"Type": "Lit", "Value": "$"}


def is_name(text: str) -> bool:
    """A name that bash accepts for a variable."""
    return text.isascii() and text.isidentifier()


def braced(part: Node) -> bool:
    """`{fd}>file` assigns a variable."""
    return bool(part["Type"] == "Lit" and part["Value"].startswith("{"))


def with_operator(text: str) -> Node:
    """`x:-y` of `${x:-y}`."""
    stop = next((at for at, char in enumerate(text) if not (char == "_" or (char.isascii() and char.isalnum()))), 0)
    name, rest = text[:stop], text[stop:]
    operator = next((item for item in OPERATORS if rest.startswith(item)), "")
    operand = rest[len(operator) :]
    if not is_name(name) or not operator or not OPERAND.issuperset(operand):
        raise NotSimple
    expansion: Node = {"Op": operator}
    if operand:
        expansion["Word"] = {"Parts": [{"Type": "Lit", "Value": operand}]}
    return {"Type": "ParamExp", "Param": {"Value": name}, "Exp": expansion}
