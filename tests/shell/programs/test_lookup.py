"""The program tables: literals only, small families, known roles, an index that is up to date, examples that hold."""

from __future__ import annotations

import ast
import marshal
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from policyhooks.shell.programs import tables
from policyhooks.shell.programs.roles import is_role
from tests.support.golden import GOLDEN

TABLES = Path(tables.__file__).parent
FAMILIES = sorted(path.stem for path in TABLES.glob("*.py") if path.stem not in ("__init__", "index"))
LARGEST = 22 * 1024

KEY_NAMES = """
    as_user changes config danger elevated idle_if kind lang network network_if no_scripts operands operands_if options
    options_if output output_if package package_op posix read_only read_only_if remote stdin_args stdin_code
    stdin_code_if style sub target targets touches acts addresses copies filters in_shell lists locates makes_project
    no_functions prints prints_place prints_setup reads_stdin runs_words script_of selects sets special stdin_to_file
    words_are_text
"""
KEYS = frozenset(KEY_NAMES.split())
KINDS = frozenset(("wrapper", "shell", "interpreter", "builtin", "plain"))
STYLES = frozenset(("gnu", "single", "bsd", "assign"))
OUTPUTS = frozenset(("network", "decode", "secret"))
OPERATIONS = frozenset(("install", "uninstall", "update", "publish", "run", "exec", "download"))
VALUES = {
    "acts": ("directory", "shell", "shell_and_runs"),
    "copies": ("copy", "link"),
    "filters": (True,),
    "in_shell": (True,),
    "lists": ("find", "fd", "grep", "search", "ls", "git"),
    "makes_project": (True,),
    "no_functions": (True,),
    "prints": ("words", "format", "directory", "files", "input", "nothing"),
    "reads_stdin": ("always", 0, 1),
    "runs_words": (True,),
    "sets": ("named", "any"),
    "special": ("git", "make", "multiplexer", "package_runner"),
    "stdin_to_file": ("always", "named"),
    "words_are_text": (True,),
}


