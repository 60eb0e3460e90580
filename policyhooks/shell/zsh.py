"""Forms that zsh reads in another way than bash: a command that holds one is not understood. Coarse on purpose."""

from __future__ import annotations

MARKS = (">!", ">>!", "<(", "=(", "${(", "$+", "&!", "&|", "(#", "$=", "^^", "<1", "<0", "$(<", ";|", "{~", "$~")
STARTS = (
    "=",
    "noglob",
    "nocorrect",
    "repeat",
    "foreach",
    "autoload",
    "zmodload",
    "setopt",
    "unsetopt",
    "emulate",
    "zcompile",
)


def reads_as_bash(text: str) -> bool:
    """False where zsh would run something else than the bash reading says."""
    if "NULLCMD" in text:
        return False  # names the program of a redirection without one
    text = unquoted(text)
    if any(mark in text for mark in MARKS) or text.startswith("{"):
        return False
    words = text.replace(";", " ").replace("|", " ").replace("&", " ").split()
    begun = text.replace("(", " ").replace("`", " ").replace("{", " ").split()
    if any(part.startswith(STARTS) for part in words):
        return False
    if " time -" in " " + " ".join(begun):
        return False  # it has no options: they would be the program
    if has_open_brace(text):
        return False
    if "~" in text.replace("~/", "").replace("~ ", "").removesuffix("~"):
        return False
    return not has_qualifier(text)


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


def has_qualifier(text: str) -> bool:
    """`*(e:'rm x':)`: a pattern with a qualifier in parentheses runs code."""
    at = text.find("(")
    while at >= 0:
        if at and (text[at - 1] in "*?]/." or text[at - 1].isalnum()):
            return True
        at = text.find("(", at + 1)
    return False
