"""Long inputs through the installed hook: texts of 1 KB to 10 MB, many globs, long commands, inline code.

CPU time of the hook without the front, the process and all it starts, as multiples of the floor; medians of one
interleaved run with the shipped policies. `--json FILE` writes the figures; exit 6 when a row costs more than its goal.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import threading
from pathlib import Path

from benchmarks.events import CWD, Case, claude_result, claude_tool
from benchmarks.hook import FLOOR
from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import activate
from policyhooks.image.front import ORDINARY as SCRIPT
from policyhooks.image.starters import interpreter_path

ROUNDS = 15
POLICIES = Path(__file__).parents[1] / "policies"
MASK = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: bench.output, title: Output, owner: bench@acme.example}
rules:
  - id: mask
    match: {events: [tool.after], clients: [claude-code]}
    effect: redact
    redact: {detectors: [secrets]}
"""
KILOBYTE, MEGABYTE = 1_000, 1_000_000
SECRET = "token: ghp_" + "0123456789abcdefghijABCDEFGHIJ012345"
INLINE = "python3 -c \"import json,sys; d=json.load(open('data.json')); print([x['name'] for x in d if x.get('ok')])\""
# What a row may cost of the floor; a row without one is shown.
GOALS = {
    "output 1 MB, clean": 3.0,
    "output 1 MB, redacted": 3.0,
    "1,000 globs": 3.0,
    "python3 -c": 2.0,
    "50 lines": 2.5,
}


def log(size: int) -> str:
    """Lines of an ordinary log."""
    lines = (
        f"2026-11-18T17:{n % 60:02d}:{n % 59:02d}Z INFO [worker-{n % 8}] GET /api/v1/items/{n * 7919 % 100_000}"
        f"?page={n % 13} 200 {n % 900}ms user=alice id={n * 104_729:x}\n"
        for n in range(size // 80)
    )
    return "".join(lines)[:size]


def cases() -> dict[str, Case]:
    """What is sent, by label."""
    found: dict[str, Case] = {}
    for label, size in {"1 KB": KILOBYTE, "100 KB": 100 * KILOBYTE, "1 MB": MEGABYTE, "10 MB": 10 * MEGABYTE}.items():
        found[f"output {label}, clean"] = claude_result("cat app.log", log(size))
    half = log(MEGABYTE // 2)
    found["output 1 MB, redacted"] = claude_result("cat app.log", f"{half}{SECRET}\n{half}")
    found["write 1 MB"] = claude_tool("Write", {"file_path": f"{CWD}/app.log", "content": log(MEGABYTE)})
    commands = {
        "1,000 globs": "ls " + " ".join(f"src/dir{n}/*.py" for n in range(1_000)),
        "python3 -c": INLINE,
        "50 lines": "\n".join(f"cp src/file{n}.txt build/out{n}.txt && echo copied {n}" for n in range(50)),
    }
    for label, command in commands.items():
        found[label] = claude_tool("Bash", {"command": command, "description": "a step"})
    return found


def main(words: list[str] | None = None) -> int:
    """Measure, print the table, judge the goals."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sizes")
    parser.add_argument("--only", default="", help="rows whose name holds this text")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args([] if words is None else words)
    chosen = {label: case for label, case in cases().items() if options.only in label}
    ratios = measure(chosen, options.rounds)
    for label, ratio in ratios.items():
        print(f"{label:26}{ratio:8.2f}x of the floor{f'   (goal {GOALS[label]})' if label in GOALS else ''}")
    if options.json:
        options.json.write_text(json.dumps(ratios, indent=1) + "\n", encoding="utf-8")
    missed = [label for label, ratio in ratios.items() if ratio > GOALS.get(label, ratio)]
    print(f"goals: {len(missed)} missed{''.join(f'; {label}' for label in missed)}")
    return 6 if missed else 0


def measure(chosen: dict[str, Case], rounds: int) -> dict[str, float]:
    """The median cost of every row, as a multiple of the floor, all rows in turn."""
    with tempfile.TemporaryDirectory(prefix="policyhooks-bench-") as name:
        folder = Path(name).resolve()
        (folder / "mask.yaml").write_text(MASK, encoding="utf-8")
        plain = activate(folder / "plain", [compile_policies([str(POLICIES)])]).state
        masking = activate(folder / "masking", [compile_policies([str(folder / "mask.yaml")])]).state
        rows = {FLOOR: ([str(interpreter_path()), "-I", "-S", "-c", "pass"], b"")}
        for label, (client, native, payload) in chosen.items():
            state = masking if label.startswith("output") else plain
            script = state / "bin" / SCRIPT
            start = script if script.exists() else state / "bin/hook"
            given = json.dumps({**payload, "cwd": str(folder)}).encode()
            rows[label] = ([str(start), "2", "-", client, native, "30"], given)
        used: dict[str, list[float]] = {label: [] for label in rows}
        for _ in range(rounds):
            for label, row in rows.items():
                used[label].append(cpu_s(*row))
    medians = {label: statistics.median(values) for label, values in used.items()}
    floor = medians.pop(FLOOR)
    return {label: value / floor for label, value in medians.items()}


def cpu_s(command: list[str], stdin: bytes) -> float:
    """CPU seconds of a process and of everything below it; its input may be longer than a pipe holds."""
    reader, writer = os.pipe()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    actions = [(os.POSIX_SPAWN_DUP2, one, number) for number, one in enumerate((reader, nowhere, nowhere))]
    process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    os.close(reader)
    os.close(nowhere)
    feeder = threading.Thread(target=feed, args=(writer, stdin))
    feeder.start()
    _, _, usage = os.wait4(process, 0)
    feeder.join()
    return usage.ru_utime + usage.ru_stime


def feed(writer: int, data: bytes) -> None:
    try:
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(data)
    except BrokenPipeError:  # the floor reads nothing
        pass


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
