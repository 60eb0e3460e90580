"""Coverage-guided searches, side by side, each for its share of the time; what they find is kept and reported.

    python -m tests.hunting.hunt [--seconds 120] [--seed N] [--keep FOLDER] [TARGET ...]

They begin at the inputs of seeds.py. An input on which something does not hold goes to --keep; run it
again with `python -m tests.hunting.again TARGET FILE`, mend the mechanism, and put it into tests/data/hunting/TARGET.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.hunting.seeds import plant
from tests.hunting.targets import TARGETS

SLOWEST_S = 25  # one input: a reader that takes longer hangs
GRACE_S = 120  # to start, to load and to end


class Found(NamedTuple):
    target: str
    runs: int
    covered: int
    failure: str


def search(name: str, seconds: int, seed: int, keep: Path) -> Found:
    """One target in its own process."""
    with tempfile.TemporaryDirectory() as scratch:
        plant(name, Path(scratch))
        options = [
            f"-max_total_time={seconds}",
            f"-seed={seed % 2**31 or 1}",
            f"-timeout={SLOWEST_S}",
            f"-artifact_prefix={keep}/{name}-",
            "-rss_limit_mb=2048",
            "-print_final_stats=1",
        ]
        done = subprocess.run(
            [sys.executable, "-m", "tests.hunting.search", name, scratch, *options],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds + GRACE_S,
            check=False,
        )
    return Found(
        name,
        number_after(done.stderr, "stat::number_of_executed_units:"),
        number_after(done.stderr, "cov:"),
        "" if done.returncode == 0 else (done.stdout + done.stderr)[-3000:],
    )


def number_after(text: str, mark: str) -> int:
    """The last number that stands behind a mark."""
    words = text.rpartition(mark)[2].split() if mark in text else []
    return int(words[0]) if words and words[0].isdigit() else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hunting.hunt")
    parser.add_argument("targets", nargs="*", choices=[[], *TARGETS], metavar="TARGET")
    parser.add_argument("--seconds", type=int, default=120, help="for all of them together")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 2**31)
    parser.add_argument("--keep", type=Path, default=Path(".hunt"))
    arguments = parser.parse_args()
    if importlib.util.find_spec("atheris") is None:
        print("hunt: atheris is not installed here (make fuzz says why): these searches are left out", file=sys.stderr)
        return 0
    arguments.keep.mkdir(mode=0o700, parents=True, exist_ok=True)
    names = arguments.targets or list(TARGETS)
    workers = min(len(names), os.cpu_count() or 1)
    seconds = max(1, arguments.seconds * workers // len(names))
    print(f"hunt: {len(names)} targets, {seconds} s each, seed {arguments.seed}")
    with ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(lambda name: search(name, seconds, arguments.seed, arguments.keep), names))
    for item in found:
        outcome = "FAILED" if item.failure else "held"
        print(f"  {item.target:<10} {item.runs:>9,} inputs  {item.covered:>6,} places  {outcome}")
    for item in found:
        if item.failure:
            print(f"\n{item.target}: the input is in {arguments.keep}\n{item.failure}", file=sys.stderr)
    failed = sum(1 for item in found if item.failure)
    print(f"{len(found) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
