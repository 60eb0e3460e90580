"""YAML's traps: what is legal YAML and almost never meant. Each is an error with a hint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from policyhooks.compiler.nodes import Scalar

# Words that YAML 1.1 reads as booleans and YAML 1.2 as text: a policy must not depend on which.
OLD_BOOLEANS = frozenset(("yes", "no", "on", "off"))
# Invisible or direction-changing characters, with which a rule can look other than it is.
BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
INVISIBLE = frozenset("\u00ad\u200b\u200c\u2060\u2028\u2029\ufeff\x7f") | frozenset(map(chr, range(0x80, 0xA0)))
CONTROL = frozenset(map(chr, range(0x20))) - frozenset("\n\t")
ODD = BIDIRECTIONAL | INVISIBLE | CONTROL

# What else is said about the line of a trap follows from the trap.
CODES = frozenset(
    ("yaml-alias", "yaml-anchor", "yaml-tag", "yaml-boolean", "yaml-comment", "yaml-key", "duplicate-key")
)


@dataclass(frozen=True, slots=True)
class Trap:
    """One trap at the characters from start to end."""

    code: str
    message: str
    start: int
    end: int
    help: str


def find_odd_character(text: str) -> int | None:
    """Where the first character stands that a reader cannot see."""
    found = [text.index(character) for character in ODD if character in text]
    return min(found) if found else None


def find_trap(event: Any, text: str) -> Trap | None:
    """A tag, anchor or alias on the node that this event begins."""
    start, end = event.start_mark.index, event.end_mark.index
    if isinstance(event, yaml.AliasEvent):
        hint = 'write the value out; a text that begins with `*` must be quoted, such as "**/.env"'
        return Trap("yaml-alias", f"the alias `*{event.anchor}` is not allowed", start, end, hint)
    anchor = getattr(event, "anchor", None)
    if anchor is not None:
        hint = "write the value out, or share it with a Library; a text that begins with `&` must be quoted"
        return Trap("yaml-anchor", f"the anchor `&{anchor}` is not allowed", start, start + len(anchor) + 1, hint)
    tag = getattr(event, "tag", None)
    if tag is not None:
        first = text[start:].split("\n", 1)[0].split(" #")[0].strip()
        word = first.split(maxsplit=1)[0] if first else tag
        quoted = first.replace("\\", "\\\\").replace('"', '\\"')
        hint = f'YAML reads a leading `!` as a tag; quote the value: "{quoted}"'
        return Trap("yaml-tag", f"the tag `{word}` is not allowed", start, start + len(word), hint)
    return None


def find_bad_scalar(scalar: Scalar, text: str) -> Trap | None:
    """An unquoted word of YAML 1.1's booleans, or a text that a comment cuts off."""
    if scalar.style:
        return None
    folded = scalar.value.lower()
    if folded in OLD_BOOLEANS or (folded in ("true", "false", "null") and folded != scalar.value):
        meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(folded, folded)
        hint = f'write `{meant}`, or quote the word: "{scalar.value}"'
        return Trap(
            "yaml-boolean",
            f"`{scalar.value}` means different things to different YAML readers",
            scalar.start,
            scalar.end,
            hint,
        )
    rest = text[scalar.end : scalar.end + 80].split("\n", 1)[0]
    if rest.lstrip(" \t").startswith("#") and rest[:1] in (" ", "\t") and is_cut(scalar.value):
        at = scalar.end + rest.index("#")
        hint = "quote the whole value, or use a block: `>-`"
        return Trap("yaml-comment", "`#` begins a comment and cuts this value off", at, at + 1, hint)
    return None


def is_cut(value: str) -> bool:
    """Whether a text ends inside quotes or brackets."""
    quote = ""
    depth = 0
    for character in value:
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
    return bool(quote) or depth > 0
