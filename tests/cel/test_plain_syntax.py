"""The quick reader of expressions: what it reads is what the grammar reads, and it reads what policies hold."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.cel import grammar_syntax, plain_syntax
from policyhooks.cel.problems import CelSyntaxError
from policyhooks.compiler.compile import check_policies
from tests.cel.expressions import expressions

SAME = (
    "(a || b) || c && !d",
    "a ? b : c ? d : -e",
    "(a).b.?c[?d].e(f, (g), [1, ?h,], {?'k': v, 1: 2,})",
    ".a.b + .f(1) - -2 * --3 % 0x1Fu",
    '-1.5.size() == -(2) // a comment\n in [r\'\\\', b\'\\x00\', """x"y"""]',
    "xs.exists(x, has(x.y) && cel.bind(z, x.y, z in ys))",
    "1.e5 + .5e-1",
    "null == true",
)
REFUSED = (
    "a in",
    "a.in",
    "while",
    "a b",
    "[,]",
    "m{a: 1}",
    "'\\q'",
    "f(a,)",
    "a.`b c`",
    "9223372036854775808",
    "",
    "#",
)
PIECES = (
    "a", "b.c", "in", "true", "null", "1", "2u", ".5", "1.", "-", "!", "+", "*", "&&", "||", "==", "<", "?", ":", ".",
    ",", "(", ")", "[", "]", "{", "}", "'x'", 'r"\\"', "b'y'", "f(", ".exists(x, ", "has(", "has(a.b)", "if", "`q`",
    " ", "//", "\n", "e", "0x", "inx",
)  # fmt: skip


def by_grammar(text: str) -> str:
    try:
        return repr(grammar_syntax.read(text))
    except CelSyntaxError:
        return "refused"


@pytest.mark.parametrize("text", SAME)
def test_a_plain_expression_gives_the_tree_of_the_grammar(text: str) -> None:
    assert repr(plain_syntax.read(text)) == by_grammar(text)


@pytest.mark.parametrize("text", [*REFUSED, "(" * 5000 + "a" + ")" * 5000, "!" * 60 + "a", "a" + "+1" * 60])
def test_what_may_be_a_problem_is_left_to_the_grammar(text: str) -> None:
    assert plain_syntax.read(text) is None


@settings(max_examples=300, deadline=None)
@given(expressions())
def test_every_expression_is_read_as_the_grammar_reads_it(text: str) -> None:
    node = plain_syntax.read(text)
    assert node is None or repr(node) == by_grammar(text)


@settings(max_examples=1000, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_nothing_is_accepted_that_the_grammar_refuses(text: str) -> None:
    node = plain_syntax.read(text)
    assert node is None or repr(node) == by_grammar(text)


def test_no_condition_of_the_shipped_policies_needs_the_grammar() -> None:
    texts = [rule.model.when for rule in check_policies(["policies"]).rules if isinstance(rule.model.when, str)]
    assert len(texts) > 100
    assert [text for text in texts if plain_syntax.read(text) is None] == []
