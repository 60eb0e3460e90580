"""Evaluates an expression at once: compiled to a code object, kept for the next call with the same names."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from types import CodeType

from policyhooks.cel.check import check
from policyhooks.cel.environment import dynamic_environment
from policyhooks.cel.lower import lower_tree
from policyhooks.cel.problems import CelError
from policyhooks.cel.syntax import parse
from policyhooks.cel.values import from_plain, to_plain
from policyhooks.evaluation.budget import UNLIMITED, refill
from policyhooks.evaluation.errors import EvaluationError

_BUILTINS = {builtin.__name__: builtin for builtin in (all, any, enumerate, len, str, sum)}


def evaluate(expression: str, variables: Mapping[str, object], *, container: str = "") -> object:
    """See policyhooks.cel.evaluate."""
    try:
        code, helpers, names = _compile(expression, frozenset(variables), container)
        refill(UNLIMITED)
        local = {local: from_plain(variables[name]) for name, local in names.items()}
        return to_plain(eval(code, {**helpers, **local}))  # noqa: S307 - built from our own AST nodes
    except CelError:
        raise
    except EvaluationError as problem:
        raise CelError(problem.message) from None
    except RecursionError:
        raise CelError("the expression or a value nests too deeply") from None


@lru_cache(maxsize=256)
def _compile(
    expression: str, names: frozenset[str], container: str
) -> tuple[CodeType, dict[str, object], dict[str, str]]:
    """The code of an expression, the helpers it calls, and the Python name of each variable that it uses."""
    checked = check(parse(expression, limit=None), dynamic_environment(names, container))
    used = {reference.name for reference in checked.references.values() if reference.kind == "variable"}
    python_names = {name: f"n{number}" for number, name in enumerate(sorted(used))}
    tree, lowered = lower_tree(checked, python_names)
    try:
        code = compile(ast.fix_missing_locations(ast.Expression(tree)), "<cel>", "eval")
    except (RecursionError, MemoryError, SyntaxError, ValueError):
        raise CelError("the expression is too complex") from None
    helpers = {name: getattr(import_module(module), name) for module, name in lowered.imports}
    return code, {"__builtins__": _BUILTINS, **helpers}, python_names
