"""What a shell holds while a script is read: variables, functions, aliases, working directory. Plain values, copied."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.pathtext import is_certain
from policyhooks.shell.syntax.nodes import Block, Statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.shell.expansion.streams import Stream


class Word:
    """One word after expansion. Where `dynamic`, `text` is how it was written, not its value.

    `splits`: it may become no word or several. `ids`: commands whose output it holds. `file`: that output arrives as
    a file name (process substitution).
    """

    __slots__ = ("dynamic", "file", "glob", "ids", "quoted", "splits", "text")

    def __init__(
        self,
        text: str,
        dynamic: bool = False,
        glob: bool = False,
        splits: bool = False,
        ids: tuple[int, ...] = (),
        file: bool = False,
        quoted: bool = False,
    ) -> None:
        self.text = text
        self.dynamic = dynamic
        self.glob = glob
        self.splits = splits
        # Each once: what is read from what holds a value twice would double them at every step.
        self.ids = ids if len(ids) < 2 else tuple(dict.fromkeys(ids))
        self.file = file
        self.quoted = quoted

    def part(self, start: int, stop: int | None = None) -> Word:
        """A word of a piece of this one's text, with its marks."""
        return Word(self.text[start:stop], self.dynamic, self.glob, self.splits, self.ids, self.file, self.quoted)


class Value(Word):
    """What a variable holds where that is known in part: pieces of text, the items of an array, or one of several.

    `scattered`: which subscript an item has is not known.
    """

    __slots__ = ("choices", "items", "pieces", "scattered")

    def __init__(
        self,
        name: str,
        ids: tuple[int, ...] = (),
        pieces: tuple[tuple[str, bool], ...] = (),
        items: tuple[Word, ...] | None = None,
        choices: tuple[Word, ...] = (),
        scattered: bool = False,
    ) -> None:
        text = "".join(piece for piece, _ in pieces) or "$" + name
        super().__init__(text, dynamic=True, splits=True, ids=ids)
        self.pieces = pieces  # text, whether it is unknown
        self.items = items
        self.choices = choices
        self.scattered = scattered


MOST_PLACES = 16
NO_STREAMS: Mapping[int, Stream] = {}
MOST_CHOICES = 32


