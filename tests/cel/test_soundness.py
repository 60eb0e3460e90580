"""Proved types change the code, never the meaning: typed lowering against dynamic evaluation, expressions generated."""

from __future__ import annotations

from importlib import import_module

from hypothesis import assume, given, settings

from policyhooks.cel import CelError, evaluate
from policyhooks.cel.check import check
from policyhooks.cel.environment import Environment
from policyhooks.cel.lower import lower
from policyhooks.cel.problems import CelSyntaxError
from policyhooks.cel.syntax import parse
from policyhooks.cel.types import parse_type
from policyhooks.cel.values import from_plain, to_plain
from policyhooks.evaluation.errors import EvaluationError
from tests.cel.expressions import VARIABLES, expressions
from tests.cel.test_differential import describe
from tests.support.counts import scaled

TYPES = {
    "i": "int",
    "d": "double",
    "s": "string",
    "flag": "bool",
    "nothing": "null_type",
    "numbers": "list<int>",
    "words": "list<string>",
    "mixed": "list<dyn>",
    "table": "map<string, int>",
    "nested": "map<string, dyn>",
}
TYPED = Environment({name: parse_type(kind) for name, kind in TYPES.items()})
NAMES = {name: f"VALUES[{name!r}]" for name in TYPES}
VALUES = {name: tuple(value) if isinstance(value, list) else value for name, value in VARIABLES.items()}
ERROR = "an error"


@settings(max_examples=scaled(8_000), deadline=None)
@given(expressions(3))
def test_typed_and_dynamic_agree(text: str) -> None:
    try:
        checked = check(parse(text), TYPED)
    except CelSyntaxError:
        checked = None
    assume(checked is not None and not checked.problems)
    assert checked is not None
    code = lower(checked, NAMES)
    namespace: dict[str, object] = {name: getattr(import_module(module), name) for module, name in code.imports}
    namespace["VALUES"] = {name: from_plain(value) for name, value in VALUES.items()}
    try:
        typed = describe(to_plain(eval(code.source, namespace)))
    except EvaluationError:
        typed = ERROR
        assert not code.total, text
    try:
        dynamic = describe(evaluate(text, VARIABLES))
    except CelError:
        dynamic = ERROR
    assert typed == dynamic, text
