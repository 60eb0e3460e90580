"""Text that every shell refuses: a rest of a script, a line that ends inside a quote, a line that begins with `&&`.

Of several lines a shell runs the good ones before it meets the bad one, so those are read. Anything that could be read
in another way (substitutions, here-documents) is not certain, and stays not understood.
"""

from __future__ import annotations

# Words that only close or continue something: at the beginning they are a syntax error in sh, bash, dash and zsh.
CLOSING = ("fi", "done", "esac", "else", "elif", "then", "do", "}", ")", ";;")
# Operators that join two commands: at the beginning of a statement no shell reads on. (`;` is not one: zsh skips it.)
JOINING = ("&&", "||", "|", ")")
UNCERTAIN = ("$(", "`", "${", "<<", "$'", '$"', "\\\n")


def is_refused(text: str) -> bool:
    """Whether no shell would run any of a text that the parser could not read."""
    line = text.strip(" \t\n")
    if not line or "\n" in line:
        return False
    if line.split(None, 1)[0].rstrip(";") in CLOSING or line.startswith(JOINING):
        return True
    return not any(mark in line for mark in UNCERTAIN) and ends_inside_quote(line)


def ends_inside_quote(line: str) -> bool:
    """Whether a quote is opened and never closed. A `#` could begin a comment, whose quotes are none: not certain."""
    quote = ""
    escaped = False
    for char in line:
        if escaped:
            escaped = False
        elif char == "\\" and quote != "'":
            escaped = True
        elif quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == "#":
            return False
    return bool(quote)


def stops_behind(beginning: str, text: str, line: int) -> bool:
    """Whether every shell runs the beginning, which is complete, and stops at this line of the text (from 1)."""
    lines = text.split("\n")
    if not 0 < line <= len(lines) or not lines[line - 1].lstrip(" \t").startswith(JOINING):
        return False
    return beginning.rstrip(" \t\n") == "\n".join(lines[: line - 1]).rstrip(" \t\n")
