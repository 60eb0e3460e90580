"""What the free-form input of a call names: tables, and the limits of reading it."""

import json

import pytest

from policyhooks.core.strict_json import MOST_VALUES
from policyhooks.runtime.engine.argument_leaves import DEEPEST_JSON, LONGEST_JSON, MOST_LEAVES, plain_key, read_leaves
from policyhooks.runtime.engine.command_arguments import MOST_COMMANDS
from policyhooks.runtime.engine.path_arguments import MOST_PATHS
from policyhooks.runtime.engine.tool_arguments import read_input, sql_in

KEYS = [
    ("path", "path"),
    ("filePath", "file_path"),
    ("file-path", "file_path"),
    ("file path", "file_path"),
    ("FILE_PATH", "file_path"),
    ("URL", "url"),
    ("baseURL", "base_url"),
    ("_cmd", "cmd"),
]
# Tool, input, paths with their operations.
PATHS: list[tuple[str, dict[str, object], list[str]]] = [
    ("read_file", {"path": "a.txt"}, ["read a.txt"]),
    ("read_file", {"filePath": "a.txt"}, ["read a.txt"]),
    ("writeFile", {"file-path": "a.txt"}, ["write a.txt"]),
    ("delete-file", {"paths": ["a", "b"]}, ["delete a", "delete b"]),
    ("frobnicate", {"options": {"target_file": "x/y"}}, ["read x/y", "write x/y"]),
    ("get", {"anything": "/etc/passwd"}, ["read /etc/passwd"]),
    ("get", {"anything": "~/.ssh/id_rsa"}, ["read ~/.ssh/id_rsa"]),
    ("get", {"anything": "../up"}, ["read ../up"]),
    ("get", {"anything": "a/b.txt"}, ["read a/b.txt"]),
    ("get", {"anything": ".env"}, ["read .env"]),
    ("get", {"anything": "credentials.json"}, ["read credentials.json"]),
    ("get", {"anything": "plain"}, []),
    ("get", {"anything": "a/b c"}, []),
    ("get", {"config_file": "app"}, ["read app"]),
    ("get", {"path2": "app"}, ["read app"]),
    ("get", {"uri": "file:///etc/passwd"}, ["read /etc/passwd"]),
    ("get", {"uri": "https://example.com/x"}, []),
    ("get", {"text": "plain words"}, []),
    ("get", {"title": "/usr/bin/env fails"}, []),
    ("get", {"title": "and/or"}, []),
    ("get", {"path": "two\nlines"}, []),
    ("get", {"path": 7}, []),
    ("get", {}, []),
    # What the key says counts besides the name.
    ("download", {"url": "https://a.example", "to": ".claude/x"}, ["read .claude/x", "write .claude/x"]),
    ("move_file", {"source": "a", "destination": "b"}, ["read a", "delete a", "read b", "write b"]),
    ("copy_file", {"source": "a", "destination": "b"}, ["read a", "read b", "write b"]),
    # A word beside the path.
    ("str_replace_editor", {"command": "view", "path": "a"}, ["read a"]),
    ("str_replace_editor", {"command": "create", "path": "a"}, ["write a"]),
    ("files", {"operation": "delete", "path": "a"}, ["delete a"]),
    ("read_file", {"action": "delete", "path": "a"}, ["read a", "delete a"]),
    # A folder beside it.
    ("read_file", {"root": ".claude", "filename": "s.json"}, ["read .claude", "read s.json", "read .claude/s.json"]),
    ("git_add", {"repo_path": "/w", "files": ["a"]}, ["read /w", "write a", "write /w/a"]),
    # JSON in texts; but a file's own text is left alone.
    ("get", {"x": json.dumps({"path": "a"})}, ["read a"]),
    ("get", {"x": json.dumps(json.dumps([{"path": "a"}]))}, ["read a"]),
    ("write_file", {"path": "a", "content": '{"path": "/etc/passwd"}'}, ["write a"]),
    # What a command names is told by reading the command.
    ("run", {"command": "/bin/ls", "args": ["/usr/share"]}, []),
]
COMMANDS: list[tuple[str, dict[str, object], list[str]]] = [
    ("t", {"command": "ls -la"}, ["ls -la"]),
    ("t", {"cmd": ["rm", "-rf", "a b"]}, ["'rm' '-rf' 'a b'"]),
    ("t", {"cmd": ["head", "-n", 3]}, ["'head' '-n' '3'"]),
    ("t", {"command": "git", "args": ["push", "it's"]}, ["git 'push' 'it'\\''s'"]),
    ("t", {"command": "git", "args": "push -f"}, ["git push -f"]),
    ("t", {"program": "git", "arguments": ["push"]}, ["git 'push'"]),
    ("t", {"commands": ["ls", "pwd"]}, ["ls", "pwd"]),
    ("t", {"commands": [["ls", "-l"]]}, ["'ls' '-l'", "ls", "-l"]),
    ("t", {"steps": [{"run": 1}, {"script": "make"}]}, ["make"]),
    ("t", {"steps": [{"run": "make"}]}, ["make"]),
    ("t", {"options": {"shell_command": "id"}}, ["id"]),
    ("t", {"build_command": "make", "testCmd": "make test"}, ["make", "make test"]),
    ("t", {"command": ""}, []),
    ("t", {"query": "ls -la"}, []),
    ("t", {"description": "rm -rf /"}, []),
    ("t", {"command": "create", "path": "a"}, []),
    ("git", {"args": ["push", "--force"]}, ["'push' '--force'", "git 'push' '--force'"]),
    # Beside a command.
    ("t", {"command": "ls", "env": {"A": "b c", "not a name": "x"}}, ["export A='b c'; ls"]),
    ("t", {"command": "ls", "env": ["A=b"]}, ["export A='b'; ls"]),
    ("t", {"command": "sh", "stdin": "rm x"}, ["{ sh\n} <<< 'rm x'"]),
    ("t", {"command": "ls", "shell": "/bin/bash"}, ["ls"]),
    # By its look, under a key that says nothing.
    ("t", {"x": "rm -rf build"}, ["rm -rf build"]),
    ("t", {"x": ["rm", "-rf", "build"]}, ["'rm' '-rf' 'build'"]),
    ("t", {"x": "curl a | sh"}, ["curl a | sh"]),
    ("t", {"x": "A=1 sudo rm -rf build"}, ["A=1 sudo rm -rf build"]),
    ("t", {"x": "for f in *; do rm $f; done"}, ["for f in *; do rm $f; done"]),
    ("t", {"x": "make the tests pass"}, []),
    ("t", {"x": "find a friend"}, []),
    ("t", {"x": "hello - world"}, []),
    ("t", {"labels": ["test", "-x"]}, []),
    # Code.
    ("t", {"code": "import os"}, ["python3 -c 'import os'"]),
    ("t", {"code": "const a = 1"}, ["node -e 'const a = 1'"]),
    ("t", {"code": "puts 1", "language": "ruby"}, ["ruby -e 'puts 1'"]),
    ("t", {"script": "import os", "language": "python"}, ["python3 -c 'import os'"]),
    ("notebook_run", {"code": "!ls\nx = 1"}, ["ls\npython3 -c 'x = 1'"]),
    ("puppeteer_evaluate", {"script": "document.title"}, ["node -e 'document.title'"]),
    ("puppeteer_evaluate", {"script": "import fs from 'fs'; a > b"}, ["node -e 'import fs from '\\''fs'\\''; a > b'"]),
    ("puppeteer_evaluate", {"script": "find (x); sort = a > b"}, ["node -e 'find (x); sort = a > b'"]),
    ("js_repl", {"script": "git push --force"}, ["git push --force\nnode -e 'git push --force'"]),
    ("js_repl", {"code": "rm -rf /"}, ["rm -rf /\nnode -e 'rm -rf /'"]),
    (
        "js_repl",
        {"script": "for f in *; do rm $f; done"},
        ["for f in *; do rm $f; done\nnode -e 'for f in *; do rm $f; done'"],
    ),
    ("js_repl", {"script": "rm -rf /", "language": "js"}, ["node -e 'rm -rf /'"]),
    ("python_repl", {"script": "rm -rf /"}, ["rm -rf /\npython3 -c 'rm -rf /'"]),
    ("python_repl", {"script": "find -x > y"}, ["python3 -c 'find -x > y'"]),
    # Typed.
    ("write_stdin", {"chars": "ls\n"}, ["ls\n"]),
    ("WriteShellStdin", {"shell_id": 1, "data": "ls\n"}, ["ls\n"]),
    ("ComputerUse", {"action": "type", "text": "rm -rf build"}, ["rm -rf build"]),
    ("ComputerUse", {"action": "type", "text": "Dear team, the build is green."}, []),
    ("write_stdin", {"chars": "ls\r"}, ["ls\n"]),
    ("write_bash", {"input": "ls{enter}"}, ["ls\n"]),
    ("write_stdin", {"chars": "\u0003"}, []),
    ("write_stdin", {"chars": ""}, []),
    ("bash", {"input": "ls"}, ["ls"]),
    ("bash", {"text": "ls -la"}, ["ls -la"]),
    ("notes", {"text": "ls -la"}, []),
]
UNFINISHED = ["rm -rf", "ls{up}{enter}", "rx{backspace}m\n", "\u001b[Als\n"]
PROBLEMS: list[tuple[str, dict[str, object], str]] = [
    ("keys", {f"k{number}": "x" for number in range(MOST_LEAVES + 1)}, "too_many_values"),
    ("members", {"k": ["x"] * (MOST_LEAVES + 1)}, "too_many_values"),
    ("nested members", {"k": [["x"] * 200] * 200}, "too_many_values"),
    ("paths", {"paths": [f"p{number}" for number in range(MOST_PATHS + 1)]}, "too_many_values"),
    ("commands", {"commands": [f"c{number}" for number in range(MOST_COMMANDS + 1)]}, "too_many_commands"),
    ("members in JSON", {"k": "[" + "1," * MOST_VALUES + "1]"}, "too_many_values"),
    ("long JSON", {"k": "[" + "1," * (LONGEST_JSON // 2) + "1]"}, "too_long"),
    ("two meanings", {"k": '{"command": "ls", "command": "rm"}'}, "parse_error"),
    ("broken JSON", {"k": '{"command": "ls",}'}, "parse_error"),
]


def nested_text(depth: int) -> str:
    text = "x"
    for _ in range(depth):
        text = json.dumps([text])
    return text


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


@pytest.mark.parametrize(("key", "expected"), KEYS)
def test_keys_are_compared_in_one_spelling(key: str, expected: str) -> None:
    assert plain_key(key) == expected


@pytest.mark.parametrize(("tool", "arguments", "expected"), PATHS)
def test_paths(tool: str, arguments: dict[str, object], expected: list[str]) -> None:
    assert [f"{op} {path}" for path, op in read_input(tool, arguments).paths] == expected


@pytest.mark.parametrize(("tool", "arguments", "expected"), COMMANDS)
def test_commands(tool: str, arguments: dict[str, object], expected: list[str]) -> None:
    assert [command.text for command in read_input(tool, arguments).commands] == expected


@pytest.mark.parametrize("text", UNFINISHED)
def test_what_is_typed_and_not_all_there_is_a_problem(text: str) -> None:
    (command,) = read_input("write_bash", {"input": text}).commands
    assert command.problem == "dynamic_code"


def test_a_command_runs_in_the_folder_beside_it() -> None:
    (command,) = read_input("t", {"command": "ls", "workingDirectory": "a"}).commands
    assert command.cwd == "a"


@pytest.mark.parametrize(("arguments", "problem"), [row[1:] for row in PROBLEMS], ids=[row[0] for row in PROBLEMS])
def test_what_is_not_read_whole_is_a_problem(arguments: dict[str, object], problem: str) -> None:
    assert read_input("t", arguments).problem == problem


def test_texts_in_texts_have_a_limit() -> None:
    assert read_input("t", {"k": nested_text(DEEPEST_JSON)}).problem == ""
    assert read_input("t", {"k": nested_text(DEEPEST_JSON + 1)}).problem == "too_deep"


@pytest.mark.parametrize("text", ["{x} and [y]", "[x] done]", '{"a": 1} and {"b": 2}, see "c"', "{", '"', "[]"])
def test_texts_with_brackets_are_texts(text: str) -> None:
    assert read_input("t", {"title": text, "body": text}).problem == ""


def test_deep_arguments_end() -> None:
    deep: object = "/etc/passwd"
    for _ in range(300):
        deep = {"a": [deep]}
    assert [path for path, _ in read_input("get", {"a": deep}).paths] == ["/etc/passwd"]


@pytest.mark.parametrize(("arguments", "expected"), SQL)
def test_sql(arguments: dict[str, object], expected: list[str]) -> None:
    statements, understood = sql_in(arguments, read_leaves(arguments).found)
    assert [one for one in expected if one not in statements] == []
    assert bool(statements) == bool(expected)
    assert understood


@pytest.mark.parametrize("arguments", UNREADABLE, ids=range(len(UNREADABLE)))
def test_sql_that_cannot_be_read_to_its_end_is_not_silent(arguments: dict[str, object]) -> None:
    assert not sql_in(arguments, read_leaves(arguments).found)[1]


@pytest.mark.parametrize(("arguments", "expected"), URLS)
def test_urls(arguments: dict[str, object], expected: list[str]) -> None:
    assert read_input("t", arguments).urls == expected


def test_addresses_that_are_fetched_have_a_key_that_says_so() -> None:
    assert read_input("t", {"url": "https://a.example", "source": "https://b.example"}).pages == ["https://a.example"]
