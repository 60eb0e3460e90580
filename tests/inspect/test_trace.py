"""The value of every part of a condition: shown as it is, the same as the whole condition gives."""

import pytest

from policyhooks.cel.check import check
from policyhooks.cel.syntax import parse
from policyhooks.clients.catalog import find
from policyhooks.clients.subject import from_string
from policyhooks.compiler.scope import Constant, Scope, type_of_value
from policyhooks.core.event import Event
from policyhooks.inspect.place import make_place
from policyhooks.inspect.rule_view import measure
from policyhooks.inspect.trace import Part, Tracer
from policyhooks.inspect.trace_plan import plan_condition
from policyhooks.inspect.values import show
from policyhooks.runtime.engine.completing import fill
from policyhooks.suite.stage import build_event

SCOPE = Scope().with_constant(Constant("t", "lists.words", ("a", "b"), type_of_value(["a", "b"])))


def event(command: str) -> Event:
    row = find("claude-code", "PreToolUse", "shell.before")
    assert row is not None
    return fill(build_event(from_string("shell.before", command), row), make_place(links=False))


def trace(text: str, command: str = "git push -f && ls a") -> Part:
    checked = check(parse(text), SCOPE.environment())
    assert not checked.problems, checked.problems
    return Tracer(plan_condition(SCOPE, {}, checked, text), event(command), {}.__getitem__).trace()


def flat(part: Part) -> list[tuple[str, str]]:
    return [(part.text, part.value), *(pair for one in part.parts for pair in flat(one))]


TABLE = [
    ("true", [("true", "true")]),
    ("event.user == 'dev'", [("event.user == 'dev'", "true")]),
    ("!(1 > 2)", [("!(1 > 2)", "true"), ("1 > 2", "false")]),
    ("true && false", [("&&", "false"), ("true", "true"), ("false", "false")]),
    ("false || event.user == 'x'", [("||", "false"), ("false", "false"), ("event.user == 'x'", "false")]),
    ("size(shell.commands) == 2 ? true : false", [
        ("size(shell.commands) == 2 ? true : false", "true"), ("size(shell.commands) == 2", "true"), ("true", "true"),
    ]),
    ("shell.commands.exists(c, c.name == 'ls')", [
        ("shell.commands.exists(c, ...)", "true"),
        ("c = `git push -f`", "false"), ("c.name == 'ls'", "false"),
        ("c = `ls a`", "true"), ("c.name == 'ls'", "true"),
    ]),
    ("shell.commands.all(c, c.args.exists(a, a in lists.words))", [
        ("shell.commands.all(c, ...)", "false"),
        ("c = `git push -f`", "false"), ("c.args.exists(a, ...)", "false"),
        ('a = "push"', "false"), ("a in lists.words", "false"),
        ("c = `ls a`", "true"), ("c.args.exists(a, ...)", "true"), ('a = "a"', "true"), ("a in lists.words", "true"),
    ]),
    ("mcp.paths.exists(p, p.raw == '')", [("mcp.paths.exists(p, ...)", "false"), ("mcp.paths", "empty")]),
    ("tool.input.nothing == 'x'", [("tool.input.nothing == 'x'", "error: the map has no such key")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "want"), TABLE, ids=[row[0] for row in TABLE])
def test_parts(text: str, want: list[tuple[str, str]]) -> None:
    found = flat(trace(text))
    assert [(label, value.split(":")[0]) for label, value in found] == [
        (label, value.split(":")[0]) for label, value in want
    ]


def test_an_inner_name_hides_an_outer_one() -> None:
    part = trace("shell.commands.exists(c, c.args.exists(c, c == 'a'))")
    assert part.value == "true"
    assert part.parts[1].parts[0].parts[0].text == 'c = "a"'


@pytest.mark.parametrize(
    ("text", "distance"),
    [
        ("true && true && false", (1, 2)),
        ("!(1 > 2) && true && false", (1, 1)),
        ("true && false && false", (2, 1)),
        ("(true && false) || false", (1, 1)),
        ("shell.commands.exists(c, c.name == 'git' && c.sub == 'pull')", (1, 1)),
        ("shell.commands.exists(c, c.name == 'git' && c.sub == 'push')", (0, 2)),
    ],
)
def test_how_near_a_condition_is(text: str, distance: tuple[int, int]) -> None:
    assert measure(trace(text)) == distance


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "true"),
        (None, "null"),
        (7, "7"),
        ("a\nb", '"a\\nb"'),
        ("x" * 100, '"' + "x" * 59 + '…"'),
        ([1, 2, 3, 4, 5], "[1, 2, 3, 4, …]"),
        ({"a": [True]}, '{"a": [true]}'),
    ],
)
def test_values(value: object, shown: str) -> None:
    assert show(value) == shown
