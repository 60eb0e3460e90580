"""Rule sets by shape: what a hook costs with 10,000 rules against 10, where rules share what the index looks for.

Each shape is one way to write many rules, with an event that has all that they share and meets none of them. CPU time
of the installed hook without the front, the process and all it starts, medians of rounds that take both sizes in
turn. `--json FILE` writes the figures; exit 6 when a shape costs more than its goal.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.compiler import rule_of as own_key
from benchmarks.events import READ, SHELL, Case, claude_prompt, claude_tool
from benchmarks.hook import Row, at, cpu_s
from policyhooks.compiler.compile import compile_policies
from policyhooks.image.activation import activate
from policyhooks.image.front import ORDINARY as SCRIPT
from policyhooks.image.starters import interpreter_path

FEW, MANY = 10, 10_000
ROUNDS = 15
FILE_RULES = 500
GOAL = 1.5
GOAL_WITHOUT_LITERAL = 3.0


@dataclass(frozen=True)
class Shape:
    """Rules by number, the event to decide on, and what many may cost of few."""

    rule: Callable[[int], Mapping[str, object]]
    case: Case
    goal: float = GOAL


def on(event: str, condition: str) -> dict[str, object]:
    return {"match": {"events": [event]}, "when": condition}


def bash(command: str) -> Case:
    return claude_tool("Bash", {"command": command, "description": "a step"})


def sub_commands(n: int) -> dict[str, object]:
    return {"match": {"commands": [f"git unit{n} --force"]}}


def operands(n: int) -> dict[str, object]:
    if n % 2:
        return on("shell.before", f'shell.commands.exists(c, c.name == "kubectl" && c.args.exists(a, a == "ns-{n}"))')
    return {"match": {"commands": [f"kubectl delete ns-{n}", f"kubectl drain node-{n}*"]}}


def flags(n: int) -> dict[str, object]:
    if n % 2:
        return on("shell.before", f'shell.commands.exists(c, c.name == "git" && "--unit-{n}" in c.flags)')
    return {"match": {"commands": [f"git push --unit-{n}", f"git push --target=unit-{n}"]}}


def pairs(n: int) -> dict[str, object]:
    return {"match": {"commands": [f"tool{n % 100} unit{n // 100}"]}}


def folder_globs(n: int) -> dict[str, object]:
    paths = (f"/srv/shared/rule-{n}-*.pem", f"/srv/shared/*-{n}.key", f"/srv/shared/**/unit{n}/*")
    return {"match": {"events": ["file.read"], "paths": [paths[n % 3]]}}


def path_regexes(n: int) -> dict[str, object]:
    patterns = (f"^/srv/shared/[a-z]+/unit-{n}[.]pem$", f"(?i)/shared/.*/key-{n}([.]old)?$")
    return on("file.read", f"file.path.norm.matches({json.dumps(patterns[n % 2])})")


def prompt_regexes(n: int) -> dict[str, object]:
    patterns = (f"(?i)deploy +to +cluster-{n}\\b", f"release (of|for) customer-{n}( now)?")
    return on("prompt.submit", f"prompt.text.matches({json.dumps(patterns[n % 2])})")


def prompt_texts(n: int) -> dict[str, object]:
    return {"match": {"events": ["prompt.submit"], "prompts": [f"deploy to cluster-{n}"]}}


def mcp_arguments(n: int) -> dict[str, object]:
    conditions = (
        f'has(mcp.arguments.repo) && mcp.arguments.repo == "acme/app-{n}"',
        f'mcp.arguments.?repo.orValue("") == "acme/app-{n}"',
        f'mcp.arguments.repo == "acme/app-{n}"',
        f'mcp.arguments.repo.startsWith("acme/app-{n}-")',
    )
    return {"match": {"mcp": ["github/*"]}, "when": conditions[n % len(conditions)]}


def hosts(n: int) -> dict[str, object]:
    if n % 3 == 0:
        return {"match": {"events": ["web.before"], "hosts": [f"*.team-{n}.acme.example"]}}
    if n % 3 == 1:
        return {"match": {"events": ["web.before"], "hosts": [f"db-{n}-*.acme.example"]}}
    return on("web.before", f'host_matches(web.host.name, "*.unit-{n}.acme.example")')


def shell_hosts(n: int) -> dict[str, object]:
    if n % 2:
        return {"match": {"events": ["shell.before"], "hosts": [f"db-{n}-*.acme.example"]}}
    return on("shell.before", f'shell.hosts.exists(h, h.name == "db-{n}.acme.example")')


def sizes(n: int) -> dict[str, object]:
    return on("prompt.submit", f"prompt.text.size() > {100_000 + n}")


def open_regexes(n: int) -> dict[str, object]:
    return on("prompt.submit", f'prompt.text.matches("^[A-Z]{{{n % 90 + 1}}}[0-9]{{{n // 90 + 1}}}$")')


def counts(n: int) -> dict[str, object]:
    return on("shell.before", f"shell.commands.exists(c, c.args.size() > {100 + n})")


GIT = bash("git push origin main")
SHARED = claude_tool("Read", {"file_path": "/srv/shared/docs/readme.txt"})
PROMPT = claude_prompt("Please deploy to cluster-x, after the release of customer-y.")
REPOSITORY = claude_tool("mcp__github__search_issues", {"repo": "acme/app-x", "query": "is:open label:bug"})
FETCH = claude_tool("WebFetch", {"url": "https://docs.acme.example/start", "prompt": "what does it say?"})

SHAPES: dict[str, Shape] = {
    "a key of its own each, file": Shape(own_key, READ),
    "a key of its own each, command": Shape(own_key, SHELL),
    "one command, sub-commands": Shape(sub_commands, GIT),
    "one command, operands": Shape(operands, bash("kubectl delete pod-x")),
    "one command, flags": Shape(flags, GIT),
    "commands and sub-commands, crossed": Shape(pairs, bash("tool7 unit101")),
    "one folder, globs": Shape(folder_globs, SHARED),
    "path regexes": Shape(path_regexes, SHARED),
    "prompt regexes": Shape(prompt_regexes, PROMPT),
    "prompt texts": Shape(prompt_texts, PROMPT),
    "MCP arguments": Shape(mcp_arguments, REPOSITORY),
    "hosts of pages": Shape(hosts, FETCH),
    "hosts of commands": Shape(shell_hosts, bash("curl -sS https://docs.acme.example/start")),
    "no literal, sizes": Shape(sizes, PROMPT, GOAL_WITHOUT_LITERAL),
    "no literal, regexes": Shape(open_regexes, PROMPT, GOAL_WITHOUT_LITERAL),
    "no literal, commands": Shape(counts, GIT, GOAL_WITHOUT_LITERAL),
}


def main(words: list[str] | None = None) -> int:
    """Measure, print the table, judge the goals."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shapes")
    parser.add_argument("--only", default="", help="shapes whose name holds this text")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args([] if words is None else words)
    found = {}
    print(f"{'':38}{FEW:>8}{MANY:>10} rules, of the floor    ratio")
    for name, shape in SHAPES.items():
        if options.only in name:
            found[name] = measure(shape, options.rounds)
            few, many = found[name]
            print(f"{name:38}{few:8.2f}{many:10.2f}x {many / few:25.2f}   (goal {shape.goal})", flush=True)
    if options.json:
        figures = {name: {"few": few, "many": many, "ratio": many / few} for name, (few, many) in found.items()}
        options.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    missed = [name for name, (few, many) in found.items() if many / few > SHAPES[name].goal]
    print(f"goals: {len(found) - len(missed)} of {len(found)} met{''.join(f'; not: {name}' for name in missed)}")
    return 6 if missed else 0


