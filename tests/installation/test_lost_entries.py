"""What a file that a team shares would lose: events without an entry, a gentler answer for whoever has nothing."""

import dataclasses
from pathlib import Path

import pytest

from policyhooks.compiler.compile import compile_policies
from policyhooks.installation.change import apply_install, plan_install
from policyhooks.installation.lost_entries import gentler_answer, lost_entries
from policyhooks.installation.places import Place, locate
from policyhooks.installation.wanted import wanted_entries
from tests.cli.test_committed import POLICY

CONFIG = "apiVersion: policyhooks/v1\nkind: Config\nproject: p-00112233445566aa\n"
NEWER, OLDER = 'requires: {clients: {cursor: ">=2.4"}}\n', 'requires: {clients: {cursor: ">=1.7"}}\n'


def lost(folder: Path, before: str, after: str, **changes: str) -> list[str]:
    """What is lost where the file was written for one Config and would be for another."""
    (folder / "small.yaml").write_text(POLICY)
    place = dataclasses.replace(locate("cursor", "project", str(folder), str(folder / "state")), project=CONFIG[-19:-1])
    _write(place, before)
    compiled = _compile(folder, after)
    place = dataclasses.replace(place, **changes)  # type: ignore[arg-type]
    entries = wanted_entries(place, compiled)
    found = [*lost_entries(place, compiled.used_events, entries), *gentler_answer(place, entries)]
    return [f"{one.subject}: {one.text}" for one in found]


def _compile(folder: Path, config: str):  # type: ignore[no-untyped-def]
    (folder / "policyhooks.yaml").write_text(CONFIG + config)
    (folder / "policyhooks.yaml").chmod(0o644)
    return compile_policies([str(folder / "small.yaml")], str(folder / "policyhooks.yaml"), layer="project")


def _write(place: Place, config: str) -> None:
    apply_install(plan_install(place, wanted_entries(place, _compile(place.root, config))))


ROWS = [
    ("as it was", NEWER, NEWER, []),
    ("newer", OLDER, NEWER, []),
    ("asked", "", "missing: ask\n", ["missing: block -> ask for whoever has no policyhooks"]),
    ("passed", "missing: ask\n", "missing: pass\n", ["missing: ask -> pass for whoever has no policyhooks"]),
    ("blocked", "missing: pass\n", "", []),
]


@pytest.mark.parametrize(("before", "after", "told"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_what_a_config_takes_away(tmp_path: Path, before: str, after: str, told: list[str]) -> None:
    assert lost(tmp_path, before, after) == told


def test_more_events_lose_nothing(tmp_path: Path) -> None:
    """Entries for what no rule looks at cannot block anybody; those that were there still do."""
    (tmp_path / "small.yaml").write_text(POLICY)
    place = dataclasses.replace(
        locate("cursor", "project", str(tmp_path), str(tmp_path / "state")), project=CONFIG[-19:-1]
    )
    _write(place, NEWER)
    entries = wanted_entries(place, _compile(tmp_path, NEWER), every_event=True)
    assert len(entries) > len(wanted_entries(place, _compile(tmp_path, NEWER)))
    assert gentler_answer(place, entries) == []


def test_an_older_client_loses_events(tmp_path: Path) -> None:
    found = lost(tmp_path, NEWER, OLDER)
    assert "cursor preToolUse: no entry any more: nothing is decided there" in found
    assert not [one for one in found if one.startswith("cursor beforeShellExecution")]


def test_another_projects_entries_are_nothing_to_lose(tmp_path: Path) -> None:
    assert lost(tmp_path, NEWER, OLDER, project="p-ffffffffffffffff") == []


def test_a_personal_file_follows_its_client(tmp_path: Path) -> None:
    assert lost(tmp_path, NEWER, OLDER, scope="user") == []
