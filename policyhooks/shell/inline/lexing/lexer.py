"""Tokens of inline code in languages without a parser here: strings with what stands in them, names, operators.

One lexer for all of them; a language's `SYNTAX` table says which quotes, comments and sigils it has. It refuses
(`Broken`) what it cannot cut into tokens: such code is not understood.
"""

from __future__ import annotations

from policyhooks.shell.inline.lexing.escapes import number, skip_letters, skip_word
from policyhooks.shell.inline.lexing.string_reader import StringReader
from policyhooks.shell.inline.lexing.tokens import Broken, Token, TooMuch
from policyhooks.shell.inline.nodes import UNREAD, Number

OPERATORS = frozenset(
    (
        "===", "!==", "**=", "...", "<=>", "&&=", "||=", "??=", "<<-", "->", "=>", "==", "!=", "=~", "!~", "&&", "||",
        "??", "?.", "<=", ">=", "+=", "-=", ".=", "..", "<-", "::", "++", "--", "|>", "**", "<<", ">>", "&.",
    )
)  # fmt: skip
MOST_TOKENS = 30_000


class Lexer(StringReader):
    """Cuts one text into tokens."""

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
                    self.tokens.append(Token("op", "\n", UNREAD, True))
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
            stop = skip_word(text, at + 1)
            self.add_node("num", Number(number(text[at:stop])), stop)
        elif char.isalpha() or char == "_" or (char == "$" and self.syntax.get("dollar")):
            self.name()
        elif char == "/" and self.syntax.get("regex") and self.regex_here():
            self.regex()
        else:
            found = text[at : at + 3]
            if found not in OPERATORS:
                found = text[at : at + 2] if text[at : at + 2] in OPERATORS else char
            self.add("op", found, at + len(found))

    def special(self, char: str) -> bool:
        """Forms that only one of the languages has."""
        if char in self.syntax.get("sigils", ""):
            return self.variable(char)
        if char == "[":
            if not self.syntax.get("long"):
                return False
            from policyhooks.shell.inline.lexing.long_strings import read_long_bracket

            return read_long_bracket(self)
        if char == "<":
            return self.here_document() or self.angle()
        if char == "%" and self.quotelike == "ruby":
            from policyhooks.shell.inline.lexing.ruby_quotes import read_percent

            return read_percent(self)
        if char == ":" and self.quotelike == "ruby":
            from policyhooks.shell.inline.lexing.ruby_quotes import read_symbol

            return read_symbol(self)
        return False

    def here_document(self) -> bool:
        lead = self.syntax.get("here", "")
        if not lead or not self.text.startswith(lead, self.at):
            return False
        from policyhooks.shell.inline.lexing.long_strings import read_here_document

        return read_here_document(self, lead)

    def angle(self) -> bool:
        if self.quotelike != "perl":
            return False
        from policyhooks.shell.inline.lexing.perl_quotes import read_angle

        return read_angle(self)

    # Names

    def name(self) -> None:
        text = self.text
        stop = skip_word(text, self.at + 1, self.syntax.get("name_chars", "_"))
        while text.startswith("::", stop) and text[stop + 2 : stop + 3].isalpha():
            stop = skip_word(text, stop + 3)
        if self.quotelike == "ruby" and text[stop : stop + 1] in ("?", "!") and text[stop + 1 : stop + 2] != "=":
            stop += 1
        word = text[self.at : stop]
        if self.quotelike == "perl" and len(word) < 3:
            from policyhooks.shell.inline.lexing.perl_quotes import read_perl_quote

            if read_perl_quote(self, word, stop):
                return
        if self.syntax.get("raw") and word in ("r", "R") and text[stop : stop + 1] in ('"', "'"):
            from policyhooks.shell.inline.lexing.long_strings import read_raw_string

            read_raw_string(self, stop)
            return
        self.add("name", word.replace("::", "."), stop)

    def variable(self, sigil: str) -> bool:
        """`$x`, `@x`, `$_`, `$1`; `%x` and `&x` only where an operand may stand."""
        text, at = self.text, self.at
        if sigil in "%&" and not self.operand_here():
            return False
        start = at + 1
        if text[start : start + 1] == "#":  # $#list
            start += 1
        stop = skip_word(text, start, "_:")
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

    # Regular expressions

    def regex_here(self) -> bool:
        if not self.operand_here():
            return (
                self.tokens[-1].kind == "name"
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
            self.add("re", "", skip_letters(text, at + 1))