def entries_of(family: str) -> dict[str, Any]:
    """The table of a family, read from its source without running it."""
    tree = ast.parse((TABLES / f"{family}.py").read_text(encoding="utf-8"))
    values = [node.value for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    assert len(values) == 1
    assert values[0] is not None
    table = ast.literal_eval(values[0])
    assert isinstance(table, dict)
    return table


def every_entry(name: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """An entry and, below it, those of its sub-commands."""
    yield name, entry
    for sub, inner in entry.get("sub", {}).items():
        if isinstance(inner, dict):
            yield from every_entry(f"{name} {sub}", inner)


def roles_in(entry: Mapping[str, Any]) -> Iterator[str]:
    patterns = [entry.get("operands", ""), *entry.get("operands_if", {}).values()]
    for pattern in patterns:
        yield from (token.rstrip("?*+") for token in pattern.split())
    for options in (entry.get("options", ""), *entry.get("options_if", {}).values()):
        for token in options.split():
            roles = token.partition("=")[2].removeprefix("?")
            yield from (role for role in roles.split(",") if role)
    yield from (role.removesuffix("!") for role in entry.get("config", {}).values())


def option_names(options: str) -> Iterator[str]:
    for token in options.split():
        yield from token.partition("=")[0].split("|")


def conditions_in(entry: Mapping[str, Any]) -> Iterator[str]:
    for key in ("operands_if", "options_if", "touches"):
        yield from entry.get(key, {})
    for key in ("changes", "read_only_if", "output_if", "network_if", "stdin_code_if"):
        if key in entry:
            yield entry[key]


def wrapped(names: list[str], indent: str = "        ") -> list[str]:
    """Names between blanks, in string literals of a readable width."""
    rows = [" "]
    for name in names:
        if len(rows[-1]) + len(name) > 96:
            rows.append("")
        rows[-1] += name + " "
    return [f'{indent}"{row}"' for row in rows]


def test_index_golden() -> None:
    families = {name: family for family in FAMILIES for name in entries_of(family)}
    dangerous = sorted(
        name
        for family in FAMILIES
        for name, entry in entries_of(family).items()
        if any(
            found.get("danger")
            for _, found in every_entry(name, entries_of(family)[entry] if isinstance(entry, str) else entry)
        )
    )
    pairs = sorted(
        f"{name}:{sub}"
        for family in FAMILIES
        for name, entry in entries_of(family).items()
        for key, inner in (entries_of(family)[entry] if isinstance(entry, str) else entry).get("sub", {}).items()
        if isinstance(inner, dict) and inner.get("danger")
        for sub in key.split("|")
    )
    lines = [
        '"""Which family knows a program. Generated from the tables: see FORMAT.md."""',
        "",
        "from __future__ import annotations",
        "",
        "# One string a family: it loads in no time, and a search for ` name ` finds the program.",
        "# fmt: off",
        "FAMILIES: dict[str, str] = {",
    ]
    for family in FAMILIES:
        lines.append(f'    "{family}": (')
        lines += wrapped(sorted(name for name in families if families[name] == family))
        lines.append("    ),")
    lines += ["}", "DANGEROUS: str = (", *wrapped(dangerous, "    "), ")"]
    lines += ["DANGEROUS_SUBS: str = (", *wrapped(pairs, "    "), ")", "# fmt: on", ""]
    text = "\n".join(lines)
    path = TABLES / "index.py"
    if os.environ.get("POLICYHOOKS_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, f"the index is stale: see {TABLES.name}/FORMAT.md ({GOLDEN.name})"


def test_a_name_has_one_family() -> None:
    seen: dict[str, str] = {}
    for family in FAMILIES:
        for name in entries_of(family):
            assert name not in seen, f"{name} is in {seen[name]} and in {family}"
            seen[name] = family


@pytest.mark.parametrize("family", FAMILIES)
def test_family_is_small_and_made_of_literals(family: str) -> None:
    source = (TABLES / f"{family}.py").read_text(encoding="utf-8")
    tree = ast.parse(source)
    assert isinstance(tree.body[0], ast.Expr), "a docstring, then PROGRAMS"
    assert len(tree.body) == 2
    literal = next(node.value for node in tree.body if isinstance(node, ast.Assign))
    assert isinstance(literal, ast.Dict)
    for node in ast.walk(literal):
        if isinstance(node, ast.Dict):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            assert len(keys) == len(set(keys)) == len(node.keys), f"{family}: a key is given twice"
    assert len(marshal.dumps(compile(source, family, "exec"))) <= LARGEST


@pytest.mark.parametrize("family", FAMILIES)
def test_entries_use_known_words(family: str) -> None:
    table = entries_of(family)
    for name, value in table.items():
        if isinstance(value, str):
            assert isinstance(table[value], dict), f"{name}: {value} is no entry of its own"
            continue
        for place, entry in every_entry(name, value):
            assert set(entry) <= KEYS, f"{place}: {set(entry) - KEYS}"
            assert entry.get("kind", "plain") in KINDS, place
            assert entry.get("style", "gnu") in STYLES, place
            assert entry.get("output", "network") in OUTPUTS, place
            assert entry.get("package_op", "install") in OPERATIONS, place
            for key in VALUES.keys() & entry.keys():
                assert entry[key] in VALUES[key], f"{place}: {key}"
            unknown = [role for role in roles_in(entry) if not is_role(role)]
            assert not unknown, f"{place}: {unknown}"
            repeated = [t for t in entry.get("operands", "").split() if t[-1] in "*+" and t != "env*"]
            assert len(repeated) <= 1, f"{place}: more than one repeated role"


@pytest.mark.parametrize("family", FAMILIES)
def test_options_are_named_once(family: str) -> None:
    for name, value in entries_of(family).items():
        if isinstance(value, str):
            continue
        for place, entry in every_entry(name, value):
            names = list(option_names(entry.get("options", "")))
            twice = {option for option in names if names.count(option) > 1}
            assert not twice, f"{place}: {twice}"


@pytest.mark.parametrize("family", FAMILIES)
def test_conditions_name_options_of_the_entry(family: str) -> None:
    """A misspelt condition would silently never hold."""
    for name, value in entries_of(family).items():
        if isinstance(value, str):
            continue
        known: set[str] = {"", "--"}
        for place, entry in every_entry(name, value):
            known |= set(option_names(entry.get("options", "")))
            for condition in conditions_in(entry):
                for group in condition.split("&"):
                    for option in group.removeprefix("!").split("|"):
                        option = option.removeprefix("!")
                        named = option.partition("=")[0] in known
                        assert named or option[:1] in ("@", "%"), f"{place}: {option} of {condition!r}"
