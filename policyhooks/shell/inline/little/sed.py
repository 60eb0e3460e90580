"""sed scripts as far as they run commands or open files: `e`, `s///e`, `w`, `W`, `r`, `R`, `s///w`."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.little.scripts import Found

FILES = {"r": "read", "R": "read", "w": "write", "W": "write"}
TO_LINE_END = frozenset("aicbtT:v#")
SPECIAL_FILES = ("/dev/stdout", "/dev/stderr", "/dev/stdin")


def read_sed(text: str) -> Found:
    found = Found()
    at = 0
    while at < len(text):
        at = skip_address(text, at)
        letter = text[at : at + 1]
        if letter in ("s", "y"):
            at, flags = skip_substitution(text, at)
            if letter == "s" and "e" in flags:
                found.unknown = True  # runs the line that it has made
            if letter == "s" and "w" in flags:
                at = add_file(found, "write", text, at)
        elif letter == "e":
            stop = line_end(text, at)
            found.commands.append((text[at + 1 : stop].strip() or "$_", None))
            at = stop
        elif letter in FILES:
            at = add_file(found, FILES[letter], text, at + 1)
        elif letter in TO_LINE_END:
            at = label_end(text, at) if letter in "btT:" else text_end(text, at)
        else:
            at += 1
    return found


def add_file(found: Found, op: str, text: str, at: int) -> int:
    stop = line_end(text, at)
    path = text[at:stop].strip()
    if path and path not in SPECIAL_FILES:
        found.paths.append((op, Word(path)))
    return stop


def line_end(text: str, at: int) -> int:
    stop = text.find("\n", at)
    return len(text) if stop < 0 else stop


def label_end(text: str, at: int) -> int:
    """Labels end at a semicolon (GNU) or at the end of the line."""
    stop = line_end(text, at)
    semicolon = text.find(";", at, stop)
    return stop if semicolon < 0 else semicolon


def text_end(text: str, at: int) -> int:
    """`a\\` and its like: the text goes on after a line that ends in a backslash."""
    stop = line_end(text, at)
    while stop < len(text) and text[stop - 1] == "\\":
        stop = line_end(text, stop + 1)
    return stop


def skip_address(text: str, at: int) -> int:
    """Blanks, braces, line numbers, `/regex/`, `,`, `!`."""
    while at < len(text):
        char = text[at]
        if char in " \t\n;{},!$~+" or char.isdigit():
            at += 1
        elif char in "/\\":
            mark = text[at + 1 : at + 2] if char == "\\" else char
            at = skip_part(text, at + (2 if char == "\\" else 1), mark)
            while text[at : at + 1] in ("I", "M"):
                at += 1
        else:
            break
    return at


def skip_part(text: str, at: int, mark: str) -> int:
    """Behind the next mark; a backslash keeps one character, brackets keep a mark."""
    bracket = False
    while at < len(text) and (text[at] != mark or bracket):
        if text[at] == "\\":
            at += 1
        elif text[at] == "[" and not bracket and text.find("]", at + 2) > 0 and mark in "/,#|:":
            bracket = "\n" not in text[at : text.find("]", at + 2)] and is_set(text, at, mark)
        elif text[at] == "]":
            bracket = False
        at += 1
    return at + 1


def is_set(text: str, at: int, mark: str) -> bool:
    """A bracket expression that holds the mark: `s/[/]/x/`."""
    close = text.find("]", at + 2)
    return mark in text[at + 1 : close]


def skip_substitution(text: str, at: int) -> tuple[int, str]:
    """Where `s/a/b/flags` ends, and its flags; `w` is the last of them."""
    mark = text[at + 1 : at + 2]
    if not mark:
        return at + 1, ""
    place = skip_part(text, at + 2, mark)
    while place < len(text) and text[place] != mark:  # brackets mean nothing in the replacement
        place += 2 if text[place] == "\\" else 1
    place += 1
    start = place
    while place < len(text) and text[place].isalnum():
        place += 1
        if text[place - 1] == "w":
            break
    return place, text[start:place]
