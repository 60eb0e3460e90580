"""Words of the closed-world parser: literals, quotes, `$x`, `${x:-y}`, `$(...)`; backquotes and small sums by
plain_parts.py. Everything else is NotSimple: `$'...'`, process substitutions, patterns of extglob, `${!x}`.
"""

from __future__ import annotations

from policyhooks.shell.syntax.nodes import CmdSubst, DblQuoted, Expansion, Lit, ParamExp, SglQuoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.nodes import Part, Statement

ENDS_LITERAL = frozenset(" \t\n;&|<>()'\"\\$`")
ENDS_QUOTED = frozenset('"\\$`')
SPECIAL_PARAMETERS = frozenset("0123456789@*#?$!-")
# Longest first; what follows may hold only characters that mean themselves.
OPERATORS = (":-", ":=", ":+", ":?", "##", "%%", "-", "=", "+", "?", "#", "%")
OPERAND = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-,@*")


class NotSimple(Exception):
    """The text needs the real parser."""


class Pending:
    """A here-document whose body is still to come."""

    __slots__ = ("body", "delimiter", "quoted")

    def __init__(self, body: list[Part], delimiter: str, quoted: bool) -> None:
        self.body = body  # of the node that is made already: it is put in here
        self.delimiter = delimiter
        self.quoted = quoted


class Words:
    """The text and the place in it: `at` only grows."""

    __slots__ = ("at", "depth", "end", "pending", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.end = len(text)
        self.depth = 0
        self.pending: list[Pending] = []

    def read_list(self, closing: str) -> list[Statement]:
        raise NotImplementedError

    def read_word(self) -> list[Part] | None:
        text, end = self.text, self.end
        parts: list[Part] = []
        while self.at < end:
            at = self.at
            char = text[at]
            if char == "'":
                close = text.find("'", at + 1)
                if close < 0:
                    raise NotSimple
                parts.append(SglQuoted(text=text[at + 1 : close]))
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
        return parts or None

    def read_literal(self) -> Lit:
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
        return Lit(text=text[begin:at])

    def read_quoted(self) -> DblQuoted:
        text, end = self.text, self.end
        parts: list[Part] = []
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
                parts.append(Lit(text=text[begin : self.at]))
            if char == '"':
                self.at += 1
                return DblQuoted(parts=parts)
            if char == "`":
                from policyhooks.shell.syntax.plain_parts import read_backquotes

                parts.append(read_backquotes(self))
            else:
                parts.append(self.read_dollar(True))
            begin = self.at

    def read_dollar(self, quoted: bool) -> Part:
        text, at = self.text, self.at
        char = text[at + 1 : at + 2]
        if char == "(":
            if text[at + 2 : at + 3] == "(":
                from policyhooks.shell.syntax.plain_parts import read_sum

                return read_sum(self)
            if self.pending:
                raise NotSimple  # the body of a here-document would start inside
            self.at = at + 2
            return CmdSubst(statements=self.read_list(")"))
        if char == "{":
            close = text.find("}", at)
            name = text[at + 2 : close]
            if close < 0:
                raise NotSimple
            self.at = close + 1
            if is_name(name) or (name.isdecimal() and name.isascii()):
                return ParamExp(parameter=name)
            return with_operator(name)
        if char in SPECIAL_PARAMETERS and char:
            self.at = at + 2
            return ParamExp(short=True, parameter=char)
        if char == "_" or (char.isascii() and char.isalpha()):
            stop = at + 2
            while stop < self.end and (text[stop] == "_" or (text[stop].isascii() and text[stop].isalnum())):
                stop += 1
            if text[stop : stop + 1] == "[":
                raise NotSimple
            self.at = stop
            return ParamExp(short=True, parameter=text[at + 1 : stop])
        if (char and char in "'\"[" and not quoted) or char in ("[", "`", "\\"):
            raise NotSimple
        self.at = at + 1
        return Lit(text="$")


def is_name(text: str) -> bool:
    """A name that bash accepts for a variable."""
    return text.isascii() and text.isidentifier()


def braced(part: Part) -> bool:
    """`{fd}>file` assigns a variable."""
    return isinstance(part, Lit) and part.text.startswith("{")


def with_operator(text: str) -> ParamExp:
    """`x:-y` of `${x:-y}`."""
    stop = next((at for at, char in enumerate(text) if not (char == "_" or (char.isascii() and char.isalnum()))), 0)
    name, rest = text[:stop], text[stop:]
    operator = next((item for item in OPERATORS if rest.startswith(item)), "")
    operand = rest[len(operator) :]
    if not is_name(name) or not operator or not OPERAND.issuperset(operand):
        raise NotSimple
    word = [Lit(text=operand)] if operand else ()
    return ParamExp(parameter=name, expansion=Expansion(op=operator, word=word))
