"""Compound statements: conditions, loops, functions, declarations; and substitutions that hide in any node."""

from __future__ import annotations

from policyhooks.core.records import Define
from policyhooks.shell.ceilings import reach
from policyhooks.shell.expansion.state import State, Word
from policyhooks.shell.expansion.words import Expander
from policyhooks.shell.walk.loops import forget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from policyhooks.shell.walk.context import Context
    from policyhooks.shell.walk.statements import Reader

    Node = dict[str, Any]

NAMED_PROCESSES = frozenset(  # what bash lets follow `coproc NAME`
    ("Block", "Subshell", "IfClause", "WhileClause", "ForClause", "CaseClause", "ArithmCmd", "TestClause")
)
FIRST_ROUNDS = 12  # of a loop are read whatever they hold, and of more than these
MOST_UNROLLED = 150  # commands are listed for the others


def read_compound(reader: Reader, node: Node, state: State, context: Context) -> None:
    kind = node["Type"]
    if kind == "IfClause":
        from policyhooks.shell.walk.branches import read_if

        read_if(reader, node, state, context)
    elif kind == "WhileClause":
        forget(node, state)
        before = state.copy()
        reader.run(node.get("Cond", ()), state, context)
        reader.run(node.get("Do", ()), state, context.but(conditional=True))
        state.join(before)
    elif kind == "ForClause":
        read_for(reader, node, state, context)
    elif kind == "CaseClause":
        from policyhooks.shell.walk.branches import read_case

        read_case(reader, node, state, context)
    elif kind == "FuncDecl":
        if (node["Body"].get("Cmd") or {}).get("Type") == "BinaryCmd":
            reader.binary(regrouped(node, node["Body"]["Cmd"]), state, context)
        else:
            define_function(reader, node, state)
    elif kind == "DeclClause":
        from policyhooks.shell.walk.builtins import declare

        declare(reader, node, state, context)
    elif kind == "TimeClause":
        read_timed(reader, node, state, context)
    elif kind == "CoprocClause":
        inner = context.but(
            background=True, shared=False, via=(*context.via, "coproc"), wrappers=(*context.wrappers, "coproc")
        )
        if begins_oddly(node["Stmt"]) or ("Name" in node and not may_have_name(node["Stmt"])):
            # shfmt takes `coproc a=1 cmd` for a command `a=1`, `coproc 2>f cmd` for one of the name `2`, and
            # `coproc cmd >f` and `coproc cmd time x` for a process of that name.
            reader.problem("unsupported_syntax")
        reader.statement(node["Stmt"], state.copy(), inner)
    elif kind in ("ArithmCmd", "LetClause", "TestClause"):
        if kind != "TestClause" or has_arithmetic(node):
            reader.arithmetic(state, node if kind == "ArithmCmd" else None)
            if holds_text(node):
                reader.problem("arithmetic_code")
        read_nested(reader, node, state, context)
        forget_words(node, state)
    else:
        reader.problem("unsupported_syntax")
        read_nested(reader, node, state, context)


def read_for(reader: Reader, node: Node, state: State, context: Context) -> None:
    loop = node["Loop"]
    if node.get("Select") and context.shared:
        reader.problem("dynamic_code")  # it asks the script for its answers
    forget(node, state)
    before = state.copy()
    body = node.get("Do", ())
    inner = context.but(conditional=True)
    if loop.get("Type") != "WordIter":
        reader.arithmetic(state)
        read_nested(reader, loop, state, context)
        forget_words(loop, state)
        reader.run(body, state, inner)
        state.join(before)
        return
    name = loop["Name"]["Value"]
    items: list[Word] = []
    expander = Expander(reader, state, context)
    for item in loop.get("Items", ()):
        items += expander.expand(item)
    left = items
    if items and not any(item.dynamic for item in items) and not node.get("Select"):
        left = unroll(reader, name, items, body, state, inner)
    if left or not items:
        ids = tuple(source for item in left for source in item.ids)
        state.variables[name] = Word("$" + name, dynamic=True, splits=True, ids=ids)
        reader.run(body, state, inner)
    state.join(before)
    state.variables[name] = Word("$" + name, dynamic=True, splits=True)


def unroll(reader: Reader, name: str, items: list[Word], body: list[Node], state: State, inner: Context) -> list[Word]:
    """Read the body with one item after the other; the items that are left. Of many numbers the first are enough."""
    first = len(reader.commands)
    for place, item in enumerate(items):
        if place >= FIRST_ROUNDS:
            left = items[place:]
            if all(other.text.isdecimal() for other in left):
                return left
            if len(reader.commands) - first >= MOST_UNROLLED:
                reach("too_many_values")
                return left
        state.variables[name] = item
        reader.run(body, state, inner)
    return []


def read_timed(reader: Reader, node: Node, state: State, context: Context) -> None:
    """`time`: behind a pipe the program of this name, else a word of the shell.

    With options besides `-p` and `--` dash runs the program and bash one that is called as the option: both are listed.
    """
    call = node.get("Stmt", {}).get("Cmd") or {"Type": "CallExpr"}
    plain = call["Type"] == "CallExpr" and not call.get("Assigns")
    behind_pipe = context.via[-1:] == ("pipe",)
    if behind_pipe and not plain:
        reader.problem("unsupported_syntax")  # the program `time` gets words that shfmt took for more than words
    words = call.get("Args", ()) if plain else ()
    if (behind_pipe and plain) or (words and str(words[0]["Parts"][0].get("Value", "")).startswith("-")):
        reader.statement(timed(node), state, context)
    if "Stmt" in node and not (behind_pipe and plain):
        reader.statement(node["Stmt"], state, context.but(wrappers=(*context.wrappers, "time")))


