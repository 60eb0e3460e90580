"""Which way facts move a condition, and what the checker makes of it."""

from pathlib import Path

import pytest

from policyhooks.cel.check import check
from policyhooks.cel.syntax import parse
from policyhooks.compiler.compile import check_policies
from policyhooks.compiler.polarity import EITHER, FALLS, RISES, memory_reads
from policyhooks.compiler.scope import FactName, Scope
from tests.support.remembering import MEMORY, MESSAGE, policy

SCOPE = Scope().with_facts(
    {f"memory.{kind}": FactName(f"acme.x/{kind}", kind) for kind in ("flag", "set", "count", "latest", "label")}
)
DIRECTIONS = {
    "memory.flag.set": RISES,
    "!memory.flag.set": FALLS,
    "!!memory.flag.set": RISES,
    "!(tool.name == 'x' && memory.flag.set)": FALLS,
    "memory.flag.set || tool.name == 'x'": RISES,
    "memory.flag.set == true": EITHER,
    "memory.flag.set != true": EITHER,
    "memory.flag.set ? true : false": EITHER,
    "tool.name == 'x' ? memory.flag.set : false": RISES,
    "tool.name == 'x' ? !memory.flag.set : false": FALLS,
    "memory.count.count > 3": RISES,
    "memory.count.count >= 3": RISES,
    "3 < memory.count.count": RISES,
    "memory.count.count < 3": FALLS,
    "3 >= memory.count.count": FALLS,
    "memory.count.count == 3": EITHER,
    "memory.count.count + 1 > 3": RISES,
    "10 - memory.count.count > 3": FALLS,
    "10 - memory.count.count < 3": RISES,
    "memory.count.count * -1 > 3": EITHER,
    "-memory.count.count > 3": FALLS,
    "memory.count.count in [3]": EITHER,
    "memory.set.contains(tool.name)": RISES,
    "!memory.set.contains(tool.name)": FALLS,
    "memory.set.size > 0": RISES,
    "memory.latest.at < event.time": FALLS,
    "memory.latest.at > event.time": RISES,
    "event.time - memory.latest.at < duration('5m')": RISES,
    "memory.latest.at + duration('5m') < event.time": FALLS,
    "memory.label.set": RISES,
    "memory.label.label == 'web'": EITHER,
    "memory.label.label.startsWith('w')": EITHER,
    "shell.commands.exists(c, c.name == 'x' && memory.flag.set)": RISES,
    "shell.commands.exists(c, !memory.flag.set)": FALLS,
    "shell.commands.all(c, memory.flag.set)": RISES,
    "shell.commands.exists_one(c, memory.flag.set)": EITHER,
    "shell.commands.filter(c, memory.flag.set).size() > 0": EITHER,
    "[memory.flag.set].exists(x, x)": EITHER,
    "cel.bind(x, memory.flag.set, x)": EITHER,
    "string(memory.count.count) == '3'": EITHER,
}


@pytest.mark.parametrize("text", DIRECTIONS)
def test_every_operator_keeps_or_turns_the_direction(text: str) -> None:
    checked = check(parse(text), SCOPE.environment())
    assert not checked.problems
    (read,) = memory_reads(checked, SCOPE)
    assert read.direction == DIRECTIONS[text]


def rule(when: str, effect: str = "deny", more: str = MESSAGE, events: str = "shell.before") -> str:
    return f"""\
  - id: one
    match: {{events: [{events}]}}
    when: '{when}'
    effect: {effect}
    {more}
"""


READ = "memory.secret.set"
EXCEPTION = f"""{MESSAGE}
    exceptions:
      - {{id: x, when: {READ}, becomes: audit, owner: a@b.example, reason: r, ticket: T-1, expires: 2099-01-01}}"""
