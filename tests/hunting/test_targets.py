"""The targets of fuzzing hold on every input where a search begins; and a search finds a fault that is there."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hunting.seeds import SEEDS, kept
from tests.hunting.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_hold(name: str) -> None:
    """And a third of them are taken: seeds that are all refused at the door would lead nowhere."""
    seeds = list(SEEDS[name]())
    taken = sum(TARGETS[name].check(data) for data in seeds)
    assert taken > 1
    assert taken > len(seeds) / 3
    for path in kept(name):
        TARGETS[name].check(path.read_bytes())


FAULT = """
import sys
from tests.hunting.search import main

def check(data: bytes) -> None:
    assert data[:3] != b"[[1"

main(sys.argv[1:], check)
"""


@pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None, reason="atheris is not installed: make fuzz installs it"
)
def test_a_search_finds_a_fault(tmp_path: Path) -> None:
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds" / "one").write_bytes(b"[[[1]]]")
    script = tmp_path / "fault.py"
    script.write_text(FAULT, encoding="utf-8")
    options = ["-seed=1", "-runs=300000", f"-artifact_prefix={tmp_path}/found-"]
    done = subprocess.run(
        [sys.executable, str(script), "json", str(tmp_path / "seeds"), *options],
        cwd=Path(__file__).parent.parent.parent,
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode != 0
    (found,) = tmp_path.glob("found-*")
    assert found.read_bytes()[:3] == b"[[1"
