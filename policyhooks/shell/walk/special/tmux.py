"""tmux's own grammar: sequences of commands, commands in the values of other commands, typed keys, `#(...)` in formats.

Everything becomes plain tmux commands, whose shell text the program table names.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Word

DEEPEST = 4
KEYS = {"space": " ", "enter": "\n", "c-m": "\n", "kpenter": "\n", "c-j": "\n", "tab": " ", "c-i": " ", "bspace": ""}
IGNORED_KEYS = ("c-c", "c-d", "c-l", "c-u", "escape", "c-z", "up", "down", "left", "right")
GLOBAL_VALUES = ("-c", "-f", "-L", "-S", "-T")
VALUED = frozenset(("-t", "-T", "-N", "-c", "-b", "-s", "-F", "-p", "-I", "-d", "-n"))
# Sub-command -> how many of its operands come before tmux commands, and whether these are one text each.
NESTED = {
    "bind-key": (1, False), "bind": (1, False), "set-hook": (1, True), "if-shell": (1, True), "if": (1, True),
    "confirm-before": (0, True), "confirm": (0, True), "command-prompt": (0, True), "display-menu": (0, True),
}  # fmt: skip
SETS = frozenset(("set", "set-option", "setw", "set-window-option"))
RUN_OPTIONS = frozenset(("default-command", "default-shell", "lock-command", "copy-command", "editor"))


def expand(words: list[Word], depth: int = 0) -> list[list[Word]]:
    """The plain commands that a tmux command line holds."""
    lines: list[list[Word]] = []
    for number, segment in enumerate(segments(words)):
        line = segment if not number else [words[0], *segment]
        lines.append(line)
        inside = nested(line)
        if inside and depth >= DEEPEST:
            reach("too_much_code")
        elif inside:
            lines += [found for inner in inside for found in expand(inner, depth + 1)]
    return lines


def segments(words: list[Word]) -> list[list[Word]]:
    """The words between semicolons; one may also be the last character of a word."""
    found: list[list[Word]] = [[]]
    for word in words:
        text = word.text
        if text.endswith(";") and not text.endswith("\\;") and " " not in text:
            if text != ";":
                found[-1].append(word.part(0, -1))
            found.append([])
        else:
            found[-1].append(word)
    return [segment for segment in found if segment]


def split_line(line: list[Word]) -> tuple[str, list[Word]]:
    """The sub-command and its operands."""
    at = 1
    while at < len(line) and line[at].text[:1] == "-":
        at += 2 if line[at].text in GLOBAL_VALUES else 1
    name = line[at].text if at < len(line) else ""
    at += 1
    while at < len(line) and line[at].text[:1] == "-" and len(line[at].text) > 1:
        at += 2 if line[at].text in VALUED and name not in ("bind", "bind-key", "set", "set-option") else 1
    return name, line[at:]


def nested(line: list[Word]) -> list[list[Word]]:
    """Commands in the words of one command, each as a tmux command of its own."""
    name, operands = split_line(line)
    tmux = line[0]
    found = [
        [tmux, Word("run-shell"), Word(text, word.dynamic)]
        for word in line[1:]
        if "#(" in word.text
        for text in formats(word.text)
    ]
    if name in NESTED:
        before, texts = NESTED[name]
        rest = operands[before:]
        if texts:
            found += [[tmux, *(Word(part) for part in split_text(word.text))] for word in rest if not word.dynamic]
        elif rest:
            found.append([tmux, *rest])
    elif name in SETS and len(operands) > 1 and operands[-2].text in RUN_OPTIONS:
        found.append([tmux, Word("run-shell"), operands[-1]])
    elif name in ("send-keys", "send") and len([word for word in operands if not is_key(word.text)]) > 1:
        found.append([tmux, Word("send-keys"), typed(operands)])
    return [item for item in found if len(item) > 1]


def is_key(text: str) -> bool:
    return text.lower() in KEYS or text.lower() in IGNORED_KEYS


def typed(words: list[Word]) -> Word:
    """What keys type into the shell of a pane."""
    text = ""
    for word in words:
        key = word.text.lower()
        if key not in IGNORED_KEYS:
            text += KEYS.get(key, word.text)
    return Word(text, any(word.dynamic for word in words))


def formats(text: str) -> list[str]:
    """The shell text of every `#(...)`."""
    found = []
    for piece in text.split("#(")[1:]:
        level = 1
        for at, char in enumerate(piece):
            level += {"(": 1, ")": -1}.get(char, 0)
            if not level:
                found.append(piece[:at])
                break
        else:
            found.append(piece)
    return found


def split_text(text: str) -> list[str]:
    """The words of a tmux command in a text; quotes keep blanks together."""
    words: list[str] = []
    current: str | None = None
    quote = ""
    for char in text:
        if quote:
            if char == quote:
                quote = ""
            else:
                current = (current or "") + char
        elif char in "'\"":
            quote = char
            current = current or ""
        elif char in "{}" and current is None:
            continue
        elif char.isspace():
            if current is not None:
                words.append(current)
            current = None
        else:
            current = (current or "") + char
    return words if current is None else [*words, current]
