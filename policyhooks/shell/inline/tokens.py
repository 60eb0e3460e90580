"""Tokens of inline code in languages without a parser here: strings with what stands in them, names, operators.

One lexer for all of them; a language's `SYNTAX` table says which quotes, comments and sigils it has. It refuses
(`Broken`) what it cannot cut into tokens: such code is not understood.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from policyhooks.shell.inline.tree import Node

    Token = tuple[str, Any, bool]  # kind, value, whether blanks stand before it

OPERATORS = (
    "===", "!==", "**=", "...", "<=>", "&&=", "||=", "??=", "<<-", "->", "=>", "==", "!=", "=~", "!~", "&&", "||", "??",
    "?.", "<=", ">=", "+=", "-=", ".=", "..", "<-", "::", "++", "--", "|>", "**", "<<", ">>", "&.",
)  # fmt: skip
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "e": "\x1b", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}
BEFORE_REGEX = frozenset(
    ("return", "typeof", "case", "in", "of", "if", "unless", "and", "or", "not", "while", "until", "split", "grep",
     "when", "x", "map", "push")
)  # fmt: skip
MOST_TOKENS = 30_000


class Broken(Exception):
    """The text is not code of that language."""


class TooMuch(Broken):
    """The text may be code, but is longer or deeper than what is read."""


class Lexer:
    """Cuts one text into tokens. `inner` reads an expression inside a string."""

    def __init__(self, text: str, syntax: Mapping[str, Any], inner: Callable[[str], Node]) -> None:
        self.text = text
        self.syntax = syntax
        self.inner = inner
        self.at = 0
        self.tokens: list[Token] = []
        self.spaced = True
        self.after_line = 0  # where the text goes on behind here-documents of this line
        self.quotelike: str = syntax.get("quotelike", "")

    def run(self) -> list[Token]:
        text = self.text
        lines = bool(self.syntax.get("lines"))  # where a line ends, a statement may end
        while self.at < len(text):
            if len(self.tokens) > MOST_TOKENS:
                raise TooMuch
            char = text[self.at]
            if char == "\n":
                self.at = max(self.at + 1, self.after_line)
                self.after_line = 0
                if lines:
                    self.tokens.append(("op", "\n", True))
                self.spaced = True
            elif char == "\\" and text.startswith("\\\n", self.at):
                self.at += 2
                self.spaced = True
            elif char in " \t\r\f\v":
                self.at += 1
                self.spaced = True
            elif not self.skip_comment():
                self.token(char)
                self.spaced = False
        return self.tokens

    def add(self, kind: str, value: Any, stop: int) -> None:
        self.tokens.append((kind, value, self.spaced))
        self.at = stop

    def skip_comment(self) -> bool:
        text, at = self.text, self.at
        for opening, closing in self.syntax.get("block", ()):
            if text.startswith(opening, at):
                stop = text.find(closing, at + len(opening))
                if stop < 0:
                    raise Broken
                self.at = stop + len(closing)
                return True
        for mark in self.syntax.get("line", ()):
            if text.startswith(mark, at) and (mark != "#" or self.spaced or self.syntax.get("hash_anywhere")):
                stop = text.find("\n", at)
                self.at = len(text) if stop < 0 else stop
                return True
        return False

    def token(self, char: str) -> None:
        text, at = self.text, self.at
        quotes = self.syntax["quotes"]
        if char in quotes:
            self.quoted(char, quotes[char])
        elif self.special(char):
            return
        elif char.isdigit():
            stop = at + 1
            while stop < len(text) and (text[stop].isalnum() or text[stop] == "_"):
                stop += 1
            self.add("num", number(text[at:stop]), stop)
        elif char.isalpha() or char == "_" or (char == "$" and self.syntax.get("dollar")):
            self.name()
        elif char == "/" and self.syntax.get("regex") and self.regex_here():
            self.regex()
        else:
            found = next((op for op in OPERATORS if text.startswith(op, at)), char)
            self.add("op", found, at + len(found))

    def special(self, char: str) -> bool:
        """Forms that only one of the languages has."""
        if char in self.syntax.get("sigils", ""):
            return self.variable(char)
        if char == "[":
            return bool(self.syntax.get("long")) and self.long_bracket()
        if char == "<":
            return self.here_document() or (self.quotelike == "perl" and self.angle())
        return self.quotelike == "ruby" and (self.ruby_percent(char) or self.symbol(char))

    # Names

    def name(self) -> None:
        text = self.text
        stop = self.at + 1
        more = self.syntax.get("name_chars", "_")
        while stop < len(text) and (text[stop].isalnum() or text[stop] in more):
            stop += 1
        while text.startswith("::", stop) and text[stop + 2 : stop + 3].isalpha():
            stop += 3
            while stop < len(text) and (text[stop].isalnum() or text[stop] == "_"):
                stop += 1
        if self.quotelike == "ruby" and text[stop : stop + 1] in ("?", "!") and text[stop + 1 : stop + 2] != "=":
            stop += 1
        word = text[self.at : stop]
        if self.quotelike == "perl" and self.perl_quote(word, stop):
            return
        if self.syntax.get("raw") and word in ("r", "R") and text[stop : stop + 1] in ('"', "'"):
            self.raw_string(stop)
            return
        self.add("name", word.replace("::", "."), stop)

    def variable(self, sigil: str) -> bool:
        """`$x`, `@x`, `$_`, `$1`; `%x` and `&x` only where an operand may stand."""
        text, at = self.text, self.at
        if sigil in "%&" and not self.operand_here():
            return False
        stop = at + 1
        if text[stop : stop + 1] == "#":  # $#list
            stop += 1
        while stop < len(text) and (text[stop].isalnum() or text[stop] in "_:"):
            stop += 1
        word = text[at:stop].rstrip(":")
        if len(word) == 1:
            if sigil in "$@" and text[stop : stop + 1] in ("{", "$"):
                self.add("op", "deref", at + 1)
                return True
            if sigil != "$" or text[stop : stop + 1] not in tuple("!@&/\\,;.0"):
                return False
            word = text[at : stop + 1]
        self.add("name", word.replace("::", ".").removeprefix("&"), at + len(word))
        return True

    def operand_here(self) -> bool:
        if not self.tokens:
            return True
        kind, value, _ = self.tokens[-1]
        if kind == "op":
            return value not in (")", "]", "}")
        return kind == "name" and value in BEFORE_REGEX

    # Strings

    def quoted(self, quote: str, style: str) -> None:
        """`plain`: no escapes but of quote and backslash; `escape`: all; `inter`: with values; `command`: a command."""
        if style == "triple":
            style = "inter"
        body, stop = self.body(self.at + 1, quote, quote)
        if style == "plain":
            node: Node = ("str", plain_escapes(body, quote))
        elif style == "doubled":
            node = ("str", body)
        else:
            node = self.interpolated(body, "" if style == "escape" else self.syntax.get("inter", ""))
        self.add("cmd" if style == "command" else "template" if quote == "`" else "str", node, stop)

    def body(self, start: int, opening: str, closing: str) -> tuple[str, int]:
        """Raw text up to the closing mark, and where it ends. Brackets nest; `${` and `#{` of templates too."""
        text = self.text
        at = start
        level = 0
        nested = self.syntax.get("inter") in ("${", "#{")
        mark = self.syntax.get("inter", "")
        while at < len(text):
            if text[at] == "\\":
                at += 2
            elif nested and text.startswith(mark, at) and (mark == "#{" or opening == "`"):
                at = self.skip_braces(at + 2)
            elif text[at] == closing and not level:
                return text[start:at], at + 1
            else:
                if opening != closing:
                    level += (text[at] == opening) - (text[at] == closing)
                at += 1
        raise Broken

    def skip_braces(self, at: int) -> int:
        text = self.text
        level = 1
        while at < len(text) and level:
            level += (text[at] == "{") - (text[at] == "}")
            at += 1
        return at

    def interpolated(self, body: str, mark: str) -> Node:
        """Text with the values that the language puts into it."""
        pieces: list[Node] = []
        plain: list[str] = []
        at = 0
        while at < len(body):
            char = body[at]
            if char == "\\" and at + 1 < len(body):
                found, at = escape(body, at, 10 if self.syntax.get("decimal") else 8)
                plain.append(found)
                continue
            node, stop = self.inserted(body, at, mark)
            if node is None:
                plain.append(char)
                at += 1
                continue
            if plain:
                pieces.append(("str", "".join(plain)))
                plain = []
            pieces.append(node)
            at = stop
        if plain or not pieces:
            pieces.append(("str", "".join(plain)))
        return pieces[0] if len(pieces) == 1 and pieces[0][0] == "str" else ("cat", tuple(pieces))

    def inserted(self, body: str, at: int, mark: str) -> tuple[Node | None, int]:
        braced = mark == "$" and body[at] in "@{" and self.quotelike in ("perl", "php")
        if not braced and (not mark or not body.startswith(mark[0], at)):
            return None, at
        if mark in ("${", "#{"):
            if not body.startswith(mark, at):
                return None, at
            stop = braces_end(body, at + 2)
            return self.inner(body[at + 2 : stop]), stop + 1
        return self.variable_in(body, at)

    def variable_in(self, body: str, at: int) -> tuple[Node | None, int]:
        """Perl and PHP: `$x`, `${x}`, `$x{y}`, `$x->{y}`, `$x[0]`, `@{[ ... ]}`, `{$x['y']}`."""
        if body[at] == "{":
            if self.quotelike != "php" or body[at + 1 : at + 2] != "$":
                return None, at
            stop = braces_end(body, at + 1)
            return self.inner(body[at + 1 : stop]), stop + 1
        sigil = body[at]
        if sigil == "@" and self.quotelike != "perl":
            return None, at
        start = at + 1
        if body[start : start + 1] == "{":
            stop = braces_end(body, start + 1)
            inside = body[start + 1 : stop]
            if inside.replace("_", "a").isalnum():
                return ("name", sigil + inside), stop + 1
            return self.inner(inside), stop + 1
        stop = start
        while stop < len(body) and (body[stop].isalnum() or body[stop] == "_"):
            stop += 1
        if stop == start:
            return (("unknown",), at + 2) if body[start : start + 1] in ("$", "!", "@", "&") else (None, at)
        if sigil == "@" and not body[start].isalpha() and body[start] != "_":
            return None, at
        name = stop
        while True:
            rest = body[stop : stop + 3]
            opening = stop + (2 if rest[:2] == "->" else 0)
            if body[opening : opening + 1] not in ("{", "["):
                break
            closing = braces_end(body, opening + 1, body[opening])
            if closing >= len(body):
                break
            stop = closing + 1
        if stop > name and sigil == "$":
            return self.inner(body[at:stop]), stop
        return ("name", body[at:name]) if sigil == "$" else ("unknown",), stop

    def raw_string(self, at: int) -> None:
        """R: r"(...)"."""
        quote = self.text[at]
        opening = self.text[at + 1 : at + 2]
        closing = PAIRS.get(opening, opening) + quote
        stop = self.text.find(closing, at + 2)
        if stop < 0:
            raise Broken
        self.add("str", ("str", self.text[at + 2 : stop]), stop + len(closing))

    def long_bracket(self) -> bool:
        """Lua: [[...]], [==[...]==]."""
        text, at = self.text, self.at
        level = at + 1
        while text[level : level + 1] == "=":
            level += 1
        if text[level : level + 1] != "[":
            return False
        closing = "]" + text[at + 1 : level] + "]"
        stop = text.find(closing, level + 1)
        if stop < 0:
            raise Broken
        self.add("str", ("str", text[level + 1 : stop].removeprefix("\n")), stop + len(closing))
        return True

    # Quote-like forms

    def perl_quote(self, word: str, stop: int) -> bool:
        """q(), qq{}, qw//, qx//, m//, s///, tr///, y///."""
        if word not in ("q", "qq", "qw", "qx", "m", "s", "tr", "y", "qr"):
            return False
        if self.tokens and self.tokens[-1][1] in ("->", "sub", "deref"):
            return False
        text = self.text
        start = stop
        while text[start : start + 1].isspace():
            start += 1
        opening = text[start : start + 1]
        if not opening or opening.isalnum() or opening in ",;)_}" or text.startswith(("=>", "= ", "=="), start):
            return False
        if opening == "#" and start > stop:
            return False
        closing = PAIRS.get(opening, opening)
        body, end = self.body(start + 1, opening, closing)
        if word in ("s", "tr", "y"):
            self.perl_substitution(word, opening, closing, body, end)
            return True
        if word in ("m", "qr"):
            self.add("re", None, skip_letters(text, end))
        elif word == "qw":
            self.add("str", ("list", tuple(("str", item) for item in body.split())), end)
        elif word == "q" or opening == "'":
            self.add("cmd" if word == "qx" else "str", ("str", plain_escapes(body, closing)), end)
        else:
            self.add("cmd" if word == "qx" else "str", self.interpolated(body, "$"), end)
        return True

    def perl_substitution(self, word: str, opening: str, closing: str, body: str, end: int) -> None:
        text = self.text
        if opening != closing:
            while text[end : end + 1].isspace():
                end += 1
            opening = text[end : end + 1]
            closing = PAIRS.get(opening, opening)
            end += 1
        replacement, end = self.body(end, opening, closing)
        stop = skip_letters(text, end)
        if word == "s" and "e" in text[end:stop]:
            self.add("code", (replacement, text[end:stop].count("e") > 1), stop)
        else:
            self.add("re", None, stop)

    def ruby_percent(self, char: str) -> bool:
        """%w[], %i[], %q(), %Q(), %x(), %(), %r{}."""
        text, at = self.text, self.at
        if char != "%" or not (self.operand_here() or (self.spaced and text[at + 1 : at + 2] not in (" ", "="))):
            return False
        letter = text[at + 1 : at + 2]
        start = at + 2 if letter.isalpha() else at + 1
        opening = text[start : start + 1]
        if not opening or opening.isalnum() or opening.isspace() or opening == "=" or letter.isdigit():
            return False
        if letter.isalpha() and letter not in "wWiIqQxrs":
            return False
        closing = PAIRS.get(opening, opening)
        body, stop = self.body(start + 1, opening, closing)
        if letter in ("w", "W", "i", "I"):
            self.add("str", ("list", tuple(("str", item) for item in body.split())), stop)
        elif letter == "r":
            self.add("re", None, skip_letters(text, stop))
        elif letter in ("q", "s"):
            self.add("str", ("str", plain_escapes(body, closing)), stop)
        else:
            self.add("cmd" if letter == "x" else "str", self.interpolated(body, "#{"), stop)
        return True

    def angle(self) -> bool:
        """`<*.txt>` lists files; `<STDIN>`, `<$file>` and `<>` read lines."""
        at = self.at
        stop = self.text.find(">", at, at + 300)
        inside = self.text[at + 1 : stop]
        known_word = bool(self.tokens) and self.tokens[-1][0] == "name" and self.spaced
        if stop < 0 or any(char in " \t\n=;" for char in inside) or not (self.operand_here() or known_word):
            return False
        if inside.replace("_", "a").replace("$", "a").isalnum() or not inside:
            self.add("re", None, stop + 1)
        else:
            self.add("angle", self.interpolated(inside, "$"), stop + 1)
        return True

    def symbol(self, char: str) -> bool:
        text, at = self.text, self.at
        if char != ":" or text[at + 1 : at + 2] == ":":
            return False
        following = text[at + 1 : at + 2]
        if following == '"' and self.operand_here():
            body, stop = self.body(at + 2, '"', '"')
            self.add("str", ("str", body), stop)
            return True
        if not (following.isalpha() or following == "_") or not (self.spaced or self.operand_here()):
            return False
        stop = at + 1
        while stop < len(text) and (text[stop].isalnum() or text[stop] in "_?!"):
            stop += 1
        self.add("str", ("str", text[at + 1 : stop]), stop)
        return True

    def here_document(self) -> bool:
        """`<<EOT`, `<<~'EOT'`, `<<<EOT` of PHP: the body stands behind this line."""
        lead = self.syntax.get("here", "")
        text = self.text
        if not lead or not text.startswith(lead, self.at):
            return False
        at = self.at + len(lead)
        while text[at : at + 1] in ("~", "-", " ") and text[at : at + 1]:
            if text[at] == " " and lead != "<<<":
                return False
            at += 1
        quote = text[at : at + 1] if text[at : at + 1] in ("'", '"', "`") else ""
        start = at + len(quote)
        stop = start
        while stop < len(text) and (text[stop].isalnum() or text[stop] == "_"):
            stop += 1
        label = text[start:stop]
        if not (quote or (label and (label[0].isupper() or label[0] == "_"))):
            return False
        line = max(text.find("\n", stop), self.after_line - 1)
        if line < 0:
            return False
        end = line + 1
        lines = []
        while end <= len(text):
            close = text.find("\n", end)
            close = len(text) if close < 0 else close
            content = text[end:close]
            if content.strip().rstrip(";,)") == label:
                break
            lines.append(content)
            end = close + 1
        else:
            raise Broken
        body = "\n".join(lines)
        node = ("str", body) if quote == "'" else self.interpolated(body, self.syntax.get("inter", ""))
        self.after_line = (
            close if lead != "<<<" else end + len(text[end:close]) - len(text[end:close].lstrip()) + len(label)
        )
        if lead == "<<<":
            self.add("str", node, self.after_line)
            self.after_line = 0
        else:
            self.add("cmd" if quote == "`" else "str", node, stop + len(quote))
        return True

    # Regular expressions

    def regex_here(self) -> bool:
        if not self.operand_here():
            kind, _, _ = self.tokens[-1]
            return (
                kind == "name"
                and bool(self.syntax.get("words"))
                and self.spaced
                and not self.text[self.at + 1 : self.at + 2].isspace()
            )
        return not self.text.startswith("/=", self.at) or self.quotelike == "perl"

    def regex(self) -> None:
        text = self.text
        at = self.at + 1
        inside = False
        while at < len(text) and text[at] != "\n" and (text[at] != "/" or inside):
            if text[at] == "\\":
                at += 1
            elif text[at] == "[" and self.syntax["regex"] == "classes":
                inside = True
            elif text[at] == "]":
                inside = False
            at += 1
        if at >= len(text) or text[at] != "/":
            self.add("op", "/", self.at + 1)
        else:
            self.add("re", None, skip_letters(text, at + 1))


