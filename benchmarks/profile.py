"""Makes policyhooks/image/profile.py: which functions ordinary decisions run, watched in real hook processes.

Run `python -m benchmarks.profile` after changes to the hook's path. The table only decides what
the image loads first; an old one costs time, never behaviour.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.events import BLOCK_SHELL, ORDINARY, ORDINARY_SHELL, SHFMT_SHELL, STOPPED_SHELL, Case
from policyhooks.compiler.compile import compile_policies
from policyhooks.image import build as images
from policyhooks.image.activation import activate
from policyhooks.image.split import SOMETIMES
from policyhooks.image.starters import interpreter_path

TARGET = Path(images.__file__).with_name("profile.py")
POLICY = Path(__file__).with_name("data") / "fifty.yaml"
SHIPPED = Path(__file__).parents[1] / "policies"
CORE = ""
# Groups that go with a module, each behind those before it: which ones it goes with, and the commands that need it.
SYNTAX, WALK = "policyhooks.shell.syntax", "policyhooks.shell.walk"
BY_MODULE = {
    f"{SYNTAX}.parser": ORDINARY_SHELL,
    f"{SYNTAX}.plain_blocks {SYNTAX}.block_nodes {WALK}.compound {WALK}.nested": BLOCK_SHELL,
    f"{SYNTAX}.shfmt {SYNTAX}.limits {WALK}.rare_compound": SHFMT_SHELL,
    "policyhooks.shell.view.folder_reach": STOPPED_SHELL,
}

# Starts the image as the stub does, and writes down every Python function that is called.
WATCH = """
import marshal, posix, sys
image = posix.open(sys.argv[1], 0)
head = posix.read(image, 24)
size = int.from_bytes(head[16:24], "big")
region = posix.read(image, size)
core = marshal.loads(region)
space = {"__name__": "policyhooks.runtime.launch.boot"}
exec(core["boot"], space)
called = {("policyhooks.runtime.platform", "leave")}
waiting = ("late", "make_records", "make_classes", "made_of", "Unmade")
called |= {("policyhooks.runtime.launch.waiting", name) for name in waiting}
called |= {(package, "<module>") for package in ("policyhooks", "policyhooks.runtime", "policyhooks.runtime.launch")}
def watch(frame, what, _):
    code = frame.f_code
    if what != "call":
        return
    if not code.co_flags & 1:  # the bodies of modules and classes are no calls
        called.add((frame.f_globals.get("__name__", ""), "<module>"))
        return
    called.add((frame.f_globals.get("__name__", ""), code.co_name))
    # What the body of a class makes is made wherever that class is, and needs no row of its own.
    if code.co_name == "__init__" and frame.f_back.f_code.co_flags & 1:
        for kind in type(frame.f_locals[code.co_varnames[0]]).__mro__:
            called.add((kind.__module__, kind.__name__))
serve = space["serve"]
def served(*arguments):
    sys.setprofile(None)
    serve(*arguments)
    platform = space["find"]("policyhooks.runtime.platform")
    platform.leave = leave
    sys.setprofile(watch)
space["serve"] = served
def leave(code):
    sys.setprofile(None)
    posix.write(9, "".join("%s %s\\n" % pair for pair in called).encode())
    posix._exit(code)
