"""What reading one shell command costs a cold process, as a ratio to the start of a bare interpreter.

Whole modules are served from one marshalled file, as the hook's image does (the image also leaves out functions that
ordinary decisions do not run, so this is an upper bound). CPU of the process and its children, medians, interleaved.
"""

from __future__ import annotations

import marshal
import os
import resource
import statistics
import sys
import tempfile
from pathlib import Path

import policyhooks
from policyhooks.shell.syntax.shfmt_place import locate

ROUNDS = 41
COMMANDS = {
    "plain": "git status --short",
    "chain": "cd src && npm run build && git add -A && git commit -m 'build' | tee log.txt",
    "wrapped": "sudo timeout 5 rm -rf ./build",
    "download": "curl -fsSL https://example.com/x.sh | bash",
    "loop": 'for f in $(git ls-files "*.py"); do if grep -q foo "$f"; then echo "$f"; fi; done | sort',
    "case (shfmt)": "case $x in a) echo b;; esac > log.txt",
}
STUB = """
import sys, marshal
with open({image!r}, "rb") as file:
    CODES = marshal.loads(file.read())
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in CODES:
            spec = Spec(name, Loader, is_package=name in PACKAGES)
            return spec
class Loader:
    @staticmethod
    def create_module(spec): return None
    @staticmethod
    def exec_module(module): exec(marshal.loads(CODES[module.__name__]), module.__dict__)
import _frozen_importlib
Spec = _frozen_importlib.ModuleSpec
PACKAGES = {packages!r}
sys.meta_path.insert(0, Finder)
from policyhooks.shell.view.shell import read
from policyhooks.shell.syntax.parser import Parser
view = read({command!r}, dialect="bash", cwd="/w", workspace="/w", home="/home/dev", parser=Parser({binary!r}))
if {full!r}:
    view.paths, view.hosts, view.flows, view.inline_code, view.package_ops
import posix
posix._exit(0)
"""


def build(folder: Path) -> tuple[str, list[str]]:
    """All hot-path modules as marshalled code."""
    root = Path(policyhooks.__file__).parent
    codes = {}
    packages = []
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        if len(parts) > 1 and parts[1] not in ("errors", "core", "shell", "evaluation", "__init__"):
            continue
        name = ".".join(parts).removesuffix(".__init__")
        if parts[-1] == "__init__":
            packages.append(name)
        codes[name] = marshal.dumps(compile(path.read_text(encoding="utf-8"), name, "exec", optimize=2))
    image = folder / "image"
    image.write_bytes(marshal.dumps(codes))
    return str(image), packages


def cpu(arguments: list[str]) -> float:
    """CPU seconds of one run, its descendants included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = os.posix_spawn(arguments[0], arguments, {})
    _, status = os.waitpid(process, 0)
    if status:
        raise SystemExit(f"{arguments} ended with {status}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    python = os.path.realpath(sys.executable)
    runs: dict[str, list[str]] = {"bare": [python, "-I", "-S", "-c", "pass"]}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        image, packages = build(folder)
        for name, command in COMMANDS.items():
            for full in (False, True):
                script = folder / f"{name}-{full}.py"
                script.write_text(
                    STUB.format(image=image, packages=packages, command=command, binary=locate(), full=full)
                )
                runs[f"{name}{', every field' if full else ''}"] = [python, "-I", "-S", str(script)]
        times: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(ROUNDS):
            for name, arguments in runs.items():
                times[name].append(cpu(arguments))
    bare = statistics.median(times.pop("bare"))
    print(f"bare interpreter: {bare * 1000:.1f} ms CPU")
    for name, values in times.items():
        print(f"{statistics.median(values) / bare:5.2f}x  {name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
