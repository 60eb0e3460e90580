"""What editors put into a shell command before it runs: `%` is the file, `#` the one before, `!` the last command."""

from __future__ import annotations

FILE = "$editor_file"  # a variable that nobody knows: the word is dynamic
# Words between angle brackets that vim replaces, among them those of user commands.
NAMES = (
    *("cword", "cWORD", "cexpr", "cfile", "afile", "abuf", "amatch", "sfile", "stack", "script", "slnum", "sflnum"),
    *("client", "args", "q-args", "f-args", "line1", "line2", "range", "count", "bang", "mods", "q-mods", "reg", "lt"),
)


def expand(text: str, special: str) -> tuple[str, bool]:
    """The command with an unknown word for each special sign, and whether `!` stands for an earlier command."""
    if not any(sign in text for sign in special + "<"):
        return text, False
    value = ""
    quoted = repeats = False
    at = 0
    while at < len(text):
        sign = text[at]
        word = _name_at(text, at) if sign == "<" and "#" in special else ""
        if sign == "\\" and text[at + 1 : at + 2] in tuple(special):
            at += 1
            value += text[at]
        elif sign in special and sign == "!":
            repeats = True
        elif sign in special or word:
            value += f"'\"{FILE}\"'" if quoted else FILE
            at += len(word)
        else:
            quoted = not quoted if sign == "'" else quoted
            value += sign
        at += 1
    return value, repeats


def _name_at(text: str, at: int) -> str:
    """`cword>` of `<cword>`, or nothing."""
    end = text.find(">", at, at + 12)
    return text[at + 1 : end + 1] if end > 0 and text[at + 1 : end] in NAMES else ""
