"""Two checkouts side by side: `python -m benchmarks.compare --old ../other` (each with a `.venv` of `make setup`).

Each installs its own hooks from its own policies; then the events of hook.py and hook_shell.py go through both in
turn. Printed are medians of CPU time (the process and all its descendants): new and old as ratios of the floor, and
the median of the ratios of neighbours, which a busy machine disturbs least. Exit 6 when an event costs more than
`--most` times what it did.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.events import SHELLS, claude_tool
from benchmarks.hook import FLOOR, MCP, PROMPT, READ, SHELL, Row, at, cpu_s
from policyhooks.image.starters import interpreter_path

ROUNDS = 150
HERE = Path(__file__).parents[1]
POLICIES = {"hook": "benchmarks/data/fifty.yaml", "hook_shell": "policies"}
# Run by the interpreter of a checkout, in its folder: the arguments are a state folder and what to compile.
INSTALL = """
import sys
from pathlib import Path
from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import activate
activate(Path(sys.argv[1]), [compile_policies([sys.argv[2]])])
"""


def main() -> int:
    """Install, measure in turn, print the table, judge."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare")
    parser.add_argument("--old", type=Path, required=True, help="the other checkout")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--most", type=float, default=1.0, help="of the old cost, before it counts as slower")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="policyhooks-bench-") as name:
        folder = Path(name).resolve()
        for side, checkout in ("old", options.old.resolve()), ("new", HERE):
            for kind, policies in POLICIES.items():
                install(checkout, folder / side / kind, policies)
        pairs = {label: (row(folder, "old", label), row(folder, "new", label)) for label in cases()}
        floor, used = measure(pairs, options.rounds)
    print(f"{FLOOR}: {floor * 1000:.2f} ms CPU, {options.rounds} rounds")
    worst = 0.0
    for label, values in used.items():
        old, new = (statistics.median(side) for side in zip(*values, strict=True))
        ratio = statistics.median(after / before for before, after in values)
        worst = max(worst, ratio)
        print(f"{label:22} old {old / floor:5.2f}x  new {new / floor:5.2f}x of the floor   new/old {ratio:6.3f}")
    print(f"worst: {worst:.3f} of the old cost, at most {options.most}")
    return 0 if worst <= options.most else 6


def install(checkout: Path, state: Path, policies: str) -> None:
    """Activate a checkout's policies with its own code."""
    state.parent.mkdir(exist_ok=True)
    command = [str(checkout / ".venv/bin/python"), "-c", INSTALL, str(state), str(checkout / policies)]
    subprocess.run(command, cwd=checkout, check=True)


def cases() -> dict[str, tuple[str, tuple[str, str, dict[str, object]]]]:
    """What is sent, by label: which installation gets it, and the event."""
    calls = {"read a file": READ, "send a prompt": PROMPT, "call an MCP tool": MCP, "shell command": SHELL}
    found = {f"hook: {label}": ("hook", case) for label, case in calls.items()}
    for label, command in SHELLS.items():
        case = claude_tool("Bash", {"command": command, "description": "a step"})
        found[f"hook_shell: {label}"] = ("hook_shell", case)
    return found


def row(folder: Path, side: str, label: str) -> Row:
    """The command and the input of one case on one side."""
    kind, (client, native, payload) = cases()[label]
    return [str(folder / side / kind / "bin" / "hook"), "2", "-", client, native, "10"], at(folder, payload)


def measure(pairs: dict[str, tuple[Row, Row]], rounds: int) -> tuple[float, dict[str, list[tuple[float, float]]]]:
    """The median cost of the floor, and what both sides used in each round; who goes first changes with the round."""
    bare = [str(interpreter_path()), "-I", "-S", "-c", "pass"]
    floor: list[float] = []
    used: dict[str, list[tuple[float, float]]] = {label: [] for label in pairs}
    for turn in range(rounds):
        for label, (old, new) in pairs.items():
            floor.append(cpu_s(bare, b""))
            if turn % 2:
                after, before = cpu_s(*new), cpu_s(*old)
            else:
                before, after = cpu_s(*old), cpu_s(*new)
            used[label].append((before, after))
    return statistics.median(floor), used


if __name__ == "__main__":
    sys.exit(main())
