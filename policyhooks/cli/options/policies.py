"""What several verbs share about policies on the command line: `--policies`, `--config`, the shipped ones."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from policyhooks.errors import EnvironmentBroken, InvalidPolicies


def add_paths(parser: argparse.ArgumentParser) -> None:
    """Policy files as operands."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="policy files, or folders of *.yaml files (default: what policyhooks.yaml names)",
    )


NAMED = "what policyhooks.yaml names, else the shipped policies"
GOVERNING = "what is installed for this folder, else what policyhooks.yaml names, else the shipped ones"


def add_policy_arguments(parser: argparse.ArgumentParser, default: str = NAMED) -> None:
    """`--policies` and `--config`, as everywhere."""
    parser.add_argument(
        "--policies",
        nargs="+",
        metavar="PATH",
        help=f"policy files or folders (default: {default})",
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        help="the Config that binds params, modes and exceptions (default: policyhooks.yaml here or above)",
    )


def shipped() -> str:
    """The folder of the shipped policies, as short as it can be written from here."""
    from policyhooks.compiler.packs import SHIPPED, shown

    if not SHIPPED.is_dir():
        raise EnvironmentBroken("the shipped policies are not here", "name your own with --policies")
    return shown(SHIPPED)


def is_shipped(paths: Sequence[str]) -> bool:
    """Whether these paths are the folder of the shipped policies alone."""
    from policyhooks.compiler.packs import SHIPPED, shown

    return tuple(paths) == (shown(SHIPPED),)


def program_name() -> str:
    """How a person starts us from here: by name where it is on the PATH, else by the path of the script."""
    if shutil.which("policyhooks"):
        return "policyhooks"
    script = Path(sys.executable).parent / "policyhooks"
    if not script.is_file():
        return f"{sys.executable} -m policyhooks"
    return str(script.relative_to(Path.cwd())) if script.is_relative_to(Path.cwd()) else str(script)


def show_problems(problem: InvalidPolicies) -> int:
    """Every problem of policies that do not compile, on stderr; the exit code for it."""
    from policyhooks.report.diagnostics.formats import render
    from policyhooks.report.screen.style import style_of

    files = len({diagnostic.path for diagnostic in problem.diagnostics})
    sys.stderr.write(render(problem.diagnostics, "text", files, style=style_of(sys.stderr)).rstrip("\n") + "\n")
    return problem.exit_code
