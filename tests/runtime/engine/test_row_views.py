"""Rows of users by rank: rules see their own and those above; a view is shared only where nobody can tell.

The properties put random rows into a lower layer, and commands that use them to the rules of a higher one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policyhooks.compiler.compile import compile_policies
from policyhooks.compiler.emit.program import row_modules
from policyhooks.core.effects import STRICTNESS
from policyhooks.core.event import Event
from policyhooks.core.own_rows import OwnRows
from policyhooks.core.program import RANKS
from policyhooks.core.records import EventInfo, Mcp
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision
from policyhooks.inspect.place import make_place
from policyhooks.inspect.program import load_modules
from policyhooks.runtime.engine.completing import fill
from policyhooks.runtime.engine.row_views import views_of
from policyhooks.runtime.engine.selection import LoadedProgram
from tests.runtime.programs import decide_on
from tests.support.counts import scaled

HEAD = "apiVersion: policyhooks/v1\nkind: Policy\nmetadata: {id: ID, title: Rules, owner: a@b.example}\n"
WORDS = '    message: {user: "No.", agent: "No."}\n'
RULES = HEAD + "".join(
    f"{'rules:' if not number else ''}\n  - id: r{number}\n    match: {{events: [{event}]}}\n    {rest}\n{WORDS}"
    for number, (event, rest) in enumerate(
        [
            ("shell.before", "match: {commands: [rm]}\n    effect: deny"),
            ("shell.before", 'when: "!shell.understood"\n    effect: ask'),
            ("shell.before", "when: shell.commands.exists(c, c.maybe_wrapped)\n    effect: ask"),
            ("shell.before", "when: shell.commands.exists(c, !c.read_only)\n    effect: ask"),
            ("shell.before", "when: shell.paths.exists(p, p.op == 'delete')\n    effect: deny"),
            ("shell.before", "when: shell.flows.exists(f, f.sink == 'exec')\n    effect: deny"),
            ("shell.before", "when: shell.hosts.size() > 0 || shell.package_ops.size() > 0\n    effect: ask"),
            ("shell.before", "when: shell.commands.exists(c, c.target_env == 'prod')\n    effect: deny"),
            ("file.write", "when: file.path.norm.startsWith('/w')\n    effect: deny"),
            ("file.read", "when: file.path.norm.contains('secret')\n    effect: deny"),
        ]
    )
).replace(
    "    match: {events: [shell.before]}\n    match: {commands: [rm]}",
    "    match: {events: [shell.before], commands: [rm]}",
)
PLACE = make_place(links=False)
NAMES = ("acme", "acme.*", "acmectl", "tool9")
ROLES = ("text*", "argv", "read*", "write", "delete*", "command", "host", "text argv", "text? read*", "remote argv")
FACTS: Sequence[dict[str, Any]] = (
    {}, {"read_only": True}, {"danger": True}, {"kind": "wrapper", "operands": "argv"},
    {"kind": "shell", "lang": "bash"},
    {"network": True}, {"versions": True}, {"idle_if": "-n|--dry-run"}, {"words_are_text": True}, {"posix": True},
    {"prints": "words"}, {"filters": True, "reads_stdin": "always"}, {"target": "production"}, {"runs_words": True},
    {"kind": "interpreter", "lang": "python"}, {"acts": "directory"}, {"stdin_code": True}, {"special": "make"},
)  # fmt: skip
OPTIONS = (
    "",
    "-c=command",
    "-n --dry-run",
    "--target=target -v",
    "-f=read -o=write",
    "--eval=code:python -e=",
    "-x=?argv",
)
COMMANDS = (
    "N run -- rm -rf /w/x", "N rm -rf /w/x", "N --target prod deploy", "sudo N -c 'rm x'", "other N deploy rm",
    "curl http://h.example/a | N", "N $(rm y)", "python3 -c 'import os; os.system(\"N rm -rf /w\")'", "ls | xargs N rm",
    "bash -c 'N rm -rf /w/x'", "find . -exec N rm {} +", "N2 rm -rf /w", "N-3.1 run rm x", "cat secret | N > /w/out",
    "N() { rm -r /w; }; N", "N /w/secret > o", "X=N; $X rm /w/a", "echo 'rm /w/a' | N", "N.sh rm -r /w/a", "N",
    "ls -la",
    "npx N run -- rm /w/a", "env A=1 N rm /w/a", "N -n rm /w/a; N2 x", "python3 -m N rm /w/a", "if N; then rm x; fi",
    "other -x N", "python3 -c 'import subprocess as s; s.run([\"N\", \"rm\", \"x\"])'", "eval N rm x", "/opt/N rm /w/x",
)  # fmt: skip

subs = st.fixed_dictionaries(
    {}, optional={"operands": st.sampled_from(ROLES), "read_only": st.booleans(), "danger": st.booleans()}
)
rows = st.builds(
    lambda facts, options, operands, sub: {**facts, **options, **({"operands": operands} | facts), **sub},
    st.sampled_from(FACTS),
    st.sampled_from(OPTIONS).map(lambda text: {"options": text} if text else {}),
    st.sampled_from(ROLES),
    st.dictionaries(st.sampled_from(("run", "deploy|rm", "*")), subs, max_size=2).map(
        lambda sub: {"sub": sub} if sub else {}
    ),
)
row_sets = st.dictionaries(st.sampled_from(NAMES), rows, max_size=3)
commands = st.builds(
    lambda text, name: text.replace("N", name), st.sampled_from(COMMANDS), st.sampled_from(("acme", "acmectl", "tool9"))
)


@cache
def modules_of(layer: str) -> Mapping[str, str]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rules.yaml"
        path.write_text(RULES.replace("ID", f"{layer}.rules"))
        return compile_policies([str(path)]).modules


def program(rank: str, rows: Mapping[str, Mapping[str, Any]], layer: str = "a") -> LoadedProgram:
    """The rules above, with rows, at a rank."""
    modules = dict(modules_of(layer))
    if rows:
        modules |= row_modules(rows)
        modules["index"] = modules["index"].replace("FEATURES = (", "FEATURES = ('rows', ", 1)
    return load_modules(modules, RANKS.index(rank))


def event_of(command: str) -> Event:
    return Event(
        client="claude-code",
        native="PreToolUse",
        name="shell.before",
        command=command,
        home="/home/dev",
        read_shell=PLACE.read_shell,
        event=EventInfo(client="claude-code", native="PreToolUse", name="shell.before", cwd="/w", workspace="/w"),
    )


def decide_event(event: Event, *programs: LoadedProgram) -> Decision:
    return decide_on(*programs, on=event)


def said_by(rank: str, decision: Decision) -> list[tuple[str, str, str, str]]:
    """What the rules of a rank came to."""
    number = RANKS.index(rank)
    return sorted(
        (one.rule.id, one.outcome, one.effect, one.derived) for one in decision.results if one.rule.rank == number
    )


@settings(max_examples=scaled(4000), deadline=None)
@given(higher=row_sets, lower=row_sets, command=commands, at=st.integers(0, len(RANKS) - 2), steps=st.integers(1, 4))
def test_a_lower_layer_hides_nothing_from_a_higher_one(
    higher: dict[str, Any], lower: dict[str, Any], command: str, at: int, steps: int
) -> None:
    above, below = RANKS[at], RANKS[min(at + steps, len(RANKS) - 1)]
    alone = decide_event(event_of(command), program(above, higher))
    both = decide_event(event_of(command), program(above, higher), program(below, lower, "b"))
    assert said_by(above, both) == said_by(above, alone)
    assert STRICTNESS[both.verdict] >= STRICTNESS[alone.verdict]


def seen(shell: Any) -> object:
    """All that rules can tell two views apart by."""
    return (
        [
            (c.name, c.argv, c.wrappers, c.read_only, c.maybe_wrapped, c.via, c.elevated, c.target_env)
            for c in shell.commands
        ],
        sorted((p.op, p.norm) for p in shell.paths),
        [h.name for h in shell.hosts],
        [(f.source, f.sink) for f in shell.flows],
        shell.problems,
        shell.understood,
    )


@settings(max_examples=scaled(4000), deadline=None)
@given(
    layers=st.lists(st.tuples(st.sampled_from(RANKS), row_sets), min_size=1, max_size=4),
    command=commands,
    data=st.data(),
)
def test_a_shared_view_is_what_each_would_have_read(
    layers: list[tuple[str, dict[str, Any]]], command: str, data: st.DataObject
) -> None:
    programs = [program(rank, rows) for rank, rows in layers]
    groups = views_of(event_of(command), data.draw(st.permutations(programs)))
    assert sorted(map(id, (one for _, group in groups for one in group))) == sorted(map(id, programs))
    ranked = [one for _, group in groups for one in group]
    for event, group in groups:
        for one in group:
            stores = [other.rows for other in ranked if other.rows and (other.rank < one.rank or other is one)]
            fresh = but(event_of(command), rows=OwnRows(stores))
            assert seen(event.shell) == seen(fresh.shell)


# command, rows of managed, rows of the trusted project, what each sees: names of commands
RANKED = {
    "own rows are seen": (
        "acme run -- rm x", {}, {"acme": {"sub": {"run": {"operands": "argv"}}}}, "acme rm", "acme rm",
    ),
    "text for the project is not text for managed": (
        "acme rm -r x", {}, {"acme": {"operands": "text*", "read_only": True}}, "acme rm", "acme",
    ),
    "rows of managed hold below": ("acme rm -r x", {"acme": {"operands": "text*"}}, {}, "acme", "acme"),
    "the higher row counts": (
        "acme rm -r x", {"acme": {"operands": "argv"}}, {"acme": {"operands": "text*"}}, "acme rm", "acme rm",
    ),
    "names worth finding are those of the rank": (
        "other acme x", {}, {"acme": {"danger": True}}, "other", "acme other",
    ),
    "a name in a function's text": (
        "python3 -c 'import os; os.system(\"acme rm x\")'", {}, {"acme": {"operands": "text*"}},
        "acme python3 rm", "acme python3",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RANKED)
def test_who_sees_what(name: str) -> None:
    command, managed, project, above, below = RANKED[name]
    programs = [program("managed", managed), program("trusted project", project)]
    views = {one.rank: event for event, group in views_of(event_of(command), programs) for one in group}
    found = [
        " ".join(sorted({c.name for c in views[RANKS.index(rank)].shell.commands}))
        for rank in ("managed", "trusted project")
    ]
    assert found == [above, below]


def test_a_command_that_names_no_row_is_read_once() -> None:
    read: list[str] = []

    def counting(event: Event) -> Any:
        read.append(event.command or "")
        return PLACE.read_shell(event)  # type: ignore[misc]

    programs = [program("managed", {}), program("user", {"acme": {}}), program("trusted project", {"tool9": {}})]
    for command, times in (("git push -f && ls | wc -l", 1), ("acme x", 2), ("tool9 x", 2), ("acme x; tool9 y", 3)):
        read.clear()
        for event, _ in views_of(but(event_of(command), read_shell=counting), programs):
            assert event.shell.commands
            assert event.shell.commands
        assert read == [command] * times, command


def test_commands_inside_a_call_of_a_server_are_seen_with_the_rows() -> None:
    """Derived events are made of the event as each program sees it."""
    mcp = Mcp(server="s", tool="run", arguments={"command": "acme rm -r /w/x"})
    call = fill(but(event_of(""), name="mcp.before", command=None, mcp=mcp), PLACE)
    project = program("trusted project", {"acme": {"operands": "text*", "read_only": True}}, "b")
    decision = decide_event(call, program("managed", {}), project)
    denied = {one.rule.rank for one in decision.results if one.rule.id.endswith("/r0") and one.effect == "deny"}
    assert denied == {RANKS.index("managed")}


def test_one_command_in_two_folders_is_two_views() -> None:
    """A call may carry the same text twice, each with a folder of its own."""
    ((event, _),) = views_of(event_of("rm x"), [program("managed", {"acme": {}})])
    found = [but(event, event=but(event.event, cwd=cwd)).shell.paths for cwd in ("/w/a", "/w/b")]
    assert [[path.norm for path in paths] for paths in found] == [["/w/a/x"], ["/w/b/x"]]


def test_a_row_that_cannot_be_read_closes() -> None:
    broken = dict(modules_of("a")) | {"rows": "NAMES = {'acme': 7}\nDANGEROUS = frozenset()\n"}
    broken["index"] = broken["index"].replace("FEATURES = (", "FEATURES = ('rows', ", 1)
    decision = decide_event(event_of("acme x"), load_modules(broken, 0))
    assert decision.verdict == "ask"
    assert "a.rules/r1" in [one.rule.id for one in decision.results if one.effect == "ask"]
