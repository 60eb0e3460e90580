"""Parameter expansions with operators: `${x:-y}`, `${!x}`, `${x@P}`. Only defaults give certain values."""

from __future__ import annotations

from policyhooks.shell.expansion.estimates import TRIMS, changed_items, estimated
from policyhooks.shell.expansion.state import State, Value, Word
from policyhooks.shell.expansion.words import BREAK, QUOTED, SPLIT, UNKNOWN, UNKNOWN_SPLIT
from policyhooks.shell.syntax.nodes import OPERATORS, Lit, SglQuoted, Substitution, all_text, below, is_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.expansion.words import Expander
    from policyhooks.shell.syntax.block_nodes import Arithmetic
    from policyhooks.shell.syntax.nodes import Node, ParamExp
    from policyhooks.shell.walk.statements import Reader

# Operators beside which a default (`:-`) means what it means alone.
DEFAULTS = frozenset((":-", "-", ":=", "=", ":+", "+"))
DEFAULTED = frozenset(("expansion", "width", "is_set"))
ZSH_FORMS = frozenset(("nested", "flags", "modifiers", "split", "glob_subst", "rc_expand"))
# What shells agree on wherever it stands in quotes.
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _.,:;=+@%/-\\")
LETTERS = frozenset(("Q", "U", "u", "L", "a", "A", "E", "K", "k"))  # behind `@`: they run nothing


def read_operators(expander: Expander, part: ParamExp, name: str, quoted: bool) -> Word | None:
    """The value where it is certain, else None; the commands inside are read either way."""
    reader, state = expander.reader, expander.state
    known = expander.value(name) if part.index is None else state.variables.get(name)
    check_operators(reader, part, state, quoted, told=not tells_nothing(known))
    ids = reader.nested(list(part.__dict__.values()), state, expander.context)
    operator = part.expansion.op if part.expansion is not None else ""
    simple = (OPERATORS - DEFAULTED).isdisjoint(part.__dict__)
    if operator in (":-", "-", ":?", "?") and simple and known is not None and not known.dynamic and known.text:
        return known
    taint = (*ids, *(known.ids if known else ()))
    told = estimated(expander, part, known)
    if told is not None:
        return Word(told.text, dynamic=True, splits=not quoted, ids=(*taint, *told.ids))
    default = plain_default(expander, part) if operator in DEFAULTS and simple else ""
    text = "${" + name + default + "}"
    if operator in (":=", "="):
        reader.reading.bound.add(name)
        state.variables[name] = Word(text if default else "$" + name, dynamic=True, splits=True, ids=tuple(ids))
    return Word(text, dynamic=True, splits=not quoted or is_list(part), ids=taint)


def plain_default(expander: Expander, part: ParamExp) -> str:
    """`:-y` of `${x:-y}` where y is one plain word. Other operators that put a word in are written so too."""
    pieces = part.expansion.word if part.expansion is not None else ()
    if all(isinstance(piece, Lit) for piece in pieces):
        text = all_text(pieces)
    elif not any(isinstance(piece, Substitution) for piece in below(pieces)):
        word = type(expander)(expander.reader, expander.state, expander.context).join(pieces)
        text = word.text.rpartition(":-")[2].rstrip("}") if word.dynamic else word.text
        text = "" if "$" in text else text
    else:
        return ""
    return ":-" + text if text and all(char.isalnum() or char in "._-+/~@" for char in text) else ""


def known_items(expander: Expander, part: ParamExp, name: str) -> tuple[Word, ...] | None:
    """The items that `"${x[@]}"`, `"$@"`, `${x[*]}` or `$*` stands for; None where they are not known."""
    state = expander.state
    if name in ("@", "*"):
        items = None if state.positional is None or part.index is not None else tuple(state.positional)
    else:
        value = state.variables.get(name)
        if name in state.volatile or not isinstance(value, Value) or part.index is None:
            return None
        items = value.items if subscript(part.index) in ("@", "*") else None
    if items is None or (OPERATORS - {"index"}).isdisjoint(part.__dict__):
        return items
    return changed_items(expander, part, items)


def subscript(index: Arithmetic | None) -> str:
    """The text of a subscript that is a word."""
    return all_text(index) if isinstance(index, list) else ""


def read_items(expander: Expander, part: ParamExp, name: str, quoted: bool) -> bool:
    """Each known item of an array as a word of its own, or all as one; False where they are not known."""
    items = known_items(expander, part, name)
    one = quoted and "*" in (name, subscript(part.index))
    if one and ("IFS" in expander.state.variables or "IFS" in expander.state.volatile):
        return False
    for number, item in enumerate(items or ()):
        if number:
            expander.pieces.append((" ", QUOTED if one else BREAK))
        expander.ids += item.ids
        if item.dynamic:
            expander.pieces.append((item.text, UNKNOWN if quoted and not item.splits else UNKNOWN_SPLIT))
        elif not quoted or (item.glob and not any(char.isspace() for char in item.text)):
            expander.pieces.append((item.text, SPLIT))
        else:
            expander.pieces.append((item.text, QUOTED))
    return items is not None


def check_operators(reader: Reader, part: ParamExp, state: State, quoted: bool, *, told: bool = True) -> None:
    """Forms that run code or that shells read in different ways. `told`: something of the value is known."""
    expansion = part.expansion
    if expansion is not None and expansion.op == "@" and all_text(expansion.word) not in LETTERS:
        reader.problem("prompt_expansion")  # @P expands the value as a prompt: substitutions in it run
    if part.index is not None or part.slice is not None:
        reader.arithmetic(state)
    if quoted and quotes(part) and (told or not quotes_a_pattern(part)):
        reader.problem("dialect_ambiguous")  # dash ends the text at a quote that bash takes literally
    if not ZSH_FORMS.isdisjoint(part.__dict__):
        reader.problem("unsupported_syntax")


def tells_nothing(known: Word | None) -> bool:
    """Whether nothing of a value is known: it is that of one variable that is set elsewhere."""
    if known is None:
        return True
    listed = isinstance(known, Value) and (known.items is not None or known.choices)
    return not listed and known.dynamic and known.text[:1] == "$" and known.text[1:].strip("{}").isidentifier()


def quotes(part: ParamExp) -> list[Node]:
    """What holds a single quote in the operators of a parameter, but not in a substitution."""
    parts = (part.expansion, part.replace)
    return [item for item in below(parts, (Substitution,)) if isinstance(item, SglQuoted) or "'" in item.text]


def quotes_a_pattern(part: ParamExp) -> bool:
    """Whether quotes stand only around plain text of a pattern or a replacement, as in `"${x%'.txt'}"`.

    Shells differ in what they make of these, never in where they end, so an unknown value stays an unknown value.
    """
    if part.expansion is not None and part.expansion.op not in TRIMS:
        return False
    texts = [item.text if isinstance(item, SglQuoted) else "'" for item in quotes(part)]
    return all(PLAIN.issuperset(text) and text[-1:] != "\\" for text in texts)
