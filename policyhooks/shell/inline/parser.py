"""Inline code of JavaScript, Ruby, Perl, PHP, Lua, R and AppleScript as a `Program`: calls, bindings, strings.

Not a parser of these languages: it reads expressions wherever they stand and goes on behind what it does not know, so
that no call is left out. A value that it does not follow is unknown.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.inline.tokens import Broken, Lexer, TooMuch
from policyhooks.shell.inline.tree import NOWHERE, Program, module_name, tables_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.inline.tokens import Token
    from policyhooks.shell.inline.tree import Node

MOST_DEPTH = 50
LONGEST = 200_000
END: Token = ("end", "", True)
CLOSING = frozenset((")", "]", "}"))
PREFIXES = frozenset(("!", "-", "+", "~", "\\", "&", "*", "++", "--", "deref", "@", "**"))
PREFIX_NAMES = frozenset(
    ("new", "await", "typeof", "void", "return", "yield", "const", "let", "var", "my", "our", "local", "not", "defined",
     "throw", "raise", "die", "delete", "export", "default", "async", "then", "else", "elsif", "do", "begin", "elseif",
     "static", "public", "ensure", "global", "to", "set", "and", "or")
)  # fmt: skip
STOPS = frozenset(
    ("if", "unless", "while", "until", "or", "and", "then", "do", "end", "foreach", "for", "rescue", "in", "of", "as",
     "else", "instanceof", "with")
)  # fmt: skip
PERL_STOPS = STOPS | {"x", "eq", "ne", "lt", "gt", "le", "ge", "cmp"}
FUNCTIONS = frozenset(("function", "fn", "sub", "def", "lambda", "class", "module", "package", "struct", "interface"))
EITHER = frozenset(("||", "??", "//"))
BINARY = frozenset(
    ("+", "-", "/", "*", "%", "==", "===", "!=", "!==", "<", ">", "<=", ">=", "=~", "!~", "&&", "||", "??", "..", "...",
     "<<", ">>", "|", "&", "^", "<=>", "**", ".", "|>")
)  # fmt: skip
COMPARING = frozenset(("==", "===", "!=", "!==", "=~", "!~", "eq", "ne", "in"))
ASSIGNING = frozenset(("=", "||=", "??=", "&&=", "<-", "<<-"))
ITERATING = frozenset(("forEach", "map", "flatMap", "filter", "some", "every"))
CONTROL = frozenset(("if", "while", "for", "foreach", "unless", "until", "switch", "catch", "elseif", "elsif", "until"))
PROGRAM_FIRST = (("name", "system"), ("name", "exec"))
ADDING = frozenset(("+=", ".=", "-=", "<<="))


def program_of(lang: str, text: str) -> Program:
    program = Program()
    try:
        if len(text) > LONGEST:
            raise TooMuch
        Parser(lang, text, program, 0).everything()
    except (Broken, RecursionError) as failure:
        if not isinstance(failure, Broken) or isinstance(failure, TooMuch):
            reach("too_much_code")
        program = Program()
        program.parsed = False
    return program


class Parser:
    """Reads the tokens of one text into a program."""

    def __init__(self, lang: str, text: str, program: Program, depth: int) -> None:
        self.lang = lang
        self.program = program
        self.depth = depth
        self.table = tables_of(lang)
        self.syntax: dict[str, Any] = self.table.data["SYNTAX"]
        if depth > MOST_DEPTH:
            raise TooMuch
        if self.syntax.get("islands"):  # PHP from a file: code stands between marks
            text = islands(text)
        self.tokens = Lexer(text, self.syntax, self.inner).run()
        self.at = 0
        self.concat = self.syntax["concat"]
        self.member = frozenset(self.syntax["member"].split())
        self.words = bool(self.syntax.get("words"))
        self.stops = PERL_STOPS if lang == "perl" else STOPS

    def inner(self, text: str) -> Node:
        """An expression inside a string."""
        parser = Parser(self.lang, text, self.program, self.depth + 8)
        node = parser.expression()
        parser.everything()
        return node if parser.at >= len(parser.tokens) else NOWHERE

    def everything(self) -> None:
        while self.at < len(self.tokens):
            self.block()
            self.at += 1  # a closing bracket of nothing

    # Tokens

    def peek(self, ahead: int = 0) -> Token:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else END

    def is_op(self, value: str, ahead: int = 0) -> bool:
        kind, found, _ = self.peek(ahead)
        return kind == "op" and found == value

    def skip_lines(self) -> None:
        while self.is_op("\n"):
            self.at += 1

    def take(self, value: str) -> bool:
        if self.is_op(value):
            self.at += 1
            return True
        return False

    # Statements

    def block(self) -> None:
        """Statements up to a closing bracket or the end."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise TooMuch
        while self.at < len(self.tokens):
            kind, value, _ = self.peek()
            if kind == "op" and value in CLOSING:
                break
            start = self.at
            if kind == "name":
                self.statement(value)
            else:
                self.expression()
            if self.at == start:
                self.at += 1
        self.depth -= 1

    def statement(self, word: str) -> None:
        if word in ("import", "use", "require", "library", "from", "export") and self.imported(word):
            return
        if word in ("for", "foreach", "foreach_") and self.loop():
            return
        if word in ("const", "let", "var") and (self.is_op("{", 1) or self.is_op("[", 1)):
            self.at += 1
            self.destructured()
            return
        self.expression()

    def imported(self, word: str) -> bool:
        """`import x from "m"`, `import {a as b} from "m"`, `use Some::Module qw(a b)`, `library(x)`."""
        program = self.program
        if self.lang == "javascript" and word == "import" and not self.is_op("(", 1):
            names: list[tuple[str, str]] = []
            at = 1
            inside = False
            while self.peek(at)[0] in ("name", "op") and self.peek(at)[1] not in (";", "from", ""):
                kind, value, _ = self.peek(at)
                inside = value == "{" or (inside and value != "}")
                if kind == "name" and value == "as" and self.peek(at + 1)[0] == "name":
                    before = names.pop()[0] if names else ""
                    names.append((before, self.peek(at + 1)[1]))
                    at += 1
                elif kind == "name" and value != "type":
                    names.append((value if inside else "", value))
                at += 1
            if self.peek(at)[1] == "from":
                at += 1
            kind, value, _ = self.peek(at)
            if kind != "str" or value[0] != "str":
                return False
            module = module_name(value[1])
            program.imports[value[1]] = None
            for original, local in names:
                program.names[local] = f"{module}.{original}" if original else module
            self.at += at + 1
            return True
        if self.lang == "perl" and word in ("use", "require") and self.peek(1)[0] == "name":
            program.imports[self.peek(1)[1].replace(".", "::")] = None
            self.at += 2
            return True
        if self.lang == "r" and word in ("library", "require") and self.is_op("(", 1) and self.peek(2)[0] == "name":
            program.imports[self.peek(2)[1]] = None
            self.at += 4
            return True
        return False

    def destructured(self) -> None:
        """`const {a, b: c} = require("m")`."""
        pairs: list[tuple[str, str]] = []
        level = 0
        ordered = self.is_op("[")
        while self.at < len(self.tokens):
            kind, value, _ = self.peek()
            level += value in ("{", "[") if kind == "op" else 0
            level -= value in ("}", "]") if kind == "op" else 0
            if kind == "name":
                if self.is_op(":", 1) and self.peek(2)[0] == "name":
                    pairs.append((value, self.peek(2)[1]))
                    self.at += 2
                else:
                    pairs.append((value, value))
            self.at += 1
            if level <= 0:
                break
        if not self.take("="):
            return
        value = self.expression()
        for index, (name, local) in enumerate(pairs):
            self.program.bind(local, ("index", value, ("num", index)) if ordered else ("attr", value, name))

    def loop(self) -> bool:
        """JavaScript `for (const x of y)`, Perl `for my $x (y)`, PHP `foreach (y as $x)`, Lua and Ruby `for x in y`."""
        ahead = 1
        if self.is_op("(", ahead):
            ahead += 1
        while self.peek(ahead)[0] == "name" and self.peek(ahead)[1] in ("const", "let", "var", "my", "our", "await"):
            ahead += 1
        if self.lang == "php":
            self.at += 2
            value = self.expression()
            if self.peek()[1] == "as":
                self.at += 1
                names = []
                while self.peek()[0] == "name" or self.is_op("=>"):
                    names.append(self.peek()[1])
                    self.at += 1
                if names:
                    self.program.bind(names[-1], ("each", value))
            return True
        names = []
        while self.peek(ahead)[0] == "name" and self.peek(ahead)[1] not in ("of", "in"):
            if self.lang == "perl" and self.peek(ahead)[1][0] != "$":
                break
            names.append(str(self.peek(ahead)[1]))
            ahead += 1
            if not self.is_op(",", ahead):
                break
            ahead += 1
        if not names:
            names = ["$_"] if self.lang == "perl" else []
        if self.peek(ahead)[1] in ("of", "in"):
            ahead += 1
        elif self.lang != "perl":
            return False
        elif names == ["$_"]:
            ahead = 1
        self.at += ahead
        value = self.expression()
        if self.lang == "perl" and value[0] in ("str", "cat"):
            value = ("list", (value,))
        for name in names[:-1]:
            self.program.bind(name, NOWHERE)
        if names:
            self.program.bind(names[-1], ("each", through_pairs(value)))
        return True

    def apple_command(self) -> bool:
        """`do shell script "..."`, `do script`, `run script`, `set x to ...`."""
        words = [str(self.peek(index)[1]) for index in range(3)]
        if words[0] == "set" and words[2] == "to" and self.peek(1)[0] == "name":
            self.at += 3
            self.program.bind(words[1], self.expression())
            return True
        for phrase in (("do", "shell", "script"), ("do", "script"), ("run", "script")):
            if tuple(words[: len(phrase)]) == phrase:
                self.at += len(phrase)
                self.call(("name", "-".join(phrase)), (self.expression(),), {})
                return True
        return False

    # Expressions

    def expression(self) -> Node:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise TooMuch
        node = self.chain()
        self.depth -= 1
        return node

    def chain(self) -> Node:
        """Operands with operators between them."""
        node = self.operand()
        parts = [node]
        kinds: set[str] = set()
        while True:
            kind, value, _ = self.peek()
            if kind == "op" and value in ASSIGNING and not (value == "=" and self.is_op("=", 1)):
                self.at += 1
                self.skip_lines()
                if self.program.references and self.program.references[-1] is node:
                    self.program.references.pop()
                given = self.expression()
                self.assign(node, given)
                return given
            if kind == "op" and value in ADDING:
                self.at += 1
                self.extend(node, self.expression(), value)
                return NOWHERE
            if kind == "op" and value == "=>" and self.lang == "javascript":
                self.at += 1
                return self.arrow(node)
            if kind == "op" and value == "?":
                return self.choice()
            if not ((kind == "op" and value in BINARY) or (kind == "name" and value in COMPARING)):
                break
            if value in ("*", "&") and self.words and self.peek()[2] and not self.peek(1)[2]:  # puts *list
                break
            self.at += 1
            self.skip_lines()
            kinds.add(
                "cat" if value == self.concat else "any" if value in EITHER else "compare" if value in COMPARING else ""
            )
            parts.append(self.operand())
        if len(parts) == 1:
            return node
        if kinds == {"cat"}:
            return ("cat", tuple(parts))
        if kinds == {"any"}:
            return ("any", tuple(parts))
        if kinds == {"compare"}:
            for part in parts:
                self.program.show(part)
        return NOWHERE

    def choice(self) -> Node:
        """`a ? b : c`."""
        self.at += 1
        self.skip_lines()
        first = self.expression()
        self.skip_lines()
        if not self.take(":"):
            return NOWHERE
        self.skip_lines()
        return ("any", (first, self.expression()))

    def assign(self, target: Node, value: Node) -> None:
        if target[0] == "name":
            self.program.bind(target[1], value)
        elif target[0] == "list":
            for index, item in enumerate(target[1]):
                if item[0] == "name":
                    known = value[0] == "list" and index < len(value[1])
                    self.program.bind(item[1], value[1][index] if known else NOWHERE)

    def extend(self, target: Node, value: Node, operator: str) -> None:
        if target[0] != "name":
            return
        before = self.program.bindings.get(target[1], [])
        if len(before) == 1 and before[0][0] in ("str", "cat") and operator in ("+=", ".="):
            self.program.bindings[target[1]] = [("cat", (before[0], value))]
        else:
            self.program.bind(target[1], NOWHERE)

    def arrow(self, parameters: Node) -> Node:
        listed = parameters[1] if parameters[0] == "list" else (parameters,)
        names = tuple(str(item[1]) for item in listed if item[0] == "name")
        for name in names:
            self.program.bind(name, NOWHERE)
        self.skip_lines()
        if self.take("{"):
            self.block()
            self.take("}")
        else:
            self.expression()
        return ("function", names)

    def operand(self) -> Node:
        unknown = False
        while True:
            kind, value, _ = self.peek()
            if self.lang == "applescript" and kind == "name" and self.apple_command():
                return NOWHERE
            if kind == "op" and value in PREFIXES:
                if value == "&" and self.lang == "perl" and self.is_op("{", 1):  # a function by its name
                    self.call(("name", "CORE.symbolic"), (NOWHERE,), {})
                unknown = unknown or not (value in ("\\", "&", "deref", "*") or (value == "+" and self.lang == "perl"))
                self.at += 1
            elif kind == "op" and value == "...":
                unknown = True
                self.at += 1
            elif kind == "name" and value in PREFIX_NAMES and self.prefix_here():
                self.at += 1
            else:
                break
        node = self.postfix(self.primary())
        return NOWHERE if unknown else node

    def prefix_here(self) -> bool:
        """The word is no name of something: `delete x`, not `delete(x)` of another language, nor `x.delete`."""
        kind, value, _ = self.peek(1)
        if kind == "op":
            return value in ("(", "[", "{", "!", "-", "deref", "@") and not (
                value == "(" and self.peek()[1] in ("delete", "die", "local", "raise", "set")
            )
        return kind != "end"

    def primary(self) -> Node:
        kind, value, _ = self.peek()
        if kind == "str" or kind == "template":
            self.at += 1
            return self.literal(value)
        if kind == "cmd":
            self.at += 1
            return self.call(("name", self.syntax.get("backtick", "qx")), (self.literal(value),), {})
        if kind == "num":
            self.at += 1
            return ("num", value)
        if kind == "code":  # Perl: s/../code/e
            self.at += 1
            self.replacement(*value)
            return NOWHERE
        if kind == "angle":
            self.at += 1
            return self.call(("name", "glob"), (self.literal(value),), {})
        if kind == "re":
            self.at += 1
            return ("object", {})
        if kind == "name":
            return self.named(value)
        if kind == "op":
            return self.bracketed(value)
        return NOWHERE

    def replacement(self, text: str, twice: bool) -> None:
        Parser(self.lang, text, self.program, self.depth + 8).everything()
        if twice:
            self.call(("name", "eval"), (NOWHERE,), {})

    def literal(self, node: Node) -> Node:
        waiting = [node]
        while waiting:
            item = waiting.pop()
            if item[0] == "str":
                self.program.mention(item[1])
            elif item[0] in ("cat", "list"):
                waiting += item[1]
        return node

    def named(self, word: str) -> Node:
        if word in self.stops and not self.is_op("(", 1) and not self.is_op(".", 1):
            return NOWHERE
        self.at += 1
        if word in FUNCTIONS and self.peek()[1] not in (".", ",", ")", "=", ";"):
            return self.function()
        if self.lang == "applescript" and word == "quoted" and self.peek()[1] == "form":
            return NOWHERE
        return ("name", word)

    def function(self) -> Node:
        """A definition: its parameters are unknown, its body is read."""
        if self.peek()[0] == "name":
            self.at += 1
        while self.is_op("*") or self.is_op("."):
            self.at += 1
            if self.peek()[0] == "name":
                self.at += 1
        names = []
        if self.take("("):
            level = 1
            while level and self.at < len(self.tokens):
                kind, value, _ = self.peek()
                level += (value == "(") - (value == ")") if kind == "op" else 0
                if kind == "name":
                    self.program.bind(value, NOWHERE)
                    names.append(str(value))
                self.at += 1
        self.skip_lines()
        if self.take("{"):
            self.block()
            self.take("}")
        return ("function", tuple(names))

    def bracketed(self, value: str) -> Node:
        if value == "(":
            self.at += 1
            items, named = self.arguments(")")
            return items[0] if len(items) == 1 and not named else ("list", tuple(items))
        if value == "[":
            self.at += 1
            items, named = self.arguments("]")
            return ("list", tuple(items)) if not named else ("object", named)
        if value == "{":
            self.at += 1
            if self.looks_like_object():
                items, named = self.arguments("}")
                return ("list", tuple(items)) if not named and self.lang == "lua" else ("object", named)
            self.parameters()
            self.block()
            self.take("}")
        return NOWHERE

    def parameters(self) -> None:
        """Ruby: `{ |x, y| ... }`."""
        if not self.is_op("|"):
            return
        self.at += 1
        while self.at < len(self.tokens) and not self.is_op("|"):
            if self.peek()[0] == "name":
                self.program.bind(self.peek()[1], NOWHERE)
            self.at += 1
        self.at += 1

    def looks_like_object(self) -> bool:
        ahead = 0
        while self.is_op("\n", ahead):
            ahead += 1
        kind, value, _ = self.peek(ahead)
        _, following, _ = self.peek(ahead + 1)
        if self.lang == "lua":
            return True
        if kind == "op":
            return value in ("}", "...") and self.lang in ("javascript", "ruby")
        if kind in ("name", "str", "num"):
            return following in (":", "=>") or (self.lang == "javascript" and following in (",", "}"))
        return False

    def arguments(self, closing: str) -> tuple[list[Node], dict[str, Node]]:
        """Expressions between commas up to the closing bracket, and those with a key."""
        items: list[Node] = []
        named: dict[str, Node] = {}
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise TooMuch
        while self.at < len(self.tokens):
            self.skip_lines()
            if self.is_op(closing):
                break
            if self.lang == "perl" and self.take(","):
                continue
            start = self.at
            self.argument(items, named)
            self.recover(closing, items)
            if not self.take(",") and not self.is_op(closing) and not self.take(";"):
                kind, value, _ = self.peek()
                if kind == "op" and value in CLOSING:
                    break
                if self.at == start:
                    self.at += 1
        if not self.take(closing) and self.at >= len(self.tokens):
            raise Broken  # never closed: no interpreter runs it as it stands
        self.depth -= 1
        return items, named

    def argument(self, items: list[Node], named: dict[str, Node]) -> None:
        kind, value, _ = self.peek()
        key = value if kind == "name" else value[1] if kind == "str" and value[0] == "str" else None
        if key is not None and self.peek(1)[0] == "op" and self.peek(1)[1] in self.syntax["keys"]:
            if kind == "str":
                self.program.mention(key)
                self.program.show(value)
            self.at += 2
            self.skip_lines()
            named[str(key)] = self.expression()
        elif key is not None and kind == "name" and self.lang == "javascript" and self.in_object():
            self.at += 1
            named[str(key)] = ("name", key)
        else:
            items.append(self.expression())

    def in_object(self) -> bool:
        """`{shell, cwd}`: only after a brace that was read as an object."""
        before = self.tokens[self.at - 1] if self.at else END
        return before[:2] == ("op", "{") and self.peek(1)[1] in (",", "}")

    def recover(self, closing: str, items: list[Node]) -> None:
        """Go on behind what is no argument; it makes the last one unknown."""
        while self.at < len(self.tokens):
            self.skip_lines()
            kind, value, _ = self.peek()
            if kind == "op" and (value in (",", ";") or value in CLOSING):
                return
            start = self.at
            if items:
                items[-1] = NOWHERE
            if kind == "name":
                self.statement(value)
            else:
                self.expression()
            if self.at == start:
                self.at += 1

    def postfix(self, node: Node) -> Node:
        while True:
            kind, value, spaced = self.peek()
            if kind == "op" and value in self.member and self.member_here(node):
                node = self.attribute(node)
            elif kind == "op" and value == "\n" and self.next_line_continues():
                self.skip_lines()
            elif kind == "op" and value == "(" and callable_node(node) and not (spaced and self.words_before(node)):
                self.at += 1
                items, named = self.arguments(")")
                node = self.call(node, tuple(items), named)
            elif kind == "op" and value == "[" and node[0] != "unknown" and not (spaced and self.words):
                self.at += 1
                items, _ = self.arguments("]")
                node = ("index", node, items[0] if len(items) == 1 else NOWHERE)
            elif kind == "op" and value == "{" and self.hash_here(node, spaced):
                node = self.hash_item(node)
            elif kind == "op" and value == "{" and self.lang == "perl" and node in PROGRAM_FIRST:
                node = self.program_first(node)
            elif kind == "template" and node[0] in ("name", "attr"):
                self.at += 1
                node = self.call(node, (self.literal(value),), {})
            elif self.lang == "lua" and node[0] in ("name", "attr", "index") and self.lua_call(kind, value):
                node = self.lua_argument(node)
            elif self.words and node[0] in ("name", "attr") and self.word_call_here(node, spaced):
                node = self.word_call(node)
            elif self.lang == "ruby" and node[0] in ("name", "attr") and self.block_here():
                node = self.call(node, (), {})
            else:
                break
            if self.lang == "ruby" and node[0] == "call":
                self.ruby_block(node)
        return self.referred(node)

    def referred(self, node: Node) -> Node:
        """A name that is not called: the function may be called elsewhere. Ruby's and Perl's bare calls are calls."""
        if node[0] == "attr" and self.lang == "ruby" and node[2] in self.table.methods:
            return self.call(node, (), {})
        if node[0] == "name" and self.lang == "perl" and node[1] in ("unlink", "rmdir"):
            return self.call(node, (("name", "$_"),), {})
        if node[0] in ("name", "attr", "index"):
            self.program.references.append(node)
        return node

    def member_here(self, node: Node) -> bool:
        if node[0] == "num":
            return False
        ahead = 1
        while self.is_op("\n", ahead):
            ahead += 1
        kind, value, _ = self.peek(ahead)
        return kind in ("name", "str") or (kind == "op" and value in ("(", "[", "{", "deref", "@"))

    def next_line_continues(self) -> bool:
        """`x\\n  .then(...)`."""
        ahead = 0
        while self.is_op("\n", ahead):
            ahead += 1
        kind, value, _ = self.peek(ahead)
        return kind == "op" and value in (".", "?.", "->", "&.") and value in self.member

    def attribute(self, node: Node) -> Node:
        self.at += 1
        self.skip_lines()
        kind, value, _ = self.peek()
        if kind == "name" or kind == "str":
            self.at += 1
            if kind == "name":
                return ("attr", node, str(value).lstrip("$") if self.lang == "php" else str(value))
            return ("attr", node, value[1] if value[0] == "str" else "?")
        return node  # `?.(`, `->[`, `->{`: the bracket follows

    def words_before(self, node: Node) -> bool:
        """`puts (1)`: with a blank before it the bracket belongs to the first argument; calls read the same."""
        return self.lang == "ruby" and node[0] not in ("name", "attr")

    def program_first(self, node: Node) -> Node:
        """Perl: `exec { "program" } "name", "argument"`."""
        self.at += 1
        program = self.expression()
        self.take("}")
        items: list[Node] = []
        self.word_items(items, {})
        return self.call(node, (program, *items[1:]), {})

    def hash_here(self, node: Node, spaced: bool) -> bool:
        if self.lang != "perl" or spaced:
            return False
        before = self.tokens[self.at - 1]
        return before[1] == "->" or (node[0] == "name" and node[1][:1] in "$@%") or node[0] == "index"

    def hash_item(self, node: Node) -> Node:
        self.at += 1
        kind, value, _ = self.peek()
        if kind == "name" and self.is_op("}", 1):
            self.at += 2
            return ("index", node, ("str", value))
        items, _ = self.arguments("}")
        return ("index", node, items[0] if len(items) == 1 else NOWHERE)

    def lua_call(self, kind: str, value: Any) -> bool:
        return kind == "str" or (kind == "op" and value == "{")

    def lua_argument(self, node: Node) -> Node:
        return self.call(node, (self.primary(),), {})

    def word_call_here(self, node: Node, spaced: bool) -> bool:
        """A name, a blank, and something that can only be its first argument."""
        if node[0] == "name" and (node[1][:1] in "$@%&" or node[1] in self.stops or node[1] in PREFIX_NAMES):
            return False
        kind, value, _ = self.peek()
        if kind in ("str", "cmd", "num", "angle"):
            return True
        if kind == "op" and value == "+" and self.lang == "perl" and node[1] in self.table.effects:
            return True
        if not spaced:
            return kind == "name" and self.lang == "perl" and value[:1] in ("$", "@")
        if kind == "name":
            return value not in self.stops and value not in COMPARING
        if kind != "op":
            return False
        following = self.peek(1)
        if value in ("[", "\\", "deref", "@"):
            return self.lang == "ruby" or value != "["
        return value in ("*", "&", "-", "!") and not following[2] and following[0] in ("name", "str")

    def word_call(self, node: Node) -> Node:
        """`system "rm", "x"`: arguments up to the end of the statement."""
        items: list[Node] = []
        named: dict[str, Node] = {}
        self.word_items(items, named)
        return self.call(node, tuple(items), named)

    def word_items(self, items: list[Node], named: dict[str, Node]) -> None:
        while True:
            if self.is_op("{") and not self.looks_ahead_object():
                break
            before = self.at
            self.argument(items, named)
            if self.at == before:
                del items[-1:]  # nothing stood there
                break
            if not self.is_op(","):
                break
            self.at += 1
            self.skip_lines()

    def looks_ahead_object(self) -> bool:
        self.at += 1
        found = self.looks_like_object()
        self.at -= 1
        return found

    def block_here(self) -> bool:
        return (self.is_op("{") or self.peek()[:2] == ("name", "do")) and self.is_op("|", 1)

    def ruby_block(self, node: Node) -> None:
        """`list.each { |x| ... }`, `list.each do |x|`: x is an element."""
        braces = self.is_op("{")
        if not self.block_here():
            return
        function = node[1]
        listed = function[0] == "attr" and function[2] in ("each", "map", "each_entry", "flat_map")
        named = function[0] == "attr" and function[2] in ("foreach", "glob", "each_child")
        self.at += 2
        first = True
        while self.at < len(self.tokens) and not self.is_op("|"):
            if self.peek()[0] == "name":
                element = function[1] if listed else node
                self.program.bind(self.peek()[1], ("each", element) if (listed or named) and first else NOWHERE)
                first = False
            self.at += 1
        self.at += 1
        if braces:
            self.block()
            self.take("}")

    def call(self, function: Node, arguments: tuple[Node, ...], named: dict[str, Node]) -> Node:
        node = ("call", function, arguments, named)
        if function[0] == "name" and function[1] in CONTROL:
            return NOWHERE
        self.program.calls.append(node)
        if arguments and arguments[0][0] == "function" and function[0] == "attr" and function[2] in ITERATING:
            for name in arguments[0][1][:1]:
                if self.program.bindings.get(name) == [NOWHERE]:
                    self.program.bindings[name] = [("each", function[1])]
        return node


def callable_node(node: Node) -> bool:
    return node[0] in ("name", "attr", "call", "index", "list", "cat", "str", "function")


def through_pairs(node: Node) -> Node:
    """Lua: ipairs(x), pairs(x)."""
    if node[0] == "call" and node[1][0] == "name" and node[1][1] in ("ipairs", "pairs") and node[2]:
        inner: Node = node[2][0]
        return inner
    return node


def islands(text: str) -> str:
    """The PHP code of a text; without marks all of it is code (`php -r`)."""
    if "<?" not in text:
        return text
    found = []
    for piece in text.split("<?")[1:]:
        piece = piece.removeprefix("php").removeprefix("=")
        found.append(piece.partition("?>")[0])
    return "\n;".join(found)
