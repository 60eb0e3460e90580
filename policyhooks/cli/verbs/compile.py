"""`policyhooks compile`: policy files to a folder of program modules. On errors nothing is written, exit 3."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from policyhooks.cli.options.policies import add_paths
from policyhooks.cli.options.said import say
from policyhooks.core.program import LAYERS
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.report.screen.chart import count


def configure(parser: argparse.ArgumentParser) -> None:
    """Paths, Config, layer, target."""
    add_paths(parser)
    parser.add_argument("--config", metavar="FILE", help="the Config to compile in")
    parser.add_argument("--layer", choices=LAYERS, default="managed", help="the layer (default: managed)")
    parser.add_argument("-o", "--output", required=True, metavar="DIR", help="the folder to write or replace")


def run(arguments: argparse.Namespace) -> int:
    """Compile and write."""
    from policyhooks.cli.options.project import choose_to_check
    from policyhooks.errors import InvalidPolicies
    from policyhooks.report.diagnostics.formats import render
    from policyhooks.report.screen.style import style_of

    chosen = choose_to_check(arguments.paths, arguments.config)
    try:
        compiled = chosen.compile(arguments.layer)
    except InvalidPolicies as invalid:
        files = len({problem.path for problem in invalid.diagnostics})
        print(render(invalid.diagnostics, "text", files, style=style_of(sys.stderr)), end="", file=sys.stderr)
        return invalid.exit_code
    if compiled.diagnostics:
        print(
            render(compiled.diagnostics, "text", len(compiled.policies), style=style_of(sys.stderr)),
            end="",
            file=sys.stderr,
        )
    write_program(compiled.modules, Path(arguments.output))
    made = f"{count(len(compiled.rules), 'rule')} in {count(len(compiled.modules), 'module')}, digest {compiled.digest}"
    say(made)
    return 0


def write_program(modules: Mapping[str, str], target: Path) -> None:
    """Write all modules, or nothing: into a folder beside the target, which then takes its place."""
    if target.exists() and (not target.is_dir() or (any(target.iterdir()) and not (target / "index.py").exists())):
        raise UsageError(f"`{target}` exists and holds no program", "choose another folder with -o")
    fresh = target.with_name(f".{target.name}.{secrets.token_hex(6)}")
    old = target.with_name(f".{target.name}.{secrets.token_hex(6)}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh.mkdir(mode=0o700)
        for name, source in modules.items():
            handle = os.open(fresh / f"{name}.py", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(source.encode())
        if target.exists():
            target.rename(old)
        fresh.rename(target)
    except OSError as problem:
        if old.exists() and not target.exists():
            old.rename(target)
        reason = (problem.strerror or "input/output error").lower()
        raise EnvironmentBroken(f"the program cannot be written to `{target}`: {reason}") from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
