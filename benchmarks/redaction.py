"""What looking for secrets in long outputs costs: against a pass a detector, and in the installed hook.

CPU time, medians of one interleaved run. Exit 6 when the hook needs more than 4 s for 10 MB or more
than 24 s (80 % of the installed time-out) for 44 MB of base64: later the output would be withheld.
"""

from __future__ import annotations

import base64
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.plain_finders import plain_secrets
from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import activate, interpreter_path
from policyhooks.secrets.masking import find

ROUNDS = 3
MEGABYTE = 1_000_000
GOALS = {"10 MB of base64": 4.0, "44 MB of base64": 24.0}
POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: bench.output, title: Output, owner: bench@example.com}
rules:
  - id: mask
    match: {events: [tool.after], clients: [claude-code]}
    effect: redact
    redact: {detectors: [secrets]}
"""


def main() -> int:
    """Measure, print the tables, judge the goals."""
    texts = make_texts()
    for name, text in texts.items():
        plain, quick = compare(text, 1 if len(text) > 20 * MEGABYTE else ROUNDS)
        print(f"{name:28} pass a detector / combined {plain / quick:6.1f}x   combined {quick:5.2f} s", flush=True)
    worst = 0
    with tempfile.TemporaryDirectory(prefix="policyhooks-bench-") as folder:
        policy = Path(folder) / "output.yaml"
        policy.write_text(POLICY, encoding="utf-8")
        state = activate(Path(folder).resolve() / "state", [compile_policies([str(policy)])]).state
        for name, text in texts.items():
            seconds = hook_cpu_s(state, text, folder)
            goal = GOALS.get(name)
            worst = max(worst, 6 if goal is not None and seconds > goal else 0)
            print(f"hook: {name:22} {seconds:5.2f} s CPU{f'   (goal {goal:g})' if goal else ''}", flush=True)
    return worst


def make_texts() -> dict[str, str]:
    """Base64 in lines and in one line, and this project's own source, repeated."""
    source = random.Random(11)
    code = "".join(path.read_text("utf-8") for path in sorted(Path(__file__).parents[1].glob("policyhooks/**/*.py")))
    return {
        "10 MB of base64": wrap(encoded(source, 10 * MEGABYTE)),
        "10 MB of base64, one line": encoded(source, 10 * MEGABYTE),
        "10 MB of source code": (code * (10 * MEGABYTE // len(code) + 1))[: 10 * MEGABYTE],
        "44 MB of base64": wrap(encoded(source, 44 * MEGABYTE)),
    }


def encoded(source: random.Random, size: int) -> str:
    return base64.b64encode(source.randbytes(size * 3 // 4)).decode("ascii")


def wrap(text: str) -> str:
    """Lines of 76, as mail and PEM have them, and not longer than the text was."""
    return "\n".join(text[at : at + 75] for at in range(0, len(text) * 75 // 76, 75))


def compare(text: str, rounds: int) -> tuple[float, float]:
    """Median CPU seconds of a pass a detector and of the combined search, in turn."""
    plain, quick = [], []
    for _ in range(rounds):
        plain.append(cpu_s(plain_secrets, text))
        quick.append(cpu_s(find, text))
    return statistics.median(plain), statistics.median(quick)


def cpu_s(search: Callable[[str], object], text: str) -> float:
    begun = time.process_time()
    search(text)
    return time.process_time() - begun


def hook_cpu_s(state: Path, text: str, folder: str) -> float:
    """CPU seconds of the installed hook on the output of a command; it must have been redacted or left alone."""
    payload = {
        "session_id": "s",
        "cwd": folder,
        "hook_event_name": "PostToolUse",
        "permission_mode": "default",
        "tool_name": "Bash",
        "tool_input": {"command": "cat x"},
        "tool_response": {"stdout": text, "stderr": "", "interrupted": False},
    }
    words = [str(interpreter_path()), "-I", "-S", f"{state}/hook.py", "claude-code", "PostToolUse", "300"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        words, input=json.dumps(payload).encode(), capture_output=True, check=True, env=dict(os.environ)
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert b"withheld" not in done.stdout[:400], done.stdout[:400]
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(main())
