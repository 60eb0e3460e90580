"""The statements of a module: what each defines, what it reads, which of them may wait."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# What is done with a name, in this order.
CALLED = "1 called"
TESTED = "2 tested"  # with isinstance or by a handler of errors, handed to who calls it, and perhaps called
USED = "3 used"

# Functions that only call the class which is their first argument.
CALLERS = frozenset({"build", "told"})


@dataclass(frozen=True)
class Reading:
    """What a module's statements define and read: the same for every way to split it."""

    tree: ast.Module
    defines: Mapping[str, int]
    repeated: frozenset[str]
    references: Sequence[Mapping[str, str]]
    errors: Sequence[frozenset[str]]  # the classes that each statement catches, or raises without a call
    imports: Sequence[Sequence[ast.ImportFrom]]  # in each statement, however deep


@dataclass
class Module:
    """A module's statements, what each defines, and which are hot."""

    name: str
    reading: Reading
    hot: set[int] = field(default_factory=set)
    stubs: dict[str, tuple[str, str]] = field(default_factory=dict)  # local name -> (module, function)
    wanted: dict[int, set[str]] = field(default_factory=dict)  # import statement -> names that are hot
    taken: dict[str, tuple[str, str]] = field(default_factory=dict)  # the same for classes that may stand unmade
    ready: set[str] = field(default_factory=set)  # what most ordinary decisions call
    late: set[str] = field(default_factory=set)  # what some call
    made: set[str] = field(default_factory=set)  # classes that something does more with than call and test
    whole: bool = False  # other modules take it as an object and reach for its classes
    by_name: bool = False  # nobody imports it: it is loaded by its name

    def __post_init__(self) -> None:
        self.tree = self.reading.tree
        self.defines = self.reading.defines
        self.repeated = self.reading.repeated
        self.references = self.reading.references
        self.errors = self.reading.errors
        self.imports = self.reading.imports

    def is_hot(self, name: str) -> bool:
        """Whether a name is really defined in the first part: some statement needed more than a stub."""
        at = self.defines[name]
        node = self.tree.body[at]
        return name in self.wanted.get(at, ()) if isinstance(node, ast.Import | ast.ImportFrom) else at in self.hot

    def is_class(self, name: str) -> bool:
        return name in self.defines and isinstance(self.tree.body[self.defines[name]], ast.ClassDef)

    def stands_unmade(self, name: str) -> bool:
        """Whether a class of the first part is made when it is first called, or asked for as itself."""
        node = self.tree.body[self.defines[name]]
        if not isinstance(node, ast.ClassDef) or node.decorator_list or node.keywords or self.by_name:
            return False
        return name not in self.ready and name not in self.made and not self.again(node)

    def is_value_class(self, node: ast.stmt) -> bool:
        """Whether a statement is a class of fields alone: unmade it costs next to nothing, wherever it is asked for."""
        return (
            isinstance(node, ast.ClassDef)
            and not any(isinstance(one, ast.FunctionDef) for one in node.body)
            and node.bases != []
            and self.stands_unmade(node.name)
        )

    def used_by(self, statements: list[ast.stmt]) -> set[str]:
        """The names of this module with which statements do more than call and test."""
        reads = [
            references_of(list(ast.walk(one))) for one in statements if not isinstance(one, ast.Import | ast.ImportFrom)
        ]
        return {name for read in reads for name, use in read.items() if use == USED and name in self.defines}

    def again(self, node: ast.stmt) -> bool:
        """Whether a statement defines a name that another one defines too: then their order counts."""
        return not isinstance(node, ast.Import | ast.ImportFrom) and not self.repeated.isdisjoint(defined_by(node))


@dataclass(frozen=True)
class Readings:
    """Modules that are read, and what of each is used as an object of a module that another one imports."""

    modules: Mapping[str, Reading]
    objects: Mapping[str, set[str]]


def read_modules(trees: Mapping[str, ast.Module]) -> Readings:
    """Everything that splitting asks of the statements, once for all groups."""
    nodes = {name: [list(ast.walk(statement)) for statement in tree.body] for name, tree in trees.items()}
    return Readings({name: _read_module(tree, nodes[name]) for name, tree in trees.items()}, module_objects(nodes))


def _read_module(tree: ast.Module, nodes: Sequence[Sequence[ast.AST]]) -> Reading:
    names = [(name, at) for at, node in enumerate(tree.body) for name in defined_by(node)]
    counts = Counter(name for name, _ in names)
    return Reading(
        tree,
        dict(names),
        frozenset(name for name, count in counts.items() if count > 1),
        [references_of(inside) for inside in nodes],
        [frozenset(name for node in inside for name in named_errors(node)) for inside in nodes],
        [[node for node in inside if isinstance(node, ast.ImportFrom)] for inside in nodes],
    )


def references_of(nodes: Sequence[ast.AST]) -> dict[str, str]:
    """Every name that the nodes of a statement read, and what it does with it at most: CALLED, TESTED, USED."""
    calls = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    calls |= {id(node.exc) for node in nodes if isinstance(node, ast.Raise)}  # `raise X` calls it
    tests = {id(name) for node in nodes for name in tested(node)}
    found: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Name):
            use = CALLED if id(node) in calls else TESTED if id(node) in tests else USED
            found[node.id] = max(found.get(node.id, CALLED), use)
    return found


def named_errors(node: ast.AST) -> list[str]:
    """The classes that a node catches, or raises without a call."""
    named = (
        caught_by(node) if isinstance(node, ast.ExceptHandler) else [node.exc] if isinstance(node, ast.Raise) else []
    )
    return [kind.id for kind in named if isinstance(kind, ast.Name)]


def tested(node: ast.AST) -> list[ast.expr]:
    """The classes of which a value or an error is asked to be an instance, or that are handed to who calls them."""
    if isinstance(node, ast.ExceptHandler):
        return caught_by(node)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return []
    if node.func.id in CALLERS:
        return node.args[:1]
    return _listed(node.args[1]) if node.func.id == "isinstance" else []


def caught_by(handler: ast.ExceptHandler) -> list[ast.expr]:
    """The classes that a handler names."""
    return _listed(handler.type) if handler.type is not None else []


def _listed(kinds: ast.expr) -> list[ast.expr]:
    return kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]


def bases_of(node: ast.ClassDef) -> list[str]:
    return [base.id for base in node.bases if isinstance(base, ast.Name)]


def bound_name(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def may_wait_for_use(node: ast.stmt) -> bool:
    """Whether a statement may wait: a definition, an import or a plain constant."""
    return isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom) or (
        isinstance(node, ast.Assign) and all(isinstance(target, ast.Name) for target in node.targets)
    )


def defined_by(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [bound_name(alias) for alias in node.names]
    return [one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)]


def module_objects(modules: Mapping[str, Sequence[Sequence[ast.AST]]]) -> dict[str, set[str]]:
    """Modules that some module imports as such, anywhere, and what of them is then used for more than to call it."""
    found: dict[str, set[str]] = {}
    for statements in modules.values():
        nodes = [node for inside in statements for node in inside]
        taken = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if f"{node.module}.{alias.name}" in modules
        }
        for name in taken.values():
            found.setdefault(name, set())
        calls = {id(node.func) for node in nodes if taken and isinstance(node, ast.Call)}
        for node in nodes if taken else ():
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and id(node) not in calls:
                found.get(taken.get(node.value.id, ""), set()).add(node.attr)
    return found