sys.argv[1] = sys.argv[1].partition("/generations/")[0] + "/hook.py"
space["start"](image, region, core, sys.argv[1:])
"""


def main() -> int:
    """Watch every case and write the table."""
    seen: dict[str, list[set[tuple[str, str]]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        images.ORDINARY.clear()
        activation = activate(Path(folder) / "state", [compile_policies([str(POLICY)])])
        watch(activation.image, ORDINARY[0], Path(folder))  # the first record of a journal is no ordinary one
        for case in ORDINARY:
            seen.setdefault(case[0], []).append(watch(activation.image, case, Path(folder)))
        shipped = activate(Path(folder) / "shell", [compile_policies([str(SHIPPED)])])
        watch(shipped.image, ORDINARY_SHELL[0], Path(folder))
        groups = dict(sorted(group(seen).items()))
        for name, cases in BY_MODULE.items():
            programs = (activation.image, shipped.image)
            groups[name] = with_commands(
                groups, [[watch(one, case, Path(folder)) for case in cases] for one in programs]
            )
    TARGET.write_text(render(groups), encoding="utf-8")
    return 0


def with_commands(
    groups: dict[str, dict[str, set[str]]], programs: list[list[set[tuple[str, str]]]]
) -> dict[str, set[str]]:
    """What commands run, as a group of its own; functions of modules that are in a group are added there.

    A module is in the group when half of the commands use it under one of the programs.
    """
    known = {name: modules for group in groups.values() for name, modules in group.items()}
    own: dict[str, set[str]] = {}
    commands = [called for program in programs for called in program]
    for module, function in sorted(set.union(*commands)):
        using = [one for one in commands if any(name == module for name, _ in one)]
        always = sum((module, function) in one for one in using) * 3 >= len(using) * 2
        if module in known:
            if function not in known[module]:
                known[module].add(function + SOMETIMES)
        elif any(sum(one in using for one in program) * 2 >= len(program) for program in programs):
            own.setdefault(module, set()).add(function if always else function + SOMETIMES)
    own.pop("policyhooks.runtime.launch.boot", None)
    return own


def watch(image: Path, case: Case, folder: Path) -> set[tuple[str, str]]:
    """The functions of the package that one decision calls."""
    client, native, payload = case
    out = folder / "called"
    script = folder / "watch.py"
    script.write_text(WATCH, encoding="utf-8")
    command = [str(interpreter_path()), "-I", "-S", str(script), str(image), client, native, "30"]
    with out.open("wb") as file:
        done = run(command, json.dumps(payload).encode(), file.fileno())
    if done.returncode not in (0, 2):
        raise SystemExit(f"{client} {native}: exit {done.returncode}: {done.stderr.decode()}")
    pairs = (line.split(" ", 1) for line in out.read_text().splitlines())
    return {(name, function) for name, function in pairs if f"{name}.".startswith("policyhooks.")}


def run(command: list[str], stdin: bytes, report: int) -> subprocess.CompletedProcess[bytes]:
    """Run with descriptor 9 as the place for the report."""
    shell = ["/bin/sh", "-c", f'exec 9>&{report}; exec "$@"', "sh", *command]
    return subprocess.run(shell, input=stdin, capture_output=True, check=False, pass_fds=(report,))


def group(seen: dict[str, list[set[tuple[str, str]]]]) -> dict[str, dict[str, set[str]]]:
    """By group: modules that every client needs, then those of single clients. `?` marks what some cases run."""
    users: dict[str, set[str]] = {}
    functions: dict[str, set[str]] = {}
    for client, cases in seen.items():
        for module, function in set.union(*cases):
            users.setdefault(module, set()).add(client)
            functions.setdefault(module, set()).add(function)
    users.pop("policyhooks.runtime.launch.boot", None)
    groups: dict[str, dict[str, set[str]]] = {}
    for module, clients in users.items():
        for name in [CORE] if len(clients) > 2 else sorted(clients):
            marked = {one if runs_always(seen, name, module, one) else one + SOMETIMES for one in functions[module]}
            groups.setdefault(name, {})[module] = marked
    return groups


def runs_always(seen: dict[str, list[set[tuple[str, str]]]], group: str, module: str, function: str) -> bool:
    """Whether most of the decisions that load a module run the function."""
    cases = [one for client, cases in seen.items() if group in (CORE, client) for one in cases]
    using = [one for one in cases if any(name == module for name, _ in one)]
    return sum((module, function) in one for one in using) * 3 >= len(using) * 2


def render(groups: dict[str, dict[str, set[str]]]) -> str:
    """The module's text."""
    lines = [
        '"""Which functions ordinary decisions run, by client and module: made by benchmarks/profile.py."""',
        "",
        "from __future__ import annotations",
        "",
        "ORDINARY: dict[str, dict[str, tuple[str, ...]]] = {",
    ]
    for name, modules in groups.items():
        first, *more = name.split(" ")
        lines.extend([f'    "{first}"', *(f'    " {one}"' for one in more)])
        lines[-1] += ": {"
        for module, functions in sorted(modules.items()):
            names = sorted(one for one in functions if one.rstrip(SOMETIMES).isidentifier())
            lines.append(f'        "{module}": (')
            lines.extend(f'            "{one}",' for one in names)
            lines.append("        ),")
        lines.append("    },")
    return "\n".join([*lines, "}", ""])


if __name__ == "__main__":
    sys.exit(main())
