"""From text to syntax tree: plain expressions at once, all others through the grammar, which finds the problems."""

from __future__ import annotations

from policyhooks.cel import plain_syntax
from policyhooks.cel.nodes import Node
from policyhooks.cel.problems import CelSyntaxError, Problem

MAX_TEXT = 20_000


def parse(text: str, *, limit: int | None = MAX_TEXT) -> Node:
    """The tree of an expression; raises CelSyntaxError with every problem of its literals, names and macros.

    Text that is no CEL at all gives the one problem where reading stopped. Longer text than `limit` is not read.
    """
    if limit is not None and len(text) > limit:
        message = f"the expression is longer than {limit} characters"
        raise CelSyntaxError([Problem(0, len(text), "too-complex", message)])
    node = plain_syntax.read(text)
    if node is not None:
        return node
    # The grammar's libraries take longer to load than a whole set of policies to read.
    from policyhooks.cel import grammar_syntax

    return grammar_syntax.read(text)
