"""Flags, values, sub-commands and operands by the program tables, in every way they can be written."""

from __future__ import annotations

import pytest

from tests.shell.reading import view


def one(text: str) -> object:
    return view(text).commands[0]


@pytest.mark.parametrize(
    "text",
    [
        "rm -rf x",
        "rm -fr x",
        "rm -r -f x",
        "rm --recursive --force x",
        "rm --rec --forc x",
        "rm x -rf",
        "rm -vrf x",
        "rm -Rf -- x",
    ],
)
def test_recursive_and_force_in_every_spelling(text: str) -> None:
    command = view(text).commands[0]
    assert {"-r", "--recursive", "-f", "--force"} <= set(command.flags)
    assert {"r", "f"} <= set(command.short)
    assert list(command.args) == ["x"]


@pytest.mark.parametrize(
    ("text", "sub", "args"),
    [
        ("git push origin main", "push", ["push", "origin", "main"]),
        ("git -C / -c a=b reset --hard", "reset", ["reset"]),
        ("git --git-dir=/x --no-pager log", "log", ["log"]),
        ("npm install", "install", ["install"]),
        ("npm --prefix a install b", "install", ["install", "b"]),
        ("kubectl --context prod delete pod x", "delete", ["delete", "pod", "x"]),
        ("docker --host tcp://h run -v /:/h alpine rm x", "run", ["run", "alpine", "rm", "x"]),
        ("terraform -chdir=infra destroy", "destroy", ["destroy"]),
    ],
)
def test_sub_command_after_global_options(text: str, sub: str, args: list[str]) -> None:
    command = view(text).commands[0]
    assert command.sub == sub
    assert list(command.args) == args


@pytest.mark.parametrize(
    ("text", "option", "value"),
    [
        ("cp -t d a b", "-t", "d"),
        ("cp --target-directory=d a", "-t", "d"),
        ("cp --target-dir d a", "--target-directory", "d"),
        ("tar -xzf a.tgz", "-f", "a.tgz"),
        ("tar xzf a.tgz", "-f", "a.tgz"),
        ("git -Cd status", "-C", "d"),
        ("curl -o f https://e.example", "--output", "f"),
        ("dd if=a of=b", "of", "b"),
    ],
)
def test_values_stand_under_every_name(text: str, option: str, value: str) -> None:
    assert list(view(text).commands[0].opts[option]) == [value]


def test_unknown_arity_keeps_the_word_in_both_places() -> None:
    command = view("unheard-of --level high -x y --k=v z").commands[0]
    assert list(command.args) == ["high", "y", "z"]
    assert command.opts == {"--level": ["high"], "-x": ["y"], "--k": ["v"]}
    assert {"--level", "-x", "--k", "--k=v"} <= set(command.flags)


def test_option_value_that_looks_like_an_option() -> None:
    command = view("curl -D --help https://e.example").commands[0]
    assert list(command.opts["-D"]) == ["--help"]
    assert [host.name for host in view("curl -D --help https://e.example").hosts] == ["e.example"]


@pytest.mark.parametrize(
    "text",
    ["bash -c -e 'rm x'", "bash -ec 'rm x'", "bash -cx 'rm x' name", "sh -e -c 'rm x'", "bash --norc -c -- 'rm x'"],
)
def test_code_of_a_shell_is_its_first_operand(text: str) -> None:
    assert [command.name for command in view(text).commands][1:] == ["rm"]


@pytest.mark.parametrize(
    ("text", "read_only"),
    [
        ("git status", True),
        ("sed -n p f", True),
        ("sed -i s/a/b/ f", False),
        ("kubectl get pods", True),
        ("kubectl delete pod x", False),
    ],
)
def test_read_only(text: str, read_only: bool) -> None:
    assert view(text).commands[0].read_only is read_only
