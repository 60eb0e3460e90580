"""What a shell holds while a script is read: variables, functions, aliases, working directory. Plain values, copied."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


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
        self.ids = ids
        self.file = file
        self.quoted = quoted

    def part(self, start: int, stop: int | None = None) -> Word:
        """A word of a piece of this one's text, with its marks."""
        return Word(self.text[start:stop], self.dynamic, self.glob, self.splits, self.ids, self.file, self.quoted)


MOST_PLACES = 6


class State:
    """One shell process. A subshell works on a copy; a branch that may not run is joined back."""

    __slots__ = (
        "after_cd",
        "aliases",
        "before_cd",
        "cwd",
        "exported",
        "functions",
        "maybe_cwds",
        "positional",
        "shadowed",
        "variables",
        "volatile",
    )

    def __init__(self, cwd: str) -> None:
        self.cwd = cwd  # empty: unknown
        self.maybe_cwds: tuple[str, ...] = ()  # where it would be if an earlier cd failed
        self.after_cd: tuple[str, ...] = ()  # where the last cd led if it worked,
        self.before_cd: tuple[str, ...] = ()  # and where it left the shell if it failed
        self.volatile: frozenset[str] = frozenset()  # variables that a trap may set at any time
        self.variables: dict[str, Word] = {}
        self.exported: frozenset[str] = frozenset()
        self.functions: dict[str, dict[str, Any]] = {}
        self.aliases: dict[str, str] = {}
        self.shadowed: dict[str, str] = {}  # hash -p: name -> path
        self.positional: list[Word] | None = None  # None: unknown

    def copy(self) -> State:
        other = State(self.cwd)
        other.maybe_cwds = self.maybe_cwds
        other.after_cd = self.after_cd
        other.before_cd = self.before_cd
        other.volatile = self.volatile
        other.variables = dict(self.variables)
        other.exported = self.exported
        other.functions = dict(self.functions)
        other.aliases = dict(self.aliases)
        other.shadowed = dict(self.shadowed)
        other.positional = self.positional
        return other

    def join(self, before: State) -> None:
        """The branch that led here may not have run: what it changed is unknown, what it defined may exist."""
        for name, value in self.variables.items():
            if before.variables.get(name) is not value:
                self.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=value.ids)
        for name, value in before.variables.items():
            if name not in self.variables:
                self.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=value.ids)
        self.place((self.cwd, *self.maybe_cwds, before.cwd, *before.maybe_cwds))
        for name, path in before.shadowed.items():
            self.shadowed.setdefault(name, path)

    def places(self) -> tuple[str, ...]:
        """Every directory that the shell may be in; the likeliest first."""
        return (self.cwd, *self.maybe_cwds)

    def place(self, places: tuple[str, ...]) -> None:
        """Be in one of these directories; too many or an unknown one: nowhere certain."""
        found = tuple(dict.fromkeys(places))
        if len(found) > MOST_PLACES or "" in found:
            self.cwd, self.maybe_cwds = "", ()
        else:
            self.cwd, self.maybe_cwds = found[0], found[1:]

    def child(self) -> State:
        """A new shell process: it inherits the directory and what was exported, and may inherit functions."""
        other = self.copy()
        other.variables = {name: self.variables[name] for name in self.exported if name in self.variables}
        other.positional = None
        other.aliases = {}
        return other
