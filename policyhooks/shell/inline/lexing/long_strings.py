"""Strings of many lines: here-documents of Perl, Ruby and PHP, long brackets of Lua, raw strings of R."""

from __future__ import annotations

from policyhooks.shell.inline.lexing.escapes import PAIRS, skip_word
from policyhooks.shell.inline.lexing.tokens import Broken
from policyhooks.shell.inline.nodes import Literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.inline.lexing.string_reader import StringReader
    from policyhooks.shell.inline.nodes import Node


def read_raw_string(lexer: StringReader, at: int) -> None:
    """R: r"(...)"."""
    quote = lexer.text[at]
    opening = lexer.text[at + 1 : at + 2]
    closing = PAIRS.get(opening, opening) + quote
    stop = lexer.text.find(closing, at + 2)
    if stop < 0:
        raise Broken
    lexer.add_node("str", Literal(lexer.text[at + 2 : stop]), stop + len(closing))


def read_long_bracket(lexer: StringReader) -> bool:
    """Lua: [[...]], [==[...]==]."""
    text, at = lexer.text, lexer.at
    level = at + 1
    while text[level : level + 1] == "=":
        level += 1
    if text[level : level + 1] != "[":
        return False
    closing = "]" + text[at + 1 : level] + "]"
    stop = text.find(closing, level + 1)
    if stop < 0:
        raise Broken
    lexer.add_node("str", Literal(text[level + 1 : stop].removeprefix("\n")), stop + len(closing))
    return True


def read_here_document(lexer: StringReader, lead: str) -> bool:
    """`<<EOT`, `<<~'EOT'`, `<<<EOT` of PHP: the body stands behind this line."""
    text = lexer.text
    at = skip_indent_marks(text, lexer.at + len(lead), lead)
    if at < 0:
        return False
    quote = text[at : at + 1] if text[at : at + 1] in ("'", '"', "`") else ""
    start = at + len(quote)
    stop = skip_word(text, start)
    label = text[start:stop]
    if not (quote or (label and (label[0].isupper() or label[0] == "_"))):
        return False
    line = max(text.find("\n", stop), lexer.after_line - 1)
    if line < 0:
        return False
    body, last, close = lines_before(text, line + 1, label)
    node: Node = Literal(body) if quote == "'" else lexer.interpolated(body, lexer.syntax.get("inter", ""))
    if lead == "<<<":
        indent = len(text[last:close]) - len(text[last:close].lstrip())
        lexer.add_node("str", node, last + indent + len(label))
        lexer.after_line = 0
    else:
        lexer.after_line = close
        lexer.add_node("cmd" if quote == "`" else "str", node, stop + len(quote))
    return True


def skip_indent_marks(text: str, at: int, lead: str) -> int:
    """Behind `~` and `-`, and blanks in PHP; -1 where a blank shows that it is no here-document."""
    while text[at : at + 1] in ("~", "-", " ") and text[at : at + 1]:
        if text[at] == " " and lead != "<<<":
            return -1
        at += 1
    return at


def lines_before(text: str, at: int, label: str) -> tuple[str, int, int]:
    """The lines from there up to the one with the label, and where that line begins and ends."""
    lines: list[str] = []
    while at <= len(text):
        close = text.find("\n", at)
        close = len(text) if close < 0 else close
        content = text[at:close]
        if content.strip().rstrip(";,)") == label:
            return "\n".join(lines), at, close
        lines.append(content)
        at = close + 1
    raise Broken
