"""Builds the front (front.c) into front/built, or for another system into a file: the same source, the same bytes.

Two compilers can: zig, from its PyPI wheel, links musl statically for every system, and `make wheel` uses it; `cc`
is quicker to have, and `make setup` uses it, statically where its libc can. It needs nothing but the standard library.

    python front/build.py [--with zig|cc] [--target linux-x86_64] [-o FILE]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILT = HERE / "built" / "hook"
ZIG = HERE.parent / ".venv" / "zig" / "ziglang" / "zig"  # see the Makefile
# What a system is called here, and what zig calls it; with the tags of a wheel that carries its front.
TARGETS = {
    "linux-x86_64": ("x86_64-linux-musl", "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64"),
    "linux-aarch64": ("aarch64-linux-musl", "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"),
    "macos-x86_64": ("x86_64-macos.11.0", "macosx_11_0_x86_64"),
    "macos-arm64": ("aarch64-macos.11.0", "macosx_11_0_arm64"),
}
FLAGS = ("-std=c11", "-Os", "-s", "-fno-ident", "-fstack-protector-strong")
NO_COMPILER = 3  # the exit code where there is none that can


def host() -> str:
    """This system's name in TARGETS; another word where it has none."""
    system = {"linux": "linux", "darwin": "macos"}.get(sys.platform, sys.platform)
    return f"{system}-{os.uname().machine}"


def command_lines(target: str, only: str = "") -> list[tuple[str, list[str]]]:
    """Every way to build for a system here, the best one first: in words, and the start of its command."""
    found = []
    if ZIG.is_file() and target in TARGETS and only in ("", "zig"):
        static = ["-static"] if target.startswith("linux") else []
        found.append(("zig", [str(ZIG), "cc", "-target", TARGETS[target][0], *static]))
    compiler = shutil.which("cc")
    if compiler is not None and target == host() and only in ("", "cc"):
        found.append(("cc, static", [compiler, "-static", "-Wl,--build-id=none"]))
        found.append(("cc, with the system's libraries", [compiler]))
    return found


def build(target: str, file: Path, only: str = "") -> str:
    """Build for a system; how, or empty where nothing here can. A file that is there is replaced in one step."""
    with tempfile.TemporaryDirectory(prefix="policyhooks-front-") as scratch:
        cache = {"ZIG_LOCAL_CACHE_DIR": scratch, "ZIG_GLOBAL_CACHE_DIR": str(ZIG.parents[1].with_name("zig-cache"))}
        env = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "SOURCE_DATE_EPOCH": "0", **cache}
        for how, command in command_lines(target, only):
            draft = Path(scratch) / "hook"
            # In its folder and by its plain name: no path of this machine gets into the file.
            words = [*command, *FLAGS, "-o", str(draft), "front.c"]
            done = subprocess.run(words, cwd=HERE, env=env, capture_output=True, text=True, check=False)
            if done.returncode == 0:
                _put(draft, file)
                return how
            print(f"front: {how} cannot build it: {_last(done.stderr)}", file=sys.stderr)
    return ""


def _put(draft: Path, file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}-{os.getpid()}")
    shutil.copyfile(draft, beside)
    beside.chmod(0o755)
    beside.replace(file)


def _last(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "it says nothing"


def main(arguments: list[str] | None = None) -> int:
    """Build one front. Exit 3 where no compiler here can."""
    parser = argparse.ArgumentParser(prog="front/build.py", description="build the front from front.c")
    parser.add_argument("--target", default=host(), metavar="SYSTEM", help=f"one of {', '.join(TARGETS)}")
    parser.add_argument("--with", dest="only", default="", choices=("zig", "cc"), help="use this compiler and no other")
    parser.add_argument("-o", dest="file", type=Path, default=BUILT, metavar="FILE", help="where it goes")
    options = parser.parse_args(arguments)
    how = build(options.target, options.file, options.only)
    if not how:
        print(f"front: there is no compiler here for {options.target}", file=sys.stderr)
        return NO_COMPILER
    print(f"front: built for {options.target} with {how}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
