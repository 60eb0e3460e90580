"""Runs faults: cases through installed command lines, and the tests that rows point to. It writes no page."""

import ast
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.faults.installation import Bench
from tests.faults.outcomes import CannotBeMade, Outcome
from tests.faults.table import MASSES, Fault

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Report:
    """What came of a row: its cases, those that did not hold, and why some could not be made here."""

    fault: Fault
    cases: int
    problems: Sequence[Outcome]
    skipped: Sequence[str]
    seconds: float

    @property
    def ok(self) -> bool:
        """It held, or its limit is still what the table says."""
        return bool(self.problems) == bool(self.fault.limit) and (self.cases > 0 or bool(self.skipped))

    @property
    def word(self) -> str:
        if not self.cases:
            return "not made"
        if self.fault.limit:
            return "limit" if self.problems else "holds now"
        return "failed" if self.problems else "held"


def run_fault(fault: Fault, bench: Bench, most: int | None = None) -> Report:
    """Bring a fault about; with `most` only so many of the cases of each way."""
    begun = time.monotonic()
    cases, problems, skipped = 0, [], []
    for bring in fault.bring:
        cut = islice(bring(bench), most)
        try:
            for outcome in cut:
                cases += 1
                if outcome.problem:
                    problems.append(outcome)
        except CannotBeMade as why:
            skipped.append(str(why))
    return Report(fault, cases, problems, skipped, time.monotonic() - begun)


def run_proofs(fault: Fault, folder: Path) -> Report:
    """Run the tests of a row, in a pytest of their own."""
    begun = time.monotonic()
    file = folder / f"{fault.id}.xml"
    words = [sys.executable, "-m", "pytest", "-q", "-n", "0", f"--junitxml={file}", *fault.proofs]
    # Full counts are for what the row itself counts; `make soak` gives every test its own.
    environ = {name: value for name, value in os.environ.items() if fault.part == MASSES or name != "POLICYHOOKS_SOAK"}
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, env=environ)
    found = ET.parse(file).getroot().iter("testcase") if file.exists() else iter(())
    cases, problems, skipped = 0, [], []
    for case in found:
        name = f"{case.get('classname')}::{case.get('name')}"
        reason = case.find("skipped")
        if reason is not None:
            skipped.append(str(reason.get("message")))
            continue
        cases += 1
        if case.find("failure") is not None or case.find("error") is not None:
            problems.append(Outcome(name, "the test fails"))
    if done.returncode and not problems:
        problems.append(Outcome("pytest", done.stdout.strip().splitlines()[-1] if done.stdout.strip() else "no output"))
    return Report(fault, cases, problems, skipped, time.monotonic() - begun)


def joined(first: Report, second: Report) -> Report:
    return Report(
        first.fault,
        first.cases + second.cases,
        [*first.problems, *second.problems],
        [*dict.fromkeys([*first.skipped, *second.skipped])],
        first.seconds + second.seconds,
    )


def missing_proofs(faults: Sequence[Fault]) -> Iterator[str]:
    """Tests that rows point to and that are not there."""
    for fault in faults:
        for proof in fault.proofs:
            path, _, name = proof.partition("::")
            tree = (
                ast.parse((ROOT / path).read_text(encoding="utf-8")) if (ROOT / path).exists() else ast.Module([], [])
            )
            if not any(isinstance(node, ast.FunctionDef) and node.name == name for node in tree.body):
                yield proof
