"""`policyhooks judge eval`: labelled events against the configured models, with recorded answers if wanted."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.judge_configs import find_config
from policyhooks.cli.options.notes import tell, working
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.report.assessment.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

if TYPE_CHECKING:
    from policyhooks.judge.assessment import Result
    from policyhooks.judge.calls import Complete

MISSED = 6

EPILOG = """A line of FILE.jsonl: {"prompt": "../risky-shell.md", "input": {"command": "ls"}, "expect": "ok"}
(expect: ok or not_ok; also: rule, event, client, note).

exit codes: 0 fine, 2 usage, 6 more wrong or unknown than --max-wrong allows
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Files, models, recordings."""
    parser.add_argument("files", nargs="+", metavar="FILE.jsonl", help="labelled events, one JSON object a line")
    parser.add_argument(
        "--config", metavar="FILE", help="the Config that names the models (default: a trusted policyhooks.yaml)"
    )
    parser.add_argument("--model", action="append", metavar="ALIAS", help="default: fast; may be repeated")
    parser.add_argument("--timeout", type=float, default=30.0, metavar="SECONDS", help="for one answer (default: 30)")
    parser.add_argument("--parallel", type=int, default=4, metavar="N", help="calls side by side (default: 4)")
    parser.add_argument("--record", metavar="FILE", help="write the models' answers down")
    parser.add_argument("--replay", metavar="FILE", help="take the answers from a recording; no model is asked")
    parser.add_argument("--max-wrong", type=float, metavar="SHARE", help="exit 6 above this share, such as 0.05")
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.epilog = EPILOG


def run(arguments: argparse.Namespace) -> int:
    """Judge every case with every model and print the figures."""
    from policyhooks.judge.assessment import assess, summarize
    from policyhooks.judge.calls import warm_up
    from policyhooks.judge.labelled import read_cases

    if arguments.record and arguments.replay:
        raise UsageError("--record and --replay exclude each other")
    cases = [case for name in arguments.files for case in read_cases(Path(name))]
    models = arguments.model or ["fast"]
    recorded: dict[str, object] = {"models": {name: {"model": f"recorded/{name}"} for name in models}}
    config = recorded if arguments.replay else find_config(arguments.config)
    keys = key_values(config)  # before the environment is cleaned
    rows: list[dict[str, object]] | None = [] if arguments.record else None
    complete = completion(arguments.replay)

    async def judge_all() -> list[Result]:
        if not arguments.replay:
            await warm_up(complete)  # the first call's lazy imports are nobody's latency
        return await assess(
            cases,
            models,
            config,
            complete,
            keys=keys,
            timeout_s=arguments.timeout,
            side_by_side=max(1, arguments.parallel),
            rows=rows,
            progress=lambda: step(""),
        )

    with working("judging", len(cases) * len(models)) as step:
        results = asyncio.run(judge_all())
    if rows is not None:
        from policyhooks.judge.recording import save

        save(Path(arguments.record), rows)
    sys.stdout.write(render(summarize(results), arguments.format, style_of(sys.stdout)))
    wrong = sum(result.verdict != "right" for result in results) / len(results)
    return MISSED if arguments.max_wrong is not None and wrong > arguments.max_wrong else 0


def key_values(config: Mapping[str, object]) -> dict[str, str]:
    """The values of the key variables that the Config names."""
    models = config.get("models")
    named = [model.get("api_key_env") for model in models.values()] if isinstance(models, dict) else []
    return {name: os.environ[name] for name in named if name and name in os.environ}


def completion(recording: str | None) -> Complete:
    """The function that answers: a recording, or litellm in an environment without our variables."""
    from policyhooks.judge.recording import replay

    if recording:
        return replay(Path(recording))
    from policyhooks.judge.calls import load_completion
    from policyhooks.judge.surroundings import clean_environment

    clean_environment(tempfile.gettempdir())
    tell("loading litellm (a few seconds)")
    try:
        return load_completion()
    except ImportError:
        raise EnvironmentBroken("litellm is not installed", "pip install 'policyhooks[judge]'") from None
