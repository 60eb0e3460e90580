"""The screens in a real terminal, 80 and 120 columns wide: nothing is broken by its edge."""

import json
import sys
from pathlib import Path

import pytest

from policyhooks.report.screen.style import columns
from tests.support.counts import SOAK
from tests.support.terminal import plain_lines, show

BROKEN = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: team.broken, title: Broken, owner: you@example.com, version: 1.0.0, tags: [one, two, three], odd: 1}
rules:
  - id: typo
    when: shell.commands.exists(c, c.name == "git" && c.sub == "push" && c.name == "git" && c.sbu == "push" && c.inert)
    effect: dney
    message: {user: "No.", agent: "No."}
"""
PROGRAM = (sys.executable, "-m", "policyhooks")
SCREENS = {
    "help": ["--help"],
    "welcome": [],
    "check": ["check"],
    "test": ["test"],
    "explain": ["explain", "--shell", "cd app && git push -f origin main"],
    "explain-all": ["explain", "--all", "--shell", "ls"],
    "explain-long": ["explain", "--shell", "echo " + "x" * 300],
    "broken": ["check", "broken.yaml"],
    "clients": ["clients"],
    "doctor": ["doctor"],
    "log": ["log"],
    "log-show": ["log", "show", "1"],
    "log-stats": ["log", "stats"],
    "install-dry": ["install", "--client", "cursor", "--dry-run"],
    "install": ["install", "--client", "claude-code"],
    "demo": ["demo"],
    "mistake": ["instal"],
    "missing": ["check", "nothing/of/this/name.yaml"],
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with an installation and two records."""
    folder = tmp_path_factory.mktemp("s")
    (folder / "home").mkdir()
    project = folder / "project"
    project.mkdir(mode=0o700)
    (project / "broken.yaml").write_text(BROKEN)
    for words in (["init"], ["install", "--client", "claude-code"], ["doctor"]):
        code, shown = show([*PROGRAM, *words], 120, cwd=project, environ=environ_of(project))
        assert code == 0 or words == ["doctor"], shown
    assert json.loads((project / ".claude/settings.json").read_text())["hooks"]
    return project


def environ_of(project: Path) -> dict[str, str]:
    return {"HOME": str(project.parent / "home"), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


def is_to_copy(line: str) -> bool:
    """Commands are never wrapped: a wrapped one cannot be copied. Nor is a line of a diff."""
    begins = ("policyhooks ", str(Path(sys.executable).parent))
    return line.strip().startswith(begins) or '"command": ' in line


@pytest.mark.parametrize("width", [80, 120] if SOAK else [80])
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_keeps_to_its_terminal(project: Path, name: str, width: int) -> None:
    code, received = show([*PROGRAM, *SCREENS[name]], width, cwd=project, environ=environ_of(project))
    lines = plain_lines(received)
    assert any(lines), "it shows nothing"
    assert "Traceback" not in received
    too_wide = [line for line in lines if columns(line) > width and not is_to_copy(line)]
    assert too_wide == []
    assert code in (0, 1, 2, 3)
