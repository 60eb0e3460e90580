"""Forms that zsh reads in another way than bash: a command that holds one is not understood. Coarse on purpose."""

from __future__ import annotations

from policyhooks.shell.syntax.ansi import OCTAL, run

MARKS = (">!", ">>!", "<(", "=(", "${(", "$+", "&!", "&|", "(#", "$=", "^^", "<1", "<0", "$(<", ";|", "{~", "$~")
STARTS = (
    "=",
    "noglob",
    "nocorrect",
    "repeat",
    "coproc",
    "foreach",
    "autoload",
    "zmodload",
    "setopt",
    "unsetopt",
    "emulate",
    "zcompile",
)
BEFORE_COMMANDS = frozenset(
    ("!", "builtin", "command", "exec", "time", "if", "then", "elif", "else", "while", "until", "do", "in")
)


def reads_as_bash(text: str) -> bool:
    """False where zsh would run something else than the bash reading says."""
    if "NULLCMD" in text:
        return False  # names the program of a redirection without one
    if has_own_escape(text):
        return False
    text = unquoted(text)
    if any(mark in text for mark in MARKS) or text.startswith("{"):
        return False
    words = text.replace(";", " ").replace("|", " ").replace("&", " ").split()
    begun = text.replace("(", " ").replace("`", " ").replace("{", " ").split()
    if any(part.startswith(STARTS) for part in words):
        return False
    if " time -" in " " + " ".join(begun):
        return False  # it has no options: they would be the program
    if has_lone_brace(text) or has_own_option(words) or has_dash_before_command(text):
        return False
    if has_second_time(text):
        return False  # the second is the program
    if has_open_brace(text):
        return False
    if "~" in text.replace("~/", "").replace("~ ", "").removesuffix("~"):
        return False
    return not has_qualifier(text)


def has_lone_brace(text: str) -> bool:
    """`x}` and a continued line: where no brace is open, the word ends before it and `x` runs."""
    depth = 0
    for char in text:
        depth += 1 if char == "{" else -1 if char == "}" else 0
        if depth < 0:
            return True
    return False


def has_own_option(words: list[str]) -> bool:
    """`command -x y`: what is no option of it is the program."""
    named = False
    for word in words:
        if named and word.startswith("-") and word != "--" and (word == "-" or word[1:].strip("pvV")):
            return True
        named = word == "command" or (named and word.startswith("-"))
    return False


def has_dash_before_command(text: str) -> bool:
    """`- x`: runs `-x`, as a login shell is called. Between words that stand before a command nothing else may be."""
    for line in segments(text):
        for word in line.split():
            if word == "-":
                return True
            if word not in BEFORE_COMMANDS and "=" not in word and word[:1] not in ("<", ">"):
                break
    return False


def segments(text: str) -> list[str]:
    """Pieces that each begin where a command may begin."""
    apart = "".join("\n" if char in ";&|({`" else char for char in text)
    return apart.replace("\\\n", "").split("\n")


def has_second_time(text: str) -> bool:
    """`time time ls`, also with redirections between them."""
    return any(line.replace("<", " ").replace(">", " ").split().count("time") > 1 for line in segments(text))


def has_open_brace(text: str) -> bool:
    """A word that begins with a brace: in zsh that is a block where a command may stand."""
    at = text.find("{", 1)
    while at > 0:
        if text[at - 1] in " \t\n;&|({`!" and text[at + 1 : at + 2] not in (" ", "\n"):
            return True
        at = text.find("{", at + 1)
    return False


def unquoted(text: str) -> str:
    """The text without strings in which no shell expands anything."""
    result = []
    at = 0
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 2
            continue
        close = text.find(char, at + 1) if char in "'\"" else -1
        if char == "'" and text[at - 1 : at] == "$":
            close = end_of_escaped(text, at + 1)
        if close < 0:
            result.append(char)
            at += 1
            continue
        inside = text[at + 1 : close]
        result.append(
            '""' if char == "'" or not ("$" in inside or "`" in inside or "\\" in inside) else text[at : close + 1]
        )
        at = close + 1
    return "".join(result)


def end_of_escaped(text: str, at: int) -> int:
    """Where the string `$'...'` closes whose text begins at `at`; -1 where it does not."""
    while at < len(text) and text[at] != "'":
        at += 2 if text[at] == "\\" else 1
    return at if at < len(text) else -1


def has_own_escape(text: str) -> bool:
    """`$'\\~'`: no escape: it stays in bash and loses its backslash in zsh. A NUL ends text in bash alone."""
    at = text.find("$'")
    while at >= 0:
        close = end_of_escaped(text, at + 2)
        inside = text[at + 2 : close if close >= 0 else len(text)]
        place = inside.find("\\")
        while place >= 0:
            if not is_shared_escape(inside[place + 1 : place + 10]):
                return True
            place = inside.find("\\", place + 2)
        at = text.find("$'", at + 2)
    return False


def is_shared_escape(escape: str) -> bool:
    """Whether what follows a backslash means the same one character in both shells."""
    letter = escape[:1]
    if not letter:
        return False
    if letter in "xuU":
        return escape[1:2] != "" and escape[1:2] in "123456789abcdefABCDEF"
    if letter in OCTAL:
        return 0 < int(run(escape, 0, OCTAL, 3), 8) < 0o400
    return letter in "abeEfnrtv\\'\"?"


def has_qualifier(text: str) -> bool:
    """`*(e:'rm x':)`: a pattern with a qualifier in parentheses runs code."""
    at = text.find("(")
    while at >= 0:
        if at and (text[at - 1] in "*?]/." or text[at - 1].isalnum()):
            return True
        at = text.find("(", at + 1)
    return False
