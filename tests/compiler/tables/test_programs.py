"""Rows of programs: what is refused and where, what aliases and likenesses become."""

from __future__ import annotations

from pathlib import Path

import pytest

from policyhooks.compiler.tables.programs import collect_rows, dangerous_names, read_families
from policyhooks.errors import InvalidPolicies

GOOD = """
programs:
  make: {aliases: [gmake], options: -C=cwd -n|--dry-run, operands: text*, read_only_if: -n, danger: true}
  nmake: {like: make, operands: read*}
  acme:
    options: --force
    sub:
      run: {operands: argv, danger: true}
      push: {options: --all, changes: --force|--all}
    examples: [{command: acme run ls, names: [acme, ls]}]
plain: [airflow]
plain_read_only: [lscpu]
"""
# A row, and what is said of it.
BAD = [
    ("{operand: text}", "unknown key `operand`"),
    ("{operands: texts}", "`texts` in `texts` is no role"),
    ("{operands: read* write*}", "`read* write*` repeats more than one role"),
    ("{options: -a=reed}", "`reed` in `-a=reed` is no role"),
    ("{options: -a|-a}", "the option `-a` is named twice"),
    ("{options: -a|}", "`-a|` has an option without a name"),
    ("{operands: text, danger: 1}", "this must be true or false"),
    ("{kind: wraper}", "`wraper` is not a value of this key"),
    ("{options: -a, changes: -b}", "the condition `-b` names `-b`, which is no option here"),
    ("{options: -a, read_only_if: -a&}", "`-a&` is no condition: a part of it is empty or holds a blank"),
    ('{operands: text, read_only_if: "!@x"}', "`@x` is no number of operands: write `@2`"),
    ('{touches: {"": wipe:.}}', "`wipe:.` is no path that is touched: write `write:PATH`"),
    ("{sub: {x: {operands: reads}}}", "`reads` in `reads` is no role"),
    ("{sub: {x: {aliases: [y]}}}", "unknown key `aliases`"),
    ("{config: {a.b: comand}}", "`comand` in `comand` is no role"),
    ("{like: nosuch}", "`nosuch` has no row of its own"),
    ("{like: other}", "`other` has no row of its own"),
    ("{aliases: [make], operands: text}", "`make` is known already, from a.yaml"),
    ("{examples: [{command: x y, nmaes: [x]}]}", "`nmaes` is no field of a command"),
    ("{no_scripts: -a -b}", "`-a -b` is no list of options: write `-a|--all`"),
]


def read(folder: Path, **files: str) -> dict[str, object]:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text)
    return dict(collect_rows(read_families(folder)))


def test_rows(tmp_path: Path) -> None:
    rows = read(tmp_path, a=GOOD)
    assert rows["gmake"] == "make"
    assert rows["nmake"] == {
        "options": "-C=cwd -n|--dry-run",
        "operands": "read*",
        "read_only_if": "-n",
        "danger": True,
    }
    assert rows["airflow"] == {"operands": "text*"}
    assert rows["lscpu"] == {"operands": "text*", "read_only": True}
    assert rows["acme"] == {
        "options": "--force",
        "sub": {"run": {"operands": "argv", "danger": True}, "push": {"options": "--all", "changes": "--force|--all"}},
    }


def test_dangerous_names_include_aliases_and_owners_of_dangerous_sub_commands(tmp_path: Path) -> None:
    families = [*read_families(tmp_path)]
    assert families == []
    read(tmp_path, a=GOOD)
    assert dangerous_names(collect_rows(read_families(tmp_path))) == ["acme", "gmake", "make", "nmake"]


@pytest.mark.parametrize(("row", "message"), BAD)
def test_bad_rows_are_refused_at_their_place(tmp_path: Path, row: str, message: str) -> None:
    text = f"programs:\n  other: {{like: make}}\n  bad: {row}\n"
    with pytest.raises(InvalidPolicies) as caught:
        read(tmp_path, a="programs: {make: {operands: text*}}\n", b=text)
    places = [(problem.path, problem.line, problem.message) for problem in caught.value.diagnostics]
    assert (str(tmp_path / "b.yaml"), 3, message) in places


def test_a_name_stands_once(tmp_path: Path) -> None:
    with pytest.raises(InvalidPolicies) as caught:
        read(tmp_path, a="plain: [x]\n", b="plain_network: [y, x]\n")
    assert [(one.line, one.message) for one in caught.value.diagnostics] == [(1, "`x` is known already, from a.yaml")]