def number(text: str) -> int:
    try:
        return int(text.replace("_", ""), 0) if len(text) < 20 else -1
    except ValueError:
        return int(text) if text.isdecimal() and len(text) < 20 else -1


def skip_letters(text: str, at: int) -> int:
    while at < len(text) and text[at].isalpha():
        at += 1
    return at


def braces_end(body: str, at: int, opening: str = "{") -> int:
    closing = PAIRS[opening]
    level = 1
    while at < len(body):
        level += (body[at] == opening) - (body[at] == closing)
        if not level:
            return at
        at += 1
    return len(body)


def plain_escapes(body: str, quote: str) -> str:
    if "\\" not in body:
        return body
    return body.replace("\\\\", "\0").replace("\\" + quote, quote).replace("\0", "\\")


def escape(body: str, at: int, base: int) -> tuple[str, int]:
    """One escape and where it ends; digits count to that base."""
    char = body[at + 1]
    if char == "x" or char == "u":
        braces = body[at + 2 : at + 3] == "{"
        start = at + 3 if braces else at + 2
        longest = 8 if braces else 2 if char == "x" else 4
        stop = start
        while stop < len(body) and stop < start + longest and body[stop] in "0123456789abcdefABCDEF":
            stop += 1
        if stop > start and int(body[start:stop], 16) <= 0x10FFFF:
            return chr(int(body[start:stop], 16)), stop + braces
        return char, at + 2
    digits = "0123456789"[:base]
    if char in digits:
        stop = at + 1
        while stop < len(body) and stop < at + 4 and body[stop] in digits:
            stop += 1
        return chr(int(body[at + 1 : stop], base)), stop
    return ("" if char == "\n" else ESCAPES.get(char, char)), at + 2
