"""A scratch tree with protected places, in which real bash runs a command: whether one of them changed.

Below the root are a home, a project in it, a state folder of a hook, and in the project an attacker's trees and
archives. `BASH` runs there with that home; nothing outside is named by what tests run.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tarfile
import zipfile
from pathlib import Path

from policyhooks.core.shell_records import Shell
from policyhooks.shell.view.shell import read
from tests.shell.oracle import BASH
from tests.shell.reading import PARSER

PROJECT = "home/work/project"
KEPT = (
    f"{PROJECT}/.claude/settings.json",
    f"{PROJECT}/.claude/hooks/check.sh",
    f"{PROJECT}/.cursor/hooks.json",
    f"{PROJECT}/.mcp.json",
    f"{PROJECT}/.policyhooks/policies.yaml",
    "home/.claude/settings.json",
    "home/.codex/config.toml",
    "home/.local/state/policyhooks/claude-code/hook.py",
    "home/.local/share/policyhooks/bin/hook",
    "opt/chosen/state/hook.py",
    "opt/chosen/state/key",
)
ORDINARY = (
    "README.md", "package.json", "src/settings.json", "src/app.py", "src/a.ts", "src/deep/data.json", "docs/notes.md",
    "build/x.pyc", "build/out.json", ".hidden/x.json", ".gitignore",
)  # fmt: skip
# Trees that replace something when they are put in the place of the folder that they are named after.
EVIL = {
    "project": [".claude/settings.json", ".mcp.json", ".policyhooks/policies.yaml", ".claude/hooks/check.sh"],
    "home": [".claude/settings.json", ".local/state/policyhooks/claude-code/hook.py"],
    "local": ["state/policyhooks/claude-code/hook.py", "share/policyhooks/bin/hook"],
    "state": ["policyhooks/claude-code/hook.py"],
    "chosen": ["state/hook.py", "state/key"],
}
GUARDING = frozenset(("agent_config", "policy_state", "policy_engine"))
TEXT = "needle\n"


def make_tree(root: Path) -> None:
    """Fill an empty folder."""
    project = root / PROJECT
    for name in (*KEPT, *(f"{PROJECT}/{name}" for name in ORDINARY)):
        write(root / name, TEXT)
    for tree, names in EVIL.items():
        for name in names:
            write(project / "evil" / tree / name, "evil\n")
        with tarfile.open(project / f"{tree}.tar", "w") as archive:
            archive.add(project / "evil" / tree, ".")
        with zipfile.ZipFile(project / f"{tree}.zip", "w") as packed:
            for name in names:
                packed.write(project / "evil" / tree / name, name)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def changes(command: str, template: Path, root: Path) -> list[str]:
    """Run a command in a fresh copy; the protected files that are not as they were."""
    shutil.copytree(template, root, symlinks=True)
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(root / "home"),
        "CLAUDE_PROJECT_DIR": str(root / PROJECT),
        "LC_ALL": "C",
    }
    subprocess.run(
        [BASH, "-c", command.replace("@ROOT", str(root))], cwd=root / PROJECT, env=environment, check=False, timeout=30,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    found = [name for name in KEPT if state_of(root, name) != state_of(template, name)]
    for folder, _, _ in os.walk(root):
        Path(folder).chmod(0o700)  # what a command has locked, so that it can go
    shutil.rmtree(root)
    return found


def state_of(root: Path, name: str) -> tuple[str, int]:
    """Text and rights; in the project only whether its owner reads it. Of what cannot be had, nothing."""
    path = root / name
    try:
        mode = path.stat().st_mode
        return path.read_text(encoding="utf-8"), mode & stat.S_IRUSR if name.startswith(PROJECT) else mode
    except OSError:
        return "", 0


def read_there(command: str, root: Path) -> Shell:
    """The view of a command in the tree, as a running hook has it."""
    project = str(root / PROJECT)
    return read(
        command.replace("@ROOT", str(root)),
        dialect="bash",
        cwd=project,
        workspace=project,
        home=str(root / "home"),
        resolve_links=True,
        parser=PARSER,
        guarded=(str(root / "opt/chosen/state"),),
    )


def guards(shell: Shell) -> bool:
    """Whether a rule on protected places can see a deed on one of them, or is told that not all was read."""
    return not shell.understood or any(
        path.op not in ("read", "exec", "use") and not GUARDING.isdisjoint(path.tags) for path in shell.paths
    )
