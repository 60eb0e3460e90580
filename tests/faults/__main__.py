"""`make faults`: brings every fault about, shows a table, writes the page. `python -m tests.faults ID...` runs some."""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from tests.faults.installation import Bench
from tests.faults.page import write
from tests.faults.running import Report, joined, run_fault, run_proofs
from tests.faults.table import FAULTS
from tests.support.counts import SOAK

SHOWN = 5  # cases of a row that did not hold


def line(report: Report) -> str:
    """At most 80 columns."""
    fault = report.fault
    wrong = fault.wrong if len(fault.wrong) <= 34 else fault.wrong[:33] + "…"
    return f"{fault.id:<12} {wrong:<34} {report.cases:>7,} {report.word:<9} {report.seconds:>8.1f} s"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="rows to run (default: all of them)")
    parser.add_argument("--most", type=int, help="cases of each way to bring a fault about (default: all)")
    parser.add_argument("--no-page", action="store_true", help="write no page")
    given = parser.parse_args(words)
    unknown = set(given.ids) - {fault.id for fault in FAULTS}
    if unknown:
        parser.error(f"no such row: {', '.join(sorted(unknown))}")
    folder = Path(tempfile.mkdtemp(prefix="policyhooks-faults-"))
    os.environ["HOME"] = str(folder)
    reports = []
    try:
        (folder / "bench").mkdir()
        folder.chmod(0o711)
        bench = Bench(folder / "bench")
        print(f"{'fault':<12} {'what goes wrong':<34} {'cases':>7} {'':<9} {'':>10}", flush=True)
        for fault in FAULTS:
            if given.ids and fault.id not in given.ids:
                continue
            report = run_fault(fault, bench, given.most)
            if fault.proofs:
                report = joined(report, run_proofs(fault, folder))
            reports.append(report)
            if SOAK and not given.most and not given.no_page:
                write(reports)
            print(line(report), flush=True)
            for why in report.skipped[:SHOWN]:
                print(f"{'':<13}not made: {why}"[:120])
            for outcome in report.problems[:SHOWN]:
                print(f"{'':<13}{outcome.case}: {outcome.problem}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    failed = [report.fault.id for report in reports if not report.ok]
    cases = sum(report.cases for report in reports)
    print(f"{cases:,} cases of {len(reports)} faults, {len(failed)} failed: {', '.join(failed)}".rstrip(": "))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
