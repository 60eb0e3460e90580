"""What a decision costs with front and resident: CPU of client and server together, against a bare interpreter's start.

Medians of one interleaved run, the shipped packs, journal and masking on. Server time is what the kernel counted for
the resident's parent and workers during the call. Then decisions a core-second, and the proportional set size of all
its processes after many decisions. Exit 6 when a goal is missed; `python -m benchmarks.resident [DECISIONS]`.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.events import READ, Case, claude_tool
from benchmarks.hook import FLOOR, MCP, PROMPT, Row, at, cpu_s
from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import activate
from policyhooks.image.front import find_front
from policyhooks.image.resident_process import start, stop
from policyhooks.image.starters import interpreter_path

ROUNDS = 150
DECISIONS = 3000
SHIPPED = Path(__file__).parents[1] / "policies"
CASES: Mapping[str, tuple[Case, float]] = {
    "read a file": (READ, 0.12),
    "call an MCP tool": (MCP, 0.12),
    "send a prompt": (PROMPT, 0.12),
    "shell, plain": (claude_tool("Bash", {"command": "git status --short"}), 0.15),
    "shell, chain": (claude_tool("Bash", {"command": "cd src && pytest -q tests && git diff --stat"}), 0.15),
    "shell, pipe": (claude_tool("Bash", {"command": "grep -rn TODO src | sort | head -20"}), 0.15),
    "shell, denied": (claude_tool("Bash", {"command": "rm -rf /"}), 0.2),
}
RATES = {"read a file": 2500, "shell, chain": 1200}  # decisions a core-second, journal included
MOST_MB = 90.0


def main() -> int:
    """Measure, print, judge the goals."""
    if not find_front().data:
        print(f"skipped: {find_front().why}")
        return 0
    decisions = int(sys.argv[1]) if len(sys.argv) > 1 else DECISIONS
    with tempfile.TemporaryDirectory(prefix="policyhooks-bench-") as name:
        folder = Path(name).resolve()
        active = activate(folder / "state", [compile_policies([str(SHIPPED)])])
        parent = start(active.state, "claude-code")
        try:
            missed = report(active.state / "bin/hook", folder, parent, decisions)
        finally:
            stop(active.state)
    print(f"goals missed: {', '.join(missed) or 'none'}")
    return 6 if missed else 0


def report(front: Path, folder: Path, parent: int, decisions: int) -> list[str]:
    """Print the rows; the labels of goals that were missed."""
    rows: dict[str, Row] = {FLOOR: ([str(interpreter_path()), "-I", "-S", "-c", "pass"], b"")}
    for label, ((client, native, payload), _) in CASES.items():
        rows[label] = ([str(front), "2", "-", client, native, "10"], at(folder, payload))
    for label in list(CASES) * 10:
        cpu_s(*rows[label])  # workers load what they need
    client_s, server_s = measure(rows, parent)
    floor, missed = client_s[FLOOR], []
    for label, (_, goal) in CASES.items():
        ratio = (client_s[label] + server_s[label]) / floor
        told = f"client {client_s[label] / floor:.3f}, server {server_s[label] / floor:.3f}"
        print(f"{label:20} {ratio:6.3f}x of the floor (goal {goal}; {told})")
        missed += [label] if ratio > goal else []
    for label, goal in RATES.items():
        rate = 1 / server_s[label]
        print(f"{label:20} {rate:8.0f} decisions a core-second of the server (goal {goal})")
        missed += [f"rate of {label}"] if rate < goal else []
    for turn in range(decisions):
        cpu_s(*rows[list(CASES)[turn % len(CASES)]])
    size = sum(pss_mb(one) for one in processes(parent))
    print(f"{'memory':20} {size:8.1f} MB of parent and workers after {decisions} decisions (goal {MOST_MB})")
    return missed + (["memory"] if size > MOST_MB else [])


def measure(rows: Mapping[str, Row], parent: int) -> tuple[dict[str, float], dict[str, float]]:
    """The median CPU seconds of client and server, all rows in turn."""
    client: dict[str, list[float]] = {label: [] for label in rows}
    server: dict[str, list[float]] = {label: [] for label in rows}
    for _ in range(ROUNDS):
        for label, row in rows.items():
            before = served_s(parent)
            client[label].append(cpu_s(*row))
            server[label].append(served_s(parent) - before)
    return tuple({label: statistics.median(times) for label, times in one.items()} for one in (client, server))  # type: ignore[return-value]


def processes(parent: int) -> list[int]:
    """The resident's parent and its workers."""
    return [parent, *map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text("ascii").split())]


def served_s(parent: int) -> float:
    """CPU seconds of all of them so far."""
    return sum(int(Path(f"/proc/{one}/schedstat").read_text("ascii").split()[0]) for one in processes(parent)) / 1e9


def pss_mb(process: int) -> float:
    """The proportional set size of a process."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


if __name__ == "__main__":
    sys.exit(main())
