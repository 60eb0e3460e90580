"""The checker: every problem at once, each at its place, with a suggestion where one is near."""

from __future__ import annotations

import pytest

from policyhooks.cel.check import Checked, check
from policyhooks.cel.environment import policy_environment
from policyhooks.cel.syntax import parse
from policyhooks.cel.types import BOOL, DYN, Type, parse_type

ENVIRONMENT = policy_environment(
    {
        "vars.force_push": BOOL,
        "lists.wipe": parse_type("list<string>"),
        "params.limit": parse_type("int"),
    }
)

# expression, its problems as (code, the text they point at)
PROBLEMS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("shel.command == 'a'", (("unknown-name", "shel"),)),
    ("shell.comand == 'a'", (("unknown-field", "comand"),)),
    ("shell.commands.exists(c, c.nam == 'a')", (("unknown-field", "nam"),)),
    ("vars.forced && lists.wip == []", (("unknown-name", "vars.forced"), ("unknown-name", "lists.wip"))),
    ("startWith(shell.command, 'a')", (("unknown-function", "startWith"),)),
    ("shell.command.beginsWith('a')", (("unknown-function", "beginsWith"),)),
    ("shell.command.startsWith()", (("wrong-arity", "startsWith"),)),
    ("size(1, 2) == 1", (("wrong-arity", "size"),)),
    ("shell.command == 1", (("type-mismatch", "shell.command == 1"),)),
    ("shell.command && true", (("type-mismatch", "shell.command"),)),
    ("!shell.command", (("type-mismatch", "shell.command"),)),
    ("shell.command < 1", (("type-mismatch", "shell.command < 1"),)),
    ("1 in lists.wipe", (("type-mismatch", "1 in lists.wipe"),)),
    ("'a' in shell.command", (("type-mismatch", "'a' in shell.command"),)),
    ("shell.command + 1 == 'a'", (("type-mismatch", "shell.command + 1"),)),
    ("-shell.command == 'a'", (("type-mismatch", "-shell.command"),)),
    ("shell.command.size", (("type-mismatch", "size"),)),
    ("shell.commands['a'].name == ''", (("type-mismatch", "'a'"),)),
    ("shell.understood[0]", (("type-mismatch", "shell.understood"),)),
    ("shell.command.matches('(')", (("bad-regex", "'('"),)),
    ("shell.command.matches('(?=a)')", (("bad-regex", "'(?=a)'"),)),
    ("matches(shell.command, r'a\\1')", (("bad-regex", "r'a\\1'"),)),
    ("event.time > timestamp('yesterday')", (("bad-literal", "'yesterday'"),)),
    ("event.time.getHours('Nowhere') > 1", (("bad-literal", "'Nowhere'"),)),
    ("cidr_contains('10.0.0.0/99', web.host.name)", (("bad-literal", "'10.0.0.0/99'"),)),
    ("shell.command", (("not-boolean", "shell.command"),)),
    ("has(shell.command)", (("always-present", "has(shell.command)"),)),
    ("supplied(tool.input.x) && supplied(1)", (("type-mismatch", "supplied(1)"),)),
    ("{1.5: 'a'} == {}", (("type-mismatch", "1.5"),)),
    ("Foo{a: 1} == 1", (("unknown-type", "Foo{a: 1}"),)),
    ("shell.command.exists(c, true)", (("type-mismatch", "shell.command"),)),
    ("shell.commands.exists(c, c.name)", (("type-mismatch", "c.name"),)),
    ("shell.commands.exists(c, true) && c.name == ''", (("unknown-name", "c"),)),
    ("shell.command ? true : false", (("type-mismatch", "shell.command"),)),
    ("strings.quot('a') == ''", (("unknown-function", "quot"),)),
    (
        "shell.comand == 1 || foo(1) || 'a'.matches('[') || event.tim > 1",
        (("unknown-field", "comand"), ("unknown-function", "foo"), ("bad-regex", "'['"), ("unknown-field", "tim")),
    ),
)

