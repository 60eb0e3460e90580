"""Hooks in the front matter of skills, agents and commands: doctor names them, and stands whatever is in there."""

import os
from pathlib import Path

import pytest

from policyhooks.doctor.front_matter import HEAD, component_hooks
from policyhooks.doctor.target import Machine, Target
from policyhooks.installation.places import locate
from tests.doctor.stage import Stage, faults, make_stage

SKILL = """\
---
name: careful
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - {type: command, command: ./check.sh, once: true}
        - {type: prompt, prompt: Is it safe?}
  Stop:
    - hooks: [{type: command, command: ./end.sh}]
---
# What to do
"""
TOLD = [("PreToolUse", "./check.sh"), ("PreToolUse", "Is it safe?"), ("Stop", "./end.sh")]
UNREAD = [("?", "its front matter cannot be read")]
BOMB = "---\nhooks: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n---\n"
TEXTS: list[tuple[str, list[tuple[str, str]]]] = [
    (SKILL, TOLD),
    ("\ufeff" + SKILL.replace("\n", "\r\n"), TOLD),
    (SKILL.replace("---\n# What", "# What"), TOLD),
    ("---\nname: plain\n---\nhooks: none\n", []),
    ("hooks: {Stop: [{command: x}]}\n", []),
    ("", []),
    ("---\nhooks: [1, 2]\n---\n", []),
    ("---\nhooks: {Stop: {a: b}}\n---\n", []),
    ("---\nhooks: {Stop: [\n---\n", UNREAD),
    (BOMB, UNREAD),
    ("---\nhooks: !!python/object/apply:os.system [ls]\n---\n", UNREAD),
    ("---\nhooks: " + "[" * 2000 + "\n---\n", UNREAD),
]


def _target(folder: Path) -> Target:
    machine = Machine(folder / "project", folder / "home", folder / "system")
    return Target(locate("claude-code", "project", str(folder / "project"), str(folder / "state")), machine)


def _write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    return file


@pytest.mark.parametrize(("text", "told"), TEXTS)
def test_what_is_read(tmp_path: Path, text: str, told: list[tuple[str, str]]) -> None:
    file = _write(tmp_path / "project/.claude/skills/careful/SKILL.md", text)
    assert list(component_hooks(_target(tmp_path))) == [(file, *one) for one in told]


def test_what_is_no_document_is_passed_over(tmp_path: Path) -> None:
    agents = tmp_path / "home/.claude/agents"
    agents.mkdir(parents=True)
    os.mkfifo(agents / "pipe.md")
    (agents / "gone.md").symlink_to(tmp_path / "nowhere")
    (agents / "folder.md").mkdir()
    _write(agents / "long.md", SKILL + "x" * (2 * HEAD))
    assert [native for _, native, _ in component_hooks(_target(tmp_path))] == ["PreToolUse", "PreToolUse", "Stop"]


def _named(stage: Stage) -> list[str]:
    _, findings = stage.doctor()
    return [str(one["message"]) for one in findings if one["check"] == "other-hooks"]


def test_hooks_of_components_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.install()
    places = (".claude/skills/careful/SKILL.md", ".claude/agents/team/reviewer.md", ".claude/commands/ship.md")
    for number, place in enumerate(places):
        _write((stage.home if number else stage.root) / place, SKILL)
    told = "\n".join(_named(stage))
    for place in places:
        assert f"{place}: ./check.sh" in told
    assert "while its document is active" in told
    code, findings = stage.doctor()
    assert (code, faults(findings)) == (0, {})


def test_one_that_seems_to_change_calls_is_a_fault_for_a_person(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stage = make_stage(tmp_path, "claude-code", capsys)
    stage.install()
    file = _write(stage.root / ".claude/skills/x/SKILL.md", SKILL.replace("./check.sh", "echo updatedInput"))
    code, findings = stage.doctor()
    assert code == 1
    assert str(file) in faults(findings)["other-hooks"]
