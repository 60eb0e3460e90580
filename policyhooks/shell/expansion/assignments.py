"""Assignments before a command or alone: what they set in the shell and what a program's environment gets."""

from __future__ import annotations

from policyhooks.core.shell_records import Env
from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import State, Value, Word
from policyhooks.shell.expansion.words import MOST_PIECES, UNKNOWN, UNKNOWN_SPLIT, Expander
from policyhooks.shell.syntax.nodes import Redirect, all_text, below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from policyhooks.shell.syntax.nodes import Assign
    from policyhooks.shell.syntax.rare_nodes import ArrayExpr
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader


UNKNOWNS = (UNKNOWN, UNKNOWN_SPLIT)
MOST_ITEMS = 500  # that are given one by one


def assign(reader: Reader, nodes: Sequence[Assign], prefix: bool, state: State, context: Context) -> list[int]:
    """Set variables (alone) or note the environment of one command (`prefix`); where each stands in `Reading.env`."""
    found = []
    for node in nodes:
        name = node.name
        if not (name.isidentifier() and name.isascii()):
            reader.problem("unsupported_syntax")  # shfmt takes `~=x` for an assignment: it is a program
        seen = len(reader.reading.env)
        value = read_value(reader, node, state, context)
        if node.array is not None and any(entry.name == name for entry in reader.reading.env[seen:]):
            reader.problem("dialect_ambiguous")  # bash makes it an array first, and arrays are not exported
        if node.index is not None and holds_body(node.index):
            reader.problem("dialect_ambiguous")  # bash then takes the word for a command
        found.append(len(reader.reading.env))
        scope = "prefix" if prefix else "shell"
        reader.reading.env.append(Env(name=name, value=value.text, dynamic=value.dynamic, scope=scope))
        reader.note_variable(name, value, state, context)
        check_text(reader, name, value)
        if name in ("BASH_ALIASES", "BASH_CMDS"):
            define(reader, name, node, value, state)
        if not prefix:
            set_variable(reader, node, name, value, state)
    return found


def holds_body(node: object) -> bool:
    """A here-document anywhere below."""
    return any(isinstance(item, Redirect) and item.body for item in below(node))


def check_text(reader: Reader, name: str, value: Word) -> None:
    """Text that bash may evaluate later: a subscript with a substitution, a start-up file that is no file."""
    text = value.text.replace("$(...)", "").replace("$((...))", "")
    if "[" in text and ("$(" in text or "`" in text):
        reader.problem("arithmetic_code")
    if name in ("BASH_ENV", "ENV") and (value.dynamic or value.file or text.startswith(("/dev/", "/proc/"))):
        reader.problem("dynamic_code")


def define(reader: Reader, array: str, node: Assign, value: Word, state: State) -> None:
    """bash keeps aliases and hashed programs in arrays that can be assigned to."""
    from policyhooks.core.shell_records import Define

    name = all_text(node.index) if isinstance(node.index, list) else ""
    if not name or value.dynamic:
        reader.problem("dynamic_program")
        return
    kind, table = ("alias", state.aliases) if array == "BASH_ALIASES" else ("hash", state.shadowed)
    table[name] = value.text
    reader.reading.defines.append(Define(kind=kind, name=name, body=value.text))


def set_variable(reader: Reader, node: Assign, name: str, value: Word, state: State) -> None:
    old = state.variables.get(name)
    if node.index is not None:
        value = with_item(name, old, value)
    elif node.append and isinstance(old, Value) and old.choices:
        grown = tuple(longer(name, choice, value, node.array is not None) for choice in old.choices)
        value = Value(name, (*old.ids, *value.ids), choices=grown)
    elif node.append:
        value = longer(name, old, value, node.array is not None)
    elif node.array is not None:
        value = array_of(name, EMPTY, value)
    state.variables[name] = value


EMPTY = Value("", items=())


def with_item(name: str, old: Word | None, value: Word) -> Word:
    """`x[k]=...`: one item more, or another one, at a place that nobody counts."""
    before = old.items if isinstance(old, Value) and old.items is not None else ()
    if len(before) >= MOST_ITEMS:
        reach("too_many_values")
        return Word("$" + name, dynamic=True, splits=True, ids=value.ids)
    ids = (*(old.ids if old is not None else ()), *value.ids)
    item = Word(value.text, dynamic=True, splits=True, ids=value.ids)
    return Value(name, ids, items=(*before, item), scattered=True)


