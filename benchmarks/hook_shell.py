"""What a decision on a shell command costs with every shipped policy: the real hook process against a bare interpreter.

CPU time of the process and all its descendants (shfmt counted), medians of one interleaved run,
journal and masking on, all rules of policies/. Exit 6 when a row costs more than twice
`python3 -I -S -c pass`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.events import SHELLS, claude_tool
from benchmarks.hook import FLOOR, Row, at, measure
from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import activate
from policyhooks.image.starters import interpreter_path

GOAL = 2.0
POLICIES = Path(__file__).parents[1] / "policies"


def main() -> int:
    """Measure, print the table, judge the goal."""
    with tempfile.TemporaryDirectory(prefix="policyhooks-bench-") as name:
        folder = Path(name).resolve()
        active = activate(folder / "state", [compile_policies([str(POLICIES)])])
        interpreter = str(interpreter_path())
        rows: dict[str, Row] = {FLOOR: ([interpreter, "-I", "-S", "-c", "pass"], b"")}
        for label, command in SHELLS.items():
            client, native, payload = claude_tool("Bash", {"command": command, "description": "a step"})
            hook = [f"{active.state}/bin/hook", "2", "-", client, native, "10"]
            rows[label] = (hook, at(folder, payload))
        medians = measure(rows)
    floor = medians.pop(FLOOR)
    print(f"{FLOOR}: {floor * 1000:.1f} ms CPU")
    for label, value in medians.items():
        print(f"{label:10} {value / floor:6.2f}x of the floor   {SHELLS[label]}")
    worst = max(medians.values()) / floor
    print(f"worst: {worst:.2f}x, goal {GOAL}x")
    return 0 if worst <= GOAL else 6


if __name__ == "__main__":
    sys.exit(main())
