"""`policyhooks test`: the tests beside the rules. Never green on nothing, never green on a wrong result."""

from __future__ import annotations

import argparse
import atexit
import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from policyhooks.cli.options.notes import working
from policyhooks.cli.options.policies import shipped, show_problems
from policyhooks.cli.options.project import choose_found, note_use, own_tests, ready_pinned
from policyhooks.errors import InvalidPolicies, UsageError
from policyhooks.report.screen.style import style_of
from policyhooks.report.suite.formats import FORMATS, render

POLL_S = 0.5

EXAMPLES = """examples:
  policyhooks test                              the project's policies, else the shipped ones
  policyhooks test policies/ -k force-push      rules and cases with this in their name
  policyhooks test --config policyhooks.yaml    what it names, with what it binds
  policyhooks test policies/ --format junit > policy-tests.xml
  policyhooks test policies/ --watch            again after every change

exit codes: 0 all as written, 3 a policy is invalid, 4 a result differs or there are no tests
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="*", metavar="PATH", help="policy files or folders (default: the project's)")
    parser.add_argument(
        "--own",
        action="store_true",
        help="where nothing is named, fail and do not test the shipped policies",
    )
    parser.add_argument("--config", metavar="FILE", help="with the params, modes and exceptions that this Config binds")
    parser.add_argument("-k", dest="select", default="", metavar="TEXT", help="only rules and cases with this text")
    parser.add_argument("--format", choices=FORMATS, default="text", help="how results are written")
    parser.add_argument("--watch", action="store_true", help="run again whenever a file changes")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    try:
        config = arguments.config
        paths = arguments.paths or ([] if config else default_paths(own=arguments.own))
        if config and not paths:
            ready_pinned(Path(config))
        if arguments.watch:
            return watch(paths, arguments.select, config)
        with uncollected():
            return run_once(paths, arguments.select, arguments.format, config)
    except InvalidPolicies as problem:
        return show_problems(problem)


@contextmanager
def uncollected() -> Iterator[None]:
    """What one run makes lives to its end or dies at once: looking for cycles costs a tenth and frees nothing.

    Nor is it looked for when the process ends. One that goes on after this run collects again.
    """
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def default_paths(*, own: bool) -> list[str]:
    """The policies of the project here, or the shipped ones; with `own` they are no answer. Raises UsageError."""
    chosen = choose_found(Path.cwd())
    if chosen is None or chosen.found is None:
        if own:
            raise UsageError("there is no policyhooks.yaml here or above", "give the paths of the policies to test")
        return [shipped()]
    note_use(chosen.found)
    chosen.ready()
    return own_tests(chosen.found)


def run_once(paths: list[str], select: str, format: str, config: str | None = None) -> int:
    """One run; its output and exit code."""
    from policyhooks.suite.run import run_suite

    with working("testing", 0, aloud=False) as step:
        result = run_suite(paths, select=select, progress=step, config=config)
    sys.stdout.write(render(result, format, style_of(sys.stdout)))
    return result.exit_code


def stamps(paths: list[str]) -> dict[str, int]:
    """When each file below the paths was last changed; one that vanishes meanwhile is left out."""
    found: dict[str, int] = {}
    for path in map(Path, paths):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            try:
                found[str(file)] = file.stat().st_mtime_ns
            except OSError:
                continue
    return found


def watch(paths: list[str], select: str, config: str | None = None) -> int:
    """Run, wait for a change, run again; Ctrl-C ends it."""
    clear = "\x1b[2J\x1b[H" if sys.stdout.isatty() else ""
    while True:
        watched = [*paths, *([config] if config else [])]
        seen = stamps(watched)
        sys.stdout.write(clear)
        try:
            run_once(paths, select, "text", config)
        except InvalidPolicies as problem:
            show_problems(problem)
        print(style_of(sys.stdout).paint("watching; Ctrl-C ends", "dim"), flush=True)
        while stamps(watched) == seen:
            time.sleep(POLL_S)
