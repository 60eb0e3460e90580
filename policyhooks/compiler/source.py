"""Reads policy files: bytes to a tree with positions, YAML's traps refused with a hint.

Failures are diagnostics: a missing, unreadable, binary, huge or deep file never raises. Knows
nothing of what the keys mean.
"""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import yaml

from policyhooks.compiler.nodes import Document, Listing, Mapping, Node, Scalar
from policyhooks.compiler.traps import Trap, find_bad_scalar, find_odd_character, find_trap
from policyhooks.errors import Diagnostic

MAX_BYTES = 32 * 1024 * 1024
MAX_DEPTH = 32
MAX_NODES = 2_000_000


class Refused(Exception):
    """The file cannot be read further; carries the one reason."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def read_document(path: str, shown: str | None = None) -> tuple[Document | None, list[Diagnostic]]:
    """The tree of a file and its traps, or why there is none. `shown` is the path in diagnostics."""
    name = path if shown is None else shown
    try:
        return parse_document(read_text(path, name), name)
    except Refused as refused:
        return None, [refused.diagnostic]


def read_text(path: str, name: str) -> str:
    """The file's text. Raises Refused on anything that is not a UTF-8 text of bearable size."""
    try:
        status = Path(path).stat()
        if not stat.S_ISREG(status.st_mode):
            raise Refused(Diagnostic("unreadable-file", f"`{name}` is not a regular file", name))
        if status.st_size > MAX_BYTES:
            limit = MAX_BYTES // (1024 * 1024)
            raise Refused(
                Diagnostic("file-too-large", f"the file is larger than {limit} MB", name, help="split it by topic")
            )
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise Refused(Diagnostic("missing-file", f"there is no file `{name}`", name)) from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "the name cannot be used"
        raise Refused(Diagnostic("unreadable-file", f"`{name}` cannot be read: {reason.lower()}", name)) from None
    return decode(data, name)


def decode(data: bytes, name: str) -> str:
    """Bytes to text with plain line ends. Raises Refused with the place of the first bad byte."""
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as problem:
        good = data[: problem.start].decode("utf-8", "replace")
        line, column = good.count("\n") + 1, len(good) - good.rfind("\n")
        message = "the file is not UTF-8 text"
        raise Refused(
            Diagnostic("not-utf-8", message, name, line, column, column + 1, help="save it as UTF-8")
        ) from None
    text = text.replace("\r\n", "\n")
    odd = find_odd_character(text)
    if odd is not None:
        before = text[:odd]
        line, column = before.count("\n") + 1, odd - before.rfind("\n")
        message = f"the character U+{ord(text[odd]):04X} is not allowed here"
        hint = 'write it as an escape in double quotes, such as "\\u200b"'
        raise Refused(Diagnostic("odd-character", message, name, line, column, column + 1, help=hint))
    return text


def parse_document(text: str, name: str) -> tuple[Document | None, list[Diagnostic]]:
    """The tree of a text and the traps in it; no tree where the YAML itself cannot be read."""
    reader = Reader(text, name)
    try:
        root = reader.read()
    except Refused as refused:
        return None, [*reader.problems, refused.diagnostic]
    except yaml.YAMLError as problem:
        return None, [*reader.problems, syntax_error(problem, text, name)]
    return Document(name, text, root), reader.problems


def syntax_error(problem: yaml.YAMLError, text: str, name: str) -> Diagnostic:
    """The parser's complaint at its place."""
    mark = getattr(problem, "problem_mark", None) or getattr(problem, "context_mark", None)
    words = str(getattr(problem, "problem", None) or "the YAML cannot be read").lower()
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    lines = text.split("\n")
    here = lines[line - 1] if line <= len(lines) else ""
    hint = ""
    if "\t" in here[: max(column, 1)]:
        hint = "indent with spaces, not with tabs"
    elif "*" in here[column - 1 : column + 2] or "alias" in words:
        hint = 'a value that begins with `*` must be quoted, such as "**/.env"'
    elif ": " in here[: column - 1] and "mapping values" in words:
        hint = "quote a value that contains `: `"
    elif here[column - 1 : column] in ("@", "`", "%"):
        hint = "quote a value that begins with this character"
    return Diagnostic("yaml-syntax", words.rstrip("."), name, line, column, column + 1, help=hint)


class Reader:
    """Builds the tree from parser events; collects traps and goes on after each."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.problems: list[Diagnostic] = []
        self.loader = yaml.CSafeLoader(text)
        self.nodes = 0
        self.lines = Document(name, text, Scalar("", "", 0, 0))

    def read(self) -> Node:
        """The root of the one document of the file."""
        self.next_event()
        if isinstance(self.loader.peek_event(), yaml.StreamEndEvent):
            raise Refused(Diagnostic("empty-file", "the file holds no document", self.name, 1, 1, 2))
        self.next_event()
        root = self.build(0)
        self.next_event()
        extra = self.next_event()
        if not isinstance(extra, yaml.StreamEndEvent):
            at = extra.start_mark.index
            message = "the file holds more than one document"
            raise Refused(self.lines.diagnose("yaml-documents", message, at, at + 3, "one policy a file"))
        return root

    def next_event(self) -> Any:
        """The next event of the parser; its stubs know neither marks nor styles."""
        return self.loader.get_event()

    def build(self, depth: int) -> Node:
        """The node that the next events describe."""
        event = self.next_event()
        start = event.start_mark.index
        self.nodes += 1
        if depth > MAX_DEPTH or self.nodes > MAX_NODES:
            message = (
                f"nested deeper than {MAX_DEPTH} levels" if depth > MAX_DEPTH else "more values than a policy can need"
            )
            raise Refused(self.lines.diagnose("yaml-too-deep", message, start, start + 1))
        self.note(find_trap(event, self.text))
        kind = type(event)
        if kind is yaml.MappingStartEvent:
            return self.build_mapping(start, depth)
        if kind is yaml.SequenceStartEvent:
            items = []
            while not isinstance(self.loader.peek_event(), yaml.SequenceEndEvent):
                items.append(self.build(depth + 1))
            return Listing(tuple(items), start, self.next_event().end_mark.index)
        if kind is yaml.AliasEvent:
            return Scalar("", "'", start, event.end_mark.index)
        style = event.style if event.style in ("'", '"', "|", ">") else ""
        scalar = Scalar(event.value, style, start, event.end_mark.index)
        self.note(find_bad_scalar(scalar, self.text))
        return scalar

    def build_mapping(self, start: int, depth: int) -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        while not isinstance(self.loader.peek_event(), yaml.MappingEndEvent):
            key = self.build(depth + 1)
            value = self.build(depth + 1)
            if not isinstance(key, Scalar):
                self.note(Trap("yaml-key", "a key must be a plain word", key.start, key.end, ""))
            elif key.value in entries:
                line, _ = self.lines.position(entries[key.value][0].start)
                message = f"the key `{key.value}` occurs twice"
                self.note(Trap("duplicate-key", message, key.start, key.end, f"the first is on line {line}"))
            else:
                entries[key.value] = (key, value)
        return Mapping(entries, start, self.next_event().end_mark.index)

    def note(self, trap: Trap | None) -> None:
        """Keep a trap as a diagnostic."""
        if trap is not None:
            self.problems.append(self.lines.diagnose(trap.code, trap.message, trap.start, trap.end, trap.help))
