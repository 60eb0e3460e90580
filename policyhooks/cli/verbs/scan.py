"""`policyhooks scan`: what the policies would have done with the tool calls that clients have made here already."""

from __future__ import annotations

import argparse
import sys

from policyhooks.cli.options.notes import working
from policyhooks.cli.options.past import add_page, add_since, choose_policies, find_files, since_of, write_private
from policyhooks.cli.options.policies import GOVERNING, add_policy_arguments, show_problems
from policyhooks.errors import InvalidPolicies
from policyhooks.report.scanned.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

EXAMPLES = """examples:
  policyhooks scan                                      the last 90 days of every client of this user
  policyhooks scan --policies policies/ --since 30d
  policyhooks scan --transcripts ~/.claude/projects --format json
  policyhooks scan --html report.html                   and a page to read or send; it loads nothing

It reads the transcripts that Claude Code, Codex, Gemini CLI and Copilot CLI keep. Nothing leaves the machine and
nothing that a call names is touched: links are not followed, judges not asked, commands not run. Where a verdict
hangs on these it is counted as not known.

exit codes: 0 fine, 2 the command line is wrong, 3 the policies do not compile
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--transcripts",
        nargs="+",
        metavar="PATH",
        help="home folders, or folders or files of transcripts (default: those of your clients)",
    )
    add_since(parser, "90d")
    add_policy_arguments(parser, GOVERNING)
    parser.add_argument("--format", choices=FORMATS, default="text", help="(default: text)")
    add_page(parser)
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    from policyhooks.history.safe_files import Skipped
    from policyhooks.history.scanning import scan
    from policyhooks.history.verdicts import Bench

    moment, seconds = since_of(arguments)
    skipped = Skipped()
    segments = find_files(arguments.transcripts, seconds, skipped)
    try:
        source = choose_policies(arguments)
    except InvalidPolicies as problem:
        return show_problems(problem)
    with working("reading transcripts", len(segments)) as step:
        found = scan(segments, Bench(source.rulebook), since=moment, step=step)
    found.skipped += skipped
    if arguments.html:
        write_private(arguments.html, render(found, "html", source.title))
    sys.stdout.write(render(found, arguments.format, source.title, style_of(sys.stdout)))
    return 0
