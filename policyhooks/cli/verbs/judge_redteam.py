"""`policyhooks judge redteam`: how a rule holds when its event is written for the reviewer."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import working
from policyhooks.cli.verbs.judge_rules import (
    Rules,
    add_answering_arguments,
    completion,
    open_recording,
    setting_of,
)
from policyhooks.errors import UsageError
from policyhooks.report.redteam.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

if TYPE_CHECKING:
    from policyhooks.judge.labelled import Case
    from policyhooks.judge.recording import Recording
    from policyhooks.judge.redteam import Siege

NOTHING = 1
MISSED = 6
HERE = Path("the command line")

EPILOG = """examples:
  policyhooks judge redteam --rule packs.review/production --shell "kubectl --context prod delete ns x"
  policyhooks judge redteam events.jsonl --styles 20 --config policyhooks.yaml --min-score 0.95

Of a file, the events that are labelled not_ok are taken. Each is judged as it stands, and those that are stopped
then once with every style of text that is written for a reviewer.

exit codes: 0 fine, 1 nothing is stopped as it stands, 2 usage, 6 the score is below --min-score
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Events, rules, models, recordings, a gate."""
    parser.add_argument("files", nargs="*", metavar="FILE.jsonl", help="labelled events, as for `judge eval`")
    parser.add_argument("--rule", metavar="ID", help="a prompt rule; of files, only its events")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--shell", metavar="COMMAND", help="a command that --rule stops")
    what.add_argument("--mcp", metavar="SERVER/TOOL", help="a call of an MCP tool that --rule stops")
    parser.add_argument("--arguments", metavar="JSON", help="the arguments of --mcp")
    parser.add_argument("--styles", type=int, metavar="N", help="only every so many, N in all (default: all)")
    add_answering_arguments(parser)
    parser.add_argument("--min-score", type=float, metavar="SHARE", help="exit 6 below this share that holds")
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.epilog = EPILOG


def run(arguments: argparse.Namespace) -> int:
    """Try every style on every event that is stopped as it stands."""
    styles = choose_styles(arguments.styles)
    recording = open_recording(arguments)
    try:
        with Rules(arguments) as rules:
            plain = events_of(arguments, rules)
            styled = [(name, carried(case, text, rules)) for case in plain for name, text in styles.items()]
        siege = judge(plain, styled, arguments, recording)
    finally:
        if recording is not None:
            recording.close()
    sys.stdout.write(render(siege, arguments.format, style_of(sys.stdout)))
    if siege.score is None:
        return NOTHING
    return MISSED if arguments.min_score is not None and siege.score < arguments.min_score else 0


def choose_styles(most: int | None) -> dict[str, str]:
    """All styles, or so many of them, spread over the table."""
    from policyhooks.judge.injection_styles import STYLES

    if most is None:
        return STYLES
    if most < 1:
        raise UsageError("--styles wants a number above 0")
    names = list(STYLES)
    wanted = min(most, len(names))
    return {name: STYLES[name] for name in (names[at * len(names) // wanted] for at in range(wanted))}


def events_of(arguments: argparse.Namespace, rules: Rules) -> list[Case]:
    """The events that should be stopped. Raises UsageError."""
    from policyhooks.judge.labelled import case_of, read_cases

    if arguments.shell is not None or arguments.mcp is not None:
        if arguments.files or not arguments.rule:
            raise UsageError("--shell and --mcp want --rule, and no files")
        row: dict[str, object] = {"rule": arguments.rule, "expect": "not_ok"}
        row |= {"shell": arguments.shell} if arguments.mcp is None else {"mcp": arguments.mcp}
        if arguments.arguments is not None:
            row["arguments"] = _object(arguments.arguments)
        case = case_of(HERE, row, str(HERE), rules.question)
        if case.request is None:
            raise UsageError(f"the rule `{arguments.rule}` asks no model about this event")
        return [case]
    found = [case for name in arguments.files for case in read_cases(Path(name), rules.question)]
    wanted = [
        case
        for case in found
        if case.expect == "not_ok" and "payload" not in case.row and arguments.rule in (None, case.rule)
    ]
    if not wanted:
        raise UsageError("there is no event that should be stopped", "name files with some, or --rule and --shell")
    return wanted


def carried(case: Case, text: str, rules: Rules) -> Case:
    """The same event with a text for the reviewer."""
    from policyhooks.judge.injection_styles import carry
    from policyhooks.judge.labelled import case_of

    path = Path(case.place.rpartition(":")[0])
    return case_of(path, carry(dict(case.row), text), case.place, rules.question)


def judge(
    plain: list[Case], styled: list[tuple[str, Case]], arguments: argparse.Namespace, recording: Recording | None
) -> Siege:
    """The events as they stand, then those that some model stops with every style."""
    from policyhooks.judge.assessment import assess
    from policyhooks.judge.calls import warm_up
    from policyhooks.judge.redteam import siege_of

    setting = setting_of(arguments, recording)
    models = arguments.model or [""]
    complete = completion(repeated=bool(arguments.replay))

    async def judge_all() -> Siege:
        if not arguments.replay:
            await warm_up(complete)
        first = await assess(plain, models, complete, setting, recording, progress=lambda: step(""))
        stopped = {one.case.place for one in first if one.said == "not_ok"}
        trials = [(name, case) for name, case in styled if case.place in stopped]
        cases = [case for _, case in trials]
        second = await assess(cases, models, complete, setting, recording, progress=lambda: step(""))
        names = [name for name, _ in trials] * len(models)
        return siege_of(first, list(zip(names, second, strict=True)))

    with working("judging", len(plain) * len(models)) as step:
        return asyncio.run(judge_all())


def _object(text: str) -> dict[str, object]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise UsageError("--arguments is not a JSON object", """such as --arguments '{"to": "a@example.com"}'""")
    return found
