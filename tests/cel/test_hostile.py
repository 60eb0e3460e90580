"""Hostile expressions: they never become code, never crash and never hang the compiler (fuzzed)."""

from __future__ import annotations

import ast
import builtins
from contextlib import suppress

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from policyhooks.cel import CelError, evaluate
from policyhooks.cel.check import check
from policyhooks.cel.environment import POLICY_FUNCTIONS, policy_environment
from policyhooks.cel.lower import Lowered, lower
from policyhooks.cel.problems import CelSyntaxError
from policyhooks.cel.syntax import parse
from policyhooks.core.events import ROOTS
from policyhooks.core.schema import RECORDS
from tests.cel.expressions import expressions
from tests.support.counts import scaled

NODES = (
    ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Store, ast.Attribute, ast.Call, ast.Compare, ast.BoolOp,
    ast.UnaryOp, ast.BinOp, ast.IfExp, ast.Lambda, ast.arguments, ast.arg, ast.List, ast.Tuple, ast.Set, ast.Dict,
    ast.GeneratorExp, ast.ListComp, ast.comprehension, ast.Subscript, ast.Slice, ast.And, ast.Or, ast.Not, ast.USub,
    ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.Add, ast.Sub, ast.Mult,
)  # fmt: skip
BUILTINS = frozenset({"all", "any", "enumerate", "len", "str", "sum"})
ATTRIBUTES = (
    {field + ("_" if field == "from" else "") for fields in RECORDS.values() for field in fields}
    | set(ROOTS)
    | {"supplied", "startswith", "endswith", "find", "rfind", "items"}
)
ENVIRONMENT = policy_environment()
NAMES = {**{name: f"e.{name}" for name in ENVIRONMENT.variables}, "supplied": "e.supplied"}
PUNCTUATION = r"""( ) [ ] { } , ? : + - * / % && || ! == < in ' " \'\'\' \ r' b' # // ` . {0} %s"""
CODE = "__import__ __class__ import lambda eval os.system e v0 é 😀 \x00 \ud800"
PARTS = "shell tool command commands input 0 1.5 0x u e true null exists map c has matches size cel.bind optional.of"
WORDS = st.sampled_from([*f"{PUNCTUATION} {CODE} {PARTS}".split(" "), "\n", " ", "9" * 30])
HOSTILE_TEXTS = (
    "__import__('os').system('id')",
    "'); import os; ('",
    '"""\n+ __import__("os")',
    "\\",
    "\\'",
    "\x00",
    "\u2028",
    "%(a)s{b}$c`d`",
    "\U0010ffff",
    "e.__class__",
    "v0",
)


def assert_harmless(code: Lowered) -> None:
    """Only the node types, names and attributes that lowering makes; every text is a constant."""
    assert code.source.isascii()
    assert "\n" not in code.source
    tree = ast.parse(code.source, mode="eval")
    imported = {name for _, name in code.imports}
    for node in ast.walk(tree):
        assert isinstance(node, NODES), type(node)
        if isinstance(node, ast.Name):
            is_local = node.id[0] == "v" and node.id[1:].isdigit()
            assert is_local or node.id == "e" or node.id in imported or node.id in BUILTINS, node.id
        if isinstance(node, ast.Attribute):
            assert node.attr in ATTRIBUTES, node.attr
        if isinstance(node, ast.arg):
            assert node.arg[0] == "v"
    assert not imported & set(dir(builtins))
    allowed = ("policyhooks.evaluation.", "policyhooks.secrets.questions")
    assert all(module.startswith(allowed) for module, _ in code.imports)


def lowered(text: str) -> Lowered | None:
    try:
        checked = check(parse(text), ENVIRONMENT)
    except CelSyntaxError as refused:
        for problem in refused.problems:
            assert 0 <= problem.start <= problem.end <= len(text)
        return None
    for problem in checked.problems:
        assert 0 <= problem.start <= problem.end <= len(text)
    return None if checked.problems else lower(checked, NAMES)


