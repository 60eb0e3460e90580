"""What operators make of a known value: `${x%.bak}`, `${x/a/b}`, `${x:2}`, `${x,,}`, `${x[1]}`, `${!x}`.

Exact or nothing: a wrong text could make a command look harmless. Even so the word stays dynamic, since options of the
shell change what patterns mean. It knows values, not what rules make of them.
"""

from __future__ import annotations

from policyhooks.evaluation.glob_items import BadGlob
from policyhooks.evaluation.glob_reader import escape, read_glob
from policyhooks.evaluation.globs import glob_matches
from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import Value, Word
from policyhooks.shell.expansion.words import BREAK, QUOTED, SPLIT, UNKNOWN, UNKNOWN_SPLIT
from policyhooks.shell.syntax.block_nodes import UnaryArithm
from policyhooks.shell.syntax.nodes import OPERATORS, Lit, ParamExp, Substitution, below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from policyhooks.shell.expansion.state import State
    from policyhooks.shell.expansion.words import Expander
    from policyhooks.shell.syntax.block_nodes import Arithmetic
    from policyhooks.shell.syntax.nodes import Parts
    from policyhooks.shell.syntax.rare_nodes import Replace, Slice

LONGEST_TEXT = 256  # patterns are tried at every place of a text,
LONGEST_FIT = 64  # and in a replacement at every end behind every place
CHANGED: dict[str, Callable[[str], str]] = {
    "^": lambda text: text[:1].upper() + text[1:],
    "^^": str.upper,
    ",": lambda text: text[:1].lower() + text[1:],
    ",,": str.lower,
    "@U": str.upper,
    "@u": lambda text: text[:1].upper() + text[1:],
    "@L": str.lower,
}
TRIMS = ("#", "##", "%", "%%")


def estimate(name: str, text: str, ids: tuple[int, ...] = ()) -> Value:
    """A value of which the text is known and nothing is certain."""
    return Value(name, ids, pieces=((text, True),))


def estimated(expander: Expander, part: ParamExp, known: Word | None) -> Word | None:
    """The value of a parameter with operators; None where it cannot be told."""
    if known is None or (isinstance(known, Value) and known.choices):
        return None
    if part.index is not None:
        known = item_at(part, known, expander.state)
    if part.excl:
        known = referred(part, known, expander)
    if known is None or (isinstance(known, Value) and known.items is not None) or not is_told(known):
        return None
    text = changed(expander, part, known.text)
    return None if text is None else Word(text, dynamic=True, ids=known.ids)


def changed_items(expander: Expander, part: ParamExp, items: tuple[Word, ...]) -> tuple[Word, ...] | None:
    """`"${x[@]:1}"`, `"${x[@]%.bak}"`: all that may be left, or what becomes of each; None where it is not known."""
    if part.slice is not None and OPERATORS.intersection(part.__dict__) <= {"index", "slice"}:
        return tuple(Word(item.text, dynamic=True, ids=item.ids) for item in items if is_told(item))
    if part.excl or part.length or part.slice is not None:
        return None
    found = []
    for item in items:
        text = changed(expander, part, item.text) if is_told(item) else None
        if text is None:
            return None
        found.append(Word(text, dynamic=True, ids=item.ids))
    return tuple(found)


def is_told(known: Word) -> bool:
    """Whether a value is known in full; of one that is known in part operators may take what is not."""
    return bool(known.text) and (not known.dynamic or "$" not in known.text)


def referred(part: ParamExp, known: Word | None, expander: Expander) -> Word | None:
    """`${!x}`: the value of the parameter that x names; `${!#}` is the last argument."""
    text = "" if known is None or known.dynamic or part.names else known.text
    if not text.isidentifier() and not text.isdecimal():
        return None
    return expander.value(text)


def item_at(part: ParamExp, known: Word, state: State) -> Word | None:
    """The item that a subscript names. What is no array is its own and only item."""
    if not isinstance(known, Value) or known.items is None:
        return known
    place = number_of(part.index, state)
    if place is None or known.scattered:
        return None
    return known.items[place] if -len(known.items) <= place < len(known.items) else None


def number_of(node: Arithmetic | None, state: State) -> int | None:
    """A number that is written out, or in a variable; None: not known."""
    if isinstance(node, UnaryArithm):
        inner = number_of(node.operand, state) if node.op == "-" else None
        return None if inner is None else -inner
    if not isinstance(node, list | tuple) or len(node) != 1:
        return None
    part = node[0]
    text = part.text if isinstance(part, Lit) else ""
    name = part.parameter if isinstance(part, ParamExp) and OPERATORS.isdisjoint(part.__dict__) else text
    value = state.variables.get(name) if not text.isdecimal() and name not in state.volatile else None
    if value is not None and not value.dynamic:
        text = value.text
    return int(text) if text.isdecimal() and text.isascii() else None


