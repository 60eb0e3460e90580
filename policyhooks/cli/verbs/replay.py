"""`policyhooks replay`: what a change of policies does to events of the past; a gate for pipelines."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from policyhooks.cli.options.notes import tell, working
from policyhooks.cli.options.past import (
    add_page,
    add_results,
    add_since,
    find_events,
    need_parquet,
    since_of,
    write_private,
    write_results,
)
from policyhooks.cli.options.policies import show_problems
from policyhooks.cli.options.project import choose_to_read
from policyhooks.cli.options.rulebooks import Source, choose_source, find_installed, of_chosen
from policyhooks.errors import EnvironmentBroken, InvalidPolicies, UsageError
from policyhooks.report.replayed.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

GATE_HIT = 6
INSTALLED, RECORDED = "installed", "recorded"

EXAMPLES = """examples:
  policyhooks replay --policies new/ --against policies/ --store events.json
  policyhooks replay --policies new/                        your transcripts, against what is installed here
  policyhooks replay --policies new/ --against recorded --store ~/.local/state/policyhooks/...
  policyhooks replay --policies new/ --against policies/ --store events --fail-on freed --format github
  policyhooks replay --against-config ../before/policyhooks.yaml --store events --fail-on freed

--store takes state folders and journals, fixtures of `policyhooks record`, transcripts, Parquet of `log export`, and
folders of these. An event
of which something was not kept, or that a judge or a command decides, is counted as not known and never guessed. What
a journal says that a model had answered counts again where the same would be asked: same rule, words, model and data.
No model is asked, and nothing that an event names is touched.

exit codes: 0 fine, 2 the command line is wrong, 3 policies do not compile, 6 --fail-on was hit
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--policies", nargs="+", metavar="PATH", help="the policies after the change (default: what the Config names)"
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        help="their Config (default: none, and without --policies the policyhooks.yaml here)",
    )
    parser.add_argument(
        "--against",
        nargs="+",
        default=[INSTALLED],
        metavar="PATH",
        help="the policies before it, or `installed`, or `recorded` for what was journalled (default: installed)",
    )
    parser.add_argument(
        "--against-config", metavar="FILE", help="the Config of those; alone, also what it names (default: none)"
    )
    parser.add_argument("--store", nargs="+", metavar="PATH", help="where the events are (default: your transcripts)")
    add_since(parser, "all")
    parser.add_argument(
        "--resume", metavar="FOLDER", help="keep what is done there, and go on from it when the same is asked again"
    )
    parser.add_argument("--fail-on", choices=("freed", "denied", "any"), help="exit 6 when there is such a change")
    parser.add_argument("--format", choices=FORMATS, default="text", help="(default: text)")
    add_page(parser)
    add_results(parser)
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    from policyhooks.history.replaying import replay
    from policyhooks.history.safe_files import Skipped
    from policyhooks.history.verdicts import Bench
    from policyhooks.judge.prompt import digest_of

    def name_prompt(text: str, stop: bool) -> str:
        return digest_of(text, stop=stop)

    need_parquet(arguments.results)
    moment, seconds = since_of(arguments)
    skipped = Skipped()
    try:
        new = choose_new(arguments)
        old = choose_old(arguments)
    except InvalidPolicies as problem:
        return show_problems(problem)
    segments = find_events(arguments.store, seconds, skipped)
    resume = Path(arguments.resume) if arguments.resume else None
    with working("replaying events", len(segments)) as step:
        before = Bench(old.rulebook, digest_of=name_prompt) if old is not None else None
        after = Bench(new.rulebook, digest_of=name_prompt)
        found = replay(segments, after, before, since=moment, step=step, resume=resume)
    found.skipped += skipped
    if not found.events:
        tell("note: no event was found, so nothing is shown about this change")
    sides = (old.title if old is not None else "what was journalled", new.title)
    write_results(arguments.results, found.as_json())
    if arguments.html:
        write_private(arguments.html, render(found, "html", sides))
    sys.stdout.write(render(found, arguments.format, sides, style_of(sys.stdout)))
    return GATE_HIT if arguments.fail_on and found.hits(arguments.fail_on) else 0


def choose_new(arguments: argparse.Namespace) -> Source:
    """What would decide after the change: what is named, else what the project file says."""
    if arguments.policies or arguments.config:
        return choose_source(arguments.policies, arguments.config, Path.cwd(), None)[0]
    chosen = choose_to_read(None, None)
    if chosen.found is None:
        raise UsageError("which policies are to be tried?", "name them with --policies, or a Config with --config")
    return of_chosen(chosen, named=False)


def choose_old(arguments: argparse.Namespace) -> Source | None:
    """What decided before; None where the journal itself says it."""
    if arguments.against == [RECORDED]:
        return None
    if arguments.against != [INSTALLED] or arguments.against_config:
        named = arguments.against if arguments.against != [INSTALLED] else None
        return choose_source(named, arguments.against_config, Path.cwd(), None)[0]
    found = find_installed(Path.cwd(), None)
    if not found:
        raise EnvironmentBroken(
            "nothing is installed here", "name the policies before the change with --against, or `--against recorded`"
        )
    return found[0]
