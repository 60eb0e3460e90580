"""The texts of a tool's free-form input: every string with its key and the object that it stands in.

A text that is JSON is read as what it holds. Both sizes and counts have limits, and whoever reads is told when one was
reached. Of keys it knows only those of texts that are not taken apart.
"""

from __future__ import annotations

from policyhooks.core.strict_json import RejectedJson, TooManyValues, parse
from policyhooks.core.values import Record
from policyhooks.runtime.engine.argument_keys import CONTENT_KEYS, TEXT_KEYS, is_path_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_LEAVES = 20_000
LONGEST_JSON = 1 << 20
DEEPEST_JSON = 8
_SCALARS = (str, int, float)
_OPENS = {"{": "}", "[": "]", '"': '"'}
# What follows the bracket of a text that was meant as JSON.
_STARTS = '"{[]}-0123456789tfn'


class Leaf(Record):
    """A string, or a list of nothing but strings and numbers (whose strings follow, each a leaf that is `listed`)."""

    key: str = ""  # the nearest one, as plain_key writes it
    text: str = ""
    words: Sequence[str] = ()
    owner: Mapping[str, object] = {}  # the object that the key stands in, by plain keys
    listed: bool = False


class Leaves(Record):
    """All leaves in their order, and what was in the way of that."""

    found: Sequence[Leaf] = ()
    problem: str = ""  # too_many_values, too_deep, too_long or parse_error: something was not read


def plain_key(key: str) -> str:
    """`filePath`, `file-path`, `file path` and `file_path` are one key; so are `URL` and `url`."""
    if key.islower() and key.isalpha():
        return key
    found = ""
    previous = "_"
    for letter in key:
        if letter.isupper() and not previous.isupper() and previous != "_":
            found += "_"
        found += letter.lower() if letter.isalnum() else "_"
        previous = letter if letter.isalnum() else "_"
    return found.strip("_")


def has_path(owner: Mapping[str, object]) -> bool:
    """Whether an object names a file."""
    return any(is_path_key(key) and isinstance(value, str) for key, value in owner.items())


class _Walk:
    """One walk through an input: what is still to be looked at, last first."""

    def __init__(self) -> None:
        self.found: list[Leaf] = []
        self.problem = ""
        self.left: list[tuple[object, str, Mapping[str, object], bool, int]] = []

    def run(self, arguments: object) -> Leaves:
        self.left.append((arguments, "", {}, False, 0))
        seen = 0
        while self.left:
            seen += 1
            if seen > MOST_LEAVES:
                self.problem = "too_many_values"
                break
            self.look(*self.left.pop())
        return Leaves(found=self.found, problem=self.problem)

    def look(self, value: object, key: str, owner: Mapping[str, object], listed: bool, texts: int) -> None:
        if isinstance(value, str):
            self.found.append(Leaf(key=key, text=value, owner=owner, listed=listed))
            if value[:1] in _OPENS or value[:1].isspace():
                self.descend(value, key, owner, texts)
        elif isinstance(value, dict):
            if len(value) > MOST_LEAVES:
                self.problem = "too_many_values"
                return
            inner = {plain_key(str(name)): one for name, one in value.items()}
            pairs = [(one, plain_key(str(name)), inner, False, texts) for name, one in value.items()]
            self.left.extend(reversed(pairs))
        elif isinstance(value, list | tuple):
            if len(value) > MOST_LEAVES:
                self.problem = "too_many_values"
                return
            if value and all(isinstance(one, _SCALARS) for one in value):
                self.found.append(Leaf(key=key, words=[str(one) for one in value], owner=owner, listed=listed))
            self.left.extend((one, key, owner, True, texts) for one in reversed(value))

    def descend(self, text: str, key: str, owner: Mapping[str, object], texts: int) -> None:
        """What a text that is JSON holds; a file's own text is left alone."""
        text = text.strip()
        if len(text) < 2 or text[-1] != _OPENS.get(text[0]):
            return
        if key in CONTENT_KEYS and has_path(owner):
            return
        if len(text) > LONGEST_JSON or texts >= DEEPEST_JSON:
            self.problem = "too_long" if len(text) > LONGEST_JSON else "too_deep"
            return
        try:
            inner = parse(text)
        except TooManyValues:
            self.problem = "too_many_values"
            return
        except RejectedJson:
            if key not in TEXT_KEYS and text[0] != '"' and '"' in text and text[1:].lstrip()[:1] in _STARTS:
                self.problem = "parse_error"
            return
        self.left.append((inner, key, owner, False, texts + 1))


def read_leaves(arguments: object) -> Leaves:
    """Every text in an input; the text of a file, which stands beside its path, is not taken apart."""
    return _Walk().run(arguments)
