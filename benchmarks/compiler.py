"""How compiling grows with the number of rules, and what deciding costs with 10,000 rules against 10.

CPU time. Decisions are measured in real hook processes (cold) and in one process (warm), medians of
interleaved rounds. Exit 6 when a rule costs twice as much to compile among 10,000 as among 1,000, or
a decision with 10,000 rules more than 1.5 times one with 10.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.events import READ, SHELL, Case
from policyhooks.compiler.compile import Compiled, compile_policies
from policyhooks.image.activation import Activation, activate
from policyhooks.inspect.session import Deciding

SIZES = (10, 100, 1_000, 10_000)
FILE_RULES = 250  # rules in a file
ROUNDS = 15
STARTS = 4
REPEAT = 40
GROWTH_GOAL = 2.0
DECIDE_GOAL = 1.5


def generate(folder: Path, rules: int) -> Path:
    """Policy files with rules of six kinds."""
    folder.mkdir()
    message = {"user": "stopped", "agent": "do something else"}
    for start in range(0, rules, FILE_RULES):
        written = [
            {"id": f"rule-{number}", **rule_of(number), "effect": "deny", "message": message}
            for number in range(start, min(start + FILE_RULES, rules))
        ]
        head = {"id": f"acme.file-{start}", "title": "Generated", "owner": "bench@acme.example"}
        document = {"apiVersion": "policyhooks/v1", "kind": "Policy", "metadata": head, "rules": written}
        (folder / f"{start:05d}.yaml").write_text(json.dumps(document, indent=1), encoding="utf-8")
    return folder


def rule_of(n: int) -> dict[str, object]:
    """One of six ways to write a rule."""
    shell, prompt = {"events": ["shell.before"]}, {"events": ["prompt.submit"]}
    kinds: tuple[dict[str, object], ...] = (
        {"match": {"commands": [f"tool{n} apply", f"tool{n} destroy --force"]}},
        {"match": shell, "when": f'shell.commands.exists(c, c.name == "prog{n}" && "--all" in c.flags)'},
        {"match": {"events": ["file.read", "file.write"], "paths": [f"**/secret{n}/*.pem", f"~/.conf{n}/**"]}},
        {"match": {"mcp": [f"server{n}/delete_*"]}},
        {"match": prompt, "when": f'prompt.text.contains("codeword-{n}")'},
        {"match": shell, "when": f'shell.commands.exists(c, c.name in ["a{n}", "b{n}"] && c.elevated)'},
    )
    return kinds[n % len(kinds)]


def children_s() -> float:
    """CPU seconds of processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def hook_s(active: Activation, case: Case) -> float:
    """CPU seconds of one hook process."""
    client, native, payload = case
    line = json.dumps(payload).encode()
    command = [str(active.state / "bin/hook"), "2", "-", client, native, "10"]
    before = children_s()
    for _ in range(STARTS):
        subprocess.run(command, input=line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return (children_s() - before) / STARTS


def warm_s(deciding: Deciding, case: Case) -> float:
    """CPU seconds of one decision in a process that has everything loaded."""
    client, native, payload = case
    started = time.process_time()
    for _ in range(REPEAT):
        deciding.decide(client, native, payload)
    return (time.process_time() - started) / REPEAT


def compare(name: str, small: list[float], large: list[float]) -> float:
    """Print one line; returns the ratio of the medians."""
    one, other = statistics.median(small), statistics.median(large)
    print(f"  {name:<34} {one * 1000:8.2f} ms {other * 1000:8.2f} ms   {other / one:5.2f}x")
    return other / one


def measure_compiling(root: Path) -> tuple[float, dict[int, Compiled]]:
    """Compile every size; returns how much more a rule costs among the most than among a tenth of them."""
    print("compiling    rules   CPU s   ms a rule   modules   largest module, KB")
    per_rule: dict[int, float] = {}
    compiled: dict[int, Compiled] = {}
    for size in SIZES:
        folder = generate(root / str(size), size)
        started = time.process_time()
        compiled[size] = compile_policies([str(folder)])
        spent = time.process_time() - started
        per_rule[size] = spent / size
        modules = compiled[size].modules
        largest = max(len(source) for source in modules.values()) / 1024
        print(f"           {size:>7} {spent:7.2f} {per_rule[size] * 1000:11.3f} {len(modules):>9} {largest:12.1f}")
    return per_rule[SIZES[-1]] / per_rule[SIZES[-2]], compiled


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        growth, compiled = measure_compiling(Path(folder))
        print(f"a rule among {SIZES[-1]} costs {growth:.2f}x of one among {SIZES[-2]} (goal: at most {GROWTH_GOAL})")
        few, many = compiled[SIZES[0]], compiled[SIZES[-1]]
        active = {size: activate(Path(folder) / f"state{size}", [compiled[size]]) for size in (SIZES[0], SIZES[-1])}
        warm = {SIZES[0]: Deciding(few.modules, links=False), SIZES[-1]: Deciding(many.modules, links=False)}
        print(f"deciding{SIZES[0]:>32} rules{SIZES[-1]:>9}    ratio (goal: at most {DECIDE_GOAL})")
        worst = 0.0
        for name, case in (("read a file", READ), ("run a command", SHELL)):
            cold: dict[int, list[float]] = {size: [] for size in active}
            hot: dict[int, list[float]] = {size: [] for size in active}
            for size in active:
                hook_s(active[size], case), warm_s(warm[size], case)
            for _ in range(ROUNDS):
                for size in active:
                    cold[size].append(hook_s(active[size], case))
                    hot[size].append(warm_s(warm[size], case))
            worst = max(worst, compare(f"{name}, a hook process", cold[SIZES[0]], cold[SIZES[-1]]))
            worst = max(worst, compare(f"{name}, in one process", hot[SIZES[0]], hot[SIZES[-1]]))
    return 0 if growth <= GROWTH_GOAL and worst <= DECIDE_GOAL else 6


if __name__ == "__main__":
    sys.exit(main())
