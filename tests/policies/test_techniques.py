"""Every technique group that applies to a pack has a test in that pack: a command in that spelling, stopped."""

import pytest

from policyhooks.compiler.compile import compile_policies
from policyhooks.suite.run import trials_of
from tests.policies.techniques import APPLIES, ARGUMENTS, GROUPS
from tests.policies.test_packs import LIBRARIES, PACKS
from tests.shell.sightings import view_of

PATHS = {path.parent.name: path for path in PACKS}


def commands_stopped(pack: str) -> list[str]:
    compiled = compile_policies([str(PATHS[pack]), *map(str, LIBRARIES)])
    return [
        trial.subject.command
        for rule in compiled.rules
        for trial in trials_of(rule)
        if trial.expect != "quiet" and trial.subject.event == "shell.before"
    ]


def test_every_pack_that_sees_commands_is_in_the_table() -> None:
    assert {pack for pack in PATHS if commands_stopped(pack)} == set(APPLIES)


@pytest.mark.parametrize("pack", sorted(APPLIES))
def test_every_group_that_applies_has_a_test_in_the_pack(pack: str) -> None:
    views = [view_of(command) for command in commands_stopped(pack)]
    assert [group for group in APPLIES[pack] if not any(map(GROUPS[group], views))] == []


@pytest.mark.parametrize("group", sorted(ARGUMENTS))
def test_arguments_of_mcp_calls_are_bent_too(group: str) -> None:
    stopped = [
        str(value)
        for rule in compile_policies([str(PATHS["mcp"]), *map(str, LIBRARIES)]).rules
        for trial in trials_of(rule)
        if trial.expect != "quiet"
        for value in trial.subject.arguments.values()
    ]
    assert any(ARGUMENTS[group].search(value) for value in stopped)


@pytest.mark.parametrize("group", sorted(GROUPS))
def test_a_plain_command_shows_no_group(group: str) -> None:
    assert not GROUPS[group](view_of("rm x"))
    assert not GROUPS[group](view_of("shutdown now"))
