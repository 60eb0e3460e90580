"""The screens in a real terminal, 80 and 120 columns wide: nothing is broken by its edge, some are kept as they are."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from policyhooks.report.screen.style import columns
from tests.support.counts import SOAK
from tests.support.golden import assert_golden
from tests.support.homes import STARTED, short_folder
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
GAPS = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: team.with-quite-a-long-name, title: Gaps, owner: you@example.com}
rules:
  - {id: a-rule-without-any-test-at-all, match: {commands: [make]}, effect: deny, message: {user: "No.", agent: "No."}}
  - id: a-rule-with-a-test-that-does-not-hold
    match: {commands: [cmake]}
    effect: deny
    message: {user: "No.", agent: "No."}
    tests: {deny: ["cmake", "this is not cmake at all, it is a text that is wider than any terminal would be"]}
"""
PERMISSIONS = '{"permissions": {"deny": ["Bash(rm -rf /{etc,usr}/*)", "Edit(src/[a-z]*.py)"], "defaultMode": "plan"}}'
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
    "log-verify": ["log", "verify"],
    "log-purge": ["log", "purge", "--keep", "30d"],
    "trust": ["trust", "policyhooks.yaml", "--yes"],
    "memory": ["memory", "show"],
    "approvals": ["approvals", "list"],
    "resident": ["resident", "status"],
    "uninstall-dry": ["uninstall", "--client", "claude-code", "--dry-run"],
    "uninstall-nothing": ["uninstall", "--client", "codex", "--dry-run"],
    "install-dry": ["install", "--client", "cursor", "--dry-run"],
    "install": ["install", "--client", "claude-code"],
    "demo": ["demo"],
    "gaps": ["test", "gaps.yaml"],
    "import": ["import", "claude-permissions", "permissions.json", "--out", "imported.yaml"],
    "record": ["record"],
    "judge": ["judge", "status"],
    "compile": ["compile", "-o", "compiled"],
    "false-alarm": ["log", "false-alarm", "1", "--reason", "our own"],
    "mistake": ["instal"],
    "missing": ["check", "nothing/of/this/name.yaml"],
}
# Kept in tests/golden/screens. Those of explain, log and test are kept at both widths by tests of their own.
KEPT = ("help", "demo", "doctor", "install-dry", "install")
QUICK = ("help", "doctor", "install-dry")  # the others build for seconds: 120 columns only with `make soak`
WIDTHS = [(name, 80) for name in SCREENS] + [(name, 120) for name in SCREENS if SOAK or name in QUICK]
# What differs from run to run, each with a mark of the same width.
VARYING = (
    re.compile(r"(?<![0-9a-f])[0-9a-f]{16,64}(?![0-9a-f])"),
    re.compile(r"(?<=ph-)\w{8}(?=/)"),
)
# Its name depends on the folder's, and the edge of the terminal may stand in the middle of it.
BACKUP = re.compile(r"(?<=/installs/)[0-9a-f\s]{16,}(?=\.json)")
COUNTED = re.compile(r"\b\d+(?= records?\b| ms\b| of the last )")
# Where no front could be built, doctor says so instead.
NATIVE = "  ok     front         native: it stands outside of the hook\n"
FRONT = re.compile(r"^  (?:ok|note) +front .*\n(?: {9,}.*\n)*", re.MULTILINE)
SPINNER = re.compile(r"^[\u2800-\u28ff] .*\n", re.M)  # wiped by moving the cursor, which a list of lines does not show
ROW = re.compile(
    r"^(client|claude-code|cursor)  +(.*?) +(?:ms|\d+)$", re.M
)  # of the demo; how wide it is its times say
# The row about the interpreter, whose path is another on every machine.
INTERPRETER = re.compile(r"^  ok     program .*\n(?:^ {9,}.*\n)*", re.M)


@pytest.fixture(scope="module")
def project() -> Iterator[Path]:
    """A project with an installation and two records, in a folder whose name is of the same length every time."""
    with short_folder() as folder:
        yield _furnish(folder)


def _furnish(folder: Path) -> Path:
    (folder / "home").mkdir()
    project = folder / "project"
    project.mkdir(mode=0o700)
    (project / "broken.yaml").write_text(BROKEN)
    (project / "gaps.yaml").write_text(GAPS)
    (project / "permissions.json").write_text(PERMISSIONS)
    show([*PROGRAM, "init"], 120, cwd=project, environ=environ_of(project))
    config = project / "policyhooks.yaml"
    config.write_text(re.sub(r"(?<=project: p-)\w+", "0123456789abcdef", config.read_text()))
    for words in (["trust", "policyhooks.yaml", "--yes"], ["install", "--client", "claude-code"], ["doctor"]):
        code, shown = show([*PROGRAM, *words], 120, cwd=project, environ=environ_of(project))
        assert code == 0 or words == ["doctor"], shown
    assert json.loads((project / ".claude/settings.json").read_text())["hooks"]
    return project


def environ_of(project: Path) -> dict[str, str]:
    return {"HOME": str(project.parent / "home"), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **STARTED}


def is_to_copy(line: str) -> bool:
    """Commands are never wrapped: a wrapped one cannot be copied. Nor is a line of a diff."""
    begins = ("policyhooks ", str(Path(sys.executable).parent))
    return line.strip().startswith(begins) or '"command": ' in line


def steady(lines: list[str]) -> str:
    """A screen without what differs from run to run and from machine to machine."""
    text = SPINNER.sub("", "\n".join([*lines, ""])).replace(str(Path(sys.executable).parent), "BIN")
    text = FRONT.sub(NATIVE, text)
    text = BACKUP.sub(lambda found: re.sub(r"\S", "x", found[0]), text)
    for pattern in VARYING:
        text = pattern.sub(lambda found: "x" * len(found[0]), text)
    text = ROW.sub(lambda row: "  ".join([row[1], *_cells(row[2])]), COUNTED.sub("N", text))
    return INTERPRETER.sub("", text).rstrip("\n") + "\n"


def _cells(row: str) -> list[str]:
    """What a row says, as far as it is shown at any width of its last column."""
    return [cell[:16] + "…" if cell.endswith("…") else cell for cell in re.split(r" {2,}", row)]


@pytest.mark.parametrize(("name", "width"), WIDTHS)
def test_a_screen_fits_its_terminal_and_is_golden(project: Path, name: str, width: int) -> None:
    code, received = show([*PROGRAM, *SCREENS[name]], width, cwd=project, environ=environ_of(project))
    lines = plain_lines(received)
    assert any(lines), "it shows nothing"
    assert "Traceback" not in received
    too_wide = [line for line in lines if columns(line) > width and not is_to_copy(line)]
    assert too_wide == []
    assert code in (0, 1, 2, 3, 4)
    if name in KEPT:
        assert_golden(f"screens/{name}-{width}.txt", steady(lines))
