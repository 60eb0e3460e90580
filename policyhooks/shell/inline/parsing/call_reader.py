"""What stands behind an operand of inline code: members, arguments, subscripts, and calls that need no brackets."""

from __future__ import annotations

from policyhooks.shell.inline.nodes import (
    UNREAD,
    Array,
    Call,
    Element,
    Function,
    Joined,
    Literal,
    Member,
    Name,
    Number,
    Subscript,
)
from policyhooks.shell.inline.parsing.argument_reader import ArgumentReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.lexing.tokens import Token
    from policyhooks.shell.inline.nodes import Node

PREFIX_NAMES = frozenset(
    ("new", "await", "typeof", "void", "return", "yield", "const", "let", "var", "my", "our", "local", "not", "defined",
     "throw", "raise", "die", "delete", "export", "default", "async", "then", "else", "elsif", "do", "begin", "elseif",
     "static", "public", "ensure", "global", "to", "set", "and", "or")
)  # fmt: skip
COMPARING = frozenset(("==", "===", "!=", "!==", "=~", "!~", "eq", "ne", "in"))
CALLABLE = (Name, Member, Call, Subscript, Array, Joined, Literal, Function)
NAMED = (Name, Member)
REFERRING = (Name, Member, Subscript)
PROGRAM_FIRST = ("system", "exec")
ITEM_METHODS = ("each", "map", "each_entry", "flat_map")
ENTRY_METHODS = ("foreach", "glob", "each_child")


