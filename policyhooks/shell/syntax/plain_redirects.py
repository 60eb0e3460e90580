"""Redirections, here-documents and blanks of the closed-world parser."""

from __future__ import annotations

from policyhooks.shell.syntax.nodes import Lit, Redirect, SglQuoted
from policyhooks.shell.syntax.plain_words import NotSimple, Pending, Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.nodes import Part, Parts

REDIRECTS = ("<<<", "&>>", ">>", ">&", ">|", "<&", "<>", "&>", ">", "<")  # longest first; `<<` is read apart


class Redirects(Words):
    """Redirections; a here-document waits in `pending` for the next line."""

    __slots__ = ()

    def peek(self, offset: int = 0) -> str:
        place = self.at + offset
        return self.text[place] if place < self.end else ""

    def skip(self, blanks: str) -> None:
        """Skip blanks, continued lines and, where newlines are blanks, comments."""
        text, end, at = self.text, self.end, self.at
        while at < end:
            char = text[at]
            if char == "\n" and "\n" in blanks and self.pending:
                self.at = at + 1
                self.read_bodies()
                at = self.at
            elif char in blanks:
                at += 1
            elif char == "\\" and text[at + 1 : at + 2] == "\n":
                at += 2
            elif char == "#":
                if self.depth:
                    raise NotSimple
                newline = text.find("\n", at)
                at = end if newline < 0 else newline
            else:
                break
        self.at = at

    def read_redirect(self, redirects: list[Redirect]) -> bool:
        self.skip(" \t")
        text, at = self.text, self.at
        while text[at : at + 1].isdecimal() and text[at].isascii():
            at += 1
        number = text[self.at : at]
        if text[at : at + 1] not in ("<", ">", "&") or (text[at : at + 1] == "&" and number):
            return False
        heredoc = text.startswith("<<", at) and not text.startswith("<<<", at)
        operator = "<<" if heredoc else next((op for op in REDIRECTS if text.startswith(op, at)), "")
        if not operator:
            return False
        at += len(operator)
        if text[at : at + 1] == "(" or (heredoc and text[at : at + 1] == "-"):
            raise NotSimple
        self.at = at
        self.skip(" \t")
        word = self.read_word()
        if word is None:
            raise NotSimple
        body = self.expect_body(word) if heredoc else ()
        redirects.append(Redirect(op=operator, descriptor=number, word=word, body=body))
        return True

    def expect_body(self, word: Parts) -> list[Part]:
        """Remember a here-document: its body starts on the next line, and is put into the list."""
        part = word[0]
        quoted = isinstance(part, SglQuoted)
        if len(word) > 1 or not part.text.replace("_", "a").isalnum():
            raise NotSimple
        body: list[Part] = []
        self.pending.append(Pending(body, part.text, quoted))
        return body

    def read_bodies(self) -> None:
        for pending in self.pending:
            begin, delimiter = self.at, pending.delimiter
            if self.text.startswith(delimiter + "\n", begin) or self.text[begin:] == delimiter:
                found = begin
            else:
                found = self.text.find("\n" + delimiter + "\n", begin) + 1
                if not found:
                    if not self.text.endswith("\n" + delimiter):
                        raise NotSimple
                    found = self.end - len(delimiter)
            body = self.text[begin:found]
            if not pending.quoted and ("$" in body or "`" in body or "\\" in body):
                from policyhooks.shell.syntax.plain_parts import body_parts

                pending.body += body_parts(body)
            elif body:
                pending.body.append(Lit(text=body))
            self.at = min(found + len(delimiter) + 1, self.end)
        self.pending = []