def measure(shape: Shape, rounds: int) -> tuple[float, float]:
    """The median cost with few rules and with many, as multiples of the floor."""
    bare: Row = ([str(interpreter_path()), "-I", "-S", "-c", "pass"], b"")
    with tempfile.TemporaryDirectory(prefix="policyhooks-bench-") as name:
        folder = Path(name).resolve()
        rows = [bare, *(install(folder, shape, size) for size in (FEW, MANY))]
        for row in rows:
            cpu_s(*row)
        used = [[cpu_s(*row) for row in rows] for _ in range(rounds)]
    floor, few, many = (statistics.median(values) for values in zip(*used, strict=True))
    return few / floor, many / floor


def install(folder: Path, shape: Shape, size: int) -> Row:
    """The hook of a shape's first rules, as entries start it where there is no front."""
    state = activate(folder / f"state{size}", [compile_policies([str(write(folder / str(size), shape, size))])]).state
    client, native, payload = shape.case
    script = state / "bin" / SCRIPT
    start = script if script.exists() else state / "bin/hook"
    return [str(start), "2", "-", client, native, "10"], at(folder, payload)


def write(folder: Path, shape: Shape, size: int) -> Path:
    """Policy files with the first rules of a shape."""
    folder.mkdir()
    message = {"user": "stopped", "agent": "do something else"}
    for start in range(0, size, FILE_RULES):
        rules = [
            {"id": f"rule-{n}", **shape.rule(n), "effect": "deny", "message": message}
            for n in range(start, min(start + FILE_RULES, size))
        ]
        head = {"id": f"acme.file-{start}", "title": "Generated", "owner": "bench@acme.example"}
        document = {"apiVersion": "policyhooks/v1", "kind": "Policy", "metadata": head, "rules": rules}
        (folder / f"{start:05d}.yaml").write_text(json.dumps(document, indent=1), encoding="utf-8")
    return folder


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
