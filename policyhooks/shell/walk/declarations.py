"""export, declare and kin: what they set in the shell, and what later programs find in their environment."""

from __future__ import annotations

from policyhooks.core.shell_records import Env
from policyhooks.core.values import Record
from policyhooks.shell.expansion.assignments import check_text, read_value, set_variable
from policyhooks.shell.expansion.estimates import estimate
from policyhooks.shell.expansion.state import State, Value, Word
from policyhooks.shell.expansion.words import Expander
from policyhooks.shell.programs.lookup import describe
from policyhooks.shell.programs.options import parse_words
from policyhooks.shell.syntax.nodes import Assign
from policyhooks.shell.walk.commands import Command, add

TYPE_CHECKING = False
if TYPE_CHECKING:
    from policyhooks.shell.syntax.nodes import Declare
    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

OPAQUE_FLAGS = frozenset(["-l", "-u", "-n", "-i", "-c", "-a", "-A"])  # the stored value is not the written one


class Declared(Record):
    """A variable that a declaration names, and how it is written there."""

    name: str
    value: Word
    written: Assign


def declare(reader: Reader, node: Declare, state: State, context: Context) -> None:
    """A declaration that is a statement of its own."""
    words = [Word(node.variant)]
    found: list[Declared] = []
    for argument in node.args:
        words += read_argument(reader, argument, found, state, context)
    command = add(reader, words, parse_words(words, describe(node.variant)), node.variant, state, context)
    check_subscripts(reader, words[1:])
    for word in words[1:]:  # "NAME=value" in quotes is a declaration too
        name, equals, _ = word.text.partition("=")
        if equals and word.quoted:
            found.append(Declared(name=name, value=word.part(len(name) + 1), written=Assign(name=name)))
        elif word.splits:
            forget_all(state)
    for declared in found:
        take(reader, declared, node.variant, command, state, context)


def read_argument(reader: Reader, node: Assign, found: list[Declared], state: State, context: Context) -> list[Word]:
    """The words of one argument; what it declares is added to those found."""
    name = node.name
    if not name:
        return Expander(reader, state, context).expand(node.value) if node.value is not None else []
    if node.naked:
        value = state.variables.get(name, Word("$" + name, dynamic=True))
        found.append(Declared(name=name, value=value, written=Assign(naked=True)))
        return [Word(name)]
    value = read_value(reader, node, state, context)
    found.append(Declared(name=name, value=value, written=node))
    return [Word(f"{name}={value.text}", dynamic=value.dynamic, ids=value.ids)]


def take(reader: Reader, declared: Declared, variant: str, command: Command, state: State, context: Context) -> None:
    """Give a declared variable its value."""
    name, value, written = declared.name, declared.value, declared.written
    check_text(reader, name, value)
    opaque = is_opaque(command)
    if opaque:
        if written.array is None:
            check_array(reader, value.text)
        value = stored(reader, name, value, command)
    if not written.naked:
        set_variable(reader, written, name, value, state)
    elif opaque or variant == "local":
        state.variables[name] = Word("$" + name, dynamic=True, splits=True)
    if variant == "export" or "-x" in command.flags:
        note(reader, "export", name, value, command, state, context)
    elif not written.naked:
        note(reader, "", name, value, command, state, context)


def stored(reader: Reader, name: str, value: Word, command: Command) -> Word:
    """What a variable with attributes holds of a value that it is given."""
    attributes = OPAQUE_FLAGS.intersection(command.flags)
    if "-n" in attributes:
        reader.problem("shell_option")  # one name for another: what is given to one changes both
    if attributes <= {"-a", "-A"} and isinstance(value, Value) and value.items is not None:
        return Value(name, value.ids, items=value.items, scattered=value.scattered or "-A" in attributes)
    if attributes <= {"-l", "-u"} and len(attributes) == 1 and "$" not in value.text:
        return estimate(name, value.text.lower() if "-l" in attributes else value.text.upper(), value.ids)
    return Word("$" + name, dynamic=True, splits=True, ids=value.ids)


def declare_words(reader: Reader, name: str, command: Command, state: State, context: Context) -> None:
    """A declaration that is reached as a program: `command export x=y`."""
    words = command.words[1:]
    check_subscripts(reader, words)
    for word in words:
        variable, equals, value = word.text.partition("=")
        if is_opaque(command):
            check_array(reader, value)
        if equals and not word.splits:
            note(reader, name, variable, word.part(len(variable) + 1), command, state, context)
        elif word.dynamic:
            forget_all(state)


def is_opaque(command: Command) -> bool:
    return bool(OPAQUE_FLAGS.intersection(command.flags))


def check_array(reader: Reader, text: str) -> None:
    """`declare -a x="(...)"` expands the text."""
    if text.startswith("("):
        reader.problem("arithmetic_code")


def check_subscripts(reader: Reader, words: list[Word]) -> None:
    """`read 'a[$(rm x)]'`: a subscript in a name is evaluated, substitutions included."""
    for word in words:
        if "[" in word.text and ("$(" in word.text or "`" in word.text) and word.text != "$(...)":
            reader.problem("arithmetic_code")


def forget_all(state: State) -> None:
    """Something may have set any variable."""
    for name, value in state.variables.items():
        state.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=value.ids)


def note(
    reader: Reader, how: str, variable: str, value: Word, command: Command, state: State, context: Context
) -> None:
    """Record what later programs find in their environment."""
    exported = how == "export"
    if exported:
        state.exported |= {variable}
        state.variables.setdefault(variable, value)
    scope = "export" if exported else "shell"
    reader.reading.env.append(
        Env(name=variable, value=value.text, dynamic=value.dynamic, scope=scope, command_id=command.id)
    )
    reader.note_variable(variable, value, state, context.but(parent=command.id))
