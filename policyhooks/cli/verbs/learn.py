"""`policyhooks learn`: what is really used here, as a policy to look at; and rules that are worth a look."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import tell, working
from policyhooks.cli.options.past import add_since, find_events, open_past, write_private
from policyhooks.cli.options.policies import GOVERNING, add_policy_arguments, show_problems
from policyhooks.errors import InvalidPolicies, UsageError
from policyhooks.report.learned.formats import FORMATS, render
from policyhooks.report.screen.style import one_line, style_of

if TYPE_CHECKING:
    from policyhooks.history.learning import Lesson
    from policyhooks.history.past_events import Segment

TESTS_FAILED = 4
EXAMPLES = """examples:
  policyhooks learn                                         the last 90 days of every client of this user
  policyhooks learn --since 30d --days 5 --sessions 10      only what is used more often is usual
  policyhooks learn --owner appsec@acme.example --out policies/usual.yaml
  policyhooks learn --store state/ --policies policies/ --format json

It counts the hosts, the tools of MCP servers and the commands of past calls that ran and that the policies let pass,
by days and sessions. The proposal is a policy in audit mode that asks about anything else, with tests; its price is
what it would have asked about. It never proposes an allow, an exception, or to remove a rule, and puts nothing in
force. Nothing leaves the machine, and nothing that a call names is touched.

exit codes: 0 fine, 2 the command line is wrong, 3 the policies do not compile, 4 a test of the proposal does not hold
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--store", nargs="+", metavar="PATH", help="where the events are (default: your transcripts)")
    add_since(parser, "90d")
    add_policy_arguments(parser, GOVERNING)
    parser.add_argument("--days", type=int, default=3, metavar="N", help="usual is what is used on N days (default: 3)")
    parser.add_argument("--sessions", type=int, default=3, metavar="N", help="and in N sessions (default: 3)")
    parser.add_argument("--id", default="learned.usual", metavar="ID", help="the policy's id (default: learned.usual)")
    parser.add_argument("--owner", metavar="WHO", default="nobody@example.com", help="who answers for the policy")
    parser.add_argument("--out", metavar="FILE", help="write the proposal there, private; never over a file")
    parser.add_argument("--format", choices=FORMATS, default="text", help="(default: text)")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    from policyhooks.history.learning import learn
    from policyhooks.history.verdicts import Bench

    if min(arguments.days, arguments.sessions) < 1:
        raise UsageError("--days and --sessions are at least 1", "the defaults are 3")
    try:
        past = open_past(arguments, arguments.store, find_events)
    except InvalidPolicies as problem:
        return show_problems(problem)
    with working("reading what was used", len(past.segments)) as step:
        least = {"days": arguments.days, "sessions": arguments.sessions}
        found = learn(past.segments, Bench(past.source.rulebook), since=past.since, step=step, **least)
    found.skipped += past.skipped
    try:
        holds = _propose(found, past.segments, past.since, arguments)
    except InvalidPolicies as problem:
        return show_problems(problem)
    if arguments.out and found.policy:
        write_private(arguments.out, found.policy)
    sys.stdout.write(render(found, arguments.format, past.source.title, style_of(sys.stdout)))
    if found.policy:
        tell(f"note: the proposal is in {arguments.out}" if arguments.out else "note: --out FILE writes the proposal")
    return 0 if holds else TESTS_FAILED


def _propose(found: Lesson, segments: list[Segment], since: str, arguments: argparse.Namespace) -> bool:
    """Write the policy, price it on the same past as if it were enforced, run its tests; whether they hold."""
    from policyhooks.compiler.compile import compile_policies
    from policyhooks.history.scanning import scan
    from policyhooks.history.usage_policy import ENFORCE, write
    from policyhooks.history.verdicts import Bench
    from policyhooks.inspect.rulebook import of_compiled
    from policyhooks.suite.run import run_suite

    words = {"name": arguments.id, "owner": arguments.owner}
    usual = found.found()
    with tempfile.TemporaryDirectory(prefix="policyhooks-learn-") as scratch:
        file = Path(scratch) / "proposal.yaml"
        file.write_text(write(usual, mode=ENFORCE, **words), encoding="utf-8")
        if not file.read_text(encoding="utf-8"):
            return True
        with working("pricing the proposal", len(segments)) as step:
            bench = Bench(of_compiled(compile_policies([str(file)])))
            found.price = scan(segments, bench, since=since, step=step)
        found.policy = write(usual, remarks=found.remarks(), **words)
        file.write_text(found.policy, encoding="utf-8")
        failed = run_suite([str(file)]).failed
    for case in failed:
        tell(f"warning: a test of the proposal does not hold: {case.rule}: {one_line(case.title)}")
    return not failed