def split_values(pieces: list[tuple[str, int]], ifs: Word) -> list[tuple[str, int]]:
    """Values that are split at the letters of an IFS of one's own: the fields where it is known, never certain."""
    found: list[tuple[str, int]] = []
    for text, kind in pieces:
        if kind != SPLIT:
            found.append((text, kind))
            continue
        fields = fields_at(text, "" if ifs.dynamic else ifs.text)
        for number, field in enumerate(fields):
            found += [(" ", BREAK)] if number else []
            found.append((field, UNKNOWN_SPLIT if ifs.dynamic else UNKNOWN))
    return found


def fields_at(text: str, letters: str) -> list[str]:
    """A text at any of some letters."""
    for letter in letters[1:]:
        text = text.replace(letter, letters[0])
    return [field for field in text.split(letters[0]) if field] if letters else [text]


def changed(expander: Expander, part: ParamExp, text: str) -> str | None:
    """The text behind the one operator that changes it; as it is where there is none."""
    operators = OPERATORS.intersection(part.__dict__) - {"index", "excl"}
    if not operators:
        return text
    if len(text) > LONGEST_TEXT:
        reach("too_long")
        return None
    if len(operators) > 1:
        return None
    if part.slice is not None:
        return sliced(text, part.slice, expander.state)
    if part.replace is not None:
        return replaced(expander, part.replace, text)
    return expanded(expander, part, text)


def expanded(expander: Expander, part: ParamExp, text: str) -> str | None:
    expansion = part.expansion
    if expansion is None:
        return None
    if expansion.op in TRIMS:
        pattern = pattern_of(expander, expansion.word)
        return None if pattern is None else trimmed(text, expansion.op, pattern)
    op = expansion.op + "".join(piece.text for piece in expansion.word)
    return CHANGED[op](text) if op in CHANGED else None


def pattern_of(expander: Expander, parts: Parts) -> str | None:
    """A pattern of the shell as a compiled glob; None where it is not known or not plain."""
    if any(isinstance(piece, Substitution) for piece in below(parts)):
        return None  # its commands were read before, and are read once
    inner = type(expander)(expander.reader, expander.state, expander.context)
    inner.collect(parts)
    if any(kind >= UNKNOWN for _, kind in inner.pieces):
        return None
    text = "".join(escape(piece) if kind == QUOTED else unbraced(piece) for piece, kind in inner.pieces)
    try:
        return read_glob(text)[0] if text else ""
    except BadGlob:
        return None


def unbraced(text: str) -> str:
    """Braces mean nothing in a pattern of the shell."""
    return text.replace("{", "\\{").replace("}", "\\}")


def trimmed(text: str, op: str, pattern: str) -> str:
    """Without the shortest or longest beginning or end that fits."""
    places: Iterable[int] = range(len(text) + 1)
    if op in ("##", "%"):
        places = reversed(range(len(text) + 1))
    for place in places:
        if op[0] == "#" and glob_matches(text[:place], pattern):
            return text[place:]
        if op[0] == "%" and glob_matches(text[place:], pattern):
            return text[:place]
    return text


def replaced(expander: Expander, node: Replace, text: str) -> str | None:
    """`${x/a/b}`: the longest fit at the first place where one is, or everywhere."""
    first = node.pattern[0] if node.pattern else None
    anchor = first.text[:1] if isinstance(first, Lit) and not node.everywhere and first.text[:1] in ("#", "%") else ""
    parts = (Lit(text=first.text[1:]), *node.pattern[1:]) if anchor and first is not None else node.pattern
    if any(isinstance(piece, Substitution) for piece in below(node.replacement)):
        return None
    pattern = pattern_of(expander, parts)
    new = type(expander)(expander.reader, expander.state, expander.context).join(node.replacement)
    if pattern is None or new.dynamic or "&" in new.text or "\\" in new.text:
        return None
    if not anchor and "*" not in pattern and "?" not in pattern:
        return text.replace(pattern, new.text, -1 if node.everywhere else 1) if pattern else text
    if len(text) > LONGEST_FIT:
        reach("too_long")
        return None
    return put_in(text, pattern, new.text, anchor, node.everywhere)


def put_in(text: str, pattern: str, new: str, anchor: str, everywhere: bool) -> str:
    """A text with another in place of what fits a pattern."""
    done, at = "", 0
    while at < len(text) and pattern:
        stops = range(len(text), at, -1) if anchor != "%" else (len(text),)
        stop = next((stop for stop in stops if glob_matches(text[at:stop], pattern)), None)
        if stop is not None:
            done, at = done + new, stop
            if not everywhere:
                break
        else:
            if anchor == "#":
                break
            done, at = done + text[at], at + 1
    return done + text[at:]


def sliced(text: str, node: Slice, state: State) -> str | None:
    """`${x:2:3}`; a negative length is an end."""
    start = 0 if node.offset is None else number_of(node.offset, state)
    length = None if node.length is None else number_of(node.length, state)
    if start is None or (length is None and node.length is not None):
        return None
    start = start if start >= 0 else len(text) + start
    if start < 0 or start > len(text):
        return None
    if length is None:
        return text[start:]
    return text[start : start + length] if length >= 0 else text[start:length]
