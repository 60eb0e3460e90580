"""The string functions of CEL and its extension library. Indices count code points; what they build is charged
to the budget."""

from __future__ import annotations

from policyhooks.evaluation.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeVar

    Joined = TypeVar("Joined", str, bytes, list[object])

# What the extension library trims: White_Space of Unicode, which is not what str.strip() takes.
SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
_UPPER = {code: code - 32 for code in range(ord("a"), ord("z") + 1)}
_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def charge_built(length: int) -> None:
    """Take what is about to be built from the budget: nested concatenations double, 250,000 steps are 64 MB."""
    if length >= 256:
        from policyhooks.evaluation.budget import charge

        charge(length >> 8)


def _text(*values: Any) -> None:
    for value in values:
        if type(value) is not str:
            raise EvaluationError("no such overload: a string is needed")


def _whole(*values: Any) -> None:
    for value in values:
        if type(value) is not int:
            raise EvaluationError("no such overload: an int is needed")


def concatenate(left: Joined, right: Joined) -> Joined:
    length = len(left) + len(right)
    charge_built(64 * length if type(left) is list else length)
    return left + right


def contains_text(text: Any, part: Any) -> bool:
    """Of a text, and of what says itself what it contains: a set that a policy remembers."""
    if type(text) is not str and hasattr(text, "contains"):
        _text(part)
        return bool(text.contains(part))
    _text(text, part)
    return part in text


def starts_with(text: Any, part: Any) -> bool:
    _text(text, part)
    return bool(text.startswith(part))


def ends_with(text: Any, part: Any) -> bool:
    _text(text, part)
    return bool(text.endswith(part))


def char_at(text: Any, index: Any) -> str:
    _text(text)
    _whole(index)
    if not 0 <= index <= len(text):
        raise EvaluationError("index out of range")
    return str(text[index : index + 1])


def index_of(text: Any, part: Any, start: Any = 0) -> int:
    _text(text, part)
    _whole(start)
    if not 0 <= start <= len(text):
        raise EvaluationError("index out of range")
    return int(text.find(part, start))


def last_index_of(text: Any, part: Any, start: Any = None) -> int:
    _text(text, part)
    if start is None:
        return int(text.rfind(part))
    _whole(start)
    if not 0 <= start <= len(text):
        raise EvaluationError("index out of range")
    return int(text.rfind(part, 0, start + len(part)))


def join_texts(texts: Any, separator: Any = "") -> str:
    if type(texts) not in (list, tuple):
        raise EvaluationError("no such overload: a list of strings is needed")
    _text(separator, *texts)
    charge_built(sum(map(len, texts)) + len(separator) * len(texts))
    return str(separator.join(texts))


def replace_text(text: Any, old: Any, new: Any, limit: Any = -1) -> str:
    _text(text, old, new)
    _whole(limit)
    count = text.count(old)
    if limit >= 0:
        count = min(count, limit)
    charge_built(len(text) + count * max(0, len(new) - len(old)))
    return str(text.replace(old, new, limit if limit >= 0 else -1))


def split_text(text: Any, separator: Any, limit: Any = -1) -> Sequence[str]:
    _text(text, separator)
    _whole(limit)
    if limit == 0:
        return []
    parts = text.count(separator) + 1 if separator else len(text)
    charge_built(64 * min(parts, limit if limit > 0 else parts))
    if separator:
        return list(text.split(separator, limit - 1 if limit > 0 else -1))
    if 0 < limit < len(text):
        return [*text[: limit - 1], text[limit - 1 :]]
    return list(text)


def substring(text: Any, start: Any, end: Any = None) -> str:
    _text(text)
    _whole(start)
    if end is None:
        end = len(text)
    _whole(end)
    if not 0 <= start <= end <= len(text):
        raise EvaluationError("index out of range")
    return str(text[start:end])


def trim_text(text: Any) -> str:
    _text(text)
    return str(text.strip(SPACE))


def lower_ascii(text: Any) -> str:
    _text(text)
    return str(text.lower() if text.isascii() else text.translate(_LOWER))


def upper_ascii(text: Any) -> str:
    _text(text)
    return str(text.upper() if text.isascii() else text.translate(_UPPER))


def reverse_text(text: Any) -> str:
    _text(text)
    return str(text[::-1])


def name_words(name: Any) -> list[str]:
    """The words of a name in lower case, however it joins them: by separators or by capitals."""
    _text(name)
    charge_built(len(name))
    found, previous = "", " "
    for letter in name:
        if not letter.isalnum():
            letter = " "
        elif letter.isupper() and not previous.isupper():
            found += " "
        found += letter
        previous = letter
    return found.lower().split()
