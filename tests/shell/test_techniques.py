"""The bypass catalogue: each technique is seen by the field it names, or the command is not understood."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from policyhooks.core.shell_records import Shell
from policyhooks.shell.view.shell import read
from tests.shell.catalogue import (
    devtools,
    encoding,
    environment,
    exfiltration,
    interpreters,
    locations,
    structure,
    wrappers,
)
from tests.shell.sightings import PARSER, Sight, Technique, view_of

GROUPS = (structure, encoding, wrappers, interpreters, devtools, environment, locations, exfiltration)
TECHNIQUES = [item for group in GROUPS for item in group.TECHNIQUES]
HARMLESS = [row for group in GROUPS for row in group.HARMLESS]
LIMITS = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "limits-of-the-shell-view.md"

# What no view of one command can see: another tool, code in files, state left by an earlier call.
ONLY_DOCUMENTED = (53,)
PARTLY_DOCUMENTED = (56, 66, 67, 68, 82)


def describe(shell: Shell) -> str:
    names = [f"{item.name}({','.join(item.via)})" for item in shell.commands]
    flows = [f"{item.source}>{item.sink}" for item in shell.flows]
    paths = [f"{item.op}:{item.norm}{list(item.tags)}" for item in shell.paths]
    hosts = [item.name for item in shell.hosts]
    return f"commands={names} flows={flows} paths={paths} hosts={hosts} env={[e.name for e in shell.env]}"


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda item: f"{item.number}-{item.title}")
def test_technique_is_seen(technique: Technique) -> None:
    missed = []
    for row in technique.rows:
        for text in row.commands:
            shell = view_of(text)
            if shell.understood and not row.sight.holds(shell):
                missed.append(f"{text!r}: wanted {row.sight.words}; {describe(shell)}")
    assert not missed, "\n" + "\n".join(missed)


@pytest.mark.parametrize(("sight", "text"), HARMLESS, ids=lambda item: item if isinstance(item, str) else item.words)
def test_harmless_command_is_not_seen_as_technique(sight: Sight, text: str) -> None:
    """The questions can say no; and ordinary commands are understood."""
    shell = view_of(text)
    assert shell.understood, shell.problems
    assert not sight.holds(shell), describe(shell)


def test_hardly_any_technique_is_only_not_understood() -> None:
    """A view that gives up would pass all of the above: the field has to be right for 98 commands in 100."""
    rows = [(row.sight, text) for item in TECHNIQUES for row in item.rows for text in row.commands]
    seen = sum(sight.holds(view_of(text)) for sight, text in rows)
    assert seen >= len(rows) * 0.98


def test_every_technique_has_its_tests_or_is_a_documented_limit() -> None:
    numbers = sorted([item.number for item in TECHNIQUES] + list(ONLY_DOCUMENTED))
    assert numbers == list(range(1, 93))
    for item in TECHNIQUES:
        commands = [text for row in item.rows for text in row.commands]
        assert len(commands) >= 3, item.title
        assert len(commands) == len(set(commands)), item.title


def test_limits_are_documented() -> None:
    rows = re.findall(r"^\| (\d+) \|", LIMITS.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(int(number) for number in rows) == sorted((*ONLY_DOCUMENTED, *PARTLY_DOCUMENTED))


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("echo x > c/settings.json", ".claude/settings.json"),
        ("rm c/settings.json", ".claude/settings.json"),
        ("cat k/id_rsa", ".ssh/id_rsa"),
        ("tee a < x", ".claude/settings.json"),
    ],
)
def test_existing_link_is_followed(tmp_path: Path, text: str, target: str) -> None:
    """Technique 88 across calls: a link that is there already leads to its real place."""
    home = tmp_path.resolve() / "home"
    workspace = home / "project"
    for folder in (workspace / ".claude", home / ".ssh"):
        folder.mkdir(parents=True)
    (workspace / ".claude" / "settings.json").write_text("{}", encoding="utf-8")
    (workspace / "c").symlink_to(".claude")
    (workspace / "a").symlink_to(".claude/settings.json")
    (workspace / "k").symlink_to("../.ssh")
    shell = read(text, dialect="bash", cwd=str(workspace), workspace=str(workspace), home=str(home), parser=PARSER)
    wanted = {"agent_config"} if "settings" in target else {"credential"}
    assert any(item.real.endswith(target) and wanted <= set(item.tags) for item in shell.paths), describe(shell)


@pytest.mark.parametrize("dialect", ["powershell", "pwsh", "cmd", "fish"])
def test_other_shells_are_not_understood(dialect: str) -> None:
    shell = view_of("Remove-Item -Recurse -Force C:\\x", dialect)
    assert not shell.understood
    assert "unsupported_shell" in shell.problems
