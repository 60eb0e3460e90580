"""The tables of languages: effects and values that the reader knows."""

from __future__ import annotations

import re

import pytest

from policyhooks.compiler.tables.building import DATA
from policyhooks.shell.inline.language_kinds import READ
from policyhooks.shell.inline.language_table import tables_of

EFFECTS = frozenset(
    [
        "read",
        "write",
        "append",
        "delete",
        "chmod",
        "link",
        "exec",
        "move",
        "one",
        "mode",
        "pathopen",
        "urlpath",
        "pipe",
        "perlopen",
        "text",
        "argv",
        "words",
        "prog",
        "execv",
        "execl",
        "url",
        "host",
        "address",
        "place",
        "web",
        "curl",
        "send",
        "named",
        "net",
        "fetch",
        "decode",
        "eval",
        "evaltext",
        "unpickle",
        "runs",
        "chdir",
        "hide",
        "opaque",
        "none",
    ]
)
FOLDS = frozenset(
    [
        "home",
        "cwd",
        "tmp",
        "tempname",
        "first",
        "join",
        "concat",
        "env",
        "glob",
        "listing",
        "entries",
        "tree",
        "chr",
        "list",
        "words",
        "parent",
        "coded",
        "hex",
        "base64",
        "rot13",
        "reverse",
        "concatlist",
        "implode",
        "self",
        "joinpath",
        "below",
        "separated",
        "joinlist",
        "replaced",
        "split",
    ]
)
WHERE = re.compile(r"(\*|self|\d?)(/\w+(\|\w+)*)?(,(self|\d)(/\w+)?)?")


def test_every_language_has_a_table() -> None:
    assert {path.stem for path in (DATA / "languages").glob("*.yaml")} == READ


@pytest.mark.parametrize("lang", sorted(READ))
def test_table(lang: str) -> None:
    table = tables_of(lang)
    for effect in {*table.effects.values(), *table.methods.values()}:
        for part in effect.split(";"):
            kind, _, where = part.partition("@")
            assert kind in EFFECTS, effect
            assert WHERE.fullmatch(where), effect
    assert {*table.folds.values(), *table.method_folds.values()} <= FOLDS


@pytest.mark.parametrize("lang", sorted(READ))
def test_table_names_nothing_twice(lang: str) -> None:
    for group in ("EFFECTS", "METHODS", "FOLDS", "METHOD_FOLDS"):
        names = " ".join(tables_of(lang).data.get(group, {}).values()).split()
        assert [name for name in set(names) if names.count(name) > 1] == []