@settings(max_examples=scaled(20_000), deadline=None)
@given(st.one_of(st.lists(WORDS, max_size=12).map("".join), st.lists(WORDS, max_size=12).map(" ".join), st.text()))
@example("shell.command == '" + "'" * 3)
@example("'\\" + "'" * 5)
def test_fuzz_any_text(text: str) -> None:
    code = lowered(text)
    if code is not None:
        assert_harmless(code)


@settings(max_examples=scaled(6_000), deadline=None)
@given(expressions(2))
def test_fuzz_generated_expressions_become_harmless_code(text: str) -> None:
    code = lowered(
        text.replace("numbers", "[1, 2]").replace("words", "shell.problems").replace("mixed", "tool.input.x")
    )
    if code is not None:
        assert_harmless(code)


@settings(max_examples=scaled(6_000), deadline=None)
@given(st.one_of(st.text(), st.sampled_from(HOSTILE_TEXTS), st.text("'\"\\\n{}%`$")))
def test_fuzz_texts_stay_texts(text: str) -> None:
    escaped = "".join(f"\\U{ord(character):08x}" for character in text if not "\ud800" <= character <= "\udfff")
    meant = text.encode("utf-8", "ignore").decode("utf-8")
    code = lowered(f'shell.command == "{escaped}"')
    assert code is not None
    assert_harmless(code)
    constants = [node.value for node in ast.walk(ast.parse(code.source)) if isinstance(node, ast.Constant)]
    assert constants == [meant]
    assert evaluate(f'"{escaped}"', {}) == meant


@settings(max_examples=scaled(3_000), deadline=None)
@given(st.lists(WORDS, max_size=14).map(" ".join))
def test_fuzz_evaluate_gives_a_value_or_a_cel_error(text: str) -> None:
    with suppress(CelError):
        evaluate(text, {"shell": {"command": "x"}, "tool": [1], "c": 1, "e": True})


DEEP = (
    ("(", ")"),
    ("[", "]"),
    ("{1: ", "}"),
    ("f(", ")"),
    ("!", ""),
    ("-", ""),
    ("a.", "b"),
    ("a ? b : ", "c"),
    ("a + ", "b"),
)
DEEP += (("x.map(y, ", ")"), ("cel.bind(x, ", ", x)"), ("a && (b || ", ")"), ("'a' + ", "''"), ("optional.of(", ")"))


@pytest.mark.parametrize(("before", "after"), DEEP)
@pytest.mark.parametrize("count", [40, 119, 1_000])
def test_deep_nesting_neither_crashes_nor_hangs(before: str, after: str, count: int) -> None:
    middle = "" if after.strip(")]}, x") else "1"
    text = before * count + (middle or after) + (after * count if middle else "")
    lowered(text)
    with suppress(CelError):
        evaluate(text, {"a": True, "b": 1, "x": [1]})


HUGE = (
    "'" + "x" * 1_000_000 + "' == ''",
    "9" * 1_000_000,
    "[" + "1," * 3_000 + "]",
    "a" * 1_000_000,
    "//" + "x" * 1_000_000,
    "'" + "\\n" * 100_000 + "'",
    "'a'.matches('" + "(" * 5_000 + ")" * 5_000 + "')",
    "'a'.matches('(a{1000}){1000}')",
)


@pytest.mark.parametrize("text", HUGE, ids=range(len(HUGE)))
def test_huge_texts_neither_crash_nor_hang(text: str) -> None:
    lowered(text)
    with suppress(CelError):
        evaluate(text, {})


def test_a_lambda_is_never_called_with_a_name_of_the_policy() -> None:
    code = lowered("shell.commands.exists(__class__, __class__.name == 'a')")
    assert code is not None
    assert "__class__" not in code.source


def test_function_templates_hold_no_other_names() -> None:
    for function in POLICY_FUNCTIONS.values():
        for overload in function.overloads:
            for node in ast.walk(ast.parse(overload.native or "0", mode="eval")):
                if isinstance(node, ast.Name):
                    assert node.id in {"_0", "_1", "_2", "_3", function.helper[1]} | BUILTINS
