"""Emacs Lisp as far as it starts programs, opens files or runs text: `(shell-command "x")`, `(delete-file "x")`."""

from __future__ import annotations

from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.little.scripts import Found
from policyhooks.shell.inline.scan import read_string

COMMANDS = frozenset(
    (
        "shell-command", "shell-command-to-string", "async-shell-command", "eshell-command", "compile",
        "call-process-shell-command", "start-process-shell-command", "shell-command-on-region", "process-lines",
        "call-process", "start-process", "call-process-region", "make-process",
    )
)  # fmt: skip
PATHS = {
    "delete-file": "delete", "delete-directory": "delete", "move-file-to-trash": "delete", "write-file": "write",
    "write-region": "write", "append-to-file": "append", "with-temp-file": "write", "copy-file": "write",
    "rename-file": "write", "copy-directory": "write", "make-directory": "write", "set-file-modes": "chmod",
    "make-symbolic-link": "link", "insert-file-contents": "read", "find-file": "read", "find-file-noselect": "read",
    "load": "exec", "load-file": "exec",
}  # fmt: skip
OPAQUE = frozenset(("eval", "read", "funcall", "apply", "intern", "base64-decode-string", "eval-buffer", "eval-region"))
QUIET = frozenset(("nil", "t", "0"))


def read_lisp(text: str) -> Found:
    found = Found()
    at = 0
    while at < len(text):
        if text[at] == '"':
            at = read_string(text, at)[1]
            continue
        if text[at] == "(":
            name, stop = name_at(text, at + 1)
            note(found, name, arguments(text, stop))
        at += 1
    return found


def note(found: Found, name: str, items: list[tuple[str, str]]) -> None:
    """One call with the arguments that follow its name; lists among them are unknown."""
    literals = [value for kind, value in items if kind == "str"]
    if name in COMMANDS:
        known = all(kind == "str" or value in QUIET for kind, value in items)
        if name.startswith(("start-process", "make-process")):
            literals = literals[2:] if name == "start-process" else literals[1:]
        if not literals or not known:
            found.unknown = True
        elif name in ("call-process", "start-process", "process-lines"):
            found.commands.append((" ".join(quoted(value) for value in literals), None))
        else:
            found.commands.append((literals[0], None))
    elif name in PATHS:
        paths = [Word(value) for value in literals] or [Word("$_", dynamic=True)]
        found.paths += [(PATHS[name], path) for path in paths]
        if name == "rename-file" and literals:
            found.paths.append(("delete", Word(literals[0])))
    elif name in OPAQUE:
        found.unknown = True


def name_at(text: str, at: int) -> tuple[str, int]:
    stop = at
    while stop < len(text) and (text[stop].isalnum() or text[stop] in "-_*/+"):
        stop += 1
    return text[at:stop], stop


def arguments(text: str, at: int) -> list[tuple[str, str]]:
    """Strings, names and lists up to the closing parenthesis."""
    items: list[tuple[str, str]] = []
    level = 0
    while at < len(text) and level >= 0:
        char = text[at]
        if char == '"':
            value, at = read_string(text, at)
            if not level:
                items.append(("str", value))
            continue
        if char == "(":
            if not level:
                items.append(("list", ""))
            level += 1
        elif char == ")":
            level -= 1
        elif not char.isspace() and not level:
            name, stop = name_at(text, at)
            items.append(("name", name or char))
            at = max(stop, at + 1)
            continue
        at += 1
    return items


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
