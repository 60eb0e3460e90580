"""Parsing: what is CEL, what is not, and where each problem lies."""

from __future__ import annotations

import pytest

from policyhooks.cel import grammar
from policyhooks.cel.grammar_syntax import MAX_DEPTH
from policyhooks.cel.nodes import Binary, Bind, Comprehension, Literal, Logical, Node, Present, walk
from policyhooks.cel.problems import CelSyntaxError
from policyhooks.cel.syntax import parse

LITERALS: tuple[tuple[str, object], ...] = (
    ("-9223372036854775808", -(2**63)),
    ("0xFF", 255),
    ("-0x10", -16),
    ("18446744073709551615u", 2**64 - 1),
    ("0xFFu", 255),
    (".5", 0.5),
    ("1e3", 1000.0),
    ("-2.5E-1", -0.25),
    ("true", True),
    ("null", None),
    (r'r"\"', "\\"),
    (r'R"\n"', "\\n"),
    (r'"\a\b\f\n\r\t\v\\\?\"\'\`"', "\a\b\f\n\r\t\v\\?\"'`"),
    (r'"\x41\X42\u0043\U00000044\105"', "ABCDE"),
    ('"""a"b\nc"""', 'a"b\nc'),
    ("'''\r\n'''", "\r\n"),
    (r"b'\xff\377é'", b"\xff\xff\xc3\xa9"),
    (r"br'\x'", b"\\x"),
    ("'//'", "//"),
    ("''", ""),
    ("'😀'", "😀"),
)

# text, the part with the problem, its code
REFUSED: tuple[tuple[str, str, str], ...] = (
    (r'"\q"', r"\q", "bad-literal"),
    (r'"\xZZ"', r"\x", "bad-literal"),
    (r'"\400"', r"\4", "bad-literal"),
    (r'"\ud800"', r"\ud800", "bad-literal"),
    (r'"\U00110000"', r"\U00110000", "bad-literal"),
    (r"b'\u0041'", r"\u0041", "bad-literal"),
    ("1 + 9223372036854775808", "9223372036854775808", "bad-literal"),
    ("18446744073709551616u", "18446744073709551616u", "bad-literal"),
    ("1e999", "1e999", "bad-literal"),
    ("9" * 10_000, "9" * 10_000, "bad-literal"),
    ("x + while", "while", "syntax"),
    ("a.in", "in", "syntax"),
    ("has(a)", "a", "syntax"),
    ("[1].map(a.b, 1)", "a.b", "syntax"),
    ("[1].all(x, x, true)", "x", "syntax"),
    ("a #", "#", "syntax"),
    ("a b", "b", "syntax"),
    ('a + "b', '"b', "syntax"),
    ("a + '", "'", "syntax"),
    ("f(a,)", ")", "syntax"),
    ("'a\nb'", "'a\nb'", "syntax"),
    ("a.`b c", "`b c", "syntax"),
    ("1.2.3u", "3u", "syntax"),
)


@pytest.mark.parametrize(("text", "value"), LITERALS)
def test_literals(text: str, value: object) -> None:
    node = parse(text)
    assert isinstance(node, Literal)
    assert node.value == value
    assert type(node.value) is type(value)
    assert (node.start, node.end) == (0, len(text))


@pytest.mark.parametrize(("text", "part", "code"), REFUSED)
def test_refused(text: str, part: str, code: str) -> None:
    with pytest.raises(CelSyntaxError) as caught:
        parse(text)
    problem = caught.value.problems[0]
    assert text[problem.start : problem.end] == part
    assert problem.code == code


def test_every_problem_of_names_and_literals_is_told() -> None:
    with pytest.raises(CelSyntaxError) as caught:
        parse(r'"\q" + while + 99999999999999999999 + "\z"')
    assert [problem.start for problem in caught.value.problems] == [1, 7, 15, 39]


def test_too_early_end_is_at_the_end() -> None:
    with pytest.raises(CelSyntaxError) as caught:
        parse("a &&")
    assert (caught.value.problems[0].start, caught.value.problems[0].end) == (4, 4)


@pytest.mark.parametrize(
    "text",
    [
        "[1, 2,]",
        "{'a': 1,}",
        "[,]",
        "{,}",
        "[?a, b]",
        "{?'k': v}",
        "a.?b.?c",
        "a[?0]",
        "a.`b-c/d.e f`",
        "M{a: 1, ?b: c,}",
    ],
)
def test_extended_syntax(text: str) -> None:
    assert parse(text).end == len(text)


@pytest.mark.parametrize("name", ["as", "if", "while", "namespace"])
def test_reserved_words_are_fields(name: str) -> None:
    parse(f"a.{name} == a.{name}()")


@pytest.mark.parametrize("name", ["trueish", "nullable", "index", "falsey", "in_", "int", "isin"])
def test_words_that_begin_like_keywords(name: str) -> None:
    parse(f"{name} in [{name}]")


def test_numbers_need_no_spaces() -> None:
    node = parse("1-1")
    assert isinstance(node, Binary)
    assert node.operator == "-"


def test_chains_of_logic_are_flat() -> None:
    node = parse(" || ".join(["a"] * 5_000), limit=None)
    assert isinstance(node, Logical)
    assert len(node.operands) == 5_000


def test_macros_are_nodes() -> None:
    kinds = {type(node) for node in walk(parse("has(a.b) && cel.bind(x, 1, [x].exists(y, y == x))"))}
    assert {Present, Bind, Comprehension} <= kinds


def test_functions_named_like_macros_stay_calls() -> None:
    assert not any(
        isinstance(node, Comprehension) for node in walk(parse("a.map(b) + all(a, b) + a.exists(b, c, d, e)"))
    )


DEEP = (
    "!" * 5_000 + "a",
    "[" * 5_000 + "]" * 5_000,
    "-" * 999 + "a",
    "a" + ".b" * 5_000,
    "a" + "[0]" * 999,
    "+".join("a" * 5_000),
    "f(" * 999 + ")" * 999,
    "a ? b : " * 999 + "c",
)


@pytest.mark.parametrize("text", DEEP, ids=range(len(DEEP)))
def test_deep_nesting_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(CelSyntaxError) as caught:
        parse(text)
    assert caught.value.problems[0].code == "too-complex"


def test_parentheses_are_no_depth() -> None:
    assert isinstance(parse("(" * 5_000 + "1" + ")" * 5_000), Literal)


def test_long_texts_are_not_even_read() -> None:
    with pytest.raises(CelSyntaxError, match="longer than 20000 characters"):
        parse("'" + "x" * 30_000)


def test_a_sign_belongs_to_the_literal_and_not_to_parentheses() -> None:
    with pytest.raises(CelSyntaxError):
        parse("-(9223372036854775808)")


@pytest.mark.parametrize("text", ["[" * (MAX_DEPTH - 2) + "]" * (MAX_DEPTH - 2), "+".join(["a"] * (MAX_DEPTH - 2))])
def test_what_fits_is_parsed(text: str) -> None:
    parse(text)


def covers(outer: Node, inner: Node) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def test_places_cover_what_is_below() -> None:
    text = "a.b.exists(c, c.d == 'x' && !(c.e[0] > -1)) ? {'k': [1, true]} : f(g).h(1)"
    root = parse(text)
    for node in walk(root):
        assert covers(root, node)
        assert text[node.start : node.end].strip()


def test_a_changed_grammar_fails_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "_REPLACEMENTS", (("no such rule", "x"),))
    with pytest.raises(AssertionError, match="grammar has changed"):
        grammar.read_grammar()
