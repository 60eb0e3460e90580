"""What free-form MCP arguments name: tables."""

import json

import pytest

from policyhooks.runtime.engine.mcp_arguments import commands_in, operations, paths_in, sql_in, urls_in

PATHS = [
    ({"path": "a.txt"}, ["a.txt"]),
    ({"filePath": "a.txt"}, ["a.txt"]),
    ({"file-path": "a.txt"}, ["a.txt"]),
    ({"paths": ["a", "b"]}, ["a", "b"]),
    ({"options": {"target_file": "x/y"}}, ["x/y"]),
    ({"anything": "/etc/passwd"}, ["/etc/passwd"]),
    ({"anything": "~/.ssh/id_rsa"}, ["~/.ssh/id_rsa"]),
    ({"anything": "../up"}, ["../up"]),
    ({"uri": "file:///etc/passwd"}, ["/etc/passwd"]),
    ({"uri": "https://example.com/x"}, []),
    ({"text": "plain words"}, []),
    ({"path": "two\nlines"}, []),
    ({"path": 7}, []),
    ({}, []),
]
COMMANDS = [
    ({"command": "ls -la"}, ["ls -la"]),
    ({"cmd": ["rm", "-rf", "a b"]}, ["'rm' '-rf' 'a b'"]),
    ({"command": "git", "args": ["push", "it's"]}, ["git 'push' 'it'\\''s'"]),
    ({"commands": ["ls", "pwd"]}, ["ls", "pwd"]),
    ({"steps": [{"run": 1}, {"script": "make"}]}, ["make"]),
    ({"options": {"shell_command": "id"}}, ["id"]),
    ({"command": ""}, []),
    ({"query": "ls"}, []),
]
SQL = [
    ({"sql": "anything"}, ["anything"]),
    ({"query": "DROP TABLE x"}, ["DROP TABLE x"]),
    ({"query": " (select 1)"}, ["select 1"]),
    ({"query": "is:open label:bug"}, []),
    ({"statements": ["delete from a", "vacuum"]}, ["delete from a", "vacuum"]),
    ({"query": ""}, []),
    ({"sql": "select 1; drop table users;"}, ["select 1", "drop table users"]),
    ({"sql": "-- a\nselect 1 /* b */ ; # c\n drop  table\tx"}, ["select 1", "drop table x"]),
    # Any key, any depth.
    ({"anything": "drop table x"}, ["drop table x"]),
    ({"a": {"b": [["x", {"c": "truncate table y"}]]}}, ["truncate table y"]),
    ({"text": "/* hello */ delete from x"}, ["delete from x"]),
    ({"text": "--x\r\n  DELETE from x"}, ["DELETE from x"]),
    # JSON in texts, also twice.
    ({"payload": '{"q": "drop table x"}'}, ["drop table x"]),
    ({"payload": '["select a from b", "drop table x"]'}, ["select a from b", "drop table x"]),
    ({"payload": json.dumps({"p": json.dumps({"sql": "whatever; drop table x"})})}, ["whatever", "drop table x"]),
    ({"payload": json.dumps("drop table x")}, ["drop table x"]),
    # Words of a command line.
    ({"argv": ["psql", "-c", "drop table x"]}, ["drop table x"]),
    ({"argv": ["psql", "-cdrop table x"]}, ["drop table x"]),
    ({"argv": ["psql", "--command=drop table x"]}, ["drop table x"]),
    ({"argv": ["run", "drop", "table", "x"]}, ["drop table x"]),
    # Sentences are no statements.
    ({"title": "Drop the table of contents"}, []),
    ({"body": "Update the docs, please"}, []),
    ({"body": "Create a new issue"}, []),
    ({"body": "Select the best one"}, []),
    ({"body": "With best regards"}, []),
    ({"body": "Call me"}, []),
    ({"query": "select the best one"}, ["select the best one"]),
    ({"body": "- a list\n- of things"}, []),
    ({"path": "/etc/passwd"}, []),
]
UNREADABLE: list[dict[str, object]] = [
    {"sql": "select 'abc"},
    {"sql": "select `1' ; drop table x"},
    {"anything": "select a from b where c = 'abc"},
    {"sql": "select 1;" + " " * (1 << 18)},
    {"sql": ";".join(f"select {number}" for number in range(3000))},
    {"list": [f"delete from t{number}" for number in range(6000)]},
]
URLS = [
    ({"url": "https://a.example/x"}, ["https://a.example/x"]),
    ({"list": ["http://a", "http://a", "b"]}, ["http://a"]),
    ({"text": "see https://a.example for more"}, []),
    ({"path": "file:///x"}, []),
]


@pytest.mark.parametrize(("arguments", "expected"), PATHS)
def test_paths(arguments: dict[str, object], expected: list[str]) -> None:
    assert paths_in(arguments) == expected


@pytest.mark.parametrize(("arguments", "expected"), COMMANDS)
def test_commands(arguments: dict[str, object], expected: list[str]) -> None:
    assert list(commands_in(arguments)) == expected


@pytest.mark.parametrize(("arguments", "expected"), SQL)
def test_sql(arguments: dict[str, object], expected: list[str]) -> None:
    statements, understood = sql_in(arguments)
    assert [one for one in expected if one not in statements] == []
    assert bool(statements) == bool(expected)
    assert understood


@pytest.mark.parametrize("arguments", UNREADABLE, ids=range(len(UNREADABLE)))
def test_sql_that_cannot_be_read_to_its_end_is_not_silent(arguments: dict[str, object]) -> None:
    assert not sql_in(arguments)[1]


@pytest.mark.parametrize(("arguments", "expected"), URLS)
def test_urls(arguments: dict[str, object], expected: list[str]) -> None:
    assert urls_in(arguments) == expected


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("read_file", ("read",)),
        ("writeFile", ("write",)),
        ("delete-file", ("delete",)),
        ("move_file", ("read", "write")),
        ("frobnicate", ("read", "write")),
    ],
)
def test_operations(tool: str, expected: tuple[str, ...]) -> None:
    assert operations(tool) == expected


def test_deep_arguments_end() -> None:
    deep: object = "/etc/passwd"
    for _ in range(300):
        deep = {"a": [deep]}
    assert paths_in({"a": deep}) == []
    assert list(commands_in({"a": deep})) == []
