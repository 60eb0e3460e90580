"""The SQL in the arguments of an MCP call: under keys that say so, and by its look under any other.

Lists are looked at by their members and as one line of words, texts of JSON by what they hold,
options by their values. tool_arguments.py asks first whether there can be any.
"""

from __future__ import annotations

from policyhooks.core.sql_statements import looks_like_sql, may_be_sql, statements_in
from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.runtime.engine.argument_keys import OPEN_TEXT_KEYS, PROSE_KEYS, SQL_KEYS, SQL_WORDS, TALKING
from policyhooks.runtime.engine.argument_leaves import plain_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    # the nearest key, the text, whether the key says that it is SQL
    Leaf = tuple[str, str]

MOST_LEAVES = 5000
MOST_STATEMENTS = 2000
DEEPEST = 100
DEEPEST_JSON = 8


def read_sql(arguments: object, tool: str = "") -> tuple[list[str], bool]:
    """Every statement in the arguments, and whether all that looks like SQL could be read to its end."""
    words = frozenset(plain_key(tool).split("_"))
    found: dict[str, None] = {}
    understood = True
    for number, (key, text) in enumerate(_leaves(arguments, "", 0, 0)):
        if number >= MOST_LEAVES or len(found) >= MOST_STATEMENTS:
            return list(found), False
        if not _is_sql(key, text, words):
            continue
        statements, read = statements_in(text)
        found.update(dict.fromkeys(statements))
        understood = understood and read
    return list(found), understood


def _leaves(value: object, key: str, depth: int, texts: int) -> Iterator[Leaf]:
    """Every text with the nearest key above it; of a text that is JSON what it holds."""
    if depth > DEEPEST:
        return
    if isinstance(value, str):
        yield key, value
        if value.lstrip()[:1] in ("{", "[", '"') and texts < DEEPEST_JSON:
            try:
                inner = parse(value)
            except RejectedJson:
                return
            if inner != value:
                yield from _leaves(inner, key, depth + 1, texts + 1)
        elif value.startswith("-"):
            yield from ((key, part) for part in (value.partition("=")[2], value[2:]) if part)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, str(name), depth + 1, texts)
    elif isinstance(value, list | tuple):
        words = [inner for inner in value if isinstance(inner, str)]
        for inner in value:
            yield from _leaves(inner, key, depth + 1, texts)
        if len(words) > 1 and any(may_be_sql(word) for word in words):
            yield from ((key, line) for line in _lines(words))


def _lines(words: list[str]) -> Iterator[str]:
    """A list of words as one text, from each word on that may begin a statement."""
    starts = [number for number, word in enumerate(words) if may_be_sql(word)]
    for number in starts[:20]:
        yield " ".join(words[number:])


def is_prose(key: str, tool_words: frozenset[str]) -> bool:
    """Whether a value is written for people: a title or a body, of a tool that runs nothing."""
    if tool_words & SQL_WORDS:
        return False
    return key in PROSE_KEYS or (key in OPEN_TEXT_KEYS and bool(tool_words & TALKING))


def _is_sql(key: str, text: str, tool_words: frozenset[str]) -> bool:
    name = plain_key(key)
    if is_prose(name, tool_words):
        return False
    if name == "sql":
        return bool(text.strip())
    if name in SQL_KEYS and may_be_sql(text):
        return True
    return may_be_sql(text) and looks_like_sql(text)
