"""Holds a document to its model: the model, or every deviation at its key or value, in our own words."""

from __future__ import annotations

import types
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from policyhooks.compiler.nodes import Document, Listing, Mapping, Node, Place, Scalar, plain_data
from policyhooks.compiler.suggestion import closest, did_you_mean
from policyhooks.errors import Diagnostic
from policyhooks.shipped.frameworks import titles_of

M = TypeVar("M", bound=BaseModel)

KINDS = {
    "string_type": "a text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}
FORMS = {
    "duration": ("bad-duration", "this is not a duration", "write a number and a unit: 500ms, 4s, 5m, 24h, 7d"),
    "day": ("bad-date", "this is not a date", "write a day as 2026-12-31"),
    "blank": ("blank-text", "this text is empty", ""),
    "outside": (
        "path-outside",
        "this path does not stay below the folder of its file",
        "write a relative path without `..`, such as policies",
    ),
    "project": (
        "bad-name",
        "a project id is 8 to 40 lowercase letters, digits and dashes, and begins with no dash",
        "leave the key out: the first install writes one",
    ),
    "versions": ("bad-value", "this is not a version to compare with", 'write ">=0.2", or ">=0.2, <1"'),
    "url": ("bad-value", "this is not an address without a user", "such as https://mcp.acme.example/v1"),
    "bundle": ("bad-value", "a bundle is no policy file", "name it under `bundles`, with `source` and `digest`"),
    "reference": (
        "bad-value",
        "this is neither a .phb file below this folder nor an address without a user",
        "such as vendor/acme.phb or https://policies.acme.example/acme.phb",
    ),
    "digest": ("bad-value", "this is not a digest", "write the sha256 that `policyhooks bundle inspect` prints"),
}


def validate(document: Document, model: type[M]) -> tuple[M | None, list[Diagnostic]]:
    """The document as a model, or why it is none."""
    try:
        return model.model_validate(plain_data(document.root)), []
    except ValidationError as refused:
        problems: dict[tuple[str, int, int, str, str], Diagnostic] = {}
        for error in refused.errors(include_url=False, include_input=False):
            node = document.node(real_place(document.root, error["loc"])[0])
            # A list whose items are all wrong counts as too short as well: one mistake is told once.
            if error["type"] == "too_short" and isinstance(node, (Listing, Mapping)) and not is_empty(node):
                continue
            found = explain(document, model, dict(error))
            problems.setdefault(found.place(), found)
        return None, list(problems.values())


def explain(document: Document, model: type[BaseModel], error: dict[str, Any]) -> Diagnostic:
    """One of pydantic's errors in our words, at its place."""
    place, name = real_place(document.root, error["loc"])
    kind, context = error["type"], error.get("ctx", {})
    if kind == "extra_forbidden":
        key = document.key(place)
        known = keys_at(model, place[:-1])
        hint = did_you_mean(str(place[-1]), known) or f"known keys: {', '.join(sorted(known))}"
        start, end = (key.start, key.end) if key else span(document, place)
        return document.diagnose("unknown-key", f"unknown key `{place[-1]}`", start, end, hint)
    if kind == "missing":
        start, end = owner_span(document, place)
        if name == "expires":
            hint = "add the last day on which it holds: expires: 2026-12-31"
            return document.diagnose("exception-without-end", "the exception has no end date", start, end, hint)
        return document.diagnose("missing-key", f"the key `{name}` is missing", start, end, "add it here")
    start, end = span(document, place)
    node = document.node(place)
    written = node.value if isinstance(node, Scalar) and len(node.value) <= 60 and "\n" not in node.value else ""
    if kind == "literal_error":
        known = [word.strip("'") for word in str(context.get("expected", "")).replace(" or ", ", ").split(", ")]
        hint = did_you_mean(written, known) or f"one of {', '.join(known)}"
        return document.diagnose("bad-value", f"`{written}` is not a value of this key", start, end, hint)
    if kind in FORMS:
        return document.diagnose(*FORMS[kind][:2], start, end, FORMS[kind][2])
    if kind == "framework_id":
        message = f"`{written}` is not an id that `{context['key']}` knows"
        return document.diagnose("unknown-id", message, start, end, near_id(str(context["key"]), written))
    if kind == "said":  # a model's own words
        return document.diagnose("bad-value", str(context["message"]), start, end)
    if kind in KINDS:
        hint = type_hint(kind, written, keys_at(model, place))
        return document.diagnose("wrong-type", f"this must be {KINDS[kind]}", start, end, hint)
    return document.diagnose(*limit_words(kind, context, written), start, end)


def near_id(key: str, written: str) -> str:
    """The nearest id of a framework with its title: of numbers alone nobody could tell whether it is meant."""
    titles = titles_of(key)
    near = closest(written, titles) or next((name for name in titles if name.endswith(f":{written}")), "")
    known = "docs/reference/coverage.md lists the ids"
    return f"did you mean `{near}` ({titles[near].lower()})? {known}" if near else known


def type_hint(kind: str, written: str, keys: list[str]) -> str:
    """How to write a value of the right type."""
    if kind == "string_type" and written:
        return f'quote it: "{written}"'
    if kind == "tuple_type" and written:
        return f"write [{written}]"
    return f"its keys: {', '.join(keys)}" if kind in ("model_type", "model_attributes_type") and keys else ""


def limit_words(kind: str, context: dict[str, Any], written: str) -> tuple[str, str]:
    """Code and message of the limits that a field can set."""
    if kind == "string_pattern_mismatch":
        return "bad-name", f"`{written}` does not have the form {context.get('pattern', '')}"
    if kind == "string_too_long":
        return "text-too-long", f"this text is longer than {context.get('max_length')} characters"
    if kind in ("too_short", "string_too_short"):
        return "empty-list", "this list is empty"
    bounds = {"greater_than_equal": ("at least", "ge"), "less_than_equal": ("at most", "le")}
    if kind in bounds:
        word, key = bounds[kind]
        return "out-of-range", f"this must be {word} {context.get(key)}"
    return "bad-value", "this value does not fit"


def real_place(root: Node, location: tuple[str | int, ...]) -> tuple[Place, str]:
    """A place of the document from pydantic's location, which also holds tags of unions and key marks."""
    here: Node | None = root
    place: list[str | int] = []
    name = ""
    for step in location:
        if isinstance(here, Mapping) and step in here.entries:
            here = here.entries[str(step)][1]
            place.append(step)
        elif isinstance(step, int) and isinstance(here, Listing):
            here = here.items[step]
            place.append(step)
        else:
            name = str(step)
    return tuple(place), name


def span(document: Document, place: Place) -> tuple[int, int]:
    """The value at a place; a value that spans lines is shown by its key."""
    node = document.node(place)
    if isinstance(node, Scalar) and node.end > node.start:
        return node.start, node.end
    return owner_span(document, place)


def owner_span(document: Document, place: Place) -> tuple[int, int]:
    """The key that holds the value at a place, or the first key of an item."""
    key = document.key(place)
    if key is not None:
        return key.start, key.end
    node = document.node(place)
    if isinstance(node, Mapping) and node.entries:
        first = next(iter(node.entries.values()))[0]
        return first.start, first.end
    return (node.start, node.start + 1) if node is not None else (0, 1)


def keys_at(model: type[BaseModel], place: Place) -> list[str]:
    """The keys that a model knows at a place."""
    kinds: list[Any] = [model]
    for step in place:
        kinds = [inner for kind in kinds for inner in below(kind, step)]
    return [field.alias or name for kind in kinds if is_model(kind) for name, field in kind.model_fields.items()]


def below(kind: Any, step: str | int) -> list[Any]:
    """The types of what stands at a key or index of a value of this type."""
    if is_model(kind):
        return [
            inner
            for name, field in kind.model_fields.items()
            if (field.alias or name) == step
            for inner in alternatives(field.annotation)
        ]
    parameters = get_args(kind)
    return alternatives(parameters[-1] if isinstance(step, str) else parameters[0]) if parameters else []


def alternatives(annotation: Any) -> list[Any]:
    """The members of unions and annotated types."""
    origin = get_origin(annotation)
    if origin is Union or origin is types.UnionType:
        return [inner for member in get_args(annotation) for inner in alternatives(member)]
    if hasattr(annotation, "__metadata__"):
        return alternatives(get_args(annotation)[0])
    return [annotation]


def is_empty(node: Listing | Mapping) -> bool:
    return not (node.items if isinstance(node, Listing) else node.entries)


def is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)
