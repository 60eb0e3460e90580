"""Runs every benchmark of the table, in order: `python -m benchmarks`."""

from __future__ import annotations

import sys
from importlib import import_module

# One line per module with a `main() -> int`.
BENCHMARKS = (
    "hook",
    "hook_shell",
    "shell",
    "cel",
    "decide",
    "compiler",
    "shapes",
    "sizes",
    "judge",
    "portable",
    "redaction",
    "web",
)


def main() -> int:
    worst = 0
    for name in BENCHMARKS:
        print(f"== {name}", flush=True)
        worst = max(worst, import_module(f"benchmarks.{name}").main())
    return worst


if __name__ == "__main__":
    sys.exit(main())
