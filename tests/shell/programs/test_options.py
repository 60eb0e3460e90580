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


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("git reset --ha HEAD~2", "--hard"),
        ("git reset --mer", "--merge"),
        ("git push --for origin dev", "--force"),
        ("git push --force-w origin dev", "--force-with-lease"),
        ("git push --dele origin old", "--delete"),
        ("git push --mirr backup", "--mirror"),
        ("git push --pru", "--prune"),
        ("git push --no-ver", "--no-verify"),
        ("git clean --fo -d", "--force"),
        ("git branch --dele x --for", "--delete"),
        ("git branch --forc x HEAD~3", "--force"),
        ("git tag --del v1", "--delete"),
        ("git checkout --forc main", "--force"),
        ("git switch --disc main", "--discard-changes"),
        ("git switch --force-c main", "--force-create"),
        ("git restore --workt .", "--worktree"),
        ("git rm --forc a", "--force"),
        ("git stash push --al", "--all"),
        ("git stash push --include-u", "--include-untracked"),
        ("git worktree remove --for ../w", "--force"),
        ("git reflog expire --expire-u=now --al", "--expire-unreachable"),
        ("git gc --pru=now", "--prune"),
        ("git prune --exp=now", "--expire"),
        ("git update-ref --del refs/heads/x", "--delete"),
        ("git replace --del x", "--delete"),
        ("git commit --ame --no-edit", "--amend"),
        ("git commit --no-veri -m x", "--no-verify"),
        ("git rebase --roo", "--root"),
        ("git fetch --prune-t", "--prune-tags"),
        ("git pull --forc", "--force"),
        ("git submodule deinit --al", "--all"),
        ("rm --recurs d", "--recursive"),
        ("chmod --recurs 700 d", "--recursive"),
        ("chown --recurs dev d", "-R"),
        ("chgrp --recu dev d", "-R"),
        ("shred --rem f", "--remove"),
        ("truncate --si 0 f", "--size"),
        ("rsync --delete-ex a/ b/", "--delete-excluded"),
        ("cp --recu a b", "--recursive"),
        ("wipefs --al /dev/sdx", "--all"),
        ("setfacl --remove-a f", "--remove-all"),
    ],
)
def test_abbreviated_long_options(text: str, flag: str) -> None:
    assert flag in view(text).commands[0].flags


def test_ambiguous_abbreviations_are_noted_with_every_candidate() -> None:
    assert {"--delete", "--delete-during", "--delete-after"} <= set(view("rsync --dele a/ b/").commands[0].flags)
    assert "--delete-during" in view("rsync --del a/ b/").commands[0].flags
    assert {"--delete", "--debug"} <= set(view("rsync --de a/ b/").commands[0].flags)
    command = view("git push --f origin").commands[0]
    assert {"--force", "--force-with-lease", "--follow-tags"} <= set(command.flags)


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("git reset --soft HEAD~1", "--hard"),
        ("git push --follow-tags", "--force"),
        ("git commit -m --hard", "--hard"),
        ("git branch --list", "--delete"),
        ("git checkout -- --force", "--force"),
        ("rm -- --recurs", "--recursive"),
    ],
)
def test_other_words_are_no_abbreviation(text: str, flag: str) -> None:
    assert flag not in view(text).commands[0].flags
