"""What importing a module adds to the start of a bare interpreter, as a ratio: why the hook keeps a written list.

CPU time of the whole process, medians of one interleaved run. It has no goal: docs/decisions rests on it.
"""

from __future__ import annotations

import statistics
import sys

from benchmarks.hook import cpu_s

ROUNDS = 31
FLOOR = "-I -S -c pass"
# Of the standard library, each alone under `-I -S`.
STANDARD = ("os", "re", "json", "enum", "typing", "dataclasses", "pathlib", "subprocess")
# Of the build half, with the environment's own packages.
PACKAGES = ("yaml", "pydantic", "celpy")


def main() -> int:
    """Measure and print the table."""
    rows = {FLOOR: [sys.executable, "-I", "-S", "-c", "pass"]}
    rows.update({f"import {name}": [sys.executable, "-I", "-S", "-c", f"import {name}"] for name in STANDARD})
    rows.update({f"import {name}": [sys.executable, "-I", "-c", f"import {name}"] for name in PACKAGES})
    used: dict[str, list[float]] = {label: [] for label in rows}
    for _ in range(ROUNDS):
        for label, command in rows.items():
            used[label].append(cpu_s(command, b""))
    floor = statistics.median(used[FLOOR])
    for label, values in used.items():
        print(f"{label:20} {statistics.median(values) / floor:6.2f}x of the floor")
    return 0


if __name__ == "__main__":
    sys.exit(main())
