"""With tools and a package index: pip, pipx and uv install the wheel, pre-commit runs the hooks (`make pipelines`)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.walkthrough import ROOT, Step, read_steps, take
from tests.support.pipelines import git, make_repository
from tests.support.wheels import build

pytestmark = pytest.mark.skipif(
    "POLICYHOOKS_INDEX" not in os.environ, reason="needs tools from a package index: `make pipelines` runs it"
)
LINES = [step for step in read_steps(ROOT / "README.md") if "dist/" in step.command]
INSTALL = {step.command.split()[0]: step for step in LINES}


def around(folder: Path) -> dict[str, str]:
    """The caller's environment, with its settings for indexes, and places of its own for everything that is written."""
    tools = os.environ["POLICYHOOKS_INDEX"]
    return {
        **os.environ,
        "HOME": str(folder),
        "PATH": f"{folder}/bin:{tools}:/usr/bin:/bin",
        "PIPX_HOME": f"{folder}/pipx",
        "PIPX_BIN_DIR": f"{folder}/bin",
        "PIPX_DEFAULT_PYTHON": sys.executable,
        "UV_TOOL_DIR": f"{folder}/uv",
        "UV_TOOL_BIN_DIR": f"{folder}/bin",
        "UV_PYTHON": sys.executable,
        "PRE_COMMIT_HOME": f"{folder}/pre-commit",
    }


@pytest.mark.parametrize("tool", ["pip", "pipx", "uv"])
def test_the_wheel_is_installed(tool: str, tmp_path: Path) -> None:
    """By the line of README.md, with everything that it needs but the judge's packages."""
    build(tmp_path / "dist")
    env, project = around(tmp_path), tmp_path / "project"
    project.mkdir()
    if tool == "pip":
        subprocess.run([sys.executable, "-m", "venv", str(tmp_path)], check=True)
    assert take(INSTALL[tool], tmp_path, env) == ""
    assert shutil.which("policyhooks", path=env["PATH"]) == f"{tmp_path}/bin/policyhooks"
    lines = ("policyhooks --version", "policyhooks demo", "policyhooks init .", "policyhooks test", "policyhooks check")
    assert [problem for line in lines if (problem := take(Step(command=line), project, env))] == []


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [("the same", 0, "Passed"), ("invalid", 1, "error["), ("a test fails", 1, "FAIL")],
)
def test_pre_commit_runs_the_hooks(change: str, code: int, said: str, tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    make_repository(repository, change)
    git(repository, "add", "--all")
    done = subprocess.run(
        ["pre-commit", "try-repo", str(ROOT), "--all-files", "--verbose"],
        cwd=repository, env=around(tmp_path), capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stdout
    assert done.stdout.count("hook id: policyhooks-") == 2
