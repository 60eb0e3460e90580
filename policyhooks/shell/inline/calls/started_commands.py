"""Commands that calls of inline code start, by the ways in which languages take them: text, words, a program."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.inline.calls.paths_and_hosts import add_paths
from policyhooks.shell.inline.effects import Started
from policyhooks.shell.inline.nodes import Call, Fields
from policyhooks.shell.inline.values.value import HIDDEN, UNKNOWN, Value, list_of, single, spread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.shell.inline.calls.call_context import CallContext
    from policyhooks.shell.inline.values.value import Text

MOST_COMMANDS = 100


def add_command(code: CallContext, kind: str, where: str, node: Call) -> None:
    """text, argv, words, prog, execv, execl: the first argument is text, a program or a list of words."""
    first, _, second = where.partition(",")
    if kind == "argv":
        node = without_objects(node)
    found = code.node_at(node, first)
    if found is None and not node.arguments and not node.named:
        return  # called with nothing: another function of that name
    if found is None or isinstance(found, Fields):
        given = code.field(node, "cmd") or code.field(node, "args")
        if given is None:
            start_unknown(code)
        else:
            start_words(code, given, node)
        return
    value = code.value_at(node, first) or UNKNOWN
    code.effects.runs |= code.made_by(node)
    STARTERS[kind](code, node, value, first, second)


def without_objects(node: Call) -> Call:
    """system({"A" => "b"}, "command"): the fields of objects among the arguments count as named arguments."""
    arguments = tuple(item for item in node.arguments if not isinstance(item, Fields))
    if len(arguments) == len(node.arguments):
        return node
    fields = {key: value for item in node.arguments if isinstance(item, Fields) for key, value in item.fields.items()}
    return Call(node.function, arguments, {**node.named, **fields})


# How the words are given


def start_given_text(code: CallContext, node: Call, value: Value, first: str, second: str) -> None:
    start_texts(code, value, node)


def start_argv(code: CallContext, node: Call, value: Value, first: str, second: str) -> None:
    """system(a, b): words without a shell; one argument is shell text, or a list that is spread."""
    values = [code.value_at(node, str(index)) for index in range(int(first), len(node.arguments))]
    items = [item for item in values if item is not None]
    if len(items) == 1 and value.items is None:
        start_texts(code, value, node)
        return
    start_words(code, list_of(spread(items)), node)


def start_list(code: CallContext, node: Call, value: Value, first: str, second: str) -> None:
    """run([a, b]), run("text")."""
    if value.items is None:
        start_texts(code, value, node)
    else:
        start_words(code, value, node)


def start_program(code: CallContext, node: Call, value: Value, first: str, second: str) -> None:
    """spawn(program, [a, b])."""
    listed = code.value_at(node, second) or code.field(node, "args")
    shell = code.field(node, "shell")
    items = listed.items if listed is not None and listed.items is not None else ()
    text = single(value)
    if not items and (shell is not None or (text is not None and " " in text.strip())):
        start_texts(code, value, node)
        return
    options = len(node.arguments) > 1 and isinstance(node.arguments[1], Fields)
    if listed is not None and listed.items is None and not options:
        items = tuple(Value((text,)) for text in listed.texts)  # R: system2("rm", "-rf x")
    start_words(code, list_of((value, *items)), node)


def start_execv(code: CallContext, node: Call, value: Value, first: str, second: str) -> None:
    """execv(program, [name, a, b])."""
    listed = code.value_at(node, str(int(first) + 1))
    items = listed.items[1:] if listed is not None and listed.items is not None else (UNKNOWN,)
    start_words(code, list_of((value, *items)), node)


def start_execl(code: CallContext, node: Call, value: Value, first: str, second: str) -> None:
    """execl(program, name, a, b)."""
    rest = [code.value_at(node, str(index)) for index in range(int(first) + 2, len(node.arguments))]
    start_words(code, list_of((value, *(item for item in rest if item is not None))), node)


STARTERS: dict[str, Callable[[CallContext, Call, Value, str, str], None]] = {
    "text": start_given_text,
    "argv": start_argv,
    "words": start_list,
    "prog": start_program,
    "execv": start_execv,
    "execl": start_execl,
}


# What is started


def start_texts(code: CallContext, value: Value, node: Call) -> None:
    for text in value.texts:
        start_text(code, text, node)


def start_text(code: CallContext, text: Text, node: Call) -> None:
    written, dynamic, _ = text
    if written.strip() == HIDDEN:
        start_unknown(code)
        return
    if dynamic:
        code.effects.evaluates = True
    start(code, Started(text, (), folders_of(code, node), input_of(code, node)))


def start_words(code: CallContext, value: Value, node: Call) -> None:
    words = value.items if value.items is not None else (value,)
    if not words:
        return
    if words[0].texts[0][0] == HIDDEN:
        start_unknown(code)
        return
    first = [item.texts[0] for item in words]
    folders, given = folders_of(code, node), input_of(code, node)
    start(code, Started(None, tuple(first), folders, given))
    for index, item in enumerate(words):
        for other in item.texts[1:]:  # a loop: the same command with the other values
            start(code, Started(None, (*first[:index], other, *first[index + 1 :]), folders, given))


def start(code: CallContext, started: Started) -> None:
    if len(code.effects.commands) < MOST_COMMANDS:
        code.effects.commands.append(started)
    else:
        reach("too_much_code")


def start_unknown(code: CallContext) -> None:
    code.effects.unknown = True
    code.effects.evaluates = True


def input_of(code: CallContext, node: Call) -> Text:
    """What the command gets on standard input."""
    given = code.field(node, "input") or code.field(node, "stdin_data")
    return given.texts[0] if given is not None and len(given.texts) == 1 else ("", True, False)


def folders_of(code: CallContext, node: Call) -> tuple[Text, ...]:
    """Where the command runs."""
    given = code.field(node, "cwd") or code.field(node, "chdir")
    return tuple(code.chdirs) if given is None else given.texts


# Calls that open a file or start a command


def open_pipe(code: CallContext, kind: str, where: str, node: Call) -> None:
    r"""Ruby: open("\|command")."""
    value = code.value_at(node, where.partition(",")[0])
    for text, dynamic, _ in value.texts if value is not None else ():
        if text.startswith("|"):
            start_text(code, (text[1:], dynamic, False), node)


def open_in_perl(code: CallContext, kind: str, where: str, node: Call) -> None:
    """open(H, "-|", words), open(H, "command|"), open(H, ">", path), open(H, ">path")."""
    values = [code.value_at(node, str(index)) for index in range(1, len(node.arguments))]
    given = [item for item in values if item is not None]
    if len(given) == 1:
        for text in given[0].texts:
            open_perl_text(code, text, node)
        return
    if not given:
        return
    mode = single(given[0])
    if mode is None or "|" not in mode:
        for op in ops_of_perl_mode(mode):
            add_paths(code, op, given[1].texts)
    elif len(given) == 2:
        start_texts(code, given[1], node)
    else:
        start_words(code, list_of(given[1:]), node)


def open_perl_text(code: CallContext, text: Text, node: Call) -> None:
    """Mode and path, or a command, in one text."""
    written, dynamic, glob = text
    stripped = written.strip()
    if stripped.endswith("|"):
        start_text(code, (stripped[:-1], dynamic, False), node)
    elif stripped.startswith("|"):
        start_text(code, (stripped[1:], dynamic, False), node)
    else:
        op = "append" if ">>" in stripped[:3] else "write" if ">" in stripped[:2] else "read"
        path = stripped.lstrip("+<> ")
        if not path.startswith("&"):  # `>&STDERR` is no path
            add_paths(code, op, [(path, dynamic, glob)])


def ops_of_perl_mode(mode: str | None) -> tuple[str, ...]:
    if mode is None or "+" in mode:
        return ("read", "write")
    return ("append",) if ">>" in mode else ("write",) if ">" in mode else ("read",)
