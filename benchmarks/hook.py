"""What one decision costs: the real hook process against a bare interpreter's start and against other hooks.

CPU time of the process and all its descendants, medians of one interleaved run, journal and masking
on, the 50 rules of data/fifty.yaml (10 of them with `matches`). Exit 6 when a decision on a call
without a shell command costs more than 1.3 times `python3 -I -S -c pass`. Growth to 10,000 rules is
benchmarks/compiler.py's.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.events import ORDINARY, READ, SHELL, Case, claude_tool
from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import Activation, activate
from policyhooks.image.starters import interpreter_path

GOAL = 1.3
ROUNDS = 60
POLICY = Path(__file__).with_name("data") / "fifty.yaml"
FLOOR = "python3 -I -S -c pass"
PROMPT = next(case for case in ORDINARY if case[:2] == ("claude-code", "UserPromptSubmit"))
MCP = next(case for case in ORDINARY if str(case[2].get("tool_name", "")).startswith("mcp__"))
DENIED = claude_tool("Read", {"file_path": "/home/dev/project/.env"})

JQ_SCRIPT = """#!/bin/bash
input=$(cat)
command=$(jq -r '.tool_input.command // ""' <<< "$input")
if grep -qE 'rm -rf /( |$)' <<< "$command"; then
  jq -n "{hookSpecificOutput: {hookEventName: \"PreToolUse\", permissionDecision: \"deny\"}}"
fi
exit 0
"""
PYTHON_SCRIPT = """
import json, re, sys
event = json.load(sys.stdin)
if re.search(r"rm -rf /( |$)", event["tool_input"].get("command", "")):
    print("no", file=sys.stderr)
    sys.exit(2)
"""

Row = tuple[list[str], bytes]


def main() -> int:
    """Measure, print the table, judge the goal."""
    with tempfile.TemporaryDirectory(prefix="policyhooks-bench-") as name:
        folder = Path(name).resolve()
        active = activate(folder / "state", [compile_policies([str(POLICY)])])
        rows, goals = own_rows(active, folder)
        rows.update(other_rows(folder))
        medians = measure(rows)
    floor = medians[FLOOR]
    for label, value in medians.items():
        print(f"{label:52} {value / floor:6.2f}x of the floor{'   (goal 1.3)' if label in goals else ''}")
    worst = max(medians[label] / floor for label in goals)
    print(f"worst of the goals: {worst:.2f}x, goal {GOAL}x")
    return 0 if worst <= GOAL else 6


def own_rows(active: Activation, folder: Path) -> tuple[dict[str, Row], list[str]]:
    """The floor and our hook on several events; the second value names those with a goal."""
    interpreter = str(interpreter_path())
    rows: dict[str, Row] = {FLOOR: ([interpreter, "-I", "-S", "-c", "pass"], b"")}
    cases: dict[str, Case] = {
        "hook: read a file": READ,
        "hook: send a prompt": PROMPT,
        "hook: call an MCP tool": MCP,
        "hook: read a file, denied": DENIED,
        "hook: shell command": SHELL,
    }
    for label, (client, native, payload) in cases.items():
        command = [f"{active.state}/bin/hook", "2", "-", client, native, "10"]
        rows[label] = (command, at(folder, payload))
    return rows, ["hook: read a file", "hook: send a prompt", "hook: call an MCP tool"]


def other_rows(folder: Path) -> dict[str, Row]:
    """What a user would pick instead, each on a shell command."""
    event = at(folder, SHELL[2])
    script = folder / "hook.sh"
    script.write_text(JQ_SCRIPT, encoding="utf-8")
    script.chmod(0o700)
    plain = folder / "hook.py"
    plain.write_text(PYTHON_SCRIPT, encoding="utf-8")
    rows: dict[str, Row] = {"plain Python script, 1 rule": ([sys.executable, str(plain)], event)}
    if shutil.which("jq"):
        rows["bash and jq script, 1 rule"] = ([str(script)], event)
    else:
        print("skipped: the bash and jq script, there is no jq here")
    net = find_safety_net()
    if net:
        rows["cc-safety-net"] = ([*net, "hook", "--coding-cli"], event)
    return rows


def find_safety_net() -> list[str]:
    """The command of cc-safety-net, installed once into the user's cache; empty with a note where it cannot be."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        print("skipped: cc-safety-net, there is no node and npm here")
        return []
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "policyhooks-bench"
    program = cache / "node_modules" / "cc-safety-net" / "dist" / "bin" / "cc-safety-net.js"
    if not program.is_file():
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        command = [
            npm,
            "install",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--prefix",
            str(cache),
            "cc-safety-net",
        ]
        try:
            subprocess.run(command, capture_output=True, check=True, timeout=120)
        except (subprocess.SubprocessError, OSError):
            print("skipped: cc-safety-net, npm could not install it")
            return []
    return [node, str(program)]


def at(folder: Path, payload: dict[str, object]) -> bytes:
    """A payload whose working folder exists."""
    return json.dumps({**payload, "cwd": str(folder)}).encode()


def measure(rows: dict[str, Row]) -> dict[str, float]:
    """The median CPU seconds of every row, all rows in turn."""
    used: dict[str, list[float]] = {label: [] for label in rows}
    for _ in range(ROUNDS):
        for label, (command, stdin) in rows.items():
            used[label].append(cpu_s(command, stdin))
    return {label: statistics.median(values) for label, values in used.items()}


def cpu_s(command: list[str], stdin: bytes) -> float:
    """CPU seconds of a process and of everything below it that it waited for."""
    reader, writer = os.pipe()
    os.write(writer, stdin)
    os.close(writer)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    actions = [(os.POSIX_SPAWN_DUP2, one, number) for number, one in enumerate((reader, nowhere, nowhere))]
    process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    os.close(reader)
    os.close(nowhere)
    _, _, usage = os.wait4(process, 0)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    sys.exit(main())
