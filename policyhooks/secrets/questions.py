"""What conditions may ask about secrets: whether a text or anything in a value holds one. It says nothing of where."""

from __future__ import annotations

from policyhooks.secrets.masking import find

MOST_DEPTH = 64
PART = 1 << 19  # letters of a long text that are looked at together,
OVERLAP = 1 << 14  # and how many of the next ones: no secret is longer


def has_secret(value: object) -> bool:
    """Whether a text, or a text anywhere in lists and maps, holds what masking would replace in an output.

    A name counts with what it is given: `{"password": "..."}` is read as one text.
    """
    return _holds(value, 0)


def _holds(value: object, depth: int) -> bool:
    if isinstance(value, str):
        return _text_holds(value)
    if depth >= MOST_DEPTH:
        return False  # nothing that a client sends is so deep: strict JSON refuses it before
    if isinstance(value, (list, tuple)):
        return any(_holds(one, depth + 1) for one in value)
    if isinstance(value, dict):
        return any(_holds(one, depth + 1) or _is_named(name, one) for name, one in value.items())
    return False


def _text_holds(text: str) -> bool:
    """Part by part: a long text takes no more memory than a short one, and the first secret is enough."""
    return any(find(text[at : at + PART + OVERLAP]) for at in range(0, len(text), PART))


def _is_named(name: object, value: object) -> bool:
    return isinstance(name, str) and isinstance(value, str) and '"' not in value and bool(find(f'"{name}": "{value}"'))
