"""Values of the effect `env`: a text in which `$NAME` and `${NAME}` stand for what the client already has.

`$$` is a dollar, and so is one that no name follows. Only the policy's own words can name a variable: what is put in
from an event is escaped. It knows no client and no shell.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_FIRST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_REST = _FIRST | frozenset("0123456789")


def inserted(compute: Callable[[], object]) -> str:
    """A value of an event as part of a variable's: as it is, and never a reference. An error is the rule's."""
    from policyhooks.core.wording import plain

    value = compute()
    text = value if isinstance(value, str) else plain(value)
    if "\0" in text:
        raise ValueError("a variable cannot hold a null character")
    return text.replace("$", "$$")


def split(text: str) -> list[tuple[str, bool]]:
    """The parts of a value, in order: (text, False), or (name of a variable, True)."""
    found: list[tuple[str, bool]] = []
    plain, at = "", 0
    while at < len(text):
        name, end = _name(text, at + 1) if text[at] == "$" else ("", at)
        if name:
            found += [(plain, False)] if plain else []
            found.append((name, True))
            plain, at = "", end
        else:
            plain += text[at]
            at += 2 if text.startswith("$$", at) else 1
    return [*found, (plain, False)] if plain else found


def filled(text: str, environ: Mapping[str, str]) -> str:
    """The value where the client's variables are known; one that is not set is empty."""
    return "".join([environ.get(part, "") if named else part for part, named in split(text)])


def _name(text: str, at: int) -> tuple[str, int]:
    """The name that begins there, in braces or not, and where it ends; empty where there is none."""
    braced = text.startswith("{", at)
    start = end = at + braced
    while end < len(text) and text[end] in (_REST if end > start else _FIRST):
        end += 1
    if not braced:
        return text[start:end], end
    return (text[start:end], end + 1) if text.startswith("}", end) else ("", at)
