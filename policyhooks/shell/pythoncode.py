"""Inline Python by its syntax tree: imports, calls by their full names, strings. The ast package is not loaded."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ONLY_AST = 0x400
MOST_NODES = 20_000
OPAQUE = frozenset(
    (
        "eval",
        "exec",
        "compile",
        "__import__",
        "importlib.import_module",
        "marshal.loads",
        "pickle.loads",
        "runpy.run_path",
        "code.interact",
        "builtins.exec",
        "builtins.eval",
    )
)
RUNS_TEXT = frozenset(
    (
        "os.system",
        "os.popen",
        "subprocess.getoutput",
        "subprocess.getstatusoutput",
        "asyncio.create_subprocess_shell",
        "commands.getoutput",
    )
)
RUNS_WORDS = frozenset(
    "subprocess." + name for name in ("run", "call", "check_call", "check_output", "Popen")
) | frozenset(("asyncio.create_subprocess_exec", "pty.spawn"))
RUNS_ARGUMENTS = ("os.exec", "os.spawn", "os.posix_spawn")


def analyse(text: str) -> tuple[bool, list[str], list[str], list[str]]:
    """(understood, imports, calls, strings)."""
    tree = parse(text)
    if tree is None:
        from policyhooks.shell.scan import analyse as scan

        _, imports, calls, strings = scan(text)
        return False, imports, calls, strings
    reading = Reading()
    reading.visit(tree)
    understood = not reading.opaque and reading.count < MOST_NODES
    return understood, list(reading.imports), list(reading.calls), list(reading.strings)


def parse(text: str) -> Any:
    """The tree, or None. `python -c` dedents nothing, but agents indent here-documents."""
    import _warnings

    before = _warnings.filters[:]
    try:
        _warnings.filters[:] = [("ignore", None, Warning, None, 0)]
        return compile(text, "", "exec", ONLY_AST)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None
    finally:
        _warnings.filters[:] = before


class Reading:
    """One walk over a tree."""

    def __init__(self) -> None:
        self.imports: dict[str, None] = {}
        self.calls: dict[str, None] = {}
        self.strings: dict[str, None] = {}
        self.names: dict[str, str] = {}  # local name -> full name
        self.runs: list[tuple[str, Any]] = []
        self.opaque = False
        self.count = 0

    def visit(self, tree: Any) -> None:
        waiting = [tree]
        while waiting and self.count < MOST_NODES:
            node = waiting.pop()
            self.count += 1
            kind = type(node).__name__
            if kind == "Import" or kind == "ImportFrom":
                self.add_import(node, kind)
            elif kind == "Call":
                self.add_call(node)
            elif kind == "Constant" and isinstance(node.value, str):
                self.strings[node.value] = None
            elif kind == "Constant" and isinstance(node.value, bytes):
                self.strings[node.value.decode("utf-8", "replace")] = None
            children = [getattr(node, field, None) for field in getattr(node, "_fields", ())]
            for child in reversed(children):
                if isinstance(child, list):
                    waiting += reversed(child)
                elif hasattr(child, "_fields"):
                    waiting.append(child)

    def add_import(self, node: Any, kind: str) -> None:
        module = getattr(node, "module", "") or ""
        if kind == "ImportFrom":
            self.imports[module] = None
        for alias in node.names:
            full = f"{module}.{alias.name}" if kind == "ImportFrom" else alias.name
            if kind == "Import":
                self.imports[alias.name] = None
            if alias.asname:
                self.names[alias.asname] = full
            elif kind == "ImportFrom":
                self.names[alias.name] = full

    def add_call(self, node: Any) -> None:
        name = self.full_name(node.func)
        if not name:
            self.opaque = True
            return
        if name.endswith("()"):
            self.opaque = True  # what a call returned is called
        if name == "getattr" or name in OPAQUE:
            self.opaque = self.opaque or not (name in ("__import__", "importlib.import_module") and constant(node.args))
            if name in ("__import__", "importlib.import_module") and constant(node.args):
                self.imports[node.args[0].value] = None
        self.calls[name] = None
        self.runs.append((name, node))

    def full_name(self, node: Any) -> str:
        kind = type(node).__name__
        if kind == "Name":
            return self.names.get(node.id, str(node.id))
        if kind == "Attribute":
            head = self.full_name(node.value)
            return f"{head}.{node.attr}" if head else str(node.attr)
        if kind == "Call":
            inner = self.full_name(node.func)
            if inner in ("__import__", "importlib.import_module") and constant(node.args):
                return str(node.args[0].value)
            if inner == "getattr" and len(node.args) > 1 and constant(node.args[1:]):
                return f"{self.full_name(node.args[0])}.{node.args[1].value}"
            return inner + "()" if inner else ""
        return (
            "object"
            if kind in ("Constant", "JoinedStr", "List", "Dict", "Tuple", "Subscript", "BinOp", "Set", "ListComp")
            else ""
        )


def constant(arguments: Any) -> bool:
    return bool(arguments) and type(arguments[0]).__name__ == "Constant" and isinstance(arguments[0].value, str)


def commands_of(text: str) -> tuple[list[str | list[str]], bool]:
    """Commands that the code certainly starts (text for a shell, or words), and whether it starts others too."""
    tree = parse(text)
    if tree is None:
        return [], True
    reading = Reading()
    reading.visit(tree)
    found: list[str | list[str]] = []
    unknown = False
    for name, node in reading.runs:
        command = started(name, node)
        if command is not None:
            found.append(command)
        elif name in RUNS_TEXT or name in RUNS_WORDS or name.startswith(RUNS_ARGUMENTS):
            unknown = True
    return found, unknown


def started(name: str, node: Any) -> str | list[str] | None:
    """The command of one call, where its words are written out."""
    arguments = node.args
    if name in RUNS_TEXT:
        return str(arguments[0].value) if constant(arguments) else None
    if name in RUNS_WORDS and arguments:
        if constant(arguments):
            return str(arguments[0].value)
        if type(arguments[0]).__name__ in ("List", "Tuple") and all(constant([item]) for item in arguments[0].elts):
            return [str(item.value) for item in arguments[0].elts]
    if name.startswith(RUNS_ARGUMENTS) and len(arguments) > 1:
        listed = arguments[-1]
        if type(listed).__name__ in ("List", "Tuple") and all(constant([item]) for item in listed.elts):
            return (
                [str(arguments[-2].value), *[str(item.value) for item in listed.elts[1:]]]
                if constant(arguments[-2:])
                else None
            )
    return None
