"""How many decisions `policyhooks decide` makes on one core, against starting a bare interpreter for each event.

CPU time, medians of interleaved rounds, with the shipped policies. Exit 6 when events without a
shell command are not at least 20 times the rate of bare starts.
"""

from __future__ import annotations

import io
import json
import resource
import statistics
import subprocess
import sys
import time

from policyhooks.cli.options.policies import shipped
from policyhooks.cli.verbs.decide import decide_lines
from policyhooks.clients.facts import HOME, WORKSPACE
from policyhooks.clients.native_payload import native_payload
from policyhooks.clients.subject import Subject
from policyhooks.compiler.compile import compile_policies
from policyhooks.inspect.rulebook import of_modules
from policyhooks.library import Engine

GOAL = 20
ROUNDS = 9
STARTS = 8  # bare starts a round
REPEAT = 60  # payloads of each kind a round

KINDS = {
    "read a file": Subject("file.read", path=f"{WORKSPACE}/src/main.py"),
    "read credentials": Subject("file.read", path=f"{HOME}/.aws/credentials"),
    "write a file": Subject("file.write", path=f"{WORKSPACE}/src/main.py", content="print('hello')\n" * 40),
    "call an MCP tool": Subject("mcp.before", server="github", tool="search_issues", arguments={"query": "is:open"}),
    "send a prompt": Subject("prompt.submit", text="Explain what this function does, and write a test for it. " * 5),
    "a simple command": Subject("shell.before", command="git status && npm test"),
    "a harmful command": Subject("shell.before", command="git push --force origin main"),
    "needs the parser": Subject("shell.before", command='for f in *.py; do echo "$f" | wc -l; done'),
}
SHELL = frozenset(name for name, subject in KINDS.items() if subject.event == "shell.before")


def bare_starts() -> float:
    """CPU seconds of one bare interpreter start."""
    before = children_s()
    for _ in range(STARTS):
        subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], check=True)
    return (children_s() - before) / STARTS


def children_s() -> float:
    """CPU seconds of processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def decisions(engine: Engine, lines: list[bytes]) -> float:
    """CPU seconds of one decision, children (the parser) included."""
    started = time.process_time() + children_s()
    assert decide_lines(lines, io.StringIO(), engine, "claude-code", None) == 0
    return (time.process_time() + children_s() - started) / len(lines)


def main() -> int:
    compiled = compile_policies([shipped()])
    engine = Engine(of_modules(compiled.modules), outside="run")
    payloads = {
        name: [json.dumps(native_payload("claude-code", subject)[1]).encode()] * REPEAT
        for name, subject in KINDS.items()
    }
    for lines in payloads.values():
        decisions(engine, lines[:2])  # load what is loaded once
    bare: list[float] = []
    spent: dict[str, list[float]] = {name: [] for name in KINDS}
    for _ in range(ROUNDS):
        bare.append(bare_starts())
        for name, lines in payloads.items():
            spent[name].append(decisions(engine, lines))
    floor = statistics.median(bare)
    print(f"{len(compiled.rules)} rules; a bare interpreter start is 1 ({1 / floor:.0f} a second on one core)")
    worst = 0.0
    for name, values in spent.items():
        each = statistics.median(values)
        print(f"  {name:<18} {1 / each:>9.0f} decisions a second {floor / each:>9.1f} x")
        if name not in SHELL:
            worst = min(worst or floor / each, floor / each)
    print(f"events without a command: at least {worst:.0f} x, goal {GOAL} x")
    return 0 if worst >= GOAL else 6


if __name__ == "__main__":
    sys.exit(main())
