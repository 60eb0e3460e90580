"""`policyhooks judge eval`: labelled events through whole rules, or prompts, with gates and recorded answers."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import tell, working
from policyhooks.cli.verbs.judge_rules import (
    Rules,
    add_answering_arguments,
    completion,
    open_recording,
    setting_of,
)
from policyhooks.errors import UsageError
from policyhooks.report.assessment.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

if TYPE_CHECKING:
    from policyhooks.judge.assessment import Result
    from policyhooks.judge.labelled import Case
    from policyhooks.judge.recording import Recording

MISSED = 6
GATES = {
    "missed": "of what should be stopped, the share that was not",
    "false": "of what should go ahead, the share that was stopped",
    "unknown": "of all, the share without a verdict",
    "wrong": "of all, the share that did not come out right",
}

EPILOG = """A line of FILE.jsonl, a rule and an event:
  {"rule": "packs.review/production", "shell": "terraform apply", "branch": "main", "expect": "not_ok"}
(instead of shell: mcp with arguments, text, stop, payload with native; also client, repository, transcript, note),
or a prompt and what the model is shown:
  {"prompt": "../risky-shell.md", "input": {"command": "ls"}, "expect": "ok"}

exit codes: 0 fine, 2 usage, 6 a model misses a gate
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Files, rules, models, recordings, gates."""
    parser.add_argument("files", nargs="+", metavar="FILE.jsonl", help="labelled events, one JSON object a line")
    add_answering_arguments(parser)
    parser.add_argument("--baseline", metavar="FILE", help="an earlier run's JSON report, to compare with")
    for name, meaning in GATES.items():
        parser.add_argument(f"--max-{name}", type=float, metavar="SHARE", help=f"exit 6 above this share {meaning}")
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.epilog = EPILOG


def run(arguments: argparse.Namespace) -> int:
    """Judge every case with every model and print the figures."""
    from policyhooks.judge.labelled import read_cases
    from policyhooks.judge.scores import over, summarize

    baseline = read_baseline(arguments.baseline)
    recording = open_recording(arguments)
    with Rules(arguments) as rules:
        cases = [case for name in arguments.files for case in read_cases(Path(name), rules.question)]
        results = judge(cases, arguments, recording)  # inside: conversations of cases lie in a folder of the rules
    assessment = summarize(results, baseline)
    sys.stdout.write(render(assessment, arguments.format, style_of(sys.stdout)))
    missed = over(assessment, {name: getattr(arguments, f"max_{name}") for name in GATES})
    for one in missed:
        tell(f"missed: {one}")
    return MISSED if missed else 0


def judge(cases: list[Case], arguments: argparse.Namespace, recording: Recording | None) -> list[Result]:
    """Every case with every model."""
    from policyhooks.judge.assessment import assess
    from policyhooks.judge.calls import warm_up

    setting = setting_of(arguments, recording)
    models = arguments.model or [""]
    complete = completion(repeated=bool(arguments.replay))

    async def judge_all() -> list[Result]:
        if not arguments.replay:
            await warm_up(complete)  # the first call's lazy imports are nobody's latency
        return await assess(cases, models, complete, setting, recording, progress=lambda: step(""))

    try:
        with working("judging", len(cases) * len(models)) as step:
            return asyncio.run(judge_all())
    finally:
        if recording is not None:
            recording.close()


def read_baseline(path: str | None) -> Mapping[str, object] | None:
    """An earlier report. Raises UsageError."""
    if path is None:
        return None
    try:
        found = json.loads(Path(path).read_text("utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or "cases" not in found:
        raise UsageError(f"`{path}` is no report of `judge eval`", "write one with --format json")
    return found
