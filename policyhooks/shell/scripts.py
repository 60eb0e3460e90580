"""Commands inside the little languages: sed's `e`, awk's system() and pipes, vim's `:!`, gdb's `shell`."""

from __future__ import annotations

from policyhooks.shell.state import Word

STARTERS = {"tcl": ("spawn ", "exec ", "system "), "gdb": ("shell ", "make ")}
QUOTE = '"'


def commands_in(lang: str, word: Word) -> tuple[list[str], bool]:
    """Shell texts that the code runs, and whether it may run text that is not written out."""
    text = word.text
    if lang == "awk":
        return awk_commands(text)
    if lang == "sed":
        return sed_commands(text)
    found = []
    for line in text.replace("|", "\n").split("\n"):
        line = line.strip().lstrip(":")
        if line.startswith("!"):
            found.append(line[1:])
        elif line.startswith(STARTERS.get(lang, ("\0",))):
            found.append(line.partition(" ")[2])
    return found, "system(" in text or "execute" in text


def awk_commands(text: str) -> tuple[list[str], bool]:
    found = []
    unknown = False
    place = text.find("system")
    while place >= 0:
        after = text[place + 6 :].lstrip()
        if after.startswith("("):
            value = string_at(after[1:].lstrip())
            if value is None:
                unknown = True
            else:
                found.append(value)
        place = text.find("system", place + 6)
    for index, char in enumerate(text):
        if char == "|" and text[index + 1 : index + 2] != "|" and text[index - 1 : index] != "|":
            value = string_at(text[index + 1 :].lstrip(" &"))
            if value is not None:
                found.append(value)
            elif text[index + 1 :].lstrip(" &").startswith("getline"):
                before = text[:index].rstrip()
                opening = before[:-1].rfind(QUOTE) if before.endswith(QUOTE) else -1
                if opening >= 0:
                    found.append(before[opening + 1 : -1])
                else:
                    unknown = True
            else:
                unknown = unknown or not inside_quotes(text, index)
    return found, unknown


def inside_quotes(text: str, place: int) -> bool:
    """In a string or a regular expression: an odd number of quotes or slashes before it."""
    before = text[:place].replace("\\\\", "").replace('\\"', "").replace("\\/", "")
    return before.count(QUOTE) % 2 == 1 or before.count("/") % 2 == 1


def string_at(text: str) -> str | None:
    """A string literal that stands alone as an operand: not the start of a concatenation."""
    if not text.startswith(QUOTE):
        return None
    close = 1
    while close < len(text) and text[close] != QUOTE:
        close += 2 if text[close] == "\\" else 1
    rest = text[close + 1 :].lstrip()
    if close >= len(text) or (rest and rest[0] not in ");}\n,|"):
        return None
    return text[1:close].replace('\\"', QUOTE).replace("\\\\", "\\")


def sed_commands(text: str) -> tuple[list[str], bool]:
    """`e command`, and `s///e`, which runs what it has made."""
    found = []
    unknown = False
    for line in text.replace("}", "\n").split("\n"):
        at = 0
        while at < len(line):
            at = skip_address(line, at)
            letter = line[at : at + 1]
            if letter == "e":
                found.append(line[at + 1 :].strip() or "$_")
                break
            if letter in ("s", "y"):
                at, flags = skip_substitution(line, at)
                if letter == "s" and "e" in flags:
                    unknown = True
            elif letter in ("a", "i", "c", "w", "r", "W", "R"):
                break
            else:
                at += 1
                while at < len(line) and line[at] not in ";{":
                    at += 1
            at += 1
    return found, unknown


def skip_address(line: str, at: int) -> int:
    """Blanks, line numbers, `/regex/`, `,`, `!`, `{`."""
    while at < len(line):
        char = line[at]
        if char in " \t;{,!$~+" or char.isdigit():
            at += 1
        elif char in "/\\":
            mark = line[at + 1 : at + 2] if char == "\\" else char
            at += 2 if char == "\\" else 1
            while at < len(line) and line[at] != mark:
                at += 2 if line[at] == "\\" else 1
            at += 1
            while line[at : at + 1] in ("I", "M"):
                at += 1
        else:
            break
    return at


def skip_substitution(line: str, at: int) -> tuple[int, str]:
    """Where `s/a/b/flags` ends, and its flags."""
    mark = line[at + 1 : at + 2]
    at += 2
    for _ in range(2):
        while at < len(line) and line[at] != mark:
            at += 2 if line[at] == "\\" else 1
        at += 1
    start = at
    while at < len(line) and (line[at].isalnum()):
        at += 1
    return at, line[start:at]
