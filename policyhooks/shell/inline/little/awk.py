"""awk programs as far as they start commands or open files: system(), pipes, redirections, getline."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.little.scripts import Found

ENDS = frozenset((";", "}", "{", "\n", ""))
UNKNOWN = Word("$_", dynamic=True)
# After these a slash begins a regular expression, not a division.
BEFORE_REGEX = frozenset(("op", "start"))

Token = tuple[str, str]


def read_awk(text: str) -> Found:
    found = Found()
    tokens = tokenize(text)
    printing = -1  # where the current print statement begins
    depth = 0
    for at, (kind, value) in enumerate(tokens):
        if kind == "op" and value in ENDS:
            printing, depth = -1, 0
        elif kind == "id" and value in ("print", "printf"):
            printing, depth = at, 0
        elif kind == "op" and value in "([":
            depth += 1
        elif kind == "op" and value in ")]":
            depth -= 1
        elif kind == "id" and value == "system" and following(tokens, at) == ("op", "("):
            add_command(found, joined_strings(tokens, at + 2, (")",)), None)
        elif kind == "op" and value in ("|", "|&"):
            read_pipe(found, tokens, at, printing)
        elif kind == "op" and value in (">", ">>") and printing >= 0 and depth <= 0:
            path = joined_strings(tokens, at + 1, ())
            op = "write" if value == ">" else "append"
            found.paths.append((op, UNKNOWN if path is None else Word(path)))
        elif kind == "id" and value == "getline" and ("op", "<") in tokens[at + 1 : at + 3]:
            path = joined_strings(tokens, tokens.index(("op", "<"), at) + 1, (")",))
            if path is not None:
                found.paths.append(("read", Word(path)))
    return found


def read_pipe(found: Found, tokens: list[Token], at: int, printing: int) -> None:
    """`print x | "command"` and `"command" | getline`."""
    if following(tokens, at) == ("id", "getline"):
        start = at - 1
        while start >= 0 and tokens[start][0] == "str":
            start -= 1
        alone = start < 0 or tokens[start][0] == "op"
        text = "".join(value for _, value in tokens[start + 1 : at]) if alone and start + 1 < at else None
        add_command(found, text, None)
        return
    stdin = UNKNOWN
    if printing >= 0 and tokens[printing][1] == "print":
        text = joined_strings(tokens, printing + 1, ("|", "|&"))
        stdin = UNKNOWN if text is None else Word(text + "\n")
    add_command(found, joined_strings(tokens, at + 1, (")",)), Word("", True) if stdin is UNKNOWN else stdin)


def add_command(found: Found, text: str | None, stdin: Word | None) -> None:
    if text is None:
        found.unknown = True
    else:
        found.commands.append((text, stdin))


def following(tokens: list[Token], at: int) -> Token:
    return tokens[at + 1] if at + 1 < len(tokens) else ("op", "")


def joined_strings(tokens: list[Token], at: int, closing: tuple[str, ...]) -> str | None:
    """The text of string literals that stand side by side up to the end of an expression; None with anything else."""
    text = ""
    seen = False
    for kind, value in tokens[at:]:
        if kind == "str":
            text += value
            seen = True
        elif kind == "op" and (value in ENDS or value in closing):
            break
        elif kind == "op" and value in "()":
            continue
        else:
            return None
    return text if seen else None


def tokenize(text: str) -> list[Token]:
    """Strings, regular expressions, names, numbers and operators; comments are left out."""
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char == "\n" or not char.isspace():
            kind, value, at = token_at(text, at, tokens[-1] if tokens else ("start", ""))
            if kind:
                tokens.append((kind, value))
        else:
            at += 1
    return tokens


def token_at(text: str, at: int, before: Token) -> tuple[str, str, int]:
    char = text[at]
    if char == '"':
        value, stop = delimited(text, at)
        return "str", unescaped(value), stop
    if char == "#":
        stop = text.find("\n", at)
        return "", "", len(text) if stop < 0 else stop
    if char == "/" and before[0] in BEFORE_REGEX and before[1] not in (")", "]"):
        value, stop = delimited(text, at)
        return "re", value, stop
    if char.isalpha() or char == "_":
        stop = at
        while stop < len(text) and (text[stop].isalnum() or text[stop] == "_"):
            stop += 1
        return "id", text[at:stop], stop
    if char.isdigit():
        return "num", char, at + 1
    if char == "\\" and text[at + 1 : at + 2] == "\n":
        return "", "", at + 2
    for operator in ("||", "|&", ">>", ">=", "&&"):
        if text.startswith(operator, at):
            return "op", operator, at + 2
    return "op", char, at + 1


def delimited(text: str, at: int) -> tuple[str, int]:
    """What stands between two marks of the same kind; a backslash keeps the next character, a bracket a slash."""
    mark = text[at]
    stop = at + 1
    bracket = False
    while stop < len(text) and (text[stop] != mark or bracket) and (text[stop] != "\n" or mark == '"'):
        if text[stop] == "\\":
            stop += 1
        elif mark == "/" and text[stop] in "[]":
            bracket = text[stop] == "["
        stop += 1
    return text[at + 1 : stop], stop + 1


def unescaped(text: str) -> str:
    from policyhooks.shell.syntax.ansi import decode

    return decode(text.replace("\\/", "/")) if "\\" in text else text
