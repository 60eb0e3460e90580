"""What the calls of inline code do, by the effects that the language's table gives to their names."""

from __future__ import annotations

from policyhooks.shell.ceilings import reach
from policyhooks.shell.inline.calls.call_context import CallContext
from policyhooks.shell.inline.calls.flag_effects import decode, evaluate, fetch, hide, obscure, talk, unpickle
from policyhooks.shell.inline.calls.passed_functions import add_escaped, passed_calls
from policyhooks.shell.inline.calls.paths_and_hosts import (
    add_paths,
    connect,
    connect_address,
    connect_curl,
    connect_place,
    connect_web,
    move,
    open_file,
    read_path_or_url,
    touch,
)
from policyhooks.shell.inline.calls.started_commands import add_command, open_in_perl, open_pipe, start_unknown
from policyhooks.shell.inline.nodes import UNREAD, Array, Call, Fields, Member, Name
from policyhooks.shell.inline.values.full_names import MOST_STEPS
from policyhooks.shell.inline.values.value import HIDDEN, UNKNOWN, single

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from policyhooks.shell.inline.effects import Effects
    from policyhooks.shell.inline.outline import Outline
    from policyhooks.shell.inline.values.value import Text

MOST_NESTED = 3
PASSING = (".call", ".apply", ".__call__")


def effects_of(
    lang: str, outline: Outline, *, unsure: bool, argv: tuple[Text, ...] | None = None, nested: int = 0
) -> Effects:
    """All that the code of one outline does."""
    code = CallContext(lang, outline, unsure, argv, nested)
    effects = code.effects
    effects.understood = outline.parsed and not outline.opaque
    effects.imports = dict(outline.imports)
    effects.strings = dict(outline.strings)
    named = [(code.names.name_of(node.function), node) for node in outline.calls]
    for name, node in named:
        if code.effect_of(name, node).startswith("chdir"):
            code.chdirs += code.texts(node, "0")
    for name, node in named:
        add_call(code, name, node)
        for function, passed in passed_calls(code, name, node):
            add_call(code, function, passed)
    add_escaped(code)
    if code.names.steps > MOST_STEPS:
        effects.understood = False
    connecting = code.table.data.get("CONNECTING", ())
    effects.talks = effects.talks or any(name in connecting for name in effects.imports)
    effects.loose = [
        text
        for text in effects.strings
        if text not in code.used and outline.shown.get(text, 0) < outline.mentions.get(text, 1)
    ]
    return effects


def add_call(code: CallContext, name: str, node: Call) -> None:
    effects = code.effects
    if not name:
        effects.understood = False
        return
    if name.endswith("()") and code.lang == "python":
        effects.understood = False  # what a call returned is called
    effects.calls[name] = None
    if "()" in name:
        effects.calls[name.replace("()", "")] = None
    add_import(code, name, node)
    if name.endswith(PASSING) and code.effect_of(name.rpartition(".")[0], node):
        pass_on(code, name, node)
        return
    effect = code.effect_of(name, node)
    if effect.startswith("one") and (len(node.arguments) != 1 or isinstance(node.arguments[0], Fields)):
        effect = "none"  # Path.replace takes one argument, str.replace two
    if effect:
        add_effect(code, name, node, effect)
    else:
        add_unlisted(code, name, node)


def add_effect(code: CallContext, name: str, node: Call, effect: str) -> None:
    """A call that the table gives an effect."""
    if code.lang != "python":
        code.effects.calls[name.rpartition(".")[2]] = None  # rules may know it without its module
    for part in effect.split(";"):
        kind, _, where = part.strip().partition("@")
        if kind == "web":
            connect_web(code, where, node, name)
        elif kind in ACTIONS:
            ACTIONS[kind](code, kind, where, node)
    show_rest(code, effect, node)
    if effect == "none" and isinstance(node.function, Member):
        code.outline.show(node.function.owner)


def add_unlisted(code: CallContext, name: str, node: Call) -> None:
    """A call that the table gives no effect: it shows its arguments, or its name tells what it may do."""
    last = name.rpartition(".")[2]
    if name in code.table.showing or "." + last in code.table.showing:
        if isinstance(node.function, Member):
            code.outline.show(node.function.owner)
        for item in (*node.arguments, *node.named.values()):
            code.outline.show(item)
    else:
        guess(code, last.lower(), node)