MISTAKES = [
    ("a deny that tightens", MEMORY, rule(READ), set()),
    ("a deny that relaxes", MEMORY, rule(f"!{READ}"), {"relaxing-read"}),
    ("of a fact that may", MEMORY, rule("!memory.servers.contains(tool.name)"), set()),
    ("a member of none", MEMORY, rule("x").replace("when: 'x'", f"when: {{none: ['{READ}']}}"), {"relaxing-read"}),
    (
        "a member of any",
        MEMORY,
        rule("x").replace("when: 'x'", f"when: {{any: ['{READ}', 'tool.name == \"x\"']}}"),
        set(),
    ),
    ("an exception", MEMORY, rule('tool.name == "x"', more=EXCEPTION), {"relaxing-read"}),
    ("an allow", MEMORY, rule(f"!{READ}", "allow", "degrade: {codex: pass, gemini-cli: pass}"), {"memory-allow"}),
    (
        "an allow that relaxes",
        MEMORY,
        rule(READ, "allow", "degrade: {codex: pass, gemini-cli: pass}"),
        {"memory-allow", "relaxing-read"},
    ),
    (
        "an allow that somebody knows of",
        MEMORY,
        rule(
            "memory.servers.contains(tool.name)",
            "allow",
            "acknowledge: [memory-allow]\n    degrade: {codex: pass, gemini-cli: pass}",
        ),
        set(),
    ),
    ("an unknown fact", MEMORY, rule("memory.secrets.set"), {"unknown-fact"}),
    ("an unknown field", MEMORY, rule("memory.secret.size > 0"), {"unknown-field"}),
    ("another type", MEMORY, rule("memory.pushes.count"), {"not-boolean"}),
    ("a set of another type", MEMORY, rule("memory.edited.contains(3)"), {"type-mismatch"}),
    ("no kind", "  x: {events: [file.read]}", rule('tool.name == "x"'), {"bad-fact"}),
    ("two kinds", "  x: {flag: true, count: 1, events: [file.read]}", rule('tool.name == "x"'), {"bad-fact"}),
    ("no moment", "  x: {latest: tool.name, events: [tool.after]}", rule("memory.x.set"), {"type-mismatch"}),
    ("no text", "  x: {set: event.time, events: [tool.after]}", rule("memory.x.size > 0"), {"type-mismatch"}),
    ("a key of others", "  x: {flag: true, per: 1h, events: [tool.after]}", rule("memory.x.set"), {"useless-key"}),
    ("an unknown event", "  x: {flag: true, events: [shell.befor]}", rule('tool.name == "x"'), {"bad-value"}),
    (
        "fed by attempts",
        "  x: {flag: true, events: [shell.before], relaxes: true}",
        rule("!memory.x.set"),
        {"relaxing-source"},
    ),
    (
        "fed by what was denied",
        "  x: {flag: true, events: [shell.after], relaxes: true, denied: true}",
        rule("!memory.x.set"),
        {"relaxing-source"},
    ),
    (
        "fed by memory",
        "  x: {flag: true, events: [shell.before]}\n  y: {flag: true, events: [shell.before], when: memory.x.set}",
        rule("memory.y.set"),
        {"memory-in-fact"},
    ),
    (
        "a field that is not there",
        "  x: {set: web.url, events: [shell.before]}",
        rule("memory.x.size > 0"),
        {"field-not-supplied"},
    ),
]


@pytest.mark.parametrize(("memory", "rules", "codes"), [row[1:] for row in MISTAKES], ids=[row[0] for row in MISTAKES])
def test_what_the_checker_says(tmp_path: Path, memory: str, rules: str, codes: set[str]) -> None:
    checked = check_policies([str(policy(tmp_path, memory, rules))])
    assert {problem.code for problem in checked.errors} == codes, checked.errors


def test_a_fact_that_is_never_fed_on_a_client_is_told(tmp_path: Path) -> None:
    memory = "  x: {flag: true, events: [mcp.after]}\n  y: {flag: true, events: [shell.before]}"
    checked = check_policies([str(policy(tmp_path, memory, rule("memory.x.set")))])
    told = {problem.code: problem for problem in checked.diagnostics}
    assert "y" in told["unread-fact"].message
    assert told["unread-fact"].severity == "warning"
    assert "fact-never-fed" not in told
    checked = check_policies([str(policy(tmp_path, "  x: {flag: true, events: [tab.edited]}", rule("memory.x.set")))])
    (told_once,) = [problem for problem in checked.diagnostics if problem.code == "fact-never-fed"]
    assert "claude-code" in told_once.message
    assert "cursor" not in told_once.message.partition(":")[0]


def test_a_variable_carries_the_direction(tmp_path: Path) -> None:
    path = policy(tmp_path, MEMORY, rule("!vars.tainted"))
    path.write_text(path.read_text().replace("memory:\n", f"variables:\n  tainted: {READ}\nmemory:\n", 1))
    assert [problem.code for problem in check_policies([str(path)]).errors] == ["relaxing-read"]
