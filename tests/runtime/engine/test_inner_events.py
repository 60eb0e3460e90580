"""Events inside the free-form input of a tool: which rules see them, where they happen, what they are called."""

import pytest

from policyhooks.core.event import Event
from policyhooks.core.records import Tool
from policyhooks.runtime.engine.completing import fill
from tests.runtime.programs import Still, decide_on, event, program, rule


def held(tool: str, values: dict[str, object]) -> Event:
    from policyhooks.inspect.place import make_place

    return fill(event(tool=Tool(name=tool, input=values), home="/home/dev"), make_place(links=False))


def labels(on: Event, name: str) -> list[str]:
    """What rules on an event of that name are given."""
    found = decide_on(program(rule("any", "ask", events=(name,), functions={"when": lambda _: True})), on=on)
    return [result.derived for result in found.results]


CASES: list[tuple[str, str, dict[str, object], list[str]]] = [
    ("web.before", "Fetch", {"url": "https://e.example/x"}, ["https://e.example/x"]),
    ("web.before", "Note", {"source": "https://e.example/x"}, []),
    ("shell.before", "bash", {"command": "ls"}, ["ls"]),
    ("file.write", "create_file", {"path": "a"}, ["a"]),
    ("file.read", "create_file", {"path": "a"}, []),
    ("file.write", "bash", {"command": "echo > b"}, ["b"]),
    ("shell.before", "x", {"value": "rm -rf ("}, []),  # it only looked like a command
    ("shell.before", "x", {"command": "rm -rf ("}, ["rm -rf ("]),
]


@pytest.mark.parametrize(("name", "tool", "values", "expected"), CASES)
def test_what_rules_are_given(name: str, tool: str, values: dict[str, object], expected: list[str]) -> None:
    assert labels(held(tool, values), name) == expected


@pytest.mark.parametrize(
    ("folder", "expected"),
    [(".claude", "/w/project/.claude/x"), ("/srv", "/srv/x"), ("~/a", "/home/dev/a/x"), ("", "/w/project/x")],
)
def test_a_command_runs_in_the_folder_that_is_written_beside_it(folder: str, expected: str) -> None:
    seen: list[str] = []
    noting = rule("note", "ask", events=("file.write",), functions={"when": lambda e: seen.append(e.file.path.norm)})
    decide_on(program(noting), on=held("run", {"command": "echo > x", "cwd": folder}))
    assert expected in seen


def test_what_was_not_read_is_a_command_that_is_not_understood() -> None:
    unread = rule("unread", "ask", events=("shell.before",), functions={"when": lambda e: not e.shell.understood})
    found = decide_on(program(unread), on=held("x", {"k": ["v"] * 30_000}), outside=Still())
    assert found.verdict == "ask"
