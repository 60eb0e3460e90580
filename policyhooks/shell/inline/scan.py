"""A careful scan of code in languages without a parser here: its strings, the names it calls, what it imports."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach

QUOTES = "'\"`"
MOST_STRINGS = 4000
MOST_NAMES = 4000
OPAQUE = (
    "eval",
    "Function",
    "instance_eval",
    "class_eval",
    "send",
    "assert",
    "create_function",
    "loadstring",
    "load",
    "unpack",
    "pack",
    "atob",
    "Buffer.from",
    "fromCharCode",
    "base64_decode",
)


def analyse(text: str) -> tuple[bool, list[str], list[str], list[str]]:
    """(understood, imports, calls, strings). Code that builds code is not understood."""
    strings: list[str] = []
    plain: list[str] = []
    at = 0
    while at < len(text):
        if len(strings) >= MOST_STRINGS:
            reach("too_much_code")
            break
        char = text[at]
        if char in QUOTES:
            value, stop = read_string(text, at)
            strings.append(value)
            plain.append('""')
            at = stop
        else:
            plain.append(char)
            at += 1
    calls = called("".join(plain))
    imports = imported(text, strings)
    understood = not any(call in OPAQUE or call.rpartition(".")[2] in OPAQUE for call in calls)
    return understood, imports, calls, strings


def read_string(text: str, at: int) -> tuple[str, int]:
    """The string that opens at `at` and where it ends; an unclosed quote is taken as a character."""
    quote = text[at]
    stop = at + 1
    value = []
    while stop < len(text) and text[stop] != quote:
        if text[stop] == "\\" and stop + 1 < len(text):
            stop += 1
        value.append(text[stop])
        stop += 1
    if stop >= len(text):
        return "", at + 1
    return "".join(value), stop + 1


def strings_in(text: str) -> list[str]:
    """The strings of a text."""
    found = []
    at = 0
    while at < len(text):
        if text[at] in "'\"":
            value, at = read_string(text, at)
            found.append(value)
        else:
            at += 1
    return found


def called(text: str) -> list[str]:
    """Dotted names before an opening parenthesis or a string argument."""
    found: dict[str, None] = {}
    word = ""
    last = ""
    for char in text + " ":
        if char.isalnum() or char in "_.$:":
            word += char
            continue
        if word:
            last = word.strip(".:$")
            word = ""
        if char in '("' and last and not last[0].isdigit():
            found[last.replace("::", ".")] = None
            last = ""
        elif not char.isspace():
            last = ""
    return first(found)


def first(names: dict[str, None]) -> list[str]:
    if len(names) > MOST_NAMES:
        reach("too_much_code")
    return list(names)[:MOST_NAMES]


def imported(text: str, strings: list[str]) -> list[str]:
    """require, import, use, include: the next word or string."""
    found: dict[str, None] = {}
    flat = text
    for char in "()'\";,{}":
        flat = flat.replace(char, " ")
    words = flat.split()
    for index, word in enumerate(words[:-1]):
        if word.rpartition("=")[2] in (
            "require",
            "import",
            "from",
            "use",
            "include",
            "require_once",
            "include_once",
            "load",
        ):
            found[words[index + 1]] = None
    return first(found)
