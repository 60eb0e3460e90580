"""Lowering: the code that a condition becomes, and that it means what the condition means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

import pytest

from policyhooks.cel.check import check
from policyhooks.cel.environment import policy_environment
from policyhooks.cel.functions import POLICY_FUNCTIONS
from policyhooks.cel.lower import Lowered, lower
from policyhooks.cel.syntax import parse
from policyhooks.cel.types import BOOL, parse_type
from policyhooks.core.event import Event
from policyhooks.core.records import EventInfo, Mcp, Tool
from policyhooks.core.shell_records import Cmd, Flow, Shell
from policyhooks.core.values import but
from policyhooks.evaluation.errors import BudgetExceeded, EvaluationError
from tests.support.golden import assert_golden

ENVIRONMENT = policy_environment({"vars.force_push": BOOL, "lists.names": parse_type("list<string>")})
NAMES: Mapping[str, str] = {
    **{name: f"e.{name}" for name in ENVIRONMENT.variables if "." not in name},
    "vars.force_push": "var_1(e)",
    "lists.names": "LIST_1",
    "supplied": "e.supplied",
}

GOLDEN: tuple[str, ...] = (
    "shell.commands.exists(c, c.name == 'git' && c.sub == 'push' && '--force' in c.flags)",
    "shell.commands.exists(c, c.name in lists.names)",
    "shell.commands.exists(c, c.name in ['a', 'b', 'c', 'd', 'e', 'f'])",
    "vars.force_push && tool.input.x == 1",
    "has(tool.input.x) && tool.input.x == 1",
    "!mcp.arguments.?to.orValue('').endsWith('@acme.example')",
    "supplied(shell.command) && shell.command.matches('\\\\bgit\\\\s+push')",
    "shell.command.matches('rm .*-rf')",
    "tool.input.command.matches('^sudo ') || tool.input.command.matches('a.*b')",
    "shell.flows.exists(f, f.from == 1)",
    "shell.commands.exists(c, shell.commands.exists(d, c.id < d.id))",
    "shell.commands.exists_one(c, c.name == 'a')",
    "shell.commands.map(c, c.name).filter(n, n != '') == ['a']",
    "size(shell.commands) + 1 > 2 ? shell.dynamic : !shell.understood",
    "shell.command == 'quote \\' and \\n and é and 😀'",
    "cel.bind(n, shell.command.lowerAscii(), n.contains('a') || n == 'b')",
    "event.time.getHours('UTC') >= 9 && event.time < timestamp('2030-01-01T00:00:00Z')",
)


def lowered(text: str) -> Lowered:
    checked = check(parse(text), ENVIRONMENT)
    assert checked.problems == []
    return lower(checked, NAMES)


def compiled(text: str) -> Callable[[Event], object]:
    code = lowered(text)
    namespace: dict[str, object] = {name: getattr(import_module(module), name) for module, name in code.imports}
    namespace |= {"LIST_1": ("rm", "dd"), "var_1": lambda e: e.shell.dynamic}
    function = eval(f"lambda e: {code.source}", namespace)
    assert callable(function)
    return function


def event(**tool_input: object) -> Event:
    shell = Shell(
        command="rm -rf x; git push",
        commands=(Cmd(id=1, name="rm", flags=("-r", "-f"), args=("x",)), Cmd(id=2, name="git", sub="push")),
        flows=(Flow(from_=1, to=2),),
    )
    return Event(
        name="shell.before",
        supplied=frozenset({"shell.command"}),
        event=EventInfo(time_ns=1_700_000_000 * 10**9),
        tool=Tool(name="Bash", input=tool_input),
        mcp=Mcp(arguments={"to": "a@b.example"}),
        shell=shell,
    )


def test_golden_sources() -> None:
    parts = []
    for text in GOLDEN:
        code = lowered(text)
        imports = ", ".join(sorted(name for _, name in code.imports)) or "nothing"
        kind = "cannot fail" if code.total else "may fail"
        parts.append(f"{text}\n    {code.source}\n    imports {imports}; {kind}\n")
    assert_golden("cel_lowered.txt", "\n".join(parts))


MEANINGS: tuple[tuple[str, object], ...] = (
    ("shell.commands.exists(c, c.name == 'rm' && '-r' in c.flags)", True),
    ("shell.commands.exists(c, c.name in lists.names)", True),
    ("shell.commands.all(c, c.name in lists.names)", False),
    ("shell.flows.exists(f, f.from == 1)", True),
    ("supplied(shell.command) && !supplied(mcp.server)", True),
    ("shell.commands[0].args == ['x']", True),
    ("tool.input.a == 1 && tool.input.b == [1, 2.0]", True),
    ("tool.input.missing == 1 || tool.name == 'Bash'", True),
    ("tool.input.missing == 1 && tool.name == 'none'", False),
    ("tool.name == 'Bash' || tool.input.missing == 1", True),
    ("shell.commands.exists(c, tool.input.missing == c.name || c.name == 'rm')", True),
    ("mcp.arguments.?to.orValue('').endsWith('b.example')", True),
    ("mcp.arguments.?cc.orValue('none') == 'none'", True),
    ("event.time == timestamp('2023-11-14T22:13:20Z')", True),
    ("shell.command.matches('^rm .*push$') && shell.command.matches('(?i)RM')", True),
    ("cel.bind(x, tool.input.missing, tool.name == 'Bash' || x == 1)", True),
    ("[1, 2].map(x, [3].map(y, x + y)) == [[4], [5]]", True),
    ("shell.commands.transformList(i, c, string(i) + c.name) == ['0rm', '1git']", True),
    ("true in tool.input.list", False),
    ("[true] == tool.input.list", False),
    ("{'k': 1}.k == 1", True),
)


@pytest.mark.parametrize(("text", "value"), MEANINGS)
def test_meanings(text: str, value: object) -> None:
    assert compiled(text)(event(a=1, b=[1, 2], list=[1])) is value


@pytest.mark.parametrize(
    "text",
    [
        "tool.input.missing == 1",
        "tool.input.missing == 1 || tool.name == 'none'",
        "tool.input.a.startsWith('x')",
        "shell.commands[9].name == 'a'",
        "size(shell.commands) / 0 == 1",
        "tool.input.a && true",
        "!tool.input.a",
        "shell.commands.exists(c, tool.input.missing == c.name)",
        "9223372036854775807 + size(shell.commands) > 0",
    ],
)
def test_errors_are_errors(text: str) -> None:
    with pytest.raises(EvaluationError):
        compiled(text)(event(a=1))


@pytest.mark.parametrize(
    "text", ["tool.input.secret.x == 1", "tool.input.secret + 1 == 2", "int(tool.input.secret) == 1"]
)
def test_error_texts_carry_no_values(text: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        compiled(text)(event(secret="hunter2"))
    assert "hunter2" not in str(caught.value)


RUNAWAY: tuple[str, ...] = (
    "shell.problems.all(a, shell.problems.all(b, shell.problems.all(c, a + b + c != 'x')))",
    "shell.problems.all(a, shell.problems.all(b, shell.problems.exists(c, c == 'none') || a != b || a == b))",
    "size(shell.problems.map(p, shell.problems.map(q, shell.problems.map(r, p + q + r)))) > 0",
    " + ".join(["text"] * 30) + " == ''",
    "cel.bind(a, text + text, cel.bind(b, a + a, cel.bind(c, b + b, cel.bind(d, c + c, d + d == ''))))",
    "text.replace('a', text) == ''",
    "text.split('').join(text) == ''",
    "text.split('').map(c, text).join('') == ''",
    "'%s%s'.format([text.replace('a', 'aaaaaaaa'), text.replace('a', 'aaaaaaaa')]) == ''",
    "cel.bind(l, shell.problems + shell.problems, cel.bind(m, l + l + l + l, size(m.map(x, m + m))) > 0)",
)


@pytest.mark.parametrize("text", RUNAWAY)
@pytest.mark.parametrize("absorbing", ["", " || true", " && false"])
def test_a_condition_that_runs_away_is_an_error(text: str, absorbing: str) -> None:
    made = but(event(), text="a" * 8_000_000, shell=Shell(problems=tuple("abcdefgh" * 100)))
    with pytest.raises(BudgetExceeded):
        compiled(f"({text}){absorbing}")(made)


def test_the_budget_is_full_again_for_the_next_condition() -> None:
    made = but(event(), shell=Shell(problems=tuple("abcdefgh" * 20)))
    quadratic = compiled("shell.problems.exists(a, shell.problems.exists(b, a + b == 'zz'))")
    assert [quadratic(made) for _ in range(30)] == [False] * 30


def test_helpers_have_one_name_each() -> None:
    helpers = {function.helper for function in POLICY_FUNCTIONS.values()}
    names = [name for _, name in helpers]
    assert len(set(names)) == len(names)
    for module, name in helpers:
        assert callable(getattr(import_module(module), name))


def test_problems_are_not_lowered() -> None:
    with pytest.raises(ValueError, match="problems"):
        lower(check(parse("nothing"), ENVIRONMENT), NAMES)


def test_a_variable_without_a_name_is_told() -> None:
    with pytest.raises(ValueError, match=r"shell"):
        lower(check(parse("shell.dynamic"), ENVIRONMENT), {})
