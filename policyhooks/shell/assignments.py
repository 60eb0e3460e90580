"""Assignments before a command or alone: what they set in the shell and what a program's environment gets."""

from __future__ import annotations

from policyhooks.core.records import Env
from policyhooks.shell.state import State, Word
from policyhooks.shell.words import Expander

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.context import Context
    from policyhooks.shell.walk import Reader

    Node = dict[str, Any]


PROMPTS = frozenset(("PS0", "PS1", "PS2", "PS4"))


def assign(reader: Reader, nodes: list[Node], prefix: bool, state: State, context: Context) -> list[Env]:
    """Set variables (alone) or note the environment of one command (`prefix`)."""
    found = []
    for node in nodes:
        name = node["Name"]["Value"]
        value = read_value(reader, node, state, context)
        entry = Env(
            name=name, value=value.text, dynamic=value.dynamic, scope="prefix" if prefix else "shell", command_id=0
        )
        found.append(entry)
        reader.env.append(entry)
        note_command(reader, name, value, state, context)
        check_text(reader, name, value)
        if name in ("BASH_ALIASES", "BASH_CMDS"):
            define(reader, name, node, value, state)
        if not prefix:
            set_variable(reader, node, name, value, state)
    return found


def check_text(reader: Reader, name: str, value: Word) -> None:
    """Text that bash may evaluate later: a subscript with a substitution, a start-up file that is no file."""
    text = value.text.replace("$(...)", "").replace("$((...))", "")
    if "[" in text and ("$(" in text or "`" in text):
        reader.problem("arithmetic_code")
    if name in ("BASH_ENV", "ENV") and (value.dynamic or value.file or text.startswith(("/dev/", "/proc/"))):
        reader.problem("dynamic_code")


def define(reader: Reader, array: str, node: Node, value: Word, state: State) -> None:
    """bash keeps aliases and hashed programs in arrays that can be assigned to."""
    from policyhooks.core.records import Define

    name = "".join(part.get("Value", "") for part in node.get("Index", {}).get("Parts", ()))
    if not name or value.dynamic:
        reader.problem("dynamic_program")
        return
    kind, table = ("alias", state.aliases) if array == "BASH_ALIASES" else ("hash", state.shadowed)
    table[name] = value.text
    reader.defines.append(Define(kind=kind, name=name, body=value.text))


def set_variable(reader: Reader, node: Node, name: str, value: Word, state: State) -> None:
    if "Index" in node or "Array" in node:
        value = Word("$" + name, dynamic=True, splits=True, ids=value.ids)
    elif node.get("Append"):
        old = state.variables.get(name)
        if old is None or old.dynamic or value.dynamic:
            value = Word("$" + name, dynamic=True, splits=True, ids=(*(old.ids if old else ()), *value.ids))
        else:
            value = Word(old.text + value.text, ids=(*old.ids, *value.ids))
    state.variables[name] = value


def read_value(reader: Reader, node: Node, state: State, context: Context) -> Word:
    """The value of one assignment node; subscripts and array elements are read for their commands."""
    if "Index" in node:
        reader.arithmetic(state)
        reader.nested(node["Index"], state, context)
    if "Array" in node:
        ids = reader.nested(node["Array"], state, context)
        return Word("(...)", dynamic=True, splits=True, ids=tuple(ids))
    value = node.get("Value")
    if value is None:
        return Word("")
    word = Expander(reader, state, context).join(value)
    word.quoted = False
    return word


def note_command(reader: Reader, name: str, value: Word, state: State, context: Context) -> None:
    """A variable whose value some program runs as a command: its command counts, whoever runs it."""
    from policyhooks.shell.programs.variables import VARIABLES

    role = VARIABLES.get(name) or next(
        (VARIABLES[key] for key in VARIABLES if key[-1] == "*" and name.startswith(key[:-1])), ""
    )
    if name in PROMPTS and ("$" in value.text or "`" in value.text):
        reader.problem("prompt_expansion")  # the shell expands prompts: substitutions in them run
    if role not in ("command", "program") or not value.text:
        return
    if value.dynamic:
        reader.problem("dynamic_code")
    inner = context.but(via=(*context.via, "env:" + name), conditional=True, stdin=None)
    reader.script(value.text.replace("$(...)", "$_"), "bash", state.child(), inner)
