"""Forms that zsh reads in another way than bash: a command that holds one is not understood. Coarse on purpose."""

from __future__ import annotations

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
    if any(
        mark in text for mark in (">!", ">>!", "<(", "=(", "$(<", "${(", "$+", "|&", "&!", "&|", "**", "(#", "$=", "^^")
    ):
        return False
    if any(part.startswith(STARTS) for part in text.replace(";", " ").replace("|", " ").replace("&", " ").split()):
        return False
    if "~" in text.replace("~/", "").replace("~ ", "") or "{" in text or "[[" in text:
        return False
    return not has_qualifier(text)


def has_qualifier(text: str) -> bool:
    """`*(e:'rm x':)`: a pattern with a qualifier in parentheses runs code."""
    at = text.find("(")
    while at >= 0:
        if at and (text[at - 1] in "*?]/." or text[at - 1].isalnum()):
            return True
        at = text.find("(", at + 1)
    return False
