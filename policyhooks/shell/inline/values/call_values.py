"""Values of calls in inline code: joined paths, the home directory, decoded and concatenated text.

A language's table says which call is which fold; a fold is a function here.
"""

from __future__ import annotations

from policyhooks.shell.inline.nodes import Member
from policyhooks.shell.inline.values.decoded_text import character, decoded
from policyhooks.shell.inline.values.value import (
    LONGEST,
    TEMPORARY,
    UNKNOWN,
    Value,
    beyond,
    environment,
    joined,
    list_of,
    plain,
    separated,
    single,
    spread,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from policyhooks.shell.inline.nodes import Call
    from policyhooks.shell.inline.values.expression_values import Resolver

PLACES = {"home": "~", "cwd": ".", "tmp": "/tmp"}  # noqa: S108  # what the code would get, not where we write
NAMELESS = ("listing", "entries", "tree")
ESCAPED = {"hex": "hex", "base64": "base64"}


def fold_call(names: Resolver, node: Call, depth: int) -> Value:
    function = node.function
    fold = names.table.folds.get(names.name_of(function, depth + 1))
    if fold is None and isinstance(function, Member):
        fold = names.table.method_folds.get(function.name)
        if fold is not None:
            own = names.value(function.owner, depth + 1)
            return fold_method(fold, own, [names.value(item, depth + 1) for item in node.arguments])
    if fold is None:
        return UNKNOWN
    if fold in PLACES:
        return plain(PLACES[fold])
    if fold == "tempname":
        return TEMPORARY
    return fold_values(fold, [names.value(item, depth + 1) for item in node.arguments])


def fold_values(fold: str, values: Sequence[Value]) -> Value:
    if not values:
        return plain("*", True) if fold in NAMELESS else plain("") if fold == "first" else UNKNOWN
    folding = CALL_FOLDS.get(fold)
    return decoded(fold, values[0]) if folding is None else folding(values)


def fold_method(fold: str, own: Value, values: Sequence[Value]) -> Value:
    folding = METHOD_FOLDS.get(fold)
    return UNKNOWN if folding is None else folding(own, values)


# Functions: their arguments, of which there is at least one


def fold_words(values: Sequence[Value]) -> Value:
    text = single(values[0])
    return UNKNOWN if text is None else list_of([plain(word) for word in text.split()])


def fold_tree(values: Sequence[Value]) -> Value:
    """The folder, and folders below it."""
    return Value((*values[0].texts, *below(values[0], plain("*")).texts))


def fold_concatenated_list(values: Sequence[Value]) -> Value:
    return separated(values[1] if len(values) > 1 else plain(""), values[0])


def fold_implode(values: Sequence[Value]) -> Value:
    return separated(values[0], values[1]) if len(values) > 1 else UNKNOWN


def fold_coded(values: Sequence[Value]) -> Value:
    """Buffer.from(text, "base64")."""
    kind = single(values[1]) if len(values) > 1 else "text"
    return values[0] if kind in ("text", "utf8", "utf-8") else decoded(ESCAPED.get(kind or "", ""), values[0])


CALL_FOLDS: dict[str, Callable[[Sequence[Value]], Value]] = {
    "first": lambda values: values[0],
    "join": lambda values: joined(spread(values), paths=True),
    "concat": lambda values: joined(spread(values), paths=False),
    "env": lambda values: environment(single(values[0])),
    "glob": lambda values: values[0].as_glob(),
    "listing": lambda values: plain("*", True),  # names without their folder
    "entries": lambda values: below(values[0], plain("*")),
    "tree": fold_tree,
    "concatlist": fold_concatenated_list,
    "implode": fold_implode,
    "chr": lambda values: joined([character(value) for value in spread(values)], paths=False),
    "list": list_of,
    "words": fold_words,
    "parent": lambda values: parent(values[0]),
    "coded": fold_coded,
}


# Methods: what they are called on, and their arguments


def fold_join_path(own: Value, values: Sequence[Value]) -> Value:
    if own.items is not None:  # Ruby: list.join(" ")
        return separated(values[0] if values else plain(""), own)
    return joined([own, *values], paths=True)


def fold_replaced(own: Value, values: Sequence[Value]) -> Value:
    if len(values) != 2:
        return UNKNOWN
    old, new, text = single(values[0]), single(values[1]), single(own)
    if not old or new is None or text is None:
        return UNKNOWN
    return plain(text.replace(old, new)) if len(text) * max(len(new), 1) < LONGEST else beyond()


def fold_reverse(own: Value, values: Sequence[Value]) -> Value:
    text = single(own)
    return UNKNOWN if text is None else plain(text[::-1])


def fold_split(own: Value, values: Sequence[Value]) -> Value:
    text = single(own)
    mark = single(values[0]) if values else None
    if text is None or (values and not mark):
        return UNKNOWN
    return list_of([plain(word) for word in text.split(mark)])


METHOD_FOLDS: dict[str, Callable[[Value, Sequence[Value]], Value]] = {
    "self": lambda own, values: own,
    "joinpath": fold_join_path,
    "concat": lambda own, values: joined([own, *values], paths=False),
    "below": lambda own, values: below(own, values[0] if values else plain("*")),
    "separated": lambda own, values: separated(own, values[0]) if values else UNKNOWN,  # ",".join(list)
    "joinlist": lambda own, values: separated(values[0] if values else plain(""), own),  # list.join(",")
    "replaced": fold_replaced,
    "reverse": fold_reverse,
    "split": fold_split,
}


def below(folder: Value, pattern: Value) -> Value:
    return joined([folder, pattern], paths=True).as_glob()


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
