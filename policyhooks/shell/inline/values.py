"""Values of calls in inline code: joined paths, the home directory, decoded and concatenated text."""

from __future__ import annotations

from policyhooks.shell.inline.tree import (
    HIDDEN,
    LONGEST,
    MOST_OPTIONS,
    UNKNOWN,
    Value,
    beyond,
    environment,
    join_paths,
    join_texts,
    plain,
    single,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from policyhooks.shell.inline.tree import Names, Text

    Node = tuple[Any, ...]

PLACES = {"home": "~", "cwd": ".", "tmp": "/tmp"}  # noqa: S108  # what the code would get, not where we write
NAMELESS = ("listing", "entries", "tree")
ESCAPED = {"hex": "hex", "base64": "base64"}


def fold_call(names: Names, node: Node, depth: int) -> Value:
    name = names.name_of(node[1], depth + 1)
    fold = names.table.folds.get(name)
    arguments = node[2]
    if fold is None and node[1][0] == "attr":
        fold = names.table.method_folds.get(node[1][2])
        if fold is not None:
            return fold_method(names, fold, node[1][1], arguments, depth)
    if fold is None:
        return UNKNOWN
    if fold in PLACES:
        return plain(PLACES[fold])
    if fold == "tempname":
        return Value((("$TMPDIR/_", True, False),))
    values = [names.value(item, depth + 1) for item in arguments]
    return fold_values(fold, values)


def fold_values(fold: str, values: Sequence[Value]) -> Value:
    if not values:
        return plain("*", True) if fold in NAMELESS else plain("") if fold == "first" else UNKNOWN
    if fold == "first":
        return values[0]
    if fold == "join":
        return joined(spread(values), paths=True)
    if fold == "concat":
        return joined(spread(values), paths=False)
    if fold == "env":
        return environment(single(values[0]))
    if fold == "glob":
        return Value(tuple((text, dynamic, True) for text, dynamic, _ in values[0].texts))
    if fold == "listing":  # names without their folder
        return plain("*", True)
    if fold == "entries":
        return below(values[0], plain("*"))
    if fold == "tree":  # the folder, and folders below it
        return Value((*values[0].texts, *below(values[0], plain("*")).texts))
    if fold == "concatlist":
        return separated(values[1] if len(values) > 1 else plain(""), values[0])
    if fold == "implode":
        return separated(values[0], values[1]) if len(values) > 1 else UNKNOWN
    if fold == "chr":
        return joined([character(value) for value in spread(values)], paths=False)
    if fold == "list":
        return Value(UNKNOWN.texts, tuple(values))
    if fold == "words":
        text = single(values[0])
        return UNKNOWN if text is None else Value(UNKNOWN.texts, tuple(plain(word) for word in text.split()))
    if fold == "parent":
        return parent(values[0])
    if fold == "coded":  # Buffer.from(text, "base64")
        kind = single(values[1]) if len(values) > 1 else "text"
        return values[0] if kind in ("text", "utf8", "utf-8") else decoded(ESCAPED.get(kind or "", ""), values[0])
    return decoded(fold, values[0])


def fold_method(names: Names, fold: str, receiver: Node, arguments: Sequence[Node], depth: int) -> Value:
    own = names.value(receiver, depth + 1)
    values = [names.value(item, depth + 1) for item in arguments]
    if fold == "self":
        return own
    if fold == "joinpath" and own.items is not None:  # Ruby: list.join(" ")
        return separated(values[0] if values else plain(""), own)
    if fold == "joinpath":
        return joined([own, *values], paths=True)
    if fold == "concat":
        return joined([own, *values], paths=False)
    if fold == "below":
        return below(own, values[0] if values else plain("*"))
    if fold == "separated" and values:  # ",".join(list)
        return separated(own, values[0])
    if fold == "joinlist":  # list.join(",")
        return separated(values[0] if values else plain(""), own)
    if fold == "replaced" and len(values) == 2:
        old, new, text = single(values[0]), single(values[1]), single(own)
        if old and new is not None and text is not None:
            return plain(text.replace(old, new)) if len(text) * max(len(new), 1) < LONGEST else beyond()
    if fold == "reverse":
        text = single(own)
        return UNKNOWN if text is None else plain(text[::-1])
    if fold == "split":
        text = single(own)
        mark = single(values[0]) if values else None
        if text is not None and (mark or not values):
            return Value(UNKNOWN.texts, tuple(plain(word) for word in text.split(mark)))
    return UNKNOWN


def spread(values: Sequence[Value]) -> list[Value]:
    """A list among the arguments counts as its items."""
    found: list[Value] = []
    for value in values:
        found += value.items if value.items is not None else (value,)
    return found


def joined(values: Sequence[Value], *, paths: bool) -> Value:
    texts: tuple[Text, ...] = (("", False, False),)
    for index, value in enumerate(values):
        if len(texts) * len(value.texts) > MOST_OPTIONS:
            value = beyond()
        join = join_paths if paths and index else join_texts
        texts = tuple(join(left, right) for left in texts for right in value.texts)
        if any(len(text) > LONGEST for text, _, _ in texts):
            return beyond()
    return Value(texts)


def separated(mark: Value, value: Value) -> Value:
    between = single(mark)
    if between is None or value.items is None:
        return UNKNOWN
    parts: list[Value] = []
    for item in value.items:
        parts += [plain(between), item] if parts else [item]
    return joined(parts, paths=False)


def below(folder: Value, pattern: Value) -> Value:
    found = joined([folder, pattern], paths=True)
    return Value(tuple((text, dynamic, True) for text, dynamic, _ in found.texts))


def parent(value: Value) -> Value:
    texts = []
    for text, dynamic, glob in value.texts:
        folder, slash, _ = text.rstrip("/").rpartition("/")
        if text in (".", "~") or text.startswith(".."):
            folder = text + "/.."
        elif not slash:
            folder = "."
        texts.append((folder or "/", dynamic, glob))
    return Value(tuple(texts))


def character(value: Value) -> Value:
    text = single(value)
    if text is None or not text.isdecimal() or len(text) > 7 or int(text) > 0x10FFFF:
        return UNKNOWN
    return plain(chr(int(text)))


def decoded(kind: str, value: Value) -> Value:
    """Text behind hexadecimal digits, base64 or rot13, where it is written out."""
    text = single(value)
    if text is None or HIDDEN in text:
        return UNKNOWN
    if len(text) > LONGEST:
        return beyond()
    try:
        if kind == "hex":
            return plain(bytes.fromhex(text).decode("utf-8", "replace"))
        if kind == "base64":
            from binascii import a2b_base64

            return plain(a2b_base64(text.encode("ascii", "replace")).decode("utf-8", "replace"))
    except ValueError:
        return UNKNOWN
    if kind == "rot13":
        return plain("".join(map(turned, text)))
    return plain(text[::-1]) if kind == "reverse" else UNKNOWN


def turned(char: str) -> str:
    base = 97 if "a" <= char <= "z" else 65 if "A" <= char <= "Z" else 0
    return chr((ord(char) - base + 13) % 26 + base) if base else char