def timed(node: Node) -> Node:
    """The statement with `time` as its first word."""
    statement = node.get("Stmt", {})
    names = ("time", "-p") if node.get("PosixFormat") else ("time",)
    first = [{"Parts": [{"Type": "Lit", "Value": name}]} for name in names]
    words = [*first, *(statement.get("Cmd") or {}).get("Args", ())]
    return {**statement, "Cmd": {"Type": "CallExpr", "Args": words}}


def regrouped(function: Node, body: Node) -> Node:
    """shfmt takes `f() { a; } && b` for a function of `{ a; } && b`; in every shell the body ends with its bracket."""
    left = body["X"]
    inner = left.get("Cmd") or {}
    if inner.get("Type") == "BinaryCmd":
        return {**body, "X": {**left, "Cmd": regrouped(function, inner)}}
    return {**body, "X": {"Cmd": {**function, "Body": left}}}


def define_function(reader: Reader, node: Node, state: State) -> None:
    names = [node["Name"]["Value"]] if "Name" in node else [name["Value"] for name in node.get("Names", ())]
    for name in names:
        state.functions[name] = node["Body"]
        state.unsure -= {name}
        reader.bodies[name] = (node["Body"], state)
        reader.defines.append(Define(kind="function", name=name, body=source_of(reader, node["Body"])))
    if not names:
        reader.problem("unsupported_syntax")


def source_of(reader: Reader, node: Node) -> str:
    """The text of a node of the outermost script; offsets count bytes."""
    try:
        return reader.source[node["Pos"]["Offset"] : node["End"]["Offset"]].decode("utf-8", "replace")
    except KeyError:
        return ""


def read_nested(reader: Reader, node: Any, state: State, context: Context) -> list[int]:
    """The commands of every substitution below `node`; their ids."""
    ids: list[int] = []
    if isinstance(node, list):
        for item in node:
            ids += read_nested(reader, item, state, context)
    elif isinstance(node, dict):
        kind = node.get("Type")
        if kind == "CmdSubst" or kind == "ProcSubst":
            return list(reader.substitution(node, state, context, "cmdsub" if kind == "CmdSubst" else "procsub"))
        if kind == "ParamExp":
            from policyhooks.shell.expansion.parameters import check_operators

            check_operators(reader, node, state, False)
        if kind == "ArithmExp":
            reader.arithmetic(state, node)
        for value in node.values():
            if isinstance(value, dict | list):
                ids += read_nested(reader, value, state, context)
    return ids


def forget_words(node: Any, state: State) -> None:
    """Arithmetic may assign to any name that it mentions."""
    if isinstance(node, list):
        for item in node:
            forget_words(item, state)
    elif isinstance(node, dict):
        value = node.get("Value")
        if isinstance(value, str) and value in state.variables:
            state.variables[value] = Word("$" + value, dynamic=True, splits=True, ids=state.variables[value].ids)
        for child in node.values():
            if isinstance(child, dict | list):
                forget_words(child, state)


def holds_text(node: Any) -> bool:
    """Quoted text that arithmetic evaluates, with a substitution in it: `let 'x=a[$(rm y)]'`."""
    if isinstance(node, list):
        return any(holds_text(item) for item in node)
    if isinstance(node, dict):
        value = node.get("Value")
        if isinstance(value, str) and ("$(" in value or "`" in value):
            return True
        return any(holds_text(child) for child in node.values() if isinstance(child, dict | list))
    return False


def has_odd_parentheses(node: Any) -> bool:
    """Parentheses that need not pair up: in case patterns, here-documents, comments and quoted text."""
    if isinstance(node, list):
        return any(has_odd_parentheses(item) for item in node)
    if isinstance(node, dict):
        if node.get("Type") == "CaseClause" or "Hdoc" in node or "Hash" in node:
            return True
        value = node.get("Value")
        if isinstance(value, str) and ("(" in value or ")" in value):
            return True
        return any(has_odd_parentheses(child) for child in node.values() if isinstance(child, dict | list))
    return False


def may_have_name(statement: Node) -> bool:
    """A compound command: before anything else bash takes the name of a coprocess for the program."""
    return (statement.get("Cmd") or {}).get("Type") in NAMED_PROCESSES and not statement.get("Negated")


def begins_oddly(statement: Node) -> bool:
    """Whether the first word reads as an assignment or as the descriptor of a redirection."""
    call = statement.get("Cmd") or {}
    words = call.get("Args") if call.get("Type") == "CallExpr" else None
    text = str(words[0]["Parts"][0].get("Value", "")) if words else ""
    return "=" in text or text.isdecimal() or text.startswith("{")


def has_arithmetic(node: Any) -> bool:
    """A test that evaluates its operands as numbers."""
    if isinstance(node, list):
        return any(has_arithmetic(item) for item in node)
    if isinstance(node, dict):
        if node.get("Op") in ("-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-v"):
            return True
        return any(has_arithmetic(value) for value in node.values())
    return False
