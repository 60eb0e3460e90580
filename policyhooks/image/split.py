"""Splits modules into what an ordinary decision runs and the rest, statement by statement.

The first part of a module (`hot`) holds the functions that profile.py lists and whatever they
refer to; a function that only some ordinary decisions run is unmarshalled when it is called. Every
other function that they mention stands there as a stub, which runs the module's second part in the
same namespace and then calls the real one. A class that is only called and tested with isinstance is
made when it is first called: before that nothing can be an instance of it. Names keep their module
and their meaning; only the time at which a definition is executed changes. A list that is out of date
costs time, never behaviour.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence

from policyhooks.image.stand_ins import TAKEN, UNMADE, import_of, late, made_before, stand_in, with_unmade_errors
from policyhooks.image.statements import CALLED, USED, Module, Readings, bases_of, bound_name, may_wait_for_use

SOMETIMES = "?"  # after a function's name: some ordinary decisions run it, others do not


def split(
    readings: Readings,
    ordinary: Mapping[str, Collection[str]],
    by_name: Collection[str] = (),
    wanted: Collection[str] | None = None,
) -> dict[str, tuple[ast.Module, ast.Module]]:
    """Hot and cold tree of the wanted modules, else of all that ordinary lists.

    Those of `by_name` are loaded by their names.
    """
    modules = {name: Module(name, reading) for name, reading in readings.modules.items()}
    objects = readings.objects
    for name in {*objects, *by_name} & modules.keys():
        modules[name].whole = True
        modules[name].by_name = name in by_name
        modules[name].made |= objects.get(name, set())
    queue: list[tuple[str, int, str]] = []
    listed = {
        name: {one.rstrip(SOMETIMES) for one in functions} for name, functions in ordinary.items() if name in modules
    }
    for name, functions in listed.items():
        module = modules[name]
        for at, node in enumerate(module.tree.body):
            if not may_wait_for_use(node) or module.again(node) or module.is_value_class(node):
                queue.append((name, at, ""))
        queue.extend((name, module.defines[one], one) for one in functions if one in module.defines)
        if module.whole:
            queue.extend(_handed_on(modules, module, listed))
    for name, functions in listed.items():
        modules[name].late = {one for one in functions if one + SOMETIMES in ordinary[name]}
        modules[name].ready = functions - modules[name].late
    while queue:
        _heat(modules, listed, *queue.pop(), queue)
    for name in listed:
        _make_bases(modules[name])
    return {name: _parts(modules[name]) for name in (listed if wanted is None else wanted)}


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
    queue.extend(_imported_inside(modules, called, module.imports[at]))
    bases = bases_of(node) if isinstance(node, ast.ClassDef) else []
    for reference, use in module.references[at].items():
        target = module.defines.get(reference)
        if target is None:
            continue
        found = module.tree.body[target]
        if isinstance(found, ast.Import | ast.ImportFrom):
            if not _stub_import(modules, called, module, found, reference, use, queue):
                queue.append((name, target, reference))
            continue
        known = reference in called.get(name, ())
        if not known and _may_wait(found, use == CALLED and not module.whole):
            module.stubs[reference] = (name, reference)
            continue
        queue.append((name, target, reference))
        if use == USED and reference not in bases:
            module.made.add(reference)


def _make_bases(module: Module) -> None:
    """A class that is made with its module has bases that are."""
    ready = [
        node for node in module.tree.body if isinstance(node, ast.ClassDef) and not module.stands_unmade(node.name)
    ]
    while ready:
        new = [name for name in bases_of(ready.pop()) if name in module.defines and module.stands_unmade(name)]
        module.made.update(new)
        ready.extend(node for node in module.tree.body if isinstance(node, ast.ClassDef) and node.name in new)


def _handed_on(
    modules: Mapping[str, Module], module: Module, called: Mapping[str, set[str]]
) -> list[tuple[str, int, str]]:
    """Functions that are called as this module's own, though another one defines them; classes are taken at home."""
    return [
        (module.name, at, alias.asname or alias.name)
        for at, node in enumerate(module.tree.body)
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module in modules
        for alias in node.names
        if alias.name in called.get(node.module, ()) and not modules[node.module].is_class(alias.name)
    ]


