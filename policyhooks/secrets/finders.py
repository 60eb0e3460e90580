"""Finds secrets of every kind in a text that masking.py holds suspicious: formats, shapes, assignments, chance.

Spans may overlap and come in any order; masking.py merges them.
"""

from __future__ import annotations

from policyhooks.secrets.authorization import find_bearer, find_curl_user, find_header
from policyhooks.secrets.formats import VALUE_AFTER
from policyhooks.secrets.named_values import find_assigned
from policyhooks.secrets.names import NAME_PARTS, says_secret
from policyhooks.secrets.shapes import (
    find_artifactory,
    find_azure_secret,
    find_jwt,
    find_mailchimp,
    find_pem,
    find_telegram,
    find_terraform,
)
from policyhooks.secrets.spans import Spans, TooManySpans, whole
from policyhooks.secrets.structures import token_end
from policyhooks.secrets.url_secrets import find_in_addresses

__all__ = ["SHAPES", "find_all", "says_secret"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.secrets.spans import Span


WORTH = 1 << 16  # from here on one pass for all signs is cheaper than a search a sign
LONG_WORD = ""  # the sign of a word of some length, which may be random or begin a token


def find_all(text: str, wide: bool = False) -> list[Span]:
    """Look for every kind of secret; `wide`: in a text that is kept or sent, not read by an agent."""
    found = Spans()
    try:
        _look(text, found, wide)
    except TooManySpans:
        return whole(text)
    return found


def _look(text: str, found: list[Span], wide: bool) -> None:
    from policyhooks.secrets.prefixes import present_rows
    from policyhooks.secrets.random_words import find_random

    seen = _signs_of(text) if len(text) >= WORTH else None
    random: list[Span] = []
    heads = find_random(text, random, wide) if seen is None or LONG_WORD in seen else set()
    for row in present_rows(text if seen is None else seen, heads):
        _find_token(text, row, found, wide)
    # Small letters at the same places: `lower` makes some characters longer.
    small = b"" if seen is not None and not any(seen) else text.encode("ascii", "replace").lower()
    for signs, any_case, finder in SHAPES:
        if seen is not None:
            present = not seen.isdisjoint(signs)
        else:
            present = any(sign.encode() in small if any_case else sign in text for sign in signs)
        if present:
            finder(text, small, found, wide)
    found += random  # last: of two spans of one place the first gives the kind


def _signs_of(text: str) -> set[str] | None:
    """The signs of secrets that a long text holds, in one pass over it; None where that cannot be had."""
    from policyhooks.secrets.combined import scan
    from policyhooks.secrets.prefixes import DIRECT, SHORTEST

    exact = [sign for signs, any_case, _ in SHAPES if not any_case for sign in signs]
    small = [sign for signs, any_case, _ in SHAPES if any_case for sign in signs]
    return scan(text, [*[row[0] for row in DIRECT], *exact], small, (LONG_WORD, SHORTEST))


def _find_token(text: str, row: tuple[str, str, int, str], found: list[Span], wide: bool) -> None:
    prefix = row[0]
    at = text.find(prefix)
    while at >= 0:
        end = token_end(text, at, row, wide)
        if end:
            found.append((at + len(prefix) if prefix in VALUE_AFTER else at, end, row[3]))
        at = text.find(prefix, max(end, at + 1))


# Secrets that are more than a beginning: signs of which each such secret holds one, whether in any case, and who
# looks then. The cheap question (secrets/masking.py) is made from this table.
SHAPES: tuple[tuple[tuple[str, ...], bool, Callable[[str, bytes, list[Span], bool], None]], ...] = (
    (("eyJ",), False, find_jwt),
    (("-----BEGIN ",), False, find_pem),
    (("://",), False, find_in_addresses),
    (("AKC", "AP"), False, find_artifactory),
    (("Q~",), False, find_azure_secret),
    (("-us",), False, find_mailchimp),
    ((":AA",), False, find_telegram),
    ((".atlasv1.",), False, find_terraform),
    (("bearer ", "basic "), True, find_bearer),
    (("authorization",), True, find_header),
    (("curl",), True, find_curl_user),
    (NAME_PARTS, True, find_assigned),
)
