"""How many past calls `policyhooks scan` decides in a second of one core, and the most memory that a process takes.

Transcripts are generated, every call with its result and nearly every command its own; CPU time of all processes
counts, that of the parser too. The start of the verb is measured by itself and taken off. Exit 6 when a goal is
missed; `python -m benchmarks.scan [CALLS]`.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

CALLS = 100_000
SESSION = 500  # calls in a file
GOALS = {"Bash": 1200, "Read": 2500}  # calls a core-second
MOST_MB = 500
SHIPPED = Path(__file__).parents[1] / "policies"
SEED = 7
WORDS = ("src", "tests", "build", "docs", "api", "web", "main", "util", "core", "data", "lib", "cache")
COMMANDS = (
    "git status --short {p}",
    "git diff HEAD~{n} -- {p}.py",
    "git log --oneline -{n} {p}",
    "ls -la {p}",
    "cat {p}.json",
    "sed -n '{n},+40p' {p}.py",
    "grep -rn '{w}_{n}' {p} | head -20",
    "find {p} -name '*.py' -newer {w}{n} | sort",
    "cd {p} && npm test -- --watch=false -t {w}{n}",
    "python -m pytest {p}/test_{w}.py -q -k 'case and {n}'",
    "mkdir -p {p} && touch {p}/__init__.py",
    "git add -A && git commit -m 'fix {w} {n}'",
    "curl -s https://api.example.com/{p}/{n}",
    "rm -rf {p}/tmp{n}",
    "docker ps -a | grep {w}{n}",
    "echo {n} > {p}.txt",
    "for f in {p}/*.py; do wc -l \"$f\"; done",
    "if [ -f {p}.lock ]; then cat {p}.lock; fi",
    "npm install {w}-{n} && npm run build",
    "make {w} ARGS={n} 2>&1 | tail -n {n}",
)  # fmt: skip


def main() -> int:
    """Measure, print, judge the goals."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else CALLS
    missed = 0
    with tempfile.TemporaryDirectory(prefix="policyhooks-bench-") as name:
        folder = Path(name)
        start_s, _, _ = scan(write(folder / "empty", "Read", 1))
        for tool, goal in GOALS.items():
            spent, megabytes, found = scan(write(folder / tool, tool, calls))
            assert found == calls, f"{found} of {calls} calls were read"
            rate = calls / (spent - start_s)
            told = f"{rate / goal:.2f} of the goal {goal}"
            print(f"{tool:6} {rate:8.0f} calls a core-second ({told}); {megabytes:.0f} MB in the largest process")
            missed += (rate < goal) + (megabytes > MOST_MB)
    print(f"goals missed: {missed}; at most {MOST_MB} MB")
    return 6 if missed else 0


def scan(folder: Path) -> tuple[float, float, int]:
    """CPU seconds of a scan and all its children, megabytes of the largest of them, calls that it counts."""
    words = f"--transcripts {folder} --policies {SHIPPED} --since all --format json".split()
    with tempfile.TemporaryFile() as out:
        made = subprocess.Popen(
            [sys.executable, "-m", "policyhooks", "scan", *words], stdout=out, stderr=subprocess.DEVNULL
        )
        _, status, used = os.wait4(made.pid, 0)
        made.returncode = os.waitstatus_to_exitcode(status)
        assert made.returncode == 0
        out.seek(0)
        # wait4 counts the time of processes that have ended below; of memory it has the largest one's.
        return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, json.load(out)["calls"]


def write(folder: Path, tool: str, calls: int) -> Path:
    """Transcripts as Claude Code writes them."""
    folder.mkdir()
    random_ = random.Random(SEED)
    for first in range(0, calls, SESSION):
        with (folder / f"{first:08d}.jsonl").open("w", encoding="utf-8") as out:
            for number in range(first, min(first + SESSION, calls)):
                out.writelines(lines(tool, number, arguments(tool, random_)))
    return folder


def arguments(tool: str, random_: random.Random) -> dict[str, str]:
    """What one call asks for."""
    path = "/".join(random_.choices(WORDS, k=3)) + str(random_.randrange(1000))
    if tool == "Read":
        return {"file_path": f"/w/project/{path}.py"}
    values = {"{p}": path, "{w}": random_.choice(WORDS), "{n}": str(random_.randrange(1, 1000))}
    command = random_.choice(COMMANDS)
    for mark, value in values.items():
        command = command.replace(mark, value)
    return {"command": command}


def lines(tool: str, number: int, values: dict[str, str]) -> Iterator[str]:
    """A call and its result."""
    head = {"sessionId": f"s{number // SESSION}", "cwd": "/w/project", "version": "2.1.325"}
    used = {"type": "tool_use", "id": f"toolu_{number}", "name": tool, "input": values}
    done = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "a line of output\n" * 10}
    for second, (kind, block) in enumerate((("assistant", used), ("user", done))):
        when = f"2026-11-18T10:00:0{second}.000Z"
        yield json.dumps({"type": kind, **head, "timestamp": when, "message": {"content": [block]}}) + "\n"


if __name__ == "__main__":
    sys.exit(main())
