"""What one decision costs: the real hook process against a bare interpreter's start and against other hooks.

CPU time of the process and all its descendants, medians of one interleaved run, journal and masking
on, the 50 rules of data/fifty.yaml (10 of them with `matches`). The rows `front` are what entries start
where the native front was built, the rows `hook` the script alone. Exit 6 when a decision on a call
without a shell command costs more than 1.3 times `python3 -I -S -c pass`, or 1.45 times with the
front. Growth to 10,000 rules is benchmarks/compiler.py's.
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
from policyhooks.image.front import ORDINARY as SCRIPT
from policyhooks.image.front import find_front
from policyhooks.image.starters import interpreter_path

GOALS = {"hook": 1.3, "front": 1.45}  # the script alone; what entries start where there is a native front
WITH_GOALS = ("read a file", "send a prompt", "call an MCP tool")
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
        goal = f"   (goal {goals[label]})" if label in goals else ""
        print(f"{label:52} {value / floor:6.2f}x of the floor{goal}")
    missed = [label for label, goal in goals.items() if medians[label] / floor > goal]
    print(f"goals: {len(goals) - len(missed)} of {len(goals)} met{''.join(f'; not: {one}' for one in missed)}")
    return 6 if missed else 0


def own_rows(active: Activation, folder: Path) -> tuple[dict[str, Row], dict[str, float]]:
    """The floor and our hook on several events, with the front and without; and those that have a goal."""
    interpreter = str(interpreter_path())
    rows: dict[str, Row] = {FLOOR: ([interpreter, "-I", "-S", "-c", "pass"], b"")}
    cases: dict[str, Case] = {
        "read a file": READ,
        "send a prompt": PROMPT,
        "call an MCP tool": MCP,
        "read a file, denied": DENIED,
        "shell command": SHELL,
    }
    script, front = active.state / "bin" / SCRIPT, active.state / "bin/hook"
    starts = {"hook": script, "front": front} if script.exists() else {"hook": front}
    if len(starts) == 1:
        print(f"skipped: the native front; {find_front().why}")
    goals = {}
    for label, (client, native, payload) in cases.items():
        for kind, start in starts.items():
            rows[f"{kind}: {label}"] = ([str(start), "2", "-", client, native, "10"], at(folder, payload))
            if label in WITH_GOALS:
                goals[f"{kind}: {label}"] = GOALS[kind]
    return rows, goals


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
