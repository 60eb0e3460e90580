"""SQL text as far as it leaves the database: the clients' own commands (`\\!`, `.shell`), programs and files."""

from __future__ import annotations

from policyhooks.core.sql_statements import LONGEST_TEXT, statements_in
from policyhooks.shell.expansion.state import Word
from policyhooks.shell.inline.little.scripts import Found

# The first word of a client's own line -> what follows it. Other lines are SQL.
LINES = {
    "\\!": "command", "system": "command", ".shell": "command", ".system": "command", "!": "command", "host": "command",
    "pager": "command", "\\p": "command", "edit": "text",
    "\\i": "exec", "\\ir": "exec", "\\include": "exec", "\\include_relative": "exec", "source": "exec", "\\.": "exec",
    ".read": "file", ".load": "exec", "\\o": "outfile", "\\out": "outfile", "\\w": "outfile", "\\write": "outfile",
    "\\g": "outfile", "\\gx": "outfile", ".output": "outfile", ".once": "outfile", "tee": "outfile",
    "\\t": "outfile", ".log": "outfile", ".backup": "write", ".save": "write", ".clone": "write", ".open": "write",
    ".import": "infile", ".restore": "read", "\\copy": "text", "\\cd": "text", "\\setenv": "text",
}  # fmt: skip
# Words before a literal -> what the literal is.
LITERALS = (
    ("program", "command"),
    ("into outfile", "write"),
    ("into dumpfile", "write"),
    ("infile", "read"),
    ("load_file(", "read"),
    ("pg_read_file(", "read"),
    ("pg_read_binary_file(", "read"),
    ("pg_ls_dir(", "read"),
    ("lo_import(", "read"),
    ("readfile(", "read"),
    ("writefile(", "write"),
    ("load_extension(", "exec"),
    ("xp_cmdshell", "command"),
    ("vacuum into", "write"),
    ("attach database", "write"),
    ("attach", "write"),
)
CLIENT_ONLY = frozenset(("system", "host", "source", "tee", "pager", "edit", "!", "\\p", "\\t"))
COPIES = ("copy ", "\\copy ")
INLINE = ("\\!", "\\o", "\\g ", "\\i ", "\\w ")


def read_sql(text: str) -> Found:
    found = Found()
    for line in text.split("\n"):
        read_line(found, line.strip())
    statements, _ = statements_in(text)
    seen: set[tuple[str, str]] = set()
    # As it stands, and without comments between the words.
    for reading in dict.fromkeys((text, *statements)):
        read_literals(found, reading, seen)
    found.unknown = found.unknown or len(text) > LONGEST_TEXT
    return found


def read_line(found: Found, line: str) -> None:
    """A line that is for the client: `\\! x`, `.shell x`, `system x`."""
    name, _, rest = line.partition(" ")
    rest = rest.strip()
    if line.startswith("\\!") and len(name) > 2:
        name, rest = "\\!", line[2:].strip()
    for kind in kinds_of(name.lower()):
        read_client(found, kind, name, rest, line)


def kinds_of(name: str) -> list[str]:
    """What a client's line may be. sqlite takes the beginning of a command for it: `.sh` is `.shell`."""
    if name in LINES or name[:1] != "." or name == ".":
        return [LINES.get(name, "")]
    return sorted({kind for other, kind in LINES.items() if other.startswith(name)}) or [""]


def read_client(found: Found, kind: str, name: str, rest: str, line: str) -> None:
    if not kind or (name.lower() in CLIENT_ONLY and not rest):
        place = line.find("\\!")
        if place > 0:
            found.commands.append((line[place + 2 :], None))
        elif "\\g |" in line or "\\o |" in line:
            found.commands.append((line.rpartition("|")[2], Word("", True)))
        return
    if kind == "command":
        found.commands.append((rest.rstrip(";") if name.lower() in CLIENT_ONLY else rest, None))
    elif kind in ("outfile", "file", "infile") and rest.lstrip("'\"").startswith("|"):
        command = literal(rest)[1:] if rest[0] in "'\"" else rest[1:]
        found.commands.append((command, Word("", True) if kind == "outfile" else None))
    elif rest and kind != "text":
        words = [word for word in rest.split() if not word.startswith("-")]
        op = {"outfile": "write", "infile": "read", "file": "exec"}.get(kind, kind)
        if words and words[0] not in ("off", "stdout", "on", ":memory:"):
            add_literal(found, op, words[0].strip("'\";"))


def read_literals(found: Found, text: str, seen: set[tuple[str, str]]) -> None:
    """Statements that name a program or a file of the machine."""
    for mark, kind in LITERALS:
        for after in texts_behind(text, mark):
            if after[:1] in ("'", '"'):
                add_once(found, kind, literal(after), seen)
            elif kind == "command" and after and mark != "program":
                found.unknown = True
    if text.strip().lower().startswith(COPIES):
        read_copy(found, text, seen)


def texts_behind(text: str, mark: str) -> list[str]:
    """What stands behind each place of a word, blanks and parentheses left out."""
    folded = text.lower()
    found = []
    place = folded.find(mark)
    while place >= 0:
        if not folded[place - 1 : place].isalnum() or not place:
            found.append(text[place + len(mark) :].lstrip(" \t\n("))
        place = folded.find(mark, place + 1)
    return found


def read_copy(found: Found, statement: str, seen: set[tuple[str, str]]) -> None:
    """`COPY t FROM '/x'`, `COPY t TO '/x'`."""
    folded = statement.lower()
    for mark, op in ((" from ", "read"), (" to ", "write")):
        place = folded.rfind(mark)
        after = statement[place + len(mark) :].lstrip() if place >= 0 else ""
        if after[:1] == "'":
            add_once(found, op, literal(after), seen)


def literal(text: str) -> str:
    """The string that a text begins with; a doubled quote stands for one."""
    mark = text[0]
    value = ""
    at = 1
    while at < len(text):
        if text[at] == mark:
            if text[at + 1 : at + 2] != mark:
                break
            at += 1
        value += text[at]
        at += 1
    return value


def add_once(found: Found, kind: str, value: str, seen: set[tuple[str, str]]) -> None:
    if (kind, value) not in seen:
        seen.add((kind, value))
        add_literal(found, kind, value)


def add_literal(found: Found, kind: str, value: str) -> None:
    if kind == "command":
        found.commands.append((value, None))
    elif value and value != ":memory:":
        found.paths.append((kind, Word(value)))
