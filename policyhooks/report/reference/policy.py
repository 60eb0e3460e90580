"""The reference page of the files that people write, from their JSON Schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from policyhooks.report.reference.markdown import table

Schema = Mapping[str, object]

MOST_CHOICES = 30  # more are listed on a page of their own

GLOBS = (
    "## Globs",
    "",
    (
        "Wherever a key takes globs (`paths`, `workspaces`, `tools`, `mcp`, `hosts`, `repos`, `users`, `subagents`, the"
        " rule ids of a Config), and in the condition `glob(path, glob)`, they mean the same:"
    ),
    "",
    *table(
        ["in a glob", "stands for"],
        [
            ["`*`", "any run of characters, in a path without slashes"],
            ["`?`", "one character, in a path no slash"],
            ["`**`", "alone between slashes of a path: any number of folders. `a/**` also is `a` itself"],
            ["`[a-z]`, `[!a-z]`", "one character of a set, or one that is not in it; `[^a-z]` is the same"],
            ["`{a,b}`", "either; may hold slashes, other braces and nothing: `x{,.bak}`"],
            [r"`\*`", "the character itself, for each of these"],
        ],
    ),
    "",
    (
        "A glob that is malformed (`[a`, `{a`, `{a}`, `}`, `***`) is an error with its line. Only a glob that a"
        " condition computes from the event cannot be checked: there what is malformed stands for itself, as in a"
        " shell. Commands have `*`, `?` and sets in their words, and no braces."
    ),
    "",
)


CONFIG = (
    "# The Config",
    "",
    (
        "`policyhooks.yaml`, of `kind: Config`: what an installation binds, and in a repository what the project is"
        " made of. It is compiled in; nothing of it is read when a decision is made. How it is found and trusted:"
        " [the project file](../how-to/install.md#the-project-file). Rules and their tests stand in"
        " [policy files](policy-file.md), where [globs](policy-file.md#globs) are described too. `policyhooks schema"
        " config` prints the JSON Schema for your editor."
    ),
    "",
    "```yaml",
    "apiVersion: policyhooks/v1",
    "kind: Config",
    "packs: [git-history, credential-files]",
    "profile: balanced",
    "params:",
    "  packs.git-history: {protected_branches: [main, release]}",
    "rules:",
    "  packs.credential-files/*: {mode: audit}",
    "journal: {bodies: none}",
    "```",
    "",
)


def render_config(schema: Schema) -> str:
    """The page of the Config."""
    lines = [*CONFIG, "## Keys", "", *_object(schema), ""]
    for name, definition in _definitions(schema).items():
        if definition.get("properties"):
            lines += [f"### {name}", "", *_object(definition), ""]
    return "\n".join(lines)


def render(kinds: Sequence[tuple[str, Schema]]) -> str:
    """The whole page from (file kind, its schema)."""
    lines = [
        "# Policy files",
        "",
        "YAML 1.2 with [CEL](cel.md) in it. `policyhooks schema` prints the JSON Schema for your editor.",
        "What an installation binds stands in [the Config](config.md).",
        "",
    ]
    lines += GLOBS
    seen: set[str] = set()
    for kind, schema in kinds:
        lines += [f"## kind: {kind}", "", *_object(schema), ""]
        for name, definition in _definitions(schema).items():
            if name not in seen and definition.get("properties"):
                seen.add(name)
                lines += [f"### {name}", "", *_object(definition), ""]
    return "\n".join(lines)


def _definitions(schema: Schema) -> dict[str, Schema]:
    found = schema.get("definitions") or schema.get("$defs") or {}
    assert isinstance(found, Mapping)
    return {str(name): definition for name, definition in found.items()}


def _object(schema: Schema) -> Iterator[str]:
    description = schema.get("description")
    if isinstance(description, str):
        yield from [" ".join(description.split()), ""]
    required = schema.get("required") or ()
    properties = schema.get("properties") or {}
    assert isinstance(properties, Mapping)
    assert isinstance(required, Sequence)
    rows = [_field(str(name), field, name in required) for name, field in properties.items()]
    if rows:
        yield from table(["key", "value", "default", "meaning"], rows)


def _field(name: str, field: Schema, required: bool) -> list[str]:
    return [f"`{name}`", type_of(field), "required" if required else _default(field), _meaning(field)]


def _meaning(field: Schema) -> str:
    text = " ".join(str(field.get("description", "")).split())
    examples = field.get("examples")
    if isinstance(examples, Sequence) and examples:
        text += f" Example: `{_plain(examples[0])}`."
    return text.strip()


def _default(field: Schema) -> str:
    value = field.get("default")
    if value in (None, "", [], {}, ()):
        return ""
    if isinstance(value, int) and not isinstance(value, bool) and "(ms|s|m|h|d)" in str(field.get("anyOf", "")):
        return f"`{value // 1000}s`" if value else "`0`"  # durations are kept in milliseconds
    return f"`{_plain(value)}`"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_plain(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_plain(inner) for inner in value) + "]"
    return str(value)


def type_of(field: Schema) -> str:
    """A schema's type in a few words."""
    if "$ref" in field:
        name = str(field["$ref"]).rsplit("/", 1)[-1]
        if name == "JsonValue":
            return "any value"
        return f"[{name}](#{name.lower()})"
    if "const" in field:
        return f"`{_plain(field['const'])}`"
    if "enum" in field:
        choices = field["enum"]
        assert isinstance(choices, Sequence)
        if len(choices) > MOST_CHOICES:
            return f"one of {len(choices)} ids"
        return ", ".join(f"`{_plain(choice)}`" for choice in choices)
    for key in ("anyOf", "oneOf", "allOf"):
        options = field.get(key)
        if isinstance(options, Sequence):
            words = [type_of(option) for option in options if option.get("type") != "null"]
            return " or ".join(dict.fromkeys(words))
    if field.get("type") == "array":
        items = field.get("items")
        return f"list of {type_of(items)}" if isinstance(items, Mapping) and items else "list"
    if field.get("type") == "object":
        patterns = field.get("patternProperties")
        values = next(iter(patterns.values())) if isinstance(patterns, Mapping) else field.get("additionalProperties")
        return f"map to {type_of(values)}" if isinstance(values, Mapping) and values else "map"
    kind = field.get("type")
    return " or ".join(kind) if isinstance(kind, list) else str(kind or "any value")
