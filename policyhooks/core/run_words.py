"""The words that a command rule starts its program with: texts of the policy, with values of the event in them.

A value is an attacker's: it stays inside its word, and it never becomes an option. It knows no program.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class BadArgument(ValueError):
    """A value that cannot be an argument. Its text holds no value."""


def argument(*parts: str | Callable[[], object]) -> str:
    """One word; functions are values of the event."""
    from policyhooks.core.wording import plain

    texts = []
    for part in parts:
        value = part if isinstance(part, str) else part()
        texts.append(value if isinstance(value, str) else plain(value))
    word = "".join(texts)
    if "\0" in word:
        raise BadArgument("an argument cannot hold a null character")
    if word.startswith("-") and not (isinstance(parts[0], str) and parts[0].startswith("-")):
        raise BadArgument("a value that begins with a dash would be read as an option")
    return word
