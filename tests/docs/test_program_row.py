"""Adding a program is one row of YAML: docs/how-to-change/program.md does it, on a copy of the package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

import policyhooks
from tests.docs.walkthrough import ROOT

PAGE = ROOT / "docs" / "how-to-change" / "program.md"
ASK = """
import sys
from policyhooks.shell.programs.lookup import describe, is_dangerous, is_known
print(policyhooks.__file__, is_known("acme"), is_dangerous("acme"), describe("acme")["sub"]["run"]["operands"])
"""


def test_one_row_makes_a_program_known(tmp_path: Path) -> None:
    copy = tmp_path / "policyhooks"
    shutil.copytree(Path(policyhooks.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    row = re.search(r"^```yaml\nprograms:\n(.*?)^```$", PAGE.read_text("utf-8"), re.S | re.M)
    assert row is not None
    assert set(yaml.safe_load(row[1])) == {"acme"}
    family = copy / "data" / "programs" / "clusters.yaml"
    family.write_text(family.read_text("utf-8").replace("programs:\n", "programs:\n" + row[1], 1))

    stale = run(tmp_path, "-c", "import policyhooks" + ASK)
    assert stale.returncode == 1
    assert "make tables" in stale.stderr
    built = run(tmp_path, "-m", "policyhooks.cli.tables")
    assert built.returncode == 0, built.stderr
    asked = run(tmp_path, "-c", "import policyhooks" + ASK)
    assert asked.stdout.split() == [str(copy / "__init__.py"), "True", "True", "argv"], asked.stderr
    changed = {path.relative_to(copy).as_posix() for path, content in before.items() if path.read_bytes() != content}
    assert changed == {"data/programs/clusters.yaml", "data/tables.json"}


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    surroundings = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )
