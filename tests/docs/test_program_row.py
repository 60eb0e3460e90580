"""Adding a program is one row of YAML: docs/how-to-change/program.md does it, on a copy of the package."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from tests.docs.walkthrough import ROOT
from tests.support.copies import change, copy_of_package, run_copy, touched

PAGE = ROOT / "docs" / "how-to-change" / "program.md"
ASK = """
import sys
from policyhooks.shell.programs.lookup import describe, is_dangerous, is_known
print(policyhooks.__file__, is_known("acme"), is_dangerous("acme"), describe("acme")["sub"]["run"]["operands"])
"""


def test_one_row_makes_a_program_known(tmp_path: Path) -> None:
    copy = copy_of_package(tmp_path)
    row = re.search(r"^```yaml\nprograms:\n(.*?)^```$", PAGE.read_text("utf-8"), re.S | re.M)
    assert row is not None
    assert set(yaml.safe_load(row[1])) == {"acme"}
    change(copy, "data/programs/clusters.yaml", "programs:\n", "programs:\n" + row[1])

    stale = run_copy(copy, "-c", "import policyhooks" + ASK)
    assert stale.returncode == 1
    assert "make tables" in stale.stderr
    built = run_copy(copy, "-m", "policyhooks.cli.tables")
    assert built.returncode == 0, built.stderr
    asked = run_copy(copy, "-c", "import policyhooks" + ASK)
    assert asked.stdout.split() == [str(copy / "__init__.py"), "True", "True", "argv"], asked.stderr
    assert touched(copy) == {"data/programs/clusters.yaml", "data/tables.json"}
