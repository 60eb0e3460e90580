"""Ten conditions of policies: lowered to Python, against cel-python's interpreter, in one interleaved run.

Both sides evaluate compiled conditions on the same event; CPU time, the median of the rounds, as a ratio.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module

import celpy

from policyhooks.cel.check import check
from policyhooks.cel.environment import policy_environment
from policyhooks.cel.lower import lower
from policyhooks.cel.patterns import precompile
from policyhooks.cel.syntax import parse
from policyhooks.cel.types import BOOL
from policyhooks.core.event import Event
from policyhooks.core.records import EventInfo, File, Mcp, Prompt, Tool
from policyhooks.core.shell_records import Cmd, PathRef, Shell
from policyhooks.core.values import Record
from policyhooks.evaluation import regex

GOAL = 100
ROUNDS, OURS, THEIRS = 9, 2_000, 20

CONDITIONS = (
    'shell.commands.exists(c, c.name == "git" && c.sub == "push" && "--force" in c.flags)',
    'shell.commands.exists(c, c.name in ["mkfs", "wipefs", "shred", "blkdiscard", "hdparm", "dd"])',
    'shell.commands.exists(c, c.name == "rm" && c.flags.exists(f, f == "-r") && c.args.exists(a, a.startsWith("/")))',
    "!shell.understood || shell.dynamic",
    'shell.commands.all(c, c.name != "npm" || c.args.size() == 0 || c.args[0] != "install")',
    'shell.paths.exists(p, p.op == "write" && !p.in_workspace && p.tags.exists(t, t == "system"))',
    'shell.command.contains("curl") && shell.command.matches("https?://[^/]+/install\\\\.sh")',
    'event.branch in ["main", "master", "release"] && !event.headless && event.permission_mode != "bypass"',
    'has(tool.input.timeout) && tool.input.timeout > 600 && tool.name == "Bash"',
    'file.path.norm.endsWith(".env") || file.path.norm.contains("/.ssh/") || prompt.text.contains("BEGIN RSA")',
)


def commands() -> tuple[Cmd, ...]:
    """What a developer's pipeline of a few commands looks like."""
    return (
        Cmd(id=1, name="cd", program="cd", argv=("cd", "/w/project"), args=("/w/project",)),
        Cmd(id=2, name="npm", sub="ci", argv=("npm", "ci", "--silent"), args=("ci",), flags=("--silent",)),
        Cmd(id=3, name="git", sub="push", argv=("git", "push", "origin", "work"), args=("origin", "work")),
        Cmd(id=4, name="rm", argv=("rm", "-r", "dist"), args=("dist",), flags=("-r", "-f")),
    )


def event() -> Event:
    path = PathRef(raw="src/app.py", norm="/w/project/src/app.py", op="write", in_workspace=True, tags=("source",))
    shell = Shell(
        command="cd /w/project && npm ci --silent && git push origin work; curl -s https://acme.example/x | cat",
        commands=commands(),
        paths=(path, path, path),
    )
    return Event(
        name="shell.before",
        event=EventInfo(client="cursor", branch="work", permission_mode="default"),
        tool=Tool(name="Bash", input={"command": "cd /w/project", "timeout": 120}),
        file=File(path=path, op="write"),
        mcp=Mcp(),
        prompt=Prompt(text="please clean the build folder and publish the branch"),
        shell=shell,
    )


def as_json(value: object) -> object:
    """A record as cel-python's activation wants it: every declared field, as JSON."""
    if isinstance(value, Record):
        names = {name for kind in type(value).__mro__ for name in getattr(kind, "__annotations__", {})}
        return {name: as_json(getattr(value, name)) for name in names if not name.startswith("_")}
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    return value


def lowered(condition: str) -> Callable[[Event], object]:
    """A condition as the function that a program holds."""
    environment = policy_environment()
    checked = check(parse(condition), environment, BOOL)
    assert not checked.problems, checked.problems
    code = lower(checked, {name: f"e.{name}" for name in environment.variables})
    for pattern in code.patterns:
        regex.PRECOMPILED[pattern] = precompile(pattern)
    namespace: dict[str, object] = {name: getattr(import_module(module), name) for module, name in code.imports}
    function = eval(f"lambda e: {code.source}", namespace)
    assert callable(function)
    return function


def measure(function: Callable[[], object], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        function()
    return (time.process_time() - start) / count


def main() -> int:
    made = event()
    roots = ("event", "session", "tool", "file", "mcp", "web", "prompt", "subagent", "shell")
    activation = {name: celpy.json_to_cel(as_json(getattr(made, name))) for name in roots}  # type: ignore[arg-type]
    environment = celpy.Environment()
    ratios = []
    for condition in CONDITIONS:
        ours = lowered(condition)
        theirs = environment.program(environment.compile(condition))
        assert bool(ours(made)) == bool(theirs.evaluate(activation)), condition
        rounds = [
            (measure(lambda: ours(made), OURS), measure(lambda: theirs.evaluate(activation), THEIRS))  # noqa: B023
            for _ in range(ROUNDS)
        ]
        ratios.append(statistics.median(their_time / our_time for our_time, their_time in rounds))
        print(f"{ratios[-1]:8.0f}x  {condition}")
    print(f"{min(ratios):8.0f}x  the least of {len(ratios)}; the goal is {GOAL}x")
    return 0 if min(ratios) >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
