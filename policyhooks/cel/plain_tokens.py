"""The tokens of expressions that are CEL beyond doubt; in any doubt it refuses, and the grammar must look."""

from __future__ import annotations

import re

from policyhooks.cel.words import TEXT

Token = tuple[str, str, int, int]  # kind, text, start, end; the kind of a sign is the sign

_TOKEN = re.compile(
    r"[\t\n\f\r ]+|//.*"
    rf"|(?P<bytes>[bB](?:{TEXT}))|(?P<string>{TEXT})"
    r"|(?P<bool>(?:true|false)(?![_a-zA-Z0-9]))|(?P<null>null(?![_a-zA-Z0-9]))"
    r"|(?P<double>[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+)"
    r"|(?P<uint>(?:0x[0-9a-fA-F]+|[0-9]+)[uU])|(?P<int>0x[0-9a-fA-F]+|[0-9]+)"
    r"|(?P<in>in(?![_a-zA-Z0-9]))|(?P<name>[_a-zA-Z][_a-zA-Z0-9]*)"
    r"|(?P<sign>\|\||&&|[=!<>]=|[-+*/%<>!?:.,()\[\]{}])"
)
END: Token = ("end", "", 0, 0)


class Refused(Exception):
    """The grammar must look at this one."""


def split(text: str) -> list[Token]:
    """The tokens of a text, the end as the last."""
    tokens = []
    at, match = 0, _TOKEN.match
    while found := match(text, at):
        end = found.end()
        kind = found.lastgroup
        if kind is not None:
            word = found[0]
            tokens.append((word if kind == "sign" else kind, word, at, end))
        at = end
    if at < len(text):
        raise Refused
    tokens.append(END)
    return tokens
