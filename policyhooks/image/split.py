"""Splits modules into what an ordinary decision runs and the rest, statement by statement.

The first part of a module (`hot`) holds the functions that profile.py lists and whatever they
refer to; a function that only some ordinary decisions run is unmarshalled when it is called. Every
other function that they mention stands there as a stub, which runs the module's second part in the
same namespace and then calls the real one. Names keep their module and their meaning; only the time
at which a definition is executed changes. A list that is out of date costs time, never behaviour.
"""

from __future__ import annotations

import ast
import marshal
from collections.abc import Collection, Mapping

from policyhooks.image.statements import Module, bound_name, may_wait_for_use
from policyhooks.image.strip import compile_tree

STUB = "_policyhooks_stub"  # these two are put into every split module by boot.py
LATE = "_policyhooks_late"
SOMETIMES = "?"  # after a function's name: some ordinary decisions run it, others do not


def split(
    trees: Mapping[str, ast.Module], ordinary: Mapping[str, Collection[str]], by_name: Collection[str] = ()
) -> dict[str, tuple[ast.Module, ast.Module]]:
    """Hot and cold tree of every module that ordinary lists; those of `by_name` are loaded by their names."""
    modules = {name: Module(name, tree) for name, tree in trees.items()}
    for name in {*_module_objects(trees), *by_name} & modules.keys():
        modules[name].whole = True
    queue: list[tuple[str, int, str]] = []
    listed = {
        name: {one.rstrip(SOMETIMES) for one in functions} for name, functions in ordinary.items() if name in modules
    }
    for name, functions in listed.items():
        module = modules[name]
        for at, node in enumerate(module.tree.body):
            if not may_wait_for_use(node) or module.again(node):
                queue.append((name, at, ""))
        queue.extend((name, module.defines[one], one) for one in functions if one in module.defines)
        if module.whole:
            queue.extend(_handed_on(module, listed))
    for name, functions in listed.items():
        modules[name].late = {one for one in functions if one + SOMETIMES in ordinary[name]}
    while queue:
        name, at, wanted = queue.pop()
        _heat(modules, listed, name, at, wanted, queue)
    return {name: _parts(modules[name]) for name in listed}


def _heat(
    modules: Mapping[str, Module],
    called: Mapping[str, set[str]],
    name: str,
    at: int,
    wanted: str,
    queue: list[tuple[str, int, str]],
) -> None:
    """Mark one statement hot (of an import: one name) and look at what it refers to."""
    module = modules[name]
    node = module.tree.body[at]
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = module.wanted.setdefault(at, set())
        if wanted in names or not wanted:
            return
        names.add(wanted)
        module.hot.add(at)
        _follow_import(modules, module, at, wanted, queue)
        return
    if at in module.hot:
        return
    module.hot.add(at)
    queue.extend(_imported_inside(modules, called, node))
    for reference, only_called in module.references[at].items():
        target = module.defines.get(reference)
        if target is None:
            continue
        found = module.tree.body[target]
        if isinstance(found, ast.Import | ast.ImportFrom):
            if not _stub_import(modules, called, module, found, reference, only_called):
                queue.append((name, target, reference))
        elif _may_wait(found, only_called and not module.whole) and reference not in called.get(name, ()):
            module.stubs[reference] = (name, reference)
        else:
            queue.append((name, target, reference))


def _handed_on(module: Module, called: Mapping[str, set[str]]) -> list[tuple[str, int, str]]:
    """Functions that are called as this module's own, though another one defines them."""
    return [
        (module.name, at, alias.asname or alias.name)
        for at, node in enumerate(module.tree.body)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in called.get(node.module or "", ())
    ]


def _imported_inside(
    modules: Mapping[str, Module], called: Mapping[str, set[str]], statement: ast.stmt
) -> list[tuple[str, int, str]]:
    """Classes and constants that the functions of a statement import when they run."""
    found = []
    for node in ast.walk(statement):
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module in called:
            source = modules[node.module]
            for alias in node.names:
                target = source.defines.get(alias.name)
                if target is not None and not isinstance(source.tree.body[target], ast.FunctionDef):
                    found.append((node.module, target, alias.name))
    return found


