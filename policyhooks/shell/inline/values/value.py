"""What an expression may be: texts with what is not known about them, or a list of such values.

It knows no expressions. What cannot be worked out is marked dynamic, never left out.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Text = tuple[str, bool, bool]  # text, dynamic, glob

HIDDEN = "$_"  # stands for a part that is not known
MOST_OPTIONS = 24
LONGEST = 70_000


class Value:
    """What an expression may be: texts, or the values of a list."""

    __slots__ = ("items", "texts")

    def __init__(self, texts: tuple[Text, ...], items: tuple[Value, ...] | None = None) -> None:
        self.texts = texts
        self.items = items

    @property
    def known(self) -> bool:
        return not any(dynamic for _, dynamic, _ in self.texts)

    @property
    def lists_files(self) -> bool:
        """One of the texts is a pattern: the value stands for the files that match."""
        return any(glob for _, _, glob in self.texts)

    def as_glob(self) -> Value:
        """The same texts as patterns."""
        return Value(tuple((text, dynamic, True) for text, dynamic, _ in self.texts))


UNKNOWN = Value(((HIDDEN, True, False),))
TEMPORARY = Value((("$TMPDIR/_", True, False),))  # what the library makes for temporary files


def beyond() -> Value:
    """The value of what is too large to be worked out."""
    reach("too_much_code")
    return UNKNOWN


def plain(text: str, glob: bool = False) -> Value:
    return Value(((text, HIDDEN in text, glob),))


def list_of(items: Iterable[Value]) -> Value:
    return Value(UNKNOWN.texts, tuple(items))


def single(value: Value) -> str | None:
    """The one text that the value certainly is."""
    if len(value.texts) != 1 or value.items is not None:
        return None
    text, dynamic, glob = value.texts[0]
    return None if dynamic or glob else text


def union(values: Iterable[Value]) -> Value:
    """What is one of these values."""
    texts: dict[Text, None] = {}
    items: list[Value] = []
    lists = True
    for value in values:
        texts.update(dict.fromkeys(value.texts))
        lists = lists and value.items is not None
        items += value.items or ()
    if not texts:
        return UNKNOWN
    if len(texts) > MOST_OPTIONS * 4:
        return beyond()
    return Value(tuple(texts), tuple(items) if lists else None)


def spread(values: Iterable[Value]) -> list[Value]:
    """The values one by one; a list among them counts as its items."""
    found: list[Value] = []
    for value in values:
        found += value.items if value.items is not None else (value,)
    return found


def flat(value: Value) -> list[Text]:
    """All texts of a value and of the values inside it."""
    if value.items is None:
        return list(value.texts)
    return [text for item in value.items for text in flat(item)]


def joined(values: Sequence[Value], *, paths: bool) -> Value:
    """Every way to put texts of these values one behind the other; of paths with a slash between them."""
    texts: tuple[Text, ...] = (("", False, False),)
    for index, value in enumerate(values):
        if len(texts) * len(value.texts) > MOST_OPTIONS:
            value = beyond()
        join = join_paths if paths and index else join_texts
        texts = tuple(join(left, right) for left in texts for right in value.texts)
        if any(len(text) > LONGEST for text, _, _ in texts):
            return beyond()
    return Value(texts)


def join_texts(left: Text, right: Text) -> Text:
    return left[0] + right[0], left[1] or right[1], left[2] or right[2]


def join_paths(left: Text, right: Text) -> Text:
    if right[0].startswith(("/", "~")):
        return right
    return f"{left[0].rstrip('/') if left[0] != '/' else ''}/{right[0]}", left[1] or right[1], left[2] or right[2]


def separated(mark: Value, value: Value) -> Value:
    """The items of a list with a mark between them."""
    between = single(mark)
    if between is None or value.items is None:
        return UNKNOWN
    parts: list[Value] = []
    for item in value.items:
        parts += [plain(between), item] if parts else [item]
    return joined(parts, paths=False)


def environment(name: str | None) -> Value:
    """The value of an environment variable."""
    if name in ("HOME", "USERPROFILE"):
        return plain("~")
    if name == "PWD":
        return plain(".")
    return Value((("$" + name, True, False),)) if name else UNKNOWN
