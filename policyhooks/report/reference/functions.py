"""The reference page of the condition language: operators, macros, functions, from the tables of cel/."""

from __future__ import annotations

from collections.abc import Iterator

from policyhooks.cel.functions import POLICY_FUNCTIONS, Function, Overload
from policyhooks.cel.macros import RECEIVER_MACROS
from policyhooks.report.reference.markdown import table

INTRODUCTION = """\
# Conditions

Conditions are [CEL](https://cel.dev), type-checked against [events and fields](events.md) when policies are compiled. A
condition is true, false or an error, and an error is never "false": it takes the rule's `on_error`.

| | |
|---|---|
| operators | `!` `-` `*` `/` `%` `+` `==` `!=` `<` `<=` `>` `>=` `in` `&&` `\\|\\|` `?:` |
| literals | `"text"` `'text'` `r"raw"` `b"bytes"` `1` `1u` `1.5` `true` `null` `[1, 2]` `{"key": "value"}` |
| optional | `mcp.arguments.?to.orValue("")`, `tool.input[?"path"]` |
| bind | `cel.bind(name, value, expression)` |
| presence | `has(mcp.arguments.to)` |
"""

MACRO_NOTES = {
    "all": "the condition holds for every element",
    "exists": "the condition holds for some element",
    "exists_one": "the condition holds for exactly one element",
    "existsOne": "the same as `exists_one`",
    "filter": "the elements for which the condition holds",
    "map": "a list of what the expression gives for each element; with three arguments, of those that pass the first",
    "transformList": "a list, with index (or key) and value at hand",
    "transformMap": "a map with new values, with key and value at hand",
    "transformMapEntry": "a map with new keys and values",
    "optMap": "apply the expression to what an optional holds",
    "optFlatMap": "the same, where the expression gives an optional itself",
}

NOTES = {
    "bool": "convert to a boolean",
    "bytes": "convert to bytes",
    "charAt": "the character at a place",
    "cidr_contains": 'the address lies in the network: `cidr_contains("10.0.0.0/8", web.host.name)`',
    "contains": "the text occurs",
    "double": "convert to a floating-point number",
    "duration": 'a duration such as `duration("90s")`',
    "dyn": "forget the type",
    "endsWith": "the text ends so",
    "format": 'fill `%s`, `%d`, ... of a text: `"%s of %d".format([name, 3])`',
    "getDate": "the day of the month, from 1",
    "getDayOfMonth": "the day of the month, from 0",
    "getDayOfWeek": "the day of the week, 0 is Sunday",
    "getDayOfYear": "the day of the year, from 0",
    "getFullYear": "the year",
    "getHours": "the hours",
    "getMilliseconds": "the milliseconds",
    "getMinutes": "the minutes",
    "getMonth": "the month, from 0",
    "getSeconds": "the seconds",
    "glob": 'a path fits a [glob](policy-file.md#globs): `glob(file.path.norm, "**/*.{pem,key}")`',
    "has_pii": 'it holds personal data, of these kinds or of any: `has_pii(prompt.text, ["card", "iban", "ssn"])`; '
    "also `email`, `phone`",
    "has_secret": "a text, or a text in lists and maps, holds a secret: `has_secret(prompt.text)`",
    "hasValue": "the optional holds a value",
    "host_matches": 'a host is a domain or below it: `host_matches(web.host.name, "*.acme.example")`',
    "indexOf": "where the text begins, or -1",
    "int": "convert to a whole number",
    "join": "the texts as one, with a separator",
    "lastIndexOf": "where the text begins last, or -1",
    "lowerAscii": "ASCII letters in lower case",
    "matches": "an RE2 expression matches somewhere in the text",
    "name_words": "the words of a name: `deleteZone`, `delete-zone`, `DELETE_ZONE` are delete and zone",
    "optional.none": "an optional without a value",
    "optional.of": "an optional with a value",
    "optional.ofNonZeroValue": "an optional, empty for a zero value",
    "or": "this optional, or the other where this one is empty",
    "orValue": "the optional's value, or another",
    "path_under": 'a path is a folder or below it: `path_under(event.workspace, "/srv/mirror")`',
    "replace": "the text with one part replaced by another, everywhere or the first n times",
    "reverse": "the text backwards",
    "size": "how many characters, bytes, elements or entries",
    "split": "the parts between separators",
    "startsWith": "the text begins so",
    "string": "convert to text",
    "strings.quote": "the text in quotes, with escapes",
    "substring": "a part of the text, by place",
    "supplied": "the event of this client really carries the field",
    "timestamp": 'a time such as `timestamp("2026-12-31T00:00:00Z")`',
    "transcript_tail": "the last n messages of the conversation, in `judge.input` of stop rules: `transcript_tail(5)`",
    "trim": "without white space at both ends",
    "type": "the type of a value",
    "uint": "convert to an unsigned number",
    "upperAscii": "ASCII letters in upper case",
    "value": "the optional's value; an error where it is empty",
}


def render() -> str:
    """The whole page."""
    return "\n".join([INTRODUCTION, *_macros(), *_functions(), ""])


def _macros() -> Iterator[str]:
    yield "## Macros"
    yield ""
    names = dict.fromkeys(name for name, _ in RECEIVER_MACROS)
    rows = [[f"`list.{name}(x, ...)`", MACRO_NOTES[name]] for name in names]
    yield from table(["macro", "meaning"], rows)
    yield ""


def _functions() -> Iterator[str]:
    yield "## Functions"
    yield ""
    by_name: dict[str, list[Function]] = {}
    for function in POLICY_FUNCTIONS.values():
        by_name.setdefault(function.name, []).append(function)
    rows = []
    for name in sorted(by_name, key=str.lower):
        forms = [_form(one, overload) for one in by_name[name] for overload in one.overloads]
        rows.append([f"`{name}`", NOTES[name], "<br>".join(f"`{form}`" for form in forms)])
    yield from table(["function", "meaning", "forms"], rows)
    yield ""


def _form(function: Function, overload: Overload) -> str:
    words = [str(parameter).replace("%", "") for parameter in overload.parameters]
    result = str(overload.result).replace("%", "")
    if function.member:
        return f"{words[0]}.{function.name}({', '.join(words[1:])}): {result}"
    return f"{function.name}({', '.join(words)}): {result}"
