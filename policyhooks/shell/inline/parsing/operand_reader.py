"""Operands of inline code: literals, names, brackets and definitions, with the prefixes before them."""

from __future__ import annotations

from policyhooks.shell.inline.nodes import UNREAD, Array, Fields, Function, Name
from policyhooks.shell.inline.parsing.call_reader import PREFIX_NAMES, CallReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.lexing.tokens import Token
    from policyhooks.shell.inline.nodes import Node

PREFIXES = frozenset(("!", "-", "+", "~", "\\", "&", "*", "++", "--", "deref", "@", "**"))
TRANSPARENT = ("\\", "&", "deref", "*")  # prefixes behind which the value is the same, or close enough
FUNCTIONS = frozenset(("function", "fn", "sub", "def", "lambda", "class", "module", "package", "struct", "interface"))
ALSO_FUNCTIONS = ("delete", "die", "local", "raise", "set")  # prefixes in one language, called in another


class OperandReader(CallReader):
    """Reads one operand."""

    def operand(self) -> Node:
        unknown = False
        while True:
            token = self.peek()
            if self.lang == "applescript" and token.kind == "name" and self.apple_command():
                return UNREAD
            if token.kind == "op" and token.text in PREFIXES:
                unknown = self.changes_value(token.text) or unknown
            elif token.kind == "op" and token.text == "...":
                unknown = True
            elif not (token.kind == "name" and token.text in PREFIX_NAMES and self.prefix_here()):
                break
            self.at += 1
        node = self.postfix(self.primary())
        return UNREAD if unknown else node

    def changes_value(self, prefix: str) -> bool:
        """The prefix here makes another value of its operand."""
        if prefix == "&" and self.lang == "perl" and self.is_op("{", 1):  # a function by its name
            self.call(Name("CORE.symbolic"), (UNREAD,), {})
        return not (prefix in TRANSPARENT or (prefix == "+" and self.lang == "perl"))

    def prefix_here(self) -> bool:
        """The word is no name of something: `delete x`, not `delete(x)` of another language, nor `x.delete`."""
        following = self.peek(1)
        if following.kind != "op":
            return following.kind != "end"
        if following.text == "(":
            return self.peek().text not in ALSO_FUNCTIONS
        return following.text in ("[", "{", "!", "-", "deref", "@")

    def primary(self) -> Node:
        token = self.peek()
        kind = token.kind
        if kind == "name":
            return self.named(token.text)
        if kind == "op":
            return self.bracketed(token.text)
        if kind == "end":
            return UNREAD
        self.at += 1
        if kind == "str" or kind == "template":
            return self.literal(token.node)
        if kind == "num":
            return token.node
        return self.active_literal(token)

    def active_literal(self, token: Token) -> Node:
        """Commands in quotes, patterns of files, regular expressions and replacements that are code."""
        kind = token.kind
        if kind == "cmd":
            return self.call(Name(self.syntax.get("backtick", "qx")), (self.literal(token.node),), {})
        if kind == "angle":
            return self.call(Name("glob"), (self.literal(token.node),), {})
        if kind == "re":
            return Fields({})
        self.read_nested(token.text)  # Perl: s/../code/e
        if kind == "code twice":
            self.call(Name("eval"), (UNREAD,), {})
        return UNREAD

    def named(self, word: str) -> Node:
        if word in self.stops and not self.is_op("(", 1) and not self.is_op(".", 1):
            return UNREAD
        self.at += 1
        if word in FUNCTIONS and self.peek().text not in (".", ",", ")", "=", ";"):
            return self.function()
        if self.lang == "applescript" and word == "quoted" and self.peek().text == "form":
            return UNREAD
        return Name(word)

    def function(self) -> Node:
        """A definition: its parameters are unknown, its body is read."""
        if self.peek().kind == "name":
            self.at += 1
        while self.is_op("*") or self.is_op("."):
            self.at += 1
            if self.peek().kind == "name":
                self.at += 1
        names = self.parameter_names() if self.take("(") else []
        self.skip_lines()
        if self.take("{"):
            self.block()
            self.take("}")
        return Function(tuple(names))

    def parameter_names(self) -> list[str]:
        """The names up to the closing bracket of a definition."""
        names = []
        level = 1
        while level and self.at < len(self.tokens):
            token = self.peek()
            if token.kind == "op":
                level += (token.text == "(") - (token.text == ")")
            elif token.kind == "name":
                self.outline.bind(token.text, UNREAD)
                names.append(token.text)
            self.at += 1
        return names

    def bracketed(self, value: str) -> Node:
        if value == "(":
            self.at += 1
            items, named = self.arguments(")")
            return items[0] if len(items) == 1 and not named else Array(tuple(items))
        if value == "[":
            self.at += 1
            items, named = self.arguments("]")
            return Array(tuple(items)) if not named else Fields(named)
        if value == "{":
            self.at += 1
            if self.looks_like_object():
                items, named = self.arguments("}")
                return Array(tuple(items)) if not named and self.lang == "lua" else Fields(named)
            self.block_parameters()
            self.block()
            self.take("}")
        return UNREAD

    def block_parameters(self) -> None:
        """Ruby: `{ |x, y| ... }`."""
        if not self.is_op("|"):
            return
        self.at += 1
        while self.at < len(self.tokens) and not self.is_op("|"):
            if self.peek().kind == "name":
                self.outline.bind(self.peek().text, UNREAD)
            self.at += 1
        self.at += 1

    def apple_command(self) -> bool:
        """`do shell script "..."`, `do script`, `run script`, `set x to ...`."""
        words = [self.peek(index).text for index in range(3)]
        if words[0] == "set" and words[2] == "to" and self.peek(1).kind == "name":
            self.at += 3
            self.outline.bind(words[1], self.expression())
            return True
        for phrase in (("do", "shell", "script"), ("do", "script"), ("run", "script")):
            if tuple(words[: len(phrase)]) == phrase:
                self.at += len(phrase)
                self.call(Name("-".join(phrase)), (self.expression(),), {})
                return True
        return False
