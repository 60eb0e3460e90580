"""The closed-world parser: common commands, in the node shape of shfmt, without starting shfmt.

It reads only what every bash reads in one way: calls, lists, pipelines, subshells, redirections, the blocks of
simple_blocks.py, and words as in simple_words.py. It raises NotSimple on everything else, among it functions, arrays,
`case`, `select`, `((`, `let`, `time`, `coproc`. A differential test holds its nodes to those of shfmt.
"""

from __future__ import annotations

from policyhooks.shell.syntax.plain_redirects import Redirects
from policyhooks.shell.syntax.plain_words import NotSimple, is_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Node = dict[str, Any]

RESERVED = frozenset(
    [
        "if",
        "then",
        "else",
        "elif",
        "fi",
        "do",
        "done",
        "case",
        "esac",
        "while",
        "until",
        "for",
        "select",
        "in",
        "function",
        "time",
        "coproc",
        "{",
        "}",
        "!",
        "[[",
        "]]",
        "let",
    ]
)
BLOCKS = frozenset(("if", "while", "until", "for", "{", "[["))
DECLARES = frozenset(("export", "readonly", "local", "declare", "typeset"))
DEEPEST = 20


def parse(text: str) -> list[Node]:
    """The statements of a script."""
    parser = Simple(text)
    statements = parser.read_list("")
    if parser.pending:
        raise NotSimple
    return statements


class Simple(Redirects):
    """Statements, pipelines and calls."""

    __slots__ = ("blocks",)

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.blocks = 0

    def read_list(self, closing: str) -> list[Node]:
        self.depth += 1 if closing else 0
        if self.depth > DEEPEST:
            raise NotSimple
        statements: list[Node] = []
        while True:
            self.skip(" \t\n")
            char = self.peek()
            if char == closing:
                break
            statement = self.read_and_or()
            statements.append(statement)
            self.skip(" \t")
            char = self.peek()
            if char == "&" and self.peek(1) != "&":
                statement["Background"] = True
                self.at += 1
            elif char == ";" and self.peek(1) not in (";", "&"):
                self.at += 1
            elif char != "\n" and char != closing:
                raise NotSimple
        if closing:
            if self.pending:
                raise NotSimple
            self.depth -= 1
            self.at += 1
        return statements

    def read_and_or(self) -> Node:
        left = self.read_pipeline()
        while True:
            self.skip(" \t")
            operator = self.text[self.at : self.at + 2]
            if operator not in ("&&", "||"):
                return left
            self.at += 2
            self.skip(" \t\n")
            left = {"Cmd": {"Type": "BinaryCmd", "Op": operator, "X": left, "Y": self.read_pipeline()}}

    def read_pipeline(self) -> Node:
        if self.peek() == "!" and self.peek(1) in (" ", "\t"):
            self.at += 1
            self.skip(" \t")
            left = self.read_pipeline()
            if "Negated" in left:
                raise NotSimple
            left["Negated"] = True
            return left
        left = self.read_command()
        while True:
            self.skip(" \t")
            if self.peek() != "|" or self.peek(1) == "|":
                return left
            operator = "|&" if self.peek(1) == "&" else "|"
            self.at += len(operator)
            self.skip(" \t\n")
            left = {"Cmd": {"Type": "BinaryCmd", "Op": operator, "X": left, "Y": self.read_command()}}

    def read_command(self) -> Node:
        if self.peek() == "(":
            if self.peek(1) == "(":
                raise NotSimple
            self.at += 1
            statements = self.read_list(")")
            if not statements:
                raise NotSimple
            return self.redirected({"Type": "Subshell", "Stmts": statements})
        return self.read_call()

    def redirected(self, command: Node) -> Node:
        """The statement of a compound command."""
        statement: Node = {"Cmd": command}
        redirects: list[Node] = []
        while self.read_redirect(redirects):
            pass
        if redirects:
            statement["Redirs"] = redirects
        return statement

    def read_call(self) -> Node:
        assigns: list[Node] = []
        words: list[Node] = []
        redirects: list[Node] = []
        declares: Node | None = None
        while True:
            if self.read_redirect(redirects):
                continue
            self.skip(" \t")
            word = self.read_word()
            if word is None:
                break
            first = word["Parts"][0]
            literal = first["Value"] if first["Type"] == "Lit" else ""
            alone = literal if len(word["Parts"]) == 1 else ""
            if declares is not None:
                declares.setdefault("Args", []).append(as_declared(word, literal, alone))
            elif not words:
                assign = as_assign(word, literal)
                if assign is not None:
                    assigns.append(assign)
                    continue
                if alone in RESERVED and alone in BLOCKS and not assigns and not redirects:
                    from policyhooks.shell.syntax.plain_blocks import read_block

                    return self.redirected(read_block(self, alone))
                if alone in RESERVED or ("[" in literal and alone != "["):
                    raise NotSimple
                if alone in DECLARES:
                    if assigns:
                        raise NotSimple
                    declares = {"Type": "DeclClause", "Variant": {"Value": alone}}
                else:
                    words.append(word)
            else:
                words.append(word)
        if declares is not None and redirects:
            raise NotSimple
        return as_statement(declares, assigns, words, redirects)


def as_statement(declares: Node | None, assigns: list[Node], words: list[Node], redirects: list[Node]) -> Node:
    """The statement of a simple command."""
    statement: Node = {}
    if declares is not None:
        statement["Cmd"] = declares
    elif words or assigns:
        call: Node = {"Type": "CallExpr"}
        if assigns:
            call["Assigns"] = assigns
        if words:
            call["Args"] = words
        statement["Cmd"] = call
    elif not redirects:
        raise NotSimple
    if redirects:
        statement["Redirs"] = redirects
    return statement


def as_assign(word: Node, literal: str) -> Node | None:
    """`NAME=value` and `NAME+=value` before the program."""
    name, equals, rest = literal.partition("=")
    append = name.endswith("+")
    name = name[:-1] if append else name
    if not equals or not is_name(name):
        return None
    parts = ([{"Type": "Lit", "Value": rest}] if rest else []) + word["Parts"][1:]
    assign: Node = {"Name": {"Value": name}}
    if append:
        assign["Append"] = True
    if parts:
        assign["Value"] = {"Parts": parts}
    return assign


def as_declared(word: Node, literal: str, alone: str) -> Node:
    """An argument of export and its kin."""
    assign = as_assign(word, literal)
    if assign is not None:
        return assign
    if is_name(alone) and alone not in RESERVED:
        return {"Naked": True, "Name": {"Value": alone}}
    if alone.startswith("-") and alone[1:].isalpha():
        return {"Naked": True, "Value": word}
    raise NotSimple
