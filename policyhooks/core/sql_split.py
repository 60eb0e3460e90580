"""Cuts SQL into statements as one dialect reads it, without comments and with single blanks.

The one splitter for every place that holds SQL. It knows quotes, comments and separators; what a
statement means is sql_statements.py's.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.core.sql_dialects import Dialect

    # the statement, and the same with an `x` for every character inside quotes
    Statement = tuple[str, str]

SPECIAL = str.maketrans(dict.fromkeys("'\"`[$#/-*;\\\n\r\t\f\v qQ", " "))
# Every other blank of Unicode.
SPECIAL.update(dict.fromkeys((*range(0x1C, 0x20), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029), " "))
SPECIAL.update(dict.fromkeys((0x202F, 0x205F, 0x3000), " "))
_CLOSERS = {"[": "]", "(": ")", "{": "}", "<": ">"}
_BATCH_ENDS = ("go", "/")


def split(text: str, dialect: Dialect) -> tuple[list[Statement], bool]:
    """The statements, and whether every quote and comment in them ends."""
    return _Splitter(text, dialect).run()


class _Splitter:
    """One pass over one text."""

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text = text
        self.dialect = dialect
        self.marks = text.translate(SPECIAL)
        self.at = 0
        self.delimiter = ""
        self.complete = True
        self.opened = 0  # comments that are code
        self.statements: list[Statement] = []
        self.code: list[str] = []
        self.mask: list[str] = []

    def run(self) -> tuple[list[Statement], bool]:
        self.start_line()
        while self.at < len(self.text):
            end = self.marks.find(" ", self.at)
            end = len(self.text) if end < 0 else end
            if end > self.at:
                self.add(self.text[self.at : end])
                self.at = end
            elif not (self.skip_comment() or self.take_quoted()):
                self.take_special()
        self.end_statement()
        return self.statements, self.complete

    def add(self, code: str, mask: str = "") -> None:
        self.code.append(code)
        self.mask.append(mask or code)

    def blank(self) -> None:
        if self.code and self.code[-1] != " ":
            self.add(" ")

    def end_statement(self) -> None:
        code, mask = "".join(self.code).rstrip(" "), "".join(self.mask)
        if code:
            self.statements.append((code, mask[: len(code)]))
        self.code, self.mask = [], []

    def take_special(self) -> None:
        """A character that may mean something where no comment and no quote begins."""
        text, at = self.text, self.at
        if self.delimiter and text.startswith(self.delimiter, at):
            self.end_statement()
            self.at += len(self.delimiter)
        elif text[at] == ";":
            self.end_statement()
            self.at += 1
        elif text[at] == "\\" and text[at + 1 : at + 2] in ("g", "G"):  # ends a statement in clients
            self.end_statement()
            self.at += 2
        elif text[at].isspace():
            self.blank()
            self.at += 1
            if text[at] == "\n":
                self.start_line()
        elif self.opened and text.startswith("*/", at):
            self.opened -= 1
            self.blank()
            self.at += 2
        else:
            self.add(text[at])
            self.at += 1

    def start_line(self) -> None:
        """Lines that are for the client: `GO`, a lone slash, `DELIMITER //`."""
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        if end - self.at > 40:
            return
        words = self.text[self.at : end].split()
        if words and words[0].lower() in _BATCH_ENDS and (len(words) == 1 or words[1].isdigit()):
            self.end_statement()
            self.at = end
        elif len(words) == 2 and words[0].lower() == "delimiter":
            self.end_statement()
            self.delimiter = "" if words[1] == ";" else words[1]
            self.at = end

    def skip_comment(self) -> bool:
        text, at, dialect = self.text, self.at, self.dialect
        two = text[at : at + 2]
        if two == "/*":
            self.skip_block()
            return True
        dashes = two == "--" and (not dialect.spaced_dashes or not text[at + 2 : at + 3].strip())
        if not (dashes or (dialect.hash and two[:1] == "#") or (dialect.slashes and two == "//")):
            return False
        end = text.find("\n", at)
        self.at = len(text) if end < 0 else end
        self.blank()
        return True

    def skip_block(self) -> None:
        text, at = self.text, self.at
        self.blank()
        for mark in ("/*!", "/*M!"):
            if self.dialect.executable and text.startswith(mark, at):
                self.opened += 1
                self.at = at + len(mark)
                version = len(text[self.at : self.at + 6]) - len(text[self.at : self.at + 6].lstrip("0123456789"))
                self.at += version if version >= 5 else 0
                return
        depth, at = 1, at + 2
        while depth:
            end = text.find("*/", at)
            if end < 0:
                self.complete = self.complete and self.dialect.open_comment
                self.at = len(text)
                return
            opened = text.find("/*", at, end) if self.dialect.nested else -1
            depth, at = (depth + 1, opened + 2) if opened >= 0 else (depth - 1, end + 2)
        self.at = at

    def take_quoted(self) -> bool:
        text, at, dialect = self.text, self.at, self.dialect
        mark = text[at]
        if mark in "qQ":
            follows = text[at + 1 : at + 2] == "'" and text[at + 2 : at + 3].strip()
            if not (dialect.bracketed and follows and not self.in_word()):
                return False
            closer = _CLOSERS.get(text[at + 2], text[at + 2]) + "'"
            self.take_until(at + 3, closer)
        elif mark == "$":
            end = at + 1
            while text[end : end + 1].isalnum() or text[end : end + 1] == "_":
                end += 1
            if not dialect.dollar or text[end : end + 1] != "$" or self.in_word():
                return False
            self.take_until(end + 1, text[at : end + 1])
        elif mark not in dialect.quotes:
            return False
        elif dialect.triple and mark != "`" and text.startswith(mark * 3, at):
            self.take_until(at + 3, mark * 3)
        else:
            self.take_string(dialect.quotes[mark])
        return True

    def in_word(self) -> bool:
        before = self.text[self.at - 1 : self.at] if self.at else ""
        return before.isalnum() or before in ("_", "$") if before else False

    def take_until(self, body: int, closer: str) -> None:
        end = self.text.find(closer, body)
        self.take(body, len(self.text) if end < 0 else end, len(closer), end >= 0)

    def take_string(self, closer: str) -> None:
        """A quoted text in which the closing mark is doubled, or follows a backslash."""
        text, start = self.text, self.at
        prefix = self.dialect.escape_prefix and text[start - 1 : start] in ("e", "E") and start > 0
        escapes = self.dialect.backslash or (prefix and not text[max(start - 2, 0) : start - 1].isalnum())
        at = start + 1
        while True:
            end = text.find(closer, at)
            stop = text.find("\\", at, end if end >= 0 else len(text)) if escapes else -1
            if stop >= 0:
                at = stop + 2
            elif end >= 0 and text[end + 1 : end + 2] == closer:
                at = end + 2
            else:
                self.take(start + 1, len(text) if end < 0 else end, 1, end >= 0)
                return

    def take(self, body: int, end: int, closing: int, ended: bool) -> None:
        """A quoted piece: as it stands in the statement, unreadable in the mask."""
        stop = end + closing if ended else end
        opening = self.text[self.at : body]
        self.add(self.text[self.at : stop], opening + "x" * (end - body) + self.text[end:stop])
        self.complete = self.complete and ended
        self.at = stop