def _stub_import(
    modules: Mapping[str, Module],
    called: Mapping[str, set[str]],
    module: Module,
    node: ast.Import | ast.ImportFrom,
    wanted: str,
    only_called: bool,
) -> bool:
    """Whether a stub can stand for an imported name: a function, or a class that is only called, and neither was."""
    if not isinstance(node, ast.ImportFrom) or node.module is None or node.module not in modules:
        return False
    original = next(one.name for one in node.names if (one.asname or one.name) == wanted)
    source = modules[node.module]
    target = source.defines.get(original)
    if target is None or not _may_wait(source.tree.body[target], only_called):
        return False
    if original in called.get(node.module, ()):
        return False
    module.stubs[wanted] = (node.module, original)
    return True


def _follow_import(
    modules: Mapping[str, Module], module: Module, at: int, wanted: str, queue: list[tuple[str, int, str]]
) -> None:
    """A hot import makes its target hot."""
    node = module.tree.body[at]
    if not isinstance(node, ast.ImportFrom) or node.module is None or node.module not in modules:
        return
    original = next(one.name for one in node.names if (one.asname or one.name) == wanted)
    target = modules[node.module].defines.get(original)
    if target is not None:
        queue.append((node.module, target, original))


def _module_objects(trees: Mapping[str, ast.Module]) -> set[str]:
    """Modules that some module imports as such, anywhere."""
    return {
        f"{node.module}.{alias.name}"
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if f"{node.module}.{alias.name}" in trees
    }


def _may_wait(node: ast.stmt, only_called: bool) -> bool:
    """A function is only ever called; of a class that must be seen."""
    return isinstance(node, ast.FunctionDef) or (isinstance(node, ast.ClassDef) and only_called)


def stub_imports(tree: ast.Module, trees: Mapping[str, ast.Module], listed: Mapping[str, Collection[str]]) -> None:
    """Let functions that a program's module imports wait, where no first part has them."""
    body: list[ast.stmt] = []
    for node in tree.body:
        if not isinstance(node, ast.ImportFrom) or node.module is None or node.module not in trees:
            body.append(node)
            continue
        functions = {one.name for one in trees[node.module].body if isinstance(one, ast.FunctionDef)}
        ready = {one.rstrip(SOMETIMES) for one in listed.get(node.module, ())}
        waiting = [alias for alias in node.names if alias.name in functions and alias.name not in ready]
        now = [alias for alias in node.names if alias not in waiting]
        if now:
            body.append(_import_of(node, now))
        body.extend(_stub(alias.asname or alias.name, node.module, alias.name) for alias in waiting)
    tree.body = body
    ast.fix_missing_locations(tree)


def _parts(module: Module) -> tuple[ast.Module, ast.Module]:
    hot: list[ast.stmt] = [
        _stub(local, *target) for local, target in sorted(module.stubs.items()) if not module.is_hot(local)
    ]
    cold: list[ast.stmt] = []
    for at, node in enumerate(module.tree.body):
        if isinstance(node, ast.ImportFrom | ast.Import):
            now = [one for one in node.names if bound_name(one) in module.wanted.get(at, ())]
            later = [one for one in node.names if one not in now]
            if now:
                hot.append(_import_of(node, now))
            if later:
                cold.append(_import_of(node, later))
        elif at in module.hot:
            waits = isinstance(node, ast.FunctionDef) and node.name in module.late and not module.again(node)
            hot.append(late(node) if waits and isinstance(node, ast.FunctionDef) else node)
        else:
            cold.append(node)
    return (
        ast.fix_missing_locations(ast.Module(hot, [])),
        ast.fix_missing_locations(ast.Module(cold, [])),
    )


def _import_of(node: ast.Import | ast.ImportFrom, names: list[ast.alias]) -> ast.stmt:
    if isinstance(node, ast.Import):
        return ast.Import(names)
    return ast.ImportFrom(node.module, names, node.level)


def _stub(local: str, module: str, function: str) -> ast.stmt:
    return ast.parse(f"{local} = {STUB}({module!r}, {function!r})").body[0]


def late(node: ast.FunctionDef) -> ast.stmt:
    """A definition that is unmarshalled when the function is first called."""
    data = marshal.dumps(compile_tree(ast.Module([node], []), node.name))
    call = ast.Call(ast.Name(LATE, ast.Load()), [ast.Constant(data), ast.Constant(node.name)], [])
    return ast.Assign([ast.Name(node.name, ast.Store())], call)