FINE: tuple[str, ...] = (
    "shell.commands.exists(c, c.name == 'git' && '--force' in c.flags)",
    "vars.force_push && size(shell.commands) > params.limit",
    "!mcp.arguments.?to.orValue('').endsWith('@acme.example')",
    "tool.input.a.b.c == 1 || tool.input['x'][0] > 2.5",
    "event.time > timestamp('2026-01-01T00:00:00Z') + duration('1h')",
    "shell.flows.exists(f, f.from == 1)",
    "shell.commands.exists(c, c.opts.exists(k, v, k == '--user' && 'root' in v))",
    "glob(file.path.norm, '**/.env') || path_under(file.path.norm, '/etc')",
    "host_matches(web.host.name, '*.example.com') && cidr_contains('10.0.0.0/8', web.host.name)",
    "supplied(shell.command)",
    "1 == 1.0 && 1 < 2u",
    "has(tool.input.x) && [1, 'a'].exists(x, x == tool.name)",
    "cel.bind(n, shell.commands.map(c, c.name), 'rm' in n && 'sudo' in n)",
)

SUGGESTIONS: tuple[tuple[str, str], ...] = (
    ("shell.comand == ''", "command"),
    ("shel.command == ''", "shell"),
    ("shell.command.startWith('a')", "startsWith"),
    ("vars.force_pus", "vars.force_push"),
    ("contains(shell.command, 'a')", "x.contains"),
    ("shell.command.glob('a')", "glob(x"),
)


def checked(text: str, want: Type | None = BOOL) -> Checked:
    return check(parse(text), ENVIRONMENT, want)


@pytest.mark.parametrize(("text", "problems"), PROBLEMS)
def test_problems(text: str, problems: tuple[tuple[str, str], ...]) -> None:
    found = [(problem.code, text[problem.start : problem.end]) for problem in checked(text).problems]
    assert tuple(found) == problems


@pytest.mark.parametrize("text", FINE)
def test_fine(text: str) -> None:
    assert checked(text).problems == []


@pytest.mark.parametrize(("text", "part"), SUGGESTIONS)
def test_suggestions(text: str, part: str) -> None:
    assert part in checked(text).problems[0].help


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("shell.commands", "list<Cmd>"),
        ("shell.commands[0].opts", "map<string, list<string>>"),
        ("shell.commands.map(c, c.args)", "list<list<string>>"),
        ("tool.input", "map<string, dyn>"),
        ("tool.input.x", "dyn"),
        ("tool.input.?x", "optional<dyn>"),
        ("tool.input.?x.orValue('')", "dyn"),
        ("optional.of('').orValue('')", "string"),
        ("true ? 1 : 2", "int"),
        ("true ? 1 : 'a'", "dyn"),
        ("[1, 2] + [3]", "list<int>"),
        ("event.time - event.time", "duration"),
        ("{'a': [1]}", "map<string, list<int>>"),
        ("shell.commands.transformMap(i, c, c.name)", "map<int, string>"),
        ("'a'.split(',')", "list<string>"),
        ("type(1)", "type"),
    ],
)
def test_types(text: str, kind: str) -> None:
    found = checked(text, None)
    assert found.problems == []
    assert str(found.type) == kind


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("!" * 60 + "true", "nests deeper"),
        (" || ".join(["true"] * 2_100), "more than 2000 parts"),
        ("'a' in ['" + "','".join(["x"] * 1_500) + "']", "1000 items"),
        (
            "[1].all(a, [1].all(b, [1].all(c, [1].all(d, [1].all(e, true)))))",
            "inside each other",
        ),
    ],
)
def test_cost_limits(text: str, words: str) -> None:
    problems = checked(text).problems
    assert [problem.code for problem in problems] == ["too-complex"]
    assert words in problems[0].message


@pytest.mark.parametrize("text", ["list<Cmd>", "map<string, list<int>>", "dyn", "PathRef", "optional<string>"])
def test_type_names_read_back(text: str) -> None:
    assert str(parse_type(text)) == text


@pytest.mark.parametrize(
    "text", ["", "list<", "list<a", "list<a>b", "map<string>", "int<string>", "<>", "a,b", "li st", "😀"]
)
def test_type_names_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a type"):
        parse_type(text)


def test_bare_collections_hold_anything() -> None:
    assert parse_type("list") == Type("list", (DYN,))


def test_dotted_variables_beat_fields_and_locals_beat_both() -> None:
    assert checked("lists.wipe.exists(lists, lists == 'a')").problems == []
