"""Replaces known secrets in a text, through whatever quotes and backslashes a shell lets stand inside of them.

Linear in the text for every secret. It knows how values are written, not where they come from.
"""

from __future__ import annotations

from policyhooks.runtime.engine.command_secrets import SEPARATORS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.runtime.engine.command_secrets import Concealed

_QUOTES = "'\"\\"
CUT = "…"
LEAST_SHOWN = 3


def replace_secrets(text: str, secrets: Sequence[Concealed], placeholder: str) -> str:
    """The text without the secrets: strong ones wherever they stand, weak ones where they are given."""
    for secret in sorted(secrets, key=_length, reverse=True):
        if secret.value == text.strip(_QUOTES):
            return placeholder
        if secret.strong:
            text = text.replace(secret.value, placeholder)
            text = _replace_cut(text, secret.value, placeholder) if CUT in text else text
        text = _replace_quoted(text, secret, placeholder)
    return text


def _replace_cut(text: str, value: str, placeholder: str) -> str:
    """A screen may show only the beginning of a secret."""
    for size in range(len(value) - 1, LEAST_SHOWN, -1):
        text = text.replace(value[:size] + CUT, placeholder + CUT)
    return text


def _length(secret: Concealed) -> int:
    return len(secret.value)


def _replace_quoted(text: str, secret: Concealed, placeholder: str) -> str:
    """Look for the secret in the text without quotes; what stands for it with them is replaced."""
    plain, places = _without_quotes(text)
    value, _ = _without_quotes(secret.value)
    if not value or value not in plain:
        return text
    spans = []
    at = plain.find(value)
    while at >= 0:
        end = at + len(value)
        if secret.strong or _is_given(plain, at, end, secret.before):
            spans.append((places[at], places[end - 1] + 1))
        at = plain.find(value, end)
    for start, stop in reversed(spans):
        text = text[:start] + placeholder + text[stop:]
    return text


def _is_given(plain: str, at: int, end: int, before: str) -> bool:
    """Whether a short word stands here as the value of its option or name, and ends here."""
    if end < len(plain) and (plain[end].isalnum() or plain[end] in "_-"):
        return False
    if not before.strip():
        return at == 0 or plain[at - 1] in " \t\n:,="
    return any(plain.endswith(before + separator, 0, at) for separator in SEPARATORS)


def _without_quotes(text: str) -> tuple[str, list[int]]:
    """The text without quotes and backslashes, and where each of its letters stands."""
    places = [at for at, letter in enumerate(text) if letter not in _QUOTES]
    return "".join([text[at] for at in places]), places