class State:
    """One shell process. A subshell works on a copy; a branch that may not run is joined back."""

    __slots__ = (
        "after_cd",
        "aliases",
        "been",
        "before_cd",
        "cwd",
        "exported",
        "functions",
        "maybe_cwds",
        "positional",
        "roams",
        "shadowed",
        "streams",
        "unsure",
        "variables",
        "volatile",
    )

    def __init__(self, cwd: str) -> None:
        self.cwd = cwd  # empty: unknown
        self.maybe_cwds: tuple[str, ...] = ()  # where it may be as well, known in full or in part (`$X/conf`)
        self.been: tuple[str, ...] = ()  # where earlier changes of the directory started: `cd -`, popd lead there
        self.after_cd: tuple[str, ...] = ()  # where the last cd led if it worked,
        self.before_cd: tuple[str, ...] = ()  # and where it left the shell if it failed
        self.roams = False  # a trap may change the directory at any time
        self.volatile: frozenset[str] = frozenset()  # variables that a trap may set at any time
        self.variables: dict[str, Word] = {}
        self.exported: frozenset[str] = frozenset()
        self.functions: dict[str, Statement] = {}
        self.unsure: frozenset[str] = frozenset()  # functions that may not be there: the name may be the program
        self.aliases: dict[str, str] = {}
        self.shadowed: dict[str, str] = {}  # hash -p: name -> path
        self.positional: list[Word] | None = None  # None: unknown
        self.streams: Mapping[int, Stream] = NO_STREAMS  # its table of descriptors; replaced, never changed

    def copy(self) -> State:
        other = State(self.cwd)
        other.maybe_cwds = self.maybe_cwds
        other.been = self.been
        other.after_cd = self.after_cd
        other.before_cd = self.before_cd
        other.roams = self.roams
        other.volatile = self.volatile
        other.variables = dict(self.variables)
        other.exported = self.exported
        other.functions = dict(self.functions)
        other.unsure = self.unsure
        other.aliases = dict(self.aliases)
        other.shadowed = dict(self.shadowed)
        other.positional = self.positional
        other.streams = self.streams
        return other

    def has_choices(self) -> bool:
        """Whether a variable or an argument is known to have one of several values."""
        values = (*self.variables.values(), *(self.positional or ()))
        several = any(isinstance(value, Value) and bool(value.choices or value.items) for value in values)
        return several or any(word.glob for word in self.positional or ())

    def stdin(self) -> Word | None:
        """What standard input holds, where a here-document or a pipe says."""
        return self.streams[0].word if 0 in self.streams else None

    def become(self, other: State) -> None:
        """Be another state from now on."""
        for name in State.__slots__:
            setattr(self, name, getattr(other, name))

    def join(self, before: State) -> None:
        """The branch that led here may not have run: what it changed is unknown, what it defined may exist."""
        for name, value in self.variables.items():
            old = before.variables.get(name)
            if old is not value:
                self.variables[name] = either(name, value, old)
        for name, value in before.variables.items():
            if name not in self.variables:
                self.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=value.ids)
        self.place((self.cwd, *self.maybe_cwds, before.cwd, *before.maybe_cwds))
        self.been = tuple(dict.fromkeys((*self.been, *before.been)))[:MOST_PLACES]
        for name, path in before.shadowed.items():
            self.shadowed.setdefault(name, path)
        self.unsure |= before.unsure | (self.functions.keys() ^ before.functions.keys())
        for name, body in before.functions.items():
            own = self.functions.get(name, body)
            self.functions[name] = body if own is body else Statement(command=Block(statements=[own, body]))
        self.aliases = {**before.aliases, **self.aliases}
        self.exported |= before.exported
        self.volatile |= before.volatile
        self.roams = self.roams or before.roams
        if self.positional is not before.positional:
            self.positional = either_of(self.positional, before.positional)
        if self.streams is not before.streams:
            from policyhooks.shell.expansion.streams import join_streams

            self.streams = join_streams(self.streams, before.streams)

    def places(self) -> tuple[str, ...]:
        """Every directory that the shell may be in; the likeliest first."""
        return (self.cwd, *self.maybe_cwds)

    def place(self, places: tuple[str, ...]) -> None:
        """Be in one of these directories. Where one is not known, or lost among too many, nothing is certain."""
        found = ("",) if self.roams else tuple(dict.fromkeys(places))
        if len(found) > MOST_PLACES:
            reach("too_many_values")
            found = ("", *found[: MOST_PLACES - 1])
        if all(is_certain(place) for place in found):
            self.cwd, self.maybe_cwds = found[0], found[1:]
        else:
            self.cwd, self.maybe_cwds = "", tuple(place for place in found if place)

    def child(self) -> State:
        """A new shell process: it inherits the directory and what was exported, and may inherit functions."""
        other = self.copy()
        other.variables = {name: self.variables[name] for name in self.exported if name in self.variables}
        other.positional = None
        other.aliases = {}
        other.unsure = frozenset(self.functions)
        return other


def either(name: str, first: Word, second: Word | None) -> Word:
    """One of two values: certain where they are the same, else each of them; unknown where neither is known."""
    ids = (*first.ids, *(second.ids if second is not None else ()))
    lost = Word("$" + name, dynamic=True, splits=True, ids=ids)
    found: list[Word] = []
    for word in (first, second):
        found += [item for item in options_of(word) or (lost,) if not any(is_same(item, other) for other in found)]
    if lost in found:
        # Beside an unknown value a known one matters where it may be a path.
        found = [item for item in found if item is lost or may_be_path(item)]
    if len(found) == 1:
        return found[0]
    if len(found) > MOST_CHOICES:
        reach("too_many_values")
        return lost
    return Value(name, ids, choices=tuple(sorted(found, key=lambda item: item is lost)))


def may_be_path(word: Word) -> bool:
    """Whether a value, or an item of an array, looks like a path."""
    items = word.items if isinstance(word, Value) else None
    return any("/" in item.text or "." in item.text for item in (word, *(items or ())))


def either_of(first: list[Word] | None, second: list[Word] | None) -> list[Word] | None:
    """One of two lists of arguments; unknown where it is not even known how many there are."""
    if first is None or second is None or len(first) != len(second):
        return None
    pairs = enumerate(zip(first, second, strict=True), 1)
    return [one if one is other else either(str(number), one, other) for number, (one, other) in pairs]


def options_of(word: Word | None) -> tuple[Word, ...]:
    """The values that a variable may have; empty: not known."""
    if isinstance(word, Value):
        return word.choices or ((word,) if word.pieces or word.items is not None else ())
    return () if word is None or (word.dynamic and not is_worked_out(word)) else (word,)


def is_worked_out(word: Word) -> bool:
    """Of a word that is not certain: whether its text is a value, not what is written for one."""
    return bool(word.text) and "$" not in word.text and "(" not in word.text and not word.file


def is_same(first: Word, second: Word) -> bool:
    if first is second or isinstance(first, Value) or isinstance(second, Value):
        return first is second
    return first.text == second.text and first.dynamic == second.dynamic and first.ids == second.ids
