"""The statements of a module: what each defines, what it reads, which of them may wait."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field


@dataclass
class Module:
    """A module's statements, what each defines, and which are hot."""

    name: str
    tree: ast.Module
    hot: set[int] = field(default_factory=set)
    stubs: dict[str, tuple[str, str]] = field(default_factory=dict)  # local name -> (module, function)
    wanted: dict[int, set[str]] = field(default_factory=dict)  # import statement -> names that are hot
    late: set[str] = field(default_factory=set)
    whole: bool = False  # other modules take it as an object and reach for its classes

    def __post_init__(self) -> None:
        self.defines = {name: at for at, node in enumerate(self.tree.body) for name in defined_by(node)}
        names = [name for node in self.tree.body for name in defined_by(node)]
        self.repeated = {name for name in names if names.count(name) > 1}
        self.references = [references_of(statement) for statement in self.tree.body]

    def is_hot(self, name: str) -> bool:
        """Whether a name is really defined in the first part: some statement needed more than a stub."""
        at = self.defines[name]
        node = self.tree.body[at]
        return name in self.wanted.get(at, ()) if isinstance(node, ast.Import | ast.ImportFrom) else at in self.hot

    def again(self, node: ast.stmt) -> bool:
        """Whether a statement defines a name that another one defines too: then their order counts."""
        return not isinstance(node, ast.Import | ast.ImportFrom) and not self.repeated.isdisjoint(defined_by(node))


def references_of(statement: ast.stmt) -> dict[str, bool]:
    """Every name that a statement reads, and whether it does nothing with it but call it."""
    calls = {id(node.func) for node in ast.walk(statement) if isinstance(node, ast.Call)}
    found: dict[str, bool] = {}
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            found[node.id] = found.get(node.id, True) and id(node) in calls
    return found


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
