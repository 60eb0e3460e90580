"""Which program a name means: its row, a form of a known one, or nothing."""

from __future__ import annotations

import pytest

from policyhooks.compiler.tables.programs import names_in
from policyhooks.shell.programs.lookup import NOTHING, describe, is_dangerous, is_known, without_version
from tests.shell.programs.families import FAMILIES

NAMES = {name: family for family in FAMILIES for name, _ in names_in(FAMILIES[family].rows)}
VERSIONS = ("2", "3.11", "-12", "-1.16", "5.36.0")


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("gmake", "make"),
        ("podman", "docker"),
        ("python3.12", "python"),
        ("gcc-14", "gcc"),
        ("clang++-17", "gcc"),
        ("ruby3.2", "ruby"),
        ("bash5.2", "bash"),
        ("zsh-5.9", "zsh"),
        ("pip3.12", "pip"),
        ("mkfs.ext9", "mkfs.*"),
    ],
)
def test_other_names(name: str, same: str) -> None:
    assert describe(name) == describe(same) != NOTHING


@pytest.mark.parametrize(
    "name", ["", "nosuch", "a b", "rm2", "cat3", "ls-1", "kubectl9", "git2.40", "python-", "python..3"]
)
def test_unknown_names(name: str) -> None:
    """A number behind a name makes another program of it: `cat3` is nobody's cat, and need not only read."""
    assert describe(name) is NOTHING
    assert not is_known(name)
    assert not is_dangerous(name)


@pytest.mark.parametrize(
    ("name", "base"),
    [
        ("python3", "python"),
        ("python3.11", "python"),
        ("gcc-12", "gcc"),
        ("k6", "k"),
        ("python", ""),
        ("x-", ""),
        ("x.", ""),
        ("x3.", ""),
        ("x--3", ""),
        ("7", ""),
    ],
)
def test_without_version(name: str, base: str) -> None:
    assert without_version(name) == base


def test_every_name_has_its_own_meaning() -> None:
    """No name of ours is taken for the version of another one: k6 is not a k."""
    for name in NAMES:
        assert is_known(name), name
        entry = describe(name)
        dangerous = bool(entry.get("danger")) or any(
            inner.get("danger") for inner in entry.get("sub", {}).values() if isinstance(inner, dict)
        )
        assert is_dangerous(name) >= dangerous, name
        base = without_version(name)
        if base in NAMES and not is_dangerous(name):
            assert describe(name) is not describe(base), name
    assert not is_dangerous("k6")
    assert is_dangerous("k")


def test_versions_only_of_interpreters_and_where_a_row_says_so() -> None:
    for name in NAMES:
        if name[-1] in "0123456789.-*":
            continue
        for version in VERSIONS:
            form = name + version
            if form not in NAMES and name.partition(".")[0] + ".*" not in NAMES:
                entry = describe(name)
                comes = entry.get("versions") or entry.get("kind") in ("shell", "interpreter")
                assert describe(form) is (entry if comes else NOTHING), form


@pytest.mark.parametrize("name", ["rm", "git", "sudo", "mkfs.ext4", "python3.11"])
def test_dangerous(name: str) -> None:
    assert is_dangerous(name) == (name != "python3.11" or is_dangerous("python"))
