"""The examples beside the rows: what the view says of ordinary and of sly uses of each program."""

from __future__ import annotations

from typing import Any

import pytest

from policyhooks.core.records import Cmd, Shell
from policyhooks.shell.view.shell import read
from tests.shell.programs.families import FAMILIES
from tests.shell.sightings import PARSER

WHOLE = ("args", "argv")  # compared whole; other lists have to hold what is expected
OF_THE_SHELL = ("paths", "hosts", "flows", "understood", "names", "command_name", "packages")
WITHOUT = ("plain",)  # nothing is known of its programs that could be shown


def load_examples() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for family in FAMILIES.values():
        for program in family.rows.programs.values():
            for example in program.examples or ():
                expect = example.model_dump(exclude_unset=True)
                found.append((expect.pop("command"), expect))
    return found


def differences(shell: Shell, expect: dict[str, Any]) -> list[str]:
    found: list[str] = []
    have: dict[str, list[str]] = {
        "paths": [f"{item.op}:{item.norm}" for item in shell.paths],
        "hosts": [item.name for item in shell.hosts],
        "flows": [f"{item.source}>{item.sink}" for item in shell.flows],
        "packages": [f"{item.manager} {item.op} {item.name}" for item in shell.package_ops],
    }
    for key, wanted in have.items():
        if key not in expect:
            continue
        if (not expect[key] and wanted) or not set(map(str, expect[key])) <= set(wanted):
            found.append(f"{key}: wanted {expect[key]}, have {wanted}")
    names = [item.name for item in shell.commands]
    if "names" in expect and sorted(names) != sorted(expect["names"]):
        found.append(f"names: wanted {expect['names']}, have {names}")
    if shell.understood != expect.get("understood", True):
        found.append(f"understood: {shell.understood} {shell.problems}")
    fields = {key: value for key, value in expect.items() if key not in OF_THE_SHELL}
    if fields:
        found += field_differences(pick(shell, expect.get("command_name", "")), fields)
    return found


def pick(shell: Shell, name: str) -> Cmd:
    if name:
        return next(item for item in shell.commands if item.name == name)
    return shell.commands[-1]


def field_differences(item: Cmd, fields: dict[str, Any]) -> list[str]:
    found = []
    for key, wanted in fields.items():
        have = getattr(item, key)
        if isinstance(wanted, list | tuple) and key not in WHOLE:
            good = set(wanted) <= set(have)
        else:
            good = (list(have) if isinstance(wanted, list | tuple) else have) == wanted
        if not good:
            found.append(f"{key}: wanted {wanted}, have {have}")
    return found


@pytest.mark.parametrize(("text", "expect"), load_examples(), ids=lambda item: item if isinstance(item, str) else "")
def test_example(text: str, expect: dict[str, Any]) -> None:
    shell = read(text, dialect="bash", cwd="/w", workspace="/w", home="/home/dev", resolve_links=False, parser=PARSER)
    assert not differences(shell, expect)


@pytest.mark.parametrize("family", [name for name in FAMILIES if name not in WITHOUT])
def test_every_family_has_examples(family: str) -> None:
    assert any(program.examples for program in FAMILIES[family].rows.programs.values())
