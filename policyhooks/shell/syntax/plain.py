"""The closed-world parser: common commands, as nodes of the shape that shfmt gives, without starting shfmt.

It reads only what every bash reads in one way: calls, lists, pipelines, subshells, redirections, the blocks of
plain_blocks.py, and words as in plain_words.py. It raises NotSimple on everything else, among it functions, arrays,
`case`, `select`, `((`, `time`, `coproc`. A differential test holds its nodes to those of shfmt.
"""

from __future__ import annotations

from policyhooks.core.values import but
from policyhooks.shell.syntax.nodes import Assign, Binary, Call, Declare, Lit, Statement, Subshell
from policyhooks.shell.syntax.plain_redirects import Redirects
from policyhooks.shell.syntax.plain_words import NotSimple, is_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.nodes import Command, Part, Redirect

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
    ]
)
BLOCKS = frozenset(("if", "while", "until", "for", "{", "[["))
DECLARES = frozenset(("export", "readonly", "local", "declare", "typeset"))
DEEPEST = 20


def parse(text: str) -> list[Statement]:
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

    def read_list(self, closing: str) -> list[Statement]:
        self.depth += 1 if closing else 0
        if self.depth > DEEPEST:
            raise NotSimple
        statements: list[Statement] = []
        while True:
            self.skip(" \t\n")
            char = self.peek()
            if char == closing:
                break
            statements.append(self.read_and_or())
            self.skip(" \t")
            char = self.peek()
            if char == "&" and self.peek(1) != "&":
                statements[-1] = but(statements[-1], background=True)
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

    def read_and_or(self) -> Statement:
        left = self.read_pipeline()
        while True:
            self.skip(" \t")
            operator = self.text[self.at : self.at + 2]
            if operator not in ("&&", "||"):
                return left
            self.at += 2
            self.skip(" \t\n")
            left = Statement(command=Binary(op=operator, left=left, right=self.read_pipeline()))

    def read_pipeline(self) -> Statement:
        if self.peek() == "!" and self.peek(1) in (" ", "\t"):
            self.at += 1
            self.skip(" \t")
            left = self.read_pipeline()
            if left.negated:
                raise NotSimple
            return but(left, negated=True)
        left = self.read_command()
        while True:
            self.skip(" \t")
            if self.peek() != "|" or self.peek(1) == "|":
                return left
            operator = "|&" if self.peek(1) == "&" else "|"
            self.at += len(operator)
            self.skip(" \t\n")
            left = Statement(command=Binary(op=operator, left=left, right=self.read_command()))

    def read_command(self) -> Statement:
        if self.peek() == "(":
            if self.peek(1) == "(":
                raise NotSimple
            self.at += 1
            statements = self.read_list(")")
            if not statements:
                raise NotSimple
            return self.redirected(Subshell(statements=statements))
        return self.read_call()

    def redirected(self, command: Command) -> Statement:
        """The statement of a compound command."""
        redirects: list[Redirect] = []
        while self.read_redirect(redirects):
            pass
        return Statement(command=command, redirects=redirects) if redirects else Statement(command=command)

    def read_call(self) -> Statement:
        assigns: list[Assign] = []
        words: list[list[Part]] = []
        redirects: list[Redirect] = []
        while True:
            if self.read_redirect(redirects):
                continue
            self.skip(" \t")
            word = self.read_word()
            if word is None:
                break
            if words:
                words.append(word)
                continue
            literal = word[0].text if isinstance(word[0], Lit) else ""
            assign = as_assign(word, literal)
            if assign is not None:
                assigns.append(assign)
                continue
            alone = literal if len(word) == 1 else ""
            if alone in RESERVED and alone in BLOCKS and not assigns and not redirects:
                from policyhooks.shell.syntax.plain_blocks import read_block

                return self.redirected(read_block(self, alone))
            if alone in RESERVED or ("[" in literal and alone != "["):
                raise NotSimple
            if alone in DECLARES:
                if assigns or redirects:
                    raise NotSimple
                return self.read_declaration(alone)
            words.append(word)
        if not words and not assigns and not redirects:
            raise NotSimple
        return as_statement(assigns, words, redirects)

    def read_declaration(self, variant: str) -> Statement:
        """The arguments of export and its kin."""
        args: list[Assign] = []
        while True:
            if self.read_redirect([]):
                raise NotSimple
            self.skip(" \t")
            word = self.read_word()
            if word is None:
                return Statement(command=Declare(variant=variant, args=args))
            args.append(as_declared(word))


def as_statement(assigns: list[Assign], words: list[list[Part]], redirects: list[Redirect]) -> Statement:
    """The statement of a simple command. What it has not is not set: most have words alone."""
    if not assigns and not redirects:
        return Statement(command=Call(args=words))
    command = Call(assigns=assigns, args=words) if words or assigns else None
    return Statement(command=command, redirects=redirects)


def as_assign(word: list[Part], literal: str) -> Assign | None:
    """`NAME=value` and `NAME+=value` before the program."""
    name, equals, rest = literal.partition("=")
    append = name.endswith("+")
    name = name[:-1] if append else name
    if not equals or not is_name(name):
        return None
    parts = [Lit(text=rest), *word[1:]] if rest else word[1:]
    return Assign(append=append, name=name, value=parts or None)


def as_declared(word: list[Part]) -> Assign:
    """An argument of export and its kin."""
    literal = word[0].text if isinstance(word[0], Lit) else ""
    assign = as_assign(word, literal)
    if assign is not None:
        return assign
    alone = literal if len(word) == 1 else ""
    if is_name(alone) and alone not in RESERVED:
        return Assign(naked=True, name=alone)
    if alone.startswith("-") and alone[1:].isalpha():
        return Assign(naked=True, value=word)
    raise NotSimple
