"""The command line: finds the command that was asked for and runs it; only its module is loaded.

Expected failures are PolicyHooksError; this module turns them into one message and the error's exit code.
"""

from __future__ import annotations

import argparse
import importlib
import sys

from policyhooks import __version__
from policyhooks.cli.argument_parser import Parser, Screen, add_everywhere, render_help, wants_colour
from policyhooks.cli.commands import TASKS, VERBS
from policyhooks.cli.options.notes import QUIET, tell_problem
from policyhooks.errors import PolicyHooksError


class ShowVersion(argparse.Action):
    """Prints what decides which programs and states can be used together (RELEASING.md)."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from policyhooks.core.program import FORMAT, READS

        reads = " and ".join(str(one) for one in READS)
        print(f"policyhooks {__version__}")
        print(f"program format {FORMAT}, reads {reads}")
        print(f"Python {sys.version.split()[0]} ({sys.executable})")
        parser.exit()


def build_parser(verb: str | None) -> Parser:
    """The parser; only the module of the asked verb is loaded."""
    parser = Parser(prog="policyhooks", description="Policy-as-code for the hooks of coding agents.")
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show versions and exit")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    for name, command in VERBS.items():
        sub = verbs.add_parser(name, help=command.help, description=command.help, formatter_class=Screen)
        if name == verb:
            importlib.import_module(command.module).configure(sub)
            add_everywhere(sub)
    return parser


def run(argv: list[str] | None = None) -> int:
    """Run one verb and return the process's exit code."""
    words = sys.argv[1:] if argv is None else argv
    if words in (["-h"], ["--help"], ["help"]):
        sys.stdout.write(render_help(TASKS, wants_colour()))
        return 0
    if not words:
        from policyhooks.cli.welcome import render_welcome

        sys.stdout.write(render_welcome())
        return 0
    verb = next((word for word in words if not word.startswith("-")), None)
    arguments = build_parser(verb).read(words)
    told_before = QUIET.set(arguments.quiet)
    try:
        return int(importlib.import_module(VERBS[arguments.verb].module).run(arguments))
    except PolicyHooksError as problem:
        tell_problem(problem.message, problem.hint)
        return problem.exit_code
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130
    finally:
        QUIET.reset(told_before)