class CallReader(ArgumentReader):
    """Reads on behind an operand, as far as the expression goes without an operator."""

    def postfix(self, node: Node) -> Node:
        while True:
            longer = self.continued(node)
            if longer is None:
                return self.referred(node)
            node = longer
            if self.lang == "ruby" and isinstance(node, Call):
                self.ruby_block(node)

    def continued(self, node: Node) -> Node | None:
        """The expression with what stands right behind it; None where it ends."""
        token = self.peek()
        if token.kind == "op":
            longer = self.continued_by_operator(node, token)
            if longer is not None:
                return longer
        elif token.kind == "template" and isinstance(node, NAMED):
            self.at += 1
            return self.call(node, (self.literal(token.node),), {})
        if not isinstance(node, REFERRING):
            return None
        if self.lang == "lua" and (token.kind == "str" or (token.kind == "op" and token.text == "{")):
            return self.call(node, (self.primary(),), {})
        if isinstance(node, NAMED):
            if self.words and self.word_call_here(node, token):
                return self.word_call(node)
            if self.lang == "ruby" and self.block_here():
                return self.call(node, (), {})
        return None

    def continued_by_operator(self, node: Node, token: Token) -> Node | None:
        value = token.text
        if value in self.member and self.member_here(node):
            return self.attribute(node)
        if value == "\n" and self.next_line_continues():
            self.skip_lines()
            return node
        if value == "(" and isinstance(node, CALLABLE) and not (token.spaced and self.words_before(node)):
            self.at += 1
            items, named = self.arguments(")")
            return self.call(node, tuple(items), named)
        if value == "[" and node is not UNREAD and not (token.spaced and self.words):
            self.at += 1
            return self.subscript(node, "]")
        if value == "{" and self.lang == "perl":
            if self.hash_here(node, token.spaced):
                return self.hash_item(node)
            if isinstance(node, Name) and node.name in PROGRAM_FIRST:
                return self.program_first(node)
        return None

    def referred(self, node: Node) -> Node:
        """A name that is not called: the function may be called elsewhere. Ruby's and Perl's bare calls are calls."""
        if isinstance(node, Member) and self.lang == "ruby" and node.name in self.table.methods:
            return self.call(node, (), {})
        if isinstance(node, Name) and self.lang == "perl" and node.name in ("unlink", "rmdir"):
            return self.call(node, (Name("$_"),), {})
        if isinstance(node, REFERRING):
            self.outline.references.append(node)
        return node

    # Members and items

    def member_here(self, node: Node) -> bool:
        if isinstance(node, Number):
            return False
        ahead = 1
        while self.is_op("\n", ahead):
            ahead += 1
        token = self.peek(ahead)
        return token.kind in ("name", "str") or (token.kind == "op" and token.text in ("(", "[", "{", "deref", "@"))

    def next_line_continues(self) -> bool:
        """`x\\n  .then(...)`."""
        ahead = 0
        while self.is_op("\n", ahead):
            ahead += 1
        token = self.peek(ahead)
        return token.kind == "op" and token.text in (".", "?.", "->", "&.") and token.text in self.member

    def attribute(self, node: Node) -> Node:
        self.at += 1
        self.skip_lines()
        token = self.peek()
        if token.kind == "name":
            self.at += 1
            return Member(node, token.text.lstrip("$") if self.lang == "php" else token.text)
        if token.kind == "str":
            self.at += 1
            return Member(node, token.node.text if isinstance(token.node, Literal) else "?")
        return node  # `?.(`, `->[`, `->{`: the bracket follows

    def subscript(self, node: Node, closing: str) -> Node:
        items, _ = self.arguments(closing)
        return Subscript(node, items[0] if len(items) == 1 else UNREAD)

    def hash_here(self, node: Node, spaced: bool) -> bool:
        """Perl: the brace holds a key, `$x{y}`."""
        if spaced:
            return False
        if self.tokens[self.at - 1].text == "->" or isinstance(node, Subscript):
            return True
        return isinstance(node, Name) and node.name[:1] in "$@%"

    def hash_item(self, node: Node) -> Node:
        self.at += 1
        token = self.peek()
        if token.kind == "name" and self.is_op("}", 1):
            self.at += 2
            return Subscript(node, Literal(token.text))
        return self.subscript(node, "}")

    # Calls without brackets

    def words_before(self, node: Node) -> bool:
        """`puts (1)`: with a blank before it the bracket belongs to the first argument; calls read the same."""
        return self.lang == "ruby" and not isinstance(node, NAMED)

    def program_first(self, node: Node) -> Node:
        """Perl: `exec { "program" } "name", "argument"`."""
        self.at += 1
        program = self.expression()
        self.take("}")
        items: list[Node] = []
        self.word_items(items, {})
        return self.call(node, (program, *items[1:]), {})

    def word_call_here(self, node: Name | Member, token: Token) -> bool:
        """A name, a blank, and something that can only be its first argument."""
        name = node.name if isinstance(node, Name) else ""
        if name and (name[0] in "$@%&" or name in self.stops or name in PREFIX_NAMES):
            return False
        kind, value = token.kind, token.text
        if kind in ("str", "cmd", "num", "angle"):
            return True
        if kind == "name":
            if token.spaced:
                return value not in self.stops and value not in COMPARING
            return self.lang == "perl" and value[:1] in ("$", "@")
        if kind != "op":
            return False
        if value == "+" and self.lang == "perl" and name in self.table.effects:
            return True
        return token.spaced and self.operand_follows(value)

    def operand_follows(self, operator: str) -> bool:
        """The operator, with a blank before it, belongs to an operand: `puts *list`, `p [1]`."""
        if operator in ("[", "\\", "deref", "@"):
            return self.lang == "ruby" or operator != "["
        following = self.peek(1)
        return operator in ("*", "&", "-", "!") and not following.spaced and following.kind in ("name", "str")

    def word_call(self, node: Node) -> Node:
        """`system "rm", "x"`."""
        items: list[Node] = []
        named: dict[str, Node] = {}
        self.word_items(items, named)
        return self.call(node, tuple(items), named)

    # Blocks of Ruby

    def block_here(self) -> bool:
        token = self.peek()
        opens = token.text == "{" if token.kind == "op" else token.kind == "name" and token.text == "do"
        return opens and self.is_op("|", 1)

    def ruby_block(self, node: Call) -> None:
        """`list.each { |x| ... }`, `list.each do |x|`: x is an element."""
        braces = self.is_op("{")
        if not self.block_here():
            return
        self.at += 2
        element = block_element(node)
        while self.at < len(self.tokens) and not self.is_op("|"):
            token = self.peek()
            if token.kind == "name":
                self.outline.bind(token.text, element)
                element = UNREAD
            self.at += 1
        self.at += 1
        if braces:
            self.block()
            self.take("}")


def block_element(node: Call) -> Node:
    """What the first parameter of the block of this call is."""
    function = node.function
    if isinstance(function, Member):
        if function.name in ITEM_METHODS:
            return Element(function.owner)
        if function.name in ENTRY_METHODS:
            return Element(node)
    return UNREAD
