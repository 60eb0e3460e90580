"""Did you mean: the one known word that a misspelt word is close to, or nothing."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def closest(word: str, known: Iterable[str]) -> str:
    """The nearest known word, or an empty text when none is near."""
    words = sorted(known)
    folded = {name.lower(): name for name in words}
    if word.lower() in folded:
        return folded[word.lower()]
    found = get_close_matches(word, words, n=1, cutoff=0.7)
    return found[0] if found else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A help text with the nearest known word, or an empty text."""
    near = closest(word, known)
    return f"did you mean `{near}`?" if near else ""
