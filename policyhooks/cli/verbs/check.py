"""`policyhooks check`: everything that is wrong with policy files, all at once. Exit 0, or 3."""

from __future__ import annotations

import argparse
import sys

from policyhooks.cli.options.notes import working
from policyhooks.cli.options.policies import add_paths
from policyhooks.report.diagnostics.formats import FORMATS


def configure(parser: argparse.ArgumentParser) -> None:
    """Paths, Config, format."""
    add_paths(parser)
    parser.add_argument("--config", metavar="FILE", help="the Config to bind")
    parser.add_argument("--format", choices=FORMATS, default="text", help="how to print (default: text)")


def run(arguments: argparse.Namespace) -> int:
    """Print the diagnostics."""
    from policyhooks import __version__
    from policyhooks.cli.options.project import choose_to_check
    from policyhooks.compiler.compile import check_policies
    from policyhooks.errors import InvalidPolicies
    from policyhooks.report.diagnostics.formats import render
    from policyhooks.report.screen.style import style_of

    chosen = choose_to_check(arguments.paths, arguments.config)
    style = style_of(sys.stdout)
    try:
        chosen.ready()
    except InvalidPolicies as problem:
        print(render(problem.diagnostics, arguments.format, 1, __version__, style), end="")
        return problem.exit_code
    with working(f"checking {chosen.title}", 0, aloud=False) as step:
        checked = check_policies(chosen.paths, chosen.config, progress=step)
    print(render(checked.diagnostics, arguments.format, checked.file_count, __version__, style), end="")
    return 3 if checked.errors else 0
