"""The gate: fails when a ratio is above the written table, `python -m benchmarks.gate` (`make bench-gate`).

Ratios that a change can spoil without any test noticing. The table is data/gate.json: what each row was measured at,
with room for a busy machine; a row is lowered when work has made it cheaper, and raised only with a reason in the
decision records. `--json FILE` writes what was measured, `--rounds` how often.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks import shapes, sizes

TABLE = Path(__file__).with_name("data") / "gate.json"
ROUNDS = 7


def main(words: list[str] | None = None) -> int:
    """Measure every row of the table, print them, fail on one that is above."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gate")
    parser.add_argument("--json", type=Path, help="write what was measured to this file")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args([] if words is None else words)
    table: dict[str, dict[str, float]] = json.loads(TABLE.read_text("utf-8"))
    found = {"shapes": measure_shapes(table["shapes"], options.rounds)}
    chosen = {label: case for label, case in sizes.cases().items() if label in table["sizes"]}
    found["sizes"] = sizes.measure(chosen, options.rounds)
    above = []
    for kind, rows in table.items():
        for label, most in rows.items():
            ratio = found[kind][label]
            above += [f"{kind}: {label}"] if ratio > most else []
            print(f"{kind:7} {label:36} {ratio:6.2f}   at most {most:5.2f}{'   ABOVE' if ratio > most else ''}")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"{len(above)} rows above the table")
    return 6 if above else 0


def measure_shapes(rows: dict[str, float], rounds: int) -> dict[str, float]:
    """What many rules cost of few, for each shape."""
    found = {}
    for label in rows:
        few, many = shapes.measure(shapes.SHAPES[label], rounds)
        found[label] = many / few
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
