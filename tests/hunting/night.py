"""Rounds of random tests and of searches, each with new seeds, until the time is up: `make hunt SECONDS=28800`.

A round that fails does not end the hunt: its output and its inputs are kept, and the end says how many there were.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

SEARCH_S = 300
TESTS = ("-m", "pytest", "-q", "-n", "auto", "-k", "fuzz or differential", "-p", "no:cacheprovider")


def run(arguments: tuple[str, ...], log: Path, until: float) -> bool:
    """Whether it held, or was cut off by the end of the night; what it printed is kept only where it did not."""
    environment = {**os.environ, "POLICYHOOKS_SOAK": "1", "POLICYHOOKS_FUZZ": "1"}
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [sys.executable, *arguments], stdout=output, stderr=subprocess.STDOUT, env=environment
        )
        try:
            code = process.wait(max(1.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.terminate()
            process.wait()
            code = 0
    if code == 0:
        log.unlink()
    return code == 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.hunting.night")
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--keep", type=Path, default=Path(".hunt"))
    arguments = parser.parse_args()
    keep: Path = arguments.keep
    keep.mkdir(mode=0o700, parents=True, exist_ok=True)
    until = time.monotonic() + arguments.seconds
    rounds = failed = 0
    while (left := until - time.monotonic()) > 0:
        rounds += 1
        search = ("-m", "tests.hunting.hunt", "--seconds", str(int(min(SEARCH_S, left))), "--keep", str(keep))
        for kind, given in (("search", search), ("tests", TESTS)):
            if time.monotonic() < until and not run(given, keep / f"round-{rounds}-{kind}.log", until):
                failed += 1
                print(f"hunt: round {rounds}: {kind} failed, see {keep / f'round-{rounds}-{kind}.log'}", flush=True)
        print(f"hunt: {rounds} rounds, {failed} failures, {max(0, int(until - time.monotonic()))} s left", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
