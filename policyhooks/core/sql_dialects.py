"""How dialects of SQL read quotes and comments: where they disagree, one text is several texts.

Data for sql_split.py. A server's dialect is not known from a call, so a text is read as each of them.
"""

from __future__ import annotations

from policyhooks.core.values import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_PLAIN = {"'": "'", '"': '"'}
_TICKED = {**_PLAIN, "`": "`"}


class Dialect(Record):
    """What begins and ends a piece that is not code."""

    name: str = ""
    quotes: Mapping[str, str] = _PLAIN  # what opens -> what closes; the closing one doubled stands for itself
    backslash: bool = False  # a backslash in a quoted text takes the next character with it
    escape_prefix: bool = False  # it does so in E'...'
    dollar: bool = False  # $tag$ ... $tag$
    bracketed: bool = False  # q'[ ... ]'
    triple: bool = False  # quotes by three
    nested: bool = False  # comments in comments
    executable: bool = False  # what stands in /*! ... */ is code
    hash: bool = False  # # begins a comment
    slashes: bool = False  # // begins a comment
    spaced_dashes: bool = False  # -- begins a comment only before a blank
    open_comment: bool = False  # a comment may end with the text


DIALECTS: tuple[Dialect, ...] = (
    Dialect(name="postgresql", nested=True, dollar=True, escape_prefix=True),
    Dialect(name="mysql", quotes=_TICKED, backslash=True, executable=True, hash=True, spaced_dashes=True),
    # MySQL in the mode in which backslashes are letters and double quotes name columns.
    Dialect(name="mysql-ansi", quotes=_TICKED, executable=True, hash=True, spaced_dashes=True),
    Dialect(name="sqlite", quotes={**_TICKED, "[": "]"}, open_comment=True),
    Dialect(name="mssql", quotes={**_PLAIN, "[": "]"}, nested=True),
    Dialect(name="oracle", bracketed=True),
    Dialect(name="snowflake", backslash=True, dollar=True, slashes=True),
    Dialect(name="bigquery", quotes=_TICKED, backslash=True, hash=True, triple=True),
    Dialect(name="clickhouse", quotes=_TICKED, backslash=True, dollar=True, hash=True, nested=True),
)
# What a text must hold for a feature to make a difference. Quotes tell for themselves.
_TELLS: Mapping[str, tuple[str, ...]] = {
    "backslash": ("\\",),
    "escape_prefix": ("\\",),
    "dollar": ("$",),
    "bracketed": ("q'", "Q'"),
    "triple": ("'''", '"""'),
    "nested": ("/*",),
    "executable": ("/*!", "/*M!"),
    "hash": ("#",),
    "slashes": ("//",),
    "spaced_dashes": ("--",),
    "open_comment": ("/*",),
}


def readings_of(text: str) -> list[Dialect]:
    """A dialect for each way in which the text can be read."""
    telling = [name for name, tells in _TELLS.items() if any(tell in text for tell in tells)]
    found: dict[object, Dialect] = {}
    for dialect in DIALECTS:
        features = tuple(getattr(dialect, name) for name in telling)
        quotes = tuple(mark for mark in dialect.quotes if mark in text)
        found.setdefault((features, quotes), dialect)
    return list(found.values())
