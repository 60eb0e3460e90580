"""Every option and operand of every table that can execute, touch a path or name a host does what its role says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from policyhooks.core.shell_records import Shell
from policyhooks.shell.programs.roles import ROLES, base_of, role_of
from tests.shell.programs.families import FAMILIES, entries_of
from tests.shell.sightings import view_of

# Operations that may stand for another one: by its options a program may do the stronger thing to the path.
LIKE = {"read": ("exec",), "write": ("append", "link"), "append": ("write",), "exec": ("read",)}
PLAIN = ("file", "whole", "no_url")  # notations in which a bare word is a path
PATHS = {
    name: [like for op in role.ops for like in (op, *LIKE.get(op, ()))]
    for name, role in ROLES.items()
    if role.ops and role.paths in PLAIN and name != "link"  # of a link it takes two
}
HOSTS = frozenset(name for name, role in ROLES.items() if role.place and name not in PATHS)
KEYWORDS = ("time",)  # the shell's own `time` knows no options but -p
# How a word of a role that is run is written, to run zzprog.
WRITTEN = {
    "text": "zzprog zzarg",
    "argv": "zzprog zzarg",
    "split": "zzprog zzarg",
    "code": "zzprog zzarg",
    "after_mark": "|zzprog zzarg",
    "commas": "zzprog,zzarg",
    "linker": "linker=zzprog",
}
RUNS = frozenset(name for name, role in ROLES.items() if role.runs in WRITTEN and not role.place)


def options_of(
    words: list[str], entry: Mapping[str, Any]
) -> Iterator[tuple[list[str], Mapping[str, Any], str, str, str]]:
    """The words up to the sub-command, the entry, an option's name, `=` or `=?`, and its role."""
    for token in entry.get("options", "").split():
        names, equals, role = token.partition("=")
        if equals and role.removeprefix("?"):
            for name in names.split("|"):
                if not name.endswith("*"):
                    yield words, entry, name, "=?" if role.startswith("?") else "=", role.removeprefix("?")
    for key, inner in entry.get("sub", {}).items():
        sub = key.split("|")[0]
        if "*" not in sub:
            yield from options_of([*words, sub], {"style": entry.get("style", "gnu"), **inner})


def spellings(entry: Mapping[str, Any], name: str, mode: str, value: str) -> Iterator[str]:
    """The ways to give an option its value."""
    if entry.get("style") == "assign":
        yield f"{name}='{value}'"
        return
    if mode == "=":
        yield f"{name} '{value}'"
    if name.startswith("--"):
        yield f"{name}='{value}'"
    elif len(name) == 2 and name[0] == "-" and entry.get("style") != "single" and entry.get("kind") != "shell":
        yield f"{name}'{value}'"


def shows(shell: Shell, role: str) -> bool:
    base = base_of(role)
    if base in RUNS and role_of(role).runs == "code":
        return bool(shell.inline_code) or any(item.name == "zzprog" for item in shell.commands)
    if base in RUNS:
        return any(item.name == "zzprog" for item in shell.commands)
    if role in HOSTS:
        return any(item.name == "zz.example" for item in shell.hosts)
    return any(item.op in PATHS[role] and item.norm.endswith("/zzfile") for item in shell.paths)


def is_tried(role: str) -> bool:
    return role in PATHS or role in HOSTS or base_of(role) in RUNS


def value_for(role: str) -> str:
    if base_of(role) in RUNS:
        return role.partition("@")[2] + WRITTEN[role_of(role).runs]
    return "https://zz.example/x" if role in HOSTS else "zzfile"


@pytest.mark.parametrize("family", FAMILIES)
def test_options_do_what_their_role_says(family: str) -> None:
    missed = []
    for program, value in entries_of(family).items():
        if program in KEYWORDS:
            continue
        for words, entry, name, mode, role in options_of([program], value):
            if not is_tried(role):
                continue
            for option in spellings(entry, name, mode, value_for(role)):
                if role.startswith("argv"):
                    option = f"{name} zzprog zzarg"
                tail = " zzlast" if value.get("kind") == "wrapper" and role != "argv" else ""
                text = f"{' '.join(words)} {option}{tail}"
                shell = view_of(text)
                if shell.understood and not shows(shell, role):
                    missed.append(f"{text}: {role}")
    assert not missed, "\n" + "\n".join(missed)


def operand_text(token: str) -> str:
    role = token.rstrip("?*+")
    if is_tried(role):
        return value_for(role) if role_of(role).rest == "inner" else "'" + value_for(role) + "'"
    return "" if role == "env" else "zzword"


def entries_below(words: list[str], entry: Mapping[str, Any]) -> Iterator[tuple[list[str], Mapping[str, Any]]]:
    yield words, entry
    for key, inner in entry.get("sub", {}).items():
        sub = key.split("|")[0]
        if "*" not in sub:
            yield from entries_below([*words, sub], inner)


@pytest.mark.parametrize("family", FAMILIES)
def test_operands_do_what_their_role_says(family: str) -> None:
    missed = []
    for program, value in entries_of(family).items():
        for words, entry in entries_below([program], value):
            tokens = entry.get("operands", "").split()
            roles = [token.rstrip("?*+") for token in tokens]
            flag = ["-v"] if entry.get("style") == "bsd" else []  # its first word would be read as options
            text = " ".join([*words, *flag, *(operand_text(token) for token in tokens)])
            shell = view_of(text)
            missed += [
                f"{text}: {role}" for role in roles if is_tried(role) and shell.understood and not shows(shell, role)
            ]
    assert not missed, "\n" + "\n".join(missed)
