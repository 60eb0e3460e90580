"""`policyhooks scan`: what the policies would have done with the tool calls that clients have made here already."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import working
from policyhooks.cli.options.past import (
    add_page,
    add_results,
    add_since,
    find_files,
    need_parquet,
    open_past,
    write_private,
    write_results,
)
from policyhooks.cli.options.policies import GOVERNING, add_policy_arguments, show_problems
from policyhooks.errors import InvalidPolicies
from policyhooks.report.recorder.formats import render as render_recorded
from policyhooks.report.scanned.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

if TYPE_CHECKING:
    from policyhooks.doctor.flight_recorder import Recorded
    from policyhooks.history.past_events import Segment

FAULTS_FOUND = 6

EXAMPLES = """examples:
  policyhooks scan                                      the last 90 days of every client of this user
  policyhooks scan --policies policies/ --since 30d
  policyhooks scan --transcripts ~/.claude/projects --format json
  policyhooks scan --html report.html                   and a page to read or send; it loads nothing
  policyhooks scan --coverage                           also whether what is installed here decided each of the calls

It reads the transcripts that Claude Code, Codex, Gemini CLI and Copilot CLI keep. Nothing leaves the machine and
nothing that a call names is touched: links are not followed, judges not asked, commands not run. Where a verdict
hangs on these it is counted as not known.

exit codes: 0 fine, 2 the command line is wrong, 3 the policies do not compile, 6 --coverage found faults
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--transcripts",
        nargs="+",
        metavar="PATH",
        help="home folders, or folders or files of transcripts or Parquet (default: those of your clients)",
    )
    add_since(parser, "90d")
    add_policy_arguments(parser, GOVERNING)
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="compare with the journals of what is installed here too: which calls had no decision; exit 6 at faults",
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="(default: text)")
    add_page(parser)
    add_results(parser)
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    from policyhooks.history.scanning import scan
    from policyhooks.history.verdicts import Bench

    need_parquet(arguments.results)
    try:
        past = open_past(arguments, arguments.transcripts, find_files)
    except InvalidPolicies as problem:
        return show_problems(problem)
    title = past.source.title
    with working("reading transcripts", len(past.segments)) as step:
        found = scan(past.segments, Bench(past.source.rulebook), since=past.since, step=step)
    found.skipped += past.skipped
    recorded = _measure(past.segments, past.since) if arguments.coverage else None
    write_results(arguments.results, found.as_json())
    if arguments.html:
        write_private(arguments.html, render(found, "html", title, recorded=recorded))
    style = style_of(sys.stdout)
    sys.stdout.write(render(found, arguments.format, title, style, recorded))
    if recorded is None:
        return 0
    if arguments.format == "text":
        sys.stdout.write("\n" + render_recorded(recorded, "text", style))
    return 0 if recorded.healthy else FAULTS_FOUND


def _measure(segments: list[Segment], since: str) -> Recorded:
    """What was read is counted by the scan itself."""
    from policyhooks.cli.options.recorder import record
    from policyhooks.doctor.flight_recorder import find_watched
    from policyhooks.doctor.target import Machine
    from policyhooks.history.safe_files import Skipped
    from policyhooks.installation.project_root import project_root

    return record(segments, find_watched(Machine(project_root(Path.cwd()))), since, Skipped())
