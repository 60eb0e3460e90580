"""The one table of roles: what it names exists, the description has it from here, and a new role is one row."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from policyhooks.shell.programs import lookup
from policyhooks.shell.programs.roles import ROLES, TEXT, Role, is_inner, is_role, role_of
from policyhooks.shell.view.address_forms import ADDRESS_FORMS
from policyhooks.shell.view.path_notations import PATH_NOTATIONS
from policyhooks.shell.walk.run_values import RUNNERS, SHELL_TEXTS
from tests.shell.programs.families import FAMILIES, entries_of, every_entry, roles_in
from tests.shell.reading import view

FORMAT = Path(__file__).parents[3] / "docs" / "reference" / "program-rows.md"
START, END = "## Roles (of operands and option values)\n", "\n## Examples are tests\n"
OPERATIONS = frozenset(("read", "use", "write", "append", "delete", "chmod", "link", "exec"))
BY_THE_WALK = frozenset(("file", "module", "split", "stdin"))  # read where a command is listed, not word by word
WITHOUT_CODE = frozenset(("url", "scheme"))


def meanings(role: Role) -> str:
    """What a role means, in a few words."""
    found = [
        f"path: {', '.join(role.ops)}" if role.ops else "",
        "host" if role.place else "",
        f"run: {role.runs.replace('_', ' ')}" if role.runs else "",
        f"inner command: {role.gives}" if role.gives else "",
        f"package: {role.package}" if role.package else "",
        "environment" if role.target else "",
        "never shown" if role.secret else "",
    ]
    return "; ".join(meaning for meaning in found if meaning)


def described() -> str:
    """The part of the description that says what roles there are."""
    rows = [
        f"| `{name}` | {role.note.replace('|', chr(92) + '|')} | {meanings(role)} |" for name, role in ROLES.items()
    ]
    return "\n".join(
        [
            START,
            "From `programs/roles.py`, which says what each of them means. Rewritten with `POLICYHOOKS_GOLDEN=write`.",
            "",
            "| role | the word is | means |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def test_description_has_every_role() -> None:
    text = FORMAT.read_text(encoding="utf-8")
    start, end = text.index(START), text.index(END)
    new = text[:start] + described() + text[end:]
    if os.environ.get("POLICYHOOKS_GOLDEN") == "write":
        FORMAT.write_text(new, encoding="utf-8")
    assert FORMAT.read_text(encoding="utf-8") == new


@pytest.mark.parametrize("name", sorted(ROLES))
def test_what_a_row_names_exists(name: str) -> None:
    role = ROLES[name]
    assert role.note
    assert set(role.ops) <= OPERATIONS
    assert role.paths in PATH_NOTATIONS
    assert not role.place or role.place in WITHOUT_CODE or role.place in ADDRESS_FORMS
    assert not role.runs or role.runs in BY_THE_WALK or role.runs in RUNNERS or role.runs in SHELL_TEXTS
    assert role.gives in ("", "user", "remote", "host", "cwd", "env")
    assert role.package in ("", "spec", "file", "index")
    assert role.target in ("", "name", "place")
    assert role.rest in ("", "inner", "own")


def test_no_reader_is_left_over() -> None:
    assert {role.paths for role in ROLES.values()} == set(PATH_NOTATIONS)
    assert {role.place for role in ROLES.values()} - {""} - WITHOUT_CODE == set(ADDRESS_FORMS)
    assert {role.runs for role in ROLES.values()} - {""} - BY_THE_WALK == set(RUNNERS) | set(SHELL_TEXTS)


def test_every_role_is_used() -> None:
    used = {
        role if role in ROLES else role.partition(":")[0].partition("@")[0].rstrip(";")
        for family in FAMILIES
        for name, value in entries_of(family).items()
        for _, entry in every_entry(name, value)
        for role in roles_in(entry)
    }
    assert set(ROLES) - used == set(), "a role that no table uses"


def test_names_of_roles() -> None:
    for name in ("read", "code:python", "command@exec=", "argv;", "hostpath:read", "argv"):
        assert is_role(name), name
    for name in ("reed", "read:x", "hostpath", "hostpath:chew", "code:", "command@", "argv;x", "", "url;"):
        assert not is_role(name), name


def test_a_role_that_nobody_knows_is_text() -> None:
    assert role_of("reed") is TEXT
    assert not is_inner("reed")


def test_a_new_role_is_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths, hosts, flows, packages, targets and unwrapping find a role that no code but the table knows."""
    monkeypatch.setitem(lookup._entries, "acme", {"options": "--zz=zz --file=zzfile", "package_op": "install"})
    monkeypatch.setitem(ROLES, "zz", Role(note="x", place="host", runs="text", fed=True, target="name"))
    monkeypatch.setitem(ROLES, "zzfile", Role(note="x", ops=("read", "delete"), package="file", gives="env"))

    shell = view("acme --zz prod-1 --file a.txt")
    assert [command.name for command in shell.commands] == ["acme", "prod-1"]
    assert [host.name for host in shell.hosts] == ["prod-1"]
    assert shell.commands[0].target_env == "prod"
    assert [(path.op, path.norm) for path in shell.commands[0].all_paths] == [  # type: ignore[attr-defined]
        ("read", "/w/a.txt"),
        ("delete", "/w/a.txt"),
    ]
    assert [package.source for package in shell.package_ops] == ["a.txt"]
    assert [entry.name for entry in view("acme --file A=b").env] == ["A"]
    flows = view('acme --zz "$(curl https://h/x)"').flows
    assert ("network", "exec") in [(flow.source, flow.sink) for flow in flows]
