"""Globs that stand in lists, params and the Config: what a condition gives to `glob` must be readable as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from policyhooks.cel.check import Checked
from policyhooks.cel.nodes import Call, Comprehension, Ident, Literal, Node, walk
from policyhooks.compiler.files import File, Files
from policyhooks.compiler.model.config import Config
from policyhooks.compiler.narrowness.clues import reachable
from policyhooks.compiler.nodes import Place
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.scope import Constant, Scope
from policyhooks.errors import Diagnostic
from policyhooks.evaluation.glob_items import BadGlob
from policyhooks.evaluation.glob_reader import read_glob, read_path_glob


def check_globs(rules: Sequence[PlannedRule], files: Files) -> Iterator[Diagnostic]:
    """Malformed globs beyond those that are written where they are used."""
    if files.config is not None:
        yield from check_config_globs(files.config)
    for rule in rules:
        for checked, scope in reachable(rule.when, rule.scope) if rule.when is not None else ():
            for constant in constants_as_globs(checked, scope):
                yield from check_constant(constant, rule, files)


def check_config_globs(config: File[Config]) -> Iterator[Diagnostic]:
    globs: dict[Place, str] = {("rules", name): name for name in config.model.rules}
    globs.update((("delegate", number), name) for number, name in enumerate(config.model.delegate))
    for place, glob in globs.items():
        bad = refusal(read_glob, glob)
        if bad is not None:
            yield config.at(place, "bad-pattern", str(bad), bad.hint, key=place[0] == "rules")


def refusal(read: object, glob: str) -> BadGlob | None:
    try:
        read(glob)  # type: ignore[operator]
    except BadGlob as bad:
        return bad
    return None


def constants_as_globs(checked: Checked, scope: Scope) -> Iterator[Constant]:
    """Lists and params that `glob` gets: themselves, or element by element in a macro."""
    bound: dict[str, Node] = {}
    for node in walk(checked.node):
        if isinstance(node, Comprehension):
            bound[node.names[-1]] = node.range
    for node in walk(checked.node):
        if isinstance(node, Call) and node.name == "glob" and len(node.arguments) == 2:
            pattern = node.arguments[1]
            given = bound.get(pattern.name, pattern) if isinstance(pattern, Ident) else pattern
            reference = checked.references.get(given)
            if not isinstance(given, Literal) and reference is not None and reference.name in scope.constants:
                yield scope.constants[reference.name]


def check_constant(constant: Constant, rule: PlannedRule, files: Files) -> Iterator[Diagnostic]:
    """Every text of a list or param, reported where it is written."""
    values = constant.value if isinstance(constant.value, tuple) else (constant.value,)
    for number, value in enumerate(values):
        bad = refusal(read_path_glob, value) if isinstance(value, str) else None
        if bad is not None:
            file, place = written_at(constant, number, rule, files)
            yield file.at(place, "bad-pattern", f"{bad}, in `{constant.name}`", bad.hint)


def written_at(constant: Constant, number: int, rule: PlannedRule, files: Files) -> tuple[File[Any], Place]:
    """The file and place of a text; of one whose file is not here, the condition that uses it."""
    kind, _, name = constant.name.partition(".")
    item: Place = (number,) if isinstance(constant.value, tuple) else ()
    if kind == "params" and files.config is not None and name in files.config.model.params.get(constant.owner, {}):
        return files.config, ("params", constant.owner, name, *item)
    owners: Sequence[File[Any]] = (*files.policies, *files.libraries)
    for file in owners:
        if file.model.metadata.id == constant.owner:
            return file, (kind, name, *(("default",) if kind == "params" else ()), *item)
    return rule.file, (*rule.place, "when")
