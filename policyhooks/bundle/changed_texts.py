"""The old and new text of what differs between two bundles, from the sources in them, for a person to read.

It also finds what a manifest does not tell: a rule, or an exception of the Config, whose text says something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from policyhooks.bundle.comparison import CHANGED, Difference, arrange
from policyhooks.bundle.sources import CONFIG, FOLDER
from policyhooks.compiler.nodes import Document, Listing, Node, Scalar, plain_data
from policyhooks.compiler.nodes import Mapping as Keys
from policyhooks.compiler.source import Refused, decode, parse_document

Files = Mapping[str, bytes]
VALUES = (" lists.", " vars.", " memory.")  # what stands behind an owner's id, and is told by its digest
SILENT = ("tests",)  # keys of a rule that decide nothing


@dataclass(frozen=True)
class Source:
    """A part of a file: what it says, and how that is written."""

    value: object
    text: str


def with_texts(found: Sequence[Difference], old: Files, new: Files) -> list[Difference]:
    """The differences, the first of each rule, list or exception with its texts; and those that only texts show."""
    before, after = dict(read_texts(old)), dict(read_texts(new))
    told = {one.subject for one in found}
    more = [
        Difference(CHANGED, key, "what it says changed")
        for key in sorted(before.keys() & after.keys())
        if before[key].value != after[key].value and key not in told and not any(word in key for word in VALUES)
    ]
    shown: set[str] = set()
    done = []
    for one in arrange([*found, *more]):
        keys = [key for key in (one.subject, f"{one.subject} {_name(one.text)}") if key in before or key in after]
        if keys and keys[0] not in shown:
            shown.add(keys[0])
            one = replace(one, before=_text(before, keys[0]), after=_text(after, keys[0]))
        done.append(one)
    return done


def _name(text: str) -> str:
    """`lists.x` of `lists.x changed`."""
    return text.partition(" ")[0]


def _text(texts: Mapping[str, Source], key: str) -> str:
    return texts[key].text if key in texts else ""


def read_texts(files: Files) -> Iterator[tuple[str, Source]]:
    """Rules by full id, lists and variables behind their owner's id, exceptions of the Config."""
    for name, content in sorted(files.items()):
        document = _read(name, content) if name == CONFIG or name.startswith(f"{FOLDER}/") else None
        if document is None:
            continue
        if name == CONFIG:
            for node in _items(document.node(("exceptions",))):
                yield f"exception {_word(node, 'id')}", _source(document, node)
            continue
        owner = document.node(("metadata", "id"))
        prefix = owner.value if isinstance(owner, Scalar) else ""
        for node in _items(document.node(("rules",))):
            yield f"{prefix}/{_word(node, 'id')}", _source(document, node)
        for key, word in (("lists", "lists"), ("variables", "vars"), ("memory", "memory")):
            held = document.node((key,))
            for inner, (_, value) in held.entries.items() if isinstance(held, Keys) else ():
                yield f"{prefix} {word}.{inner}", _source(document, value)


def _read(name: str, content: bytes) -> Document | None:
    """A source that cannot be read has no texts; whether it may run is not asked here."""
    if not name.endswith((".yaml", ".yml")):
        return None
    try:
        return parse_document(decode(content, name), name)[0]
    except Refused:
        return None


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Listing) else ()


def _word(node: Node, key: str) -> str:
    value = node.entries[key][1] if isinstance(node, Keys) and key in node.entries else None
    return value.value if isinstance(value, Scalar) else ""


def _source(document: Document, node: Node) -> Source:
    value = plain_data(node)
    if isinstance(value, dict):
        value = {key: inner for key, inner in value.items() if key not in SILENT}
    return Source(value, _written(document, node))


def _written(document: Document, node: Node) -> str:
    """The lines of a node without its indentation, and without tests that stand on lines of their own."""
    first, column = document.position(node.start)
    silent = {line - first for line in _silent_lines(document, node) if line > first}
    lines = enumerate(document.text[node.start : node.end].split("\n"))
    cut = [_dedent(line, column - 1) if number else line for number, line in lines if number not in silent]
    return "\n".join(line.rstrip() for line in cut if line.strip())


def _silent_lines(document: Document, node: Node) -> Iterator[int]:
    entries = node.entries if isinstance(node, Keys) else {}
    for name, value in (entries[key] for key in SILENT if key in entries):
        last = document.position(max(value.end - 1, value.start))[0]
        yield from range(document.position(name.start)[0], last + 1)


def _dedent(line: str, width: int) -> str:
    return line[width:] if not line[:width].strip() else line.lstrip()