def _imported_inside(
    modules: Mapping[str, Module], called: Mapping[str, set[str]], imports: Sequence[ast.ImportFrom]
) -> list[tuple[str, int, str]]:
    """Classes and constants that the functions of a statement import when they run."""
    found = []
    for node in imports:
        if node.module is not None and node.module in called:
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
    use: str,
    queue: list[tuple[str, int, str]],
) -> bool:
    """Whether something can stand for an imported name: a function or class that no ordinary decision calls, or a

    class that need not be made for what is done with it here.
    """
    if not isinstance(node, ast.ImportFrom) or node.module is None or node.module not in modules:
        return False
    original = next(one.name for one in node.names if (one.asname or one.name) == wanted)
    source = modules[node.module]
    target = source.defines.get(original)
    if target is None:
        return False
    if original not in called.get(node.module, ()) and _may_wait(source.tree.body[target], use == CALLED):
        module.stubs[wanted] = (node.module, original)
        return True
    if use == USED or node.module not in called or not source.stands_unmade(original):
        return False
    module.taken[wanted] = (node.module, original)
    queue.append((node.module, target, original))
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
        modules[node.module].made.add(original)
        queue.append((node.module, target, original))


def _may_wait(node: ast.stmt, only_called: bool) -> bool:
    """A function is only ever called; of a class that must be seen."""
    return isinstance(node, ast.FunctionDef) or (isinstance(node, ast.ClassDef) and only_called)


def stub_imports(
    tree: ast.Module, functions: Mapping[str, Collection[str]], listed: Mapping[str, Collection[str]]
) -> None:
    """Let functions that a program's module imports wait, where no first part has them; `functions` are all there are,

    by module.
    """
    body: list[ast.stmt] = []
    for node in tree.body:
        if not isinstance(node, ast.ImportFrom) or node.module is None or node.module not in functions:
            body.append(node)
            continue
        there = functions[node.module]
        ready = {one.rstrip(SOMETIMES) for one in listed.get(node.module, ())}
        waiting = [alias for alias in node.names if alias.name in there and alias.name not in ready]
        now = [alias for alias in node.names if alias not in waiting]
        if now:
            body.append(import_of(node, now))
        body.extend(stand_in(alias.asname or alias.name, node.module, alias.name) for alias in waiting)
    tree.body = body


def _parts(module: Module) -> tuple[ast.Module, ast.Module]:
    hot: list[ast.stmt] = [
        stand_in(local, *target) for local, target in sorted(module.stubs.items()) if not module.is_hot(local)
    ]
    hot += [
        stand_in(local, *target, TAKEN) for local, target in sorted(module.taken.items()) if not module.is_hot(local)
    ]
    cold: list[ast.stmt] = []
    unmade = {*module.stubs, *module.taken, *filter(module.stands_unmade, module.defines)}
    for at, statement in enumerate(module.tree.body):
        node = statement if module.errors[at].isdisjoint(unmade) else with_unmade_errors(statement, unmade)
        if isinstance(node, ast.ImportFrom | ast.Import):
            now = [one for one in node.names if bound_name(one) in module.wanted.get(at, ())]
            later = [one for one in node.names if one not in now]
            if now:
                hot.append(import_of(node, now))
            if later:
                cold.append(import_of(node, later))
        elif at not in module.hot:
            cold.append(node)
        elif isinstance(node, ast.FunctionDef) and node.name in module.late and not module.again(node):
            hot.append(late(node))
        elif isinstance(node, ast.ClassDef) and module.stands_unmade(node.name):
            hot.append(late(node, UNMADE, bases_of(node)))
        else:
            hot.append(node)
    if cold:
        cold[:0] = made_before([name for name in module.used_by(cold) if module.stands_unmade(name)])
    return ast.Module(hot, []), ast.Module(cold, [])