def guess(code: CallContext, last: str, node: Call) -> None:
    """A call that no table knows, with a name that changes or deletes something: the paths among its arguments."""
    from policyhooks.shell.inline.guesses import guessed_op, looks_like_path

    op = guessed_op(last)
    if op:
        for index, item in enumerate(node.arguments):
            texts = code.texts(node, str(index)) if not isinstance(item, Fields) else []
            add_paths(code, op, [text for text in texts if looks_like_path(text[0])])


def show_rest(code: CallContext, effect: str, node: Call) -> None:
    """Arguments of a known call that no effect names are content."""
    if "*" in effect or "argv" in effect or "exec" in effect or "place" in effect or "perlopen" in effect:
        return
    for index, item in enumerate(node.arguments):
        if not (str(index) in effect or (index == 1 and ("move" in effect or "prog" in effect))):
            code.outline.show(item)


def add_import(code: CallContext, name: str, node: Call) -> None:
    """A module that a call loads by its name; a name that cannot be worked out hides what is called."""
    if name in code.table.data.get("IMPORTERS", ()):
        module = single(code.names.value(node.arguments[0])) if node.arguments else None
        if module is None:
            code.effects.understood = False
        else:
            use_module(code, module)
    elif name in code.table.data.get("GETTERS", ()) and (
        len(node.arguments) < 2 or single(code.names.value(node.arguments[1])) is None
    ):
        code.effects.understood = False


def use_module(code: CallContext, module: str) -> None:
    code.effects.imports[module] = None
    code.used.add(module)
    if "://" in module:
        connect(code, module, False)
        code.effects.runs.add("fetch")
    elif module.startswith((".", "/")):
        add_paths(code, "read", [(module, False, False)])


# Calls that lead to another call


def pass_on(code: CallContext, name: str, node: Call) -> None:
    """f.call(this, a), f.apply(this, [a]), and Ruby's and Python's call, which has no `this`."""
    function, _, how = name.rpartition(".")
    arguments = node.arguments if code.lang in ("ruby", "python") else node.arguments[1:]
    if how == "apply":
        first = arguments[0] if arguments else UNREAD
        arguments = first.items if isinstance(first, Array) else (UNREAD,)
    add_call(code, function, Call(Name(function), arguments, node.named))


def redirect(code: CallContext, kind: str, where: str, node: Call) -> None:
    """send(:system, "x"), call_user_func("system", "x")."""
    target = single(code.value_at(node, "0") or UNKNOWN)
    arguments = node.arguments
    if target is None:
        if kind == "send" or (arguments and isinstance(arguments[0], Name)):
            code.effects.understood = False
        return
    rest = arguments[1:]
    if len(rest) == 1 and isinstance(rest[0], Array):
        rest = rest[0].items
    add_call(code, target, Call(Name(target), rest, node.named))


def add_code(code: CallContext, kind: str, where: str, node: Call) -> None:
    """Text that is run as code of the same language: read it where it is written out."""
    effects = code.effects
    effects.understood = False
    effects.runs |= code.made_by(node)
    value = code.value_at(node, where)
    if kind == "eval" and (node.arguments or node.named) and (value is None or not value.known):
        start_unknown(code)
    if value is None:
        return
    if code.nested >= MOST_NESTED:
        reach("too_much_code")
        return
    from policyhooks.shell.inline.language_readers import outline_of

    for text, dynamic, _ in value.texts:
        if text == HIDDEN:
            continue
        outline = outline_of(code.lang, text)
        if outline.parsed:
            effects.add(effects_of(code.lang, outline, unsure=dynamic, nested=code.nested + 1))


# `web` is not here: it needs the name of the call. `chdir` and `none` do nothing by themselves.
ACTIONS: dict[str, Callable[[CallContext, str, str, Call], None]] = {
    **dict.fromkeys(("read", "write", "append", "delete", "chmod", "link", "exec"), touch),
    **dict.fromkeys(("move", "one"), move),
    **dict.fromkeys(("mode", "pathopen"), open_file),
    **dict.fromkeys(("url", "host", "place"), connect_place),
    "address": connect_address,
    "urlpath": read_path_or_url,
    "curl": connect_curl,
    **dict.fromkeys(("text", "argv", "words", "prog", "execv", "execl"), add_command),
    "pipe": open_pipe,
    "perlopen": open_in_perl,
    **dict.fromkeys(("eval", "evaltext"), add_code),
    **dict.fromkeys(("send", "named"), redirect),
    "unpickle": unpickle,
    "hide": hide,
    "runs": evaluate,
    "net": talk,
    "fetch": fetch,
    "decode": decode,
    "opaque": obscure,
}
