"""From the parts of a word to the words that a program gets: quotes, variables, tildes, globs. Nothing is guessed.

What is not known when the command is read stays as written and is marked dynamic. Substitutions found on the way are
handed to the reader, which reads their commands.
"""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.parameter_values import first_item, given
from policyhooks.shell.expansion.quoting import is_glob, stays_whole, unescape, unquote
from policyhooks.shell.expansion.state import State, Value, Word
from policyhooks.shell.syntax.nodes import CmdSubst, DblQuoted, Lit, ParamExp, SglQuoted, is_list, plain_parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.nodes import Part, Parts
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

# Kinds of a piece. SPLIT: the value of an unquoted variable. BREAK: the end of a word, between the items of an array.
PLAIN, QUOTED, SPLIT, UNKNOWN, UNKNOWN_SPLIT, BREAK = range(6)
SPECIAL = frozenset("\\{~*?[")


# Stands for the name that mktemp gives: whatever it is, the place is new and temporary.
NEW_TEMPORARY = "/tmp/mktemp.new"  # noqa: S108  # nothing is made here
LONGEST_VALUE = 1 << 17  # of one word: what Linux takes
MOST_PIECES = 20_000


class Expander:
    """Expands the words of one command in one state."""

    __slots__ = ("context", "file", "ids", "pieces", "reader", "size", "state")

    def __init__(self, reader: Reader, state: State, context: Context) -> None:
        self.reader = reader
        self.state = state
        self.context = context
        self.pieces: list[tuple[str, int]] = []
        self.ids: list[int] = []
        self.file = False
        self.size = 0  # of the values in it

    def expand(self, parts: Parts) -> list[Word]:
        """All words that one written word becomes."""
        if len(parts) == 1 and isinstance(parts[0], Lit):
            text = parts[0].text
            if SPECIAL.isdisjoint(text):
                return [Word(text)]
        self.collect(parts)
        pieces = self.pieces
        if any(kind == PLAIN and "{" in text for text, kind in pieces):
            from policyhooks.shell.expansion.braces import expand_braces

            variants = expand_braces(pieces)
            if variants is None:
                reach("too_many_words")
                variants = [pieces]
        else:
            variants = [pieces]
        return [word for variant in variants for word in self.split(variant)]

    def join(self, parts: Parts) -> Word:
        """One word without splitting, braces or globs: assignments, here-documents, redirection targets."""
        self.collect(parts)
        pieces = self.expand_tilde(self.pieces)
        text = "".join(text for text, _ in pieces)
        dynamic = any(kind in (UNKNOWN, UNKNOWN_SPLIT) for _, kind in pieces)
        glob = any(kind in (PLAIN, SPLIT) and is_glob(piece) for piece, kind in pieces)
        return Word(text, dynamic, glob, False, tuple(self.ids), self.file, quoted=True)

    def collect(self, parts: Parts) -> None:
        self.pieces = []
        self.ids = []
        self.file = False
        self.size = 0
        for part in parts:
            if isinstance(part, Lit):
                self.add_literal(part.text)
            elif isinstance(part, SglQuoted):
                self.pieces.append((unquote(part), QUOTED))
            elif isinstance(part, DblQuoted):
                self.add_quoted(part.parts)
            else:
                self.add_expansion(part, False)

    def add_literal(self, text: str) -> None:
        """Unquoted text: a backslash quotes one character."""
        while "\\" in text:
            before, _, after = text.partition("\\")
            if before:
                self.pieces.append((before, PLAIN))
            if after[:1] != "\n":
                self.pieces.append((after[:1] or "\\", QUOTED))
            text = after[1:]
        if text:
            self.pieces.append((text, PLAIN))

    def add_quoted(self, parts: Parts) -> None:
        before = len(self.pieces)
        if len(parts) == 1 and isinstance(parts[0], ParamExp) and self.add_items(parts[0], True):
            self.measure(before)
            return  # `"${x[@]}"` of an empty array is no word at all
        self.pieces.append(("", QUOTED))
        for part in parts:
            if isinstance(part, Lit):
                self.pieces.append((unescape(part.text, '$`"\\'), QUOTED))
            else:
                self.add_expansion(part, True)

    def add_expansion(self, part: Part, quoted: bool) -> None:
        if isinstance(part, ParamExp):
            before = len(self.pieces)
            self.add_value(part, quoted)
            self.measure(before)
        elif isinstance(part, CmdSubst):
            self.add_output(part, quoted)
        else:
            from policyhooks.shell.expansion.rare_parts import add_rare

            add_rare(self, part)

    def add_output(self, part: CmdSubst, quoted: bool) -> None:
        """What the commands of `$(...)` write, where it is known."""
        ids = self.reader.substitution(part, self.state, self.context, "cmdsub")
        constant = self.reader.known_output(part, self.state)
        if constant is not None:
            self.pieces.append((constant, QUOTED if quoted else SPLIT))
            return
        self.ids += ids
        if self.reader.makes_temporary(ids):
            self.pieces.append((NEW_TEMPORARY, QUOTED))
            return
        told = self.reader.known_output(part, self.state, certain=False) or "$(...)"
        self.pieces.append((told, UNKNOWN if quoted else self.open_kind(told, UNKNOWN_SPLIT)))

    def measure(self, before: int) -> None:
        """Values that no program could take are not put together, and each source counts once."""
        self.size += sum(len(text) for text, _ in self.pieces[before:])
        self.ids = list(dict.fromkeys(self.ids))
        if self.size > LONGEST_VALUE or len(self.pieces) > MOST_PIECES:
            reach("too_long")
            self.pieces = [("$_", UNKNOWN_SPLIT)]
            self.size = 0

    def add_value(self, part: ParamExp, quoted: bool) -> None:
        if self.add_items(part, quoted):
            return
        name = part.parameter
        unknown, known = (UNKNOWN, QUOTED) if quoted and not is_list(part) else (UNKNOWN_SPLIT, SPLIT)
        if not plain_parameter(part):
            from policyhooks.shell.expansion.parameters import read_operators

            value = read_operators(self, part, name, quoted)
        else:
            value = self.value(name)
        if value is None:
            self.pieces.append(("$" + name, unknown))
        else:
            self.ids += value.ids
            if isinstance(value, Value) and value.pieces:
                self.pieces += [
                    (text, self.open_kind(text, unknown) if open_ else known) for text, open_ in value.pieces
                ]
            elif value.dynamic:
                self.pieces.append((value.text, self.open_kind(value.text, unknown)))
            elif value.glob and name.isdecimal() and not any(char.isspace() for char in value.text):
                self.pieces.append((value.text, SPLIT))  # an argument: it stands for the names that it matches
            else:
                self.pieces.append((value.text, known))

    def open_kind(self, text: str, kind: int) -> int:
        ifs = self.state.variables.get("IFS")
        return UNKNOWN if stays_whole(text, ifs.text if ifs else "") and not (ifs and ifs.dynamic) else kind

    def add_items(self, part: ParamExp, quoted: bool) -> bool:
        """`"${x[@]}"` and `"$@"` where the items are known: each is a word of its own."""
        name = part.parameter
        if name not in ("@", "*") and part.index is None:
            return False
        from policyhooks.shell.expansion.parameters import read_items

        return read_items(self, part, name, quoted)

    def value(self, name: str) -> Word | None:
        """The value of a parameter where it is certain, or an estimate of it."""
        state = self.state
        if name in state.volatile:
            return None
        if name in state.variables and name != "0":
            return first_item(name, state.variables[name])
        if name == "HOME":
            return Word(self.reader.settings.home) if self.reader.settings.home else None
        if name == "PWD":
            return Word(state.cwd) if state.cwd and not state.maybe_cwds else None
        if name == "IFS":
            return None
        return given(name, state)

    def expand_tilde(self, pieces: list[tuple[str, int]]) -> list[tuple[str, int]]:
        if not pieces or pieces[0][1] != PLAIN or not pieces[0][0].startswith("~"):
            return pieces
        text = pieces[0][0]
        user, slash, rest = text.partition("/")
        if user == "~" and (slash or len(pieces) == 1) and self.reader.settings.home:
            home = self.state.variables.get("HOME")
            if home is not None:
                return [(home.text, UNKNOWN if home.dynamic else QUOTED), (slash + rest, PLAIN), *pieces[1:]]
            return [(self.reader.settings.home, QUOTED), (slash + rest, PLAIN), *pieces[1:]]
        if user == "~+" and self.state.cwd:
            return [(self.state.cwd, QUOTED), (slash + rest, PLAIN), *pieces[1:]]
        return [(text, UNKNOWN), *pieces[1:]]

    def split(self, pieces: list[tuple[str, int]]) -> list[Word]:
        """Field splitting of unquoted values, and the marks of each resulting word."""
        pieces = self.expand_tilde(pieces)
        if "IFS" in self.state.variables and any(kind == SPLIT for _, kind in pieces):
            from policyhooks.shell.expansion.estimates import split_values

            pieces = split_values(pieces, self.state.variables["IFS"])
        words: list[Word] = []
        current: Word | None = None
        for text, kind in pieces:
            if kind == SPLIT:
                fields = text.split()
                if len(fields) > 1 and self.reader.settings.dialect == "zsh":
                    self.reader.problem("dialect_ambiguous")  # zsh splits no values
                if text[:1].isspace() and current is not None:
                    words.append(current)
                    current = None
                for index, field in enumerate(fields):
                    if index and current is not None:
                        words.append(current)
                        current = None
                    current = self.append(current, field, kind)
                if text[-1:].isspace() and fields and current is not None:
                    words.append(current)
                    current = None
            elif kind == BREAK:
                if current is not None:
                    words.append(current)
                current = None
            else:
                current = self.append(current, text, kind)
        if current is not None:
            words.append(current)
        return words

    def append(self, word: Word | None, text: str, kind: int) -> Word:
        if word is None:
            word = Word("", ids=tuple(self.ids), file=self.file)
        word.text += text
        if kind >= UNKNOWN:
            word.dynamic = True
            word.splits = word.splits or kind == UNKNOWN_SPLIT
        elif kind == QUOTED:
            word.quoted = True
        elif is_glob(text):
            word.glob = True
        return word
