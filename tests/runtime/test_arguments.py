"""What free-form MCP arguments name: tables."""

import pytest

from policyhooks.runtime.arguments import commands_in, operations, paths_in, sql_in, urls_in

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
    ({"query": " (select 1)"}, [" (select 1)"]),
    ({"query": "is:open label:bug"}, []),
    ({"statements": ["delete from a", "vacuum"]}, ["delete from a"]),
    ({"query": ""}, []),
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
    assert sql_in(arguments) == expected


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