def longer(name: str, old: Word | None, value: Word, array: bool) -> Word:
    """`x+=...`: what is known of the old value and of the new end."""
    if array:
        return array_of(name, old, value)
    ids = (*(old.ids if old else ()), *value.ids)
    if old is not None and not old.dynamic and not value.dynamic:
        return Word(old.text + value.text, ids=ids)
    if isinstance(old, Value) and old.items is not None:
        return Word("$" + name, dynamic=True, splits=True, ids=ids)  # to the first item of an array
    return Value(name, ids, pieces=(*pieces_of(name, old), *pieces_of(name, value)))


def begun(name: str, old: Word | None) -> Word:
    """A value that a loop makes longer: its beginning stays, what follows is unknown."""
    ids = old.ids if old is not None else ()
    more = Word("$" + name, dynamic=True, splits=True, ids=ids)
    if isinstance(old, Value) and old.items is not None:
        return Value(name, ids, items=(*old.items, more))
    if old is None or (isinstance(old, Value) and not old.pieces) or (old.dynamic and not isinstance(old, Value)):
        return more
    return Value(name, ids, pieces=(*pieces_of(name, old), ("$" + name, True)))


def array_of(name: str, old: Word | None, value: Word) -> Word:
    """`x=(...)` and `x+=(...)`: the items where all are known as words."""
    ids = (*(old.ids if old else ()), *value.ids)
    before = old.items if isinstance(old, Value) else None
    after = value.items if isinstance(value, Value) else None
    if before is None or after is None or not isinstance(old, Value) or not isinstance(value, Value):
        return Word("$" + name, dynamic=True, splits=True, ids=ids)
    return Value(name, ids, items=(*before, *after), scattered=old.scattered or value.scattered)


def pieces_of(name: str, value: Word | None) -> tuple[tuple[str, bool], ...]:
    """The text of a value, with what of it is unknown."""
    if isinstance(value, Value) and value.pieces:
        return value.pieces
    if value is None or value.dynamic:
        return (("$" + name if value is None else value.text, True),)
    return ((value.text, False),)


def read_value(reader: Reader, node: Assign, state: State, context: Context) -> Word:
    """The value of one assignment node; subscripts and array elements are read for their commands."""
    if node.index is not None:
        reader.arithmetic(state)
        reader.nested(node.index, state, context)
    if node.array is not None:
        return read_items(reader, node.array, state, context)
    if node.value is None:
        return Word("")
    expander = Expander(reader, state, context)
    word = expander.join(node.value)
    word.quoted = False
    if word.dynamic and not word.file and (len(expander.pieces) > 1 or "$" not in word.text):
        pieces = tuple((text, kind in UNKNOWNS) for text, kind in expander.expand_tilde(expander.pieces))
        return Value(node.name, word.ids, pieces=pieces)
    return word


def read_items(reader: Reader, array: ArrayExpr, state: State, context: Context) -> Word:
    """The words of `(...)`; with subscripts of their own nobody counts where they stand."""
    scattered = any(element.index is not None for element in array.elements)
    if any(element.value is None for element in array.elements):
        return Word("(...)", dynamic=True, splits=True, ids=tuple(reader.nested(array, state, context)))
    items: list[Word] = []
    if scattered:
        reader.nested([element.index for element in array.elements], state, context)
    for value in [element.value for element in array.elements]:  # arithmetic evaluates items as well as values
        items += Expander(reader, state, context).expand(value or ())
        if len(items) > MOST_PIECES:
            reach("too_many_words")
            return Word("(...)", dynamic=True, splits=True)
    for item in items:
        check_text(reader, "", item)
    sources = tuple(source for item in items for source in item.ids)
    if scattered:
        items = [Word(item.text, dynamic=True, splits=True, ids=item.ids) for item in items]
    found = Value("", sources, items=tuple(items), scattered=scattered)
    found.text = "(...)"
    return found
