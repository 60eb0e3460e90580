"""What a prompt rule costs in the hook process, warm: the same hook with and without a judge to ask.

CPU time of the hook process alone (user and system), medians of interleaved rounds; the model is a
loopback server that answers at once. Exit 6 when a prompt decision costs more than 1.2 times one by a condition. What
the worker spends on a question is told beside it. Also how long the first prompt decision of a session takes, beside
later ones: the worker is loaded when the session starts; exit 6 above 1.3. Also sixteen hooks at once, whose server
thinks for 0.3 s: exit 6 when one in a hundred takes 1.5 s more than that.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import activate
from policyhooks.judge import place
from policyhooks.judge.control import tell
from tests.support.model_server import ModelServer

GOAL = 1.2
AT_ONCE = 16
AT_ONCE_ROUNDS = 13
THOUGHT_S = 0.3  # what the server of `slow-good` takes
WAIT_GOAL_S = 1.5
FIRST_GOAL = 1.3
STARTED_S = 120.0
LATER = 15
ROUNDS = 15
REPEAT = 5

POLICY = """\
apiVersion: policyhooks/v1
kind: Policy
metadata: {id: bench.judge, title: Bench, owner: bench@policyhooks.example, version: 1.0.0}
match: {events: [mcp.before]}
rules:
  - id: fixed
    when: mcp.tool == "fixed"
    effect: deny
    message: {user: "No.", agent: "Do something else."}
  - id: judged
    when: mcp.tool == "judged"
    judge: {prompt: "Only harmless. $ARGUMENTS", timeout: 20s, input: {tool: mcp.tool}, not_ok: deny, on_error: ask}
  - id: thought
    when: mcp.tool == "thought"
    judge: {prompt: "Only harmless. $ARGUMENTS", model: slow, timeout: 20s, not_ok: deny, on_error: deny}
"""


def payload(tool: str) -> bytes:
    common = {"session_id": "", "transcript_path": "/t", "cwd": "/", "permission_mode": "default"}
    call = {"hook_event_name": "PreToolUse", "tool_name": f"mcp__files__{tool}", "tool_input": {"path": "a"}}
    return json.dumps({**common, **call, "tool_use_id": "t"}).encode()


def hook_cpu(argv: list[str], data: bytes, expected: int) -> float:
    """CPU seconds of one hook process. The worker is no child of ours, so it does not count."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(argv, input=data, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == expected, (done.returncode, done.stdout, done.stderr)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_and_later(state: Path, argv: list[str]) -> tuple[float, float]:
    """Seconds of the first prompt decision after a session has loaded the worker, and the median of later ones."""
    start = [argv[0], *argv[1:4], "SessionStart", argv[5]]
    begun = {
        "session_id": "",
        "transcript_path": "/t",
        "cwd": "/",
        "hook_event_name": "SessionStart",
        "source": "startup",
    }
    hook_cpu(start, json.dumps(begun).encode(), 64)
    end = time.monotonic() + STARTED_S
    while not (tell(state / place.FOLDER, "status") or {}).get("loaded") and time.monotonic() < end:
        time.sleep(0.1)
    times = []
    for _ in range(LATER + 1):
        before = time.monotonic()
        hook_cpu(argv, payload("judged"), 2)
        times.append(time.monotonic() - before)
    return times[0], statistics.median(times[1:])


def waits(argv: list[str]) -> list[float]:
    """Seconds of hooks of which sixteen at a time ask a server that takes a while, beyond that while."""

    def one(_: int) -> float:
        before = time.monotonic()
        done = subprocess.run(argv, input=payload("thought"), capture_output=True, check=False)
        assert done.returncode in (0, 64), done
        return time.monotonic() - before - THOUGHT_S

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return sorted(second for _ in range(AT_ONCE_ROUNDS) for second in pool.map(one, range(AT_ONCE)))


def worker_ms(state: Path) -> int:
    """The CPU that the worker has used, in milliseconds."""
    return int(str((tell(state / place.FOLDER, "status") or {}).get("cpu_ms", 0)))


def main() -> int:
    kinds = {"no rule applies": ("other", 64), "deterministic deny": ("fixed", 2), "prompt rule, warm": ("judged", 2)}
    with ModelServer() as server, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "policy.yaml").write_text(POLICY)
        # Every call is new: what is measured is asking, not the cache. Caps must not step in.
        models = {"fast": "openai/bad", "slow": "openai/slow-good"}
        judge = {"models": {alias: {"model": name, "api_base": server.base} for alias, name in models.items()}}
        (folder / "config.yaml").write_text(
            json.dumps({"apiVersion": "policyhooks/v1", "kind": "Config", "judge": judge})
        )
        state = folder / "state"
        activate(state, [compile_policies([str(folder / "policy.yaml")], str(folder / "config.yaml"))])
        argv = [f"{state}/bin/hook", "2", "-", "claude-code", "PreToolUse", "30"]
        try:
            first, later = first_and_later(state, argv)
            spent: dict[str, list[float]] = {kind: [] for kind in kinds}
            started, worked = time.monotonic(), worker_ms(state)
            for _ in range(ROUNDS):
                for kind, (tool, expected) in kinds.items():
                    spent[kind].append(sum(hook_cpu(argv, payload(tool), expected) for _ in range(REPEAT)) / REPEAT)
            took, worked = time.monotonic() - started, worker_ms(state) - worked
            late = waits(argv)
        finally:
            tell(state / place.FOLDER, "stop")
    floor = statistics.median(spent["deterministic deny"])
    for kind, seconds in spent.items():
        print(f"{kind:22} {statistics.median(seconds) / floor:5.2f}   ({statistics.median(seconds) * 1000:.1f} ms CPU)")
    print(f"{ROUNDS * REPEAT * len(kinds)} hooks in {took:.1f} s; {len(server.requests)} requests reached the model")
    print(
        f"the first prompt decision after a session's start took {first / later:.2f} times as long as a later one "
        f"({first * 1000:.0f} ms); the goal is at most {FIRST_GOAL:g}"
    )
    print(f"the worker spends {worked / (ROUNDS * REPEAT):.1f} ms CPU on a question")
    wait = late[int(len(late) * 0.99)]
    print(
        f"{AT_ONCE} at once: beyond the server's own time half wait {statistics.median(late) * 1000:.0f} ms, one in a "
        f"hundred {wait * 1000:.0f} ms; the goal is at most {WAIT_GOAL_S * 1000:.0f} ms"
    )
    ratio = statistics.median(spent["prompt rule, warm"]) / floor
    print(f"a warm prompt decision is {ratio:.2f} times a deterministic one; the goal is at most {GOAL:g}")
    return 0 if ratio <= GOAL and first / later <= FIRST_GOAL and wait <= WAIT_GOAL_S else 6


if __name__ == "__main__":
    raise SystemExit(main())
