"""`policyhooks judge doctor`: every model of a Config, with its key, its address, and two real calls."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from policyhooks.cli.argument_parser import Screen
from policyhooks.cli.options.judge_configs import find_config
from policyhooks.cli.options.notes import tell
from policyhooks.clients.registry import CLIENTS
from policyhooks.errors import UsageError
from policyhooks.report.judges.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

if TYPE_CHECKING:
    from policyhooks.runtime.ports.judging import JudgeOutcome

FAILED = 1
LOADING_S = 60.0
PROMPT = "Everything that only lists files is ok (criterion L1). $ARGUMENTS"

EPILOG = """Each model is asked twice: the first call also finds out in which form it takes answers, the second one
tells how long a call takes. What it thinks is not judged.

exit codes: 0 every model gave a verdict, 1 one did not, 2 usage
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """A Config, perhaps one of its models."""
    parser.add_argument(
        "--config", metavar="FILE", help="the Config that names the models (default: a trusted policyhooks.yaml)"
    )
    parser.add_argument("--model", action="append", metavar="ALIAS", help="default: all; may be repeated")
    parser.add_argument("--timeout", type=float, default=30.0, metavar="SECONDS", help="for one answer (default: 30)")
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.formatter_class = Screen
    parser.epilog = EPILOG


def run(arguments: argparse.Namespace) -> int:
    """Ask every model and tell how it went."""
    from policyhooks.judge.visiting import borrow_judge

    config = find_config(arguments.config)
    models = config.get("models")
    if not isinstance(models, dict) or not models:
        raise UsageError("no model is configured", "name one under judge.models in a Config and give it with --config")
    chosen = arguments.model or sorted(models)
    unknown = [alias for alias in chosen if alias not in models]
    if unknown:
        raise UsageError(f"the Config names no model `{unknown[0]}`", f"it names: {', '.join(sorted(models))}")
    tell("starting a judge (a few seconds)")
    with borrow_judge() as state:
        reports = [examine(alias, models[alias], config, state, arguments.timeout) for alias in chosen]
    sys.stdout.write(render(reports, arguments.format, style_of(sys.stdout)))
    return FAILED if any("cause" in report for report in reports) else 0


def examine(
    alias: str, settings: Mapping[str, object], config: Mapping[str, object], state: str, seconds: float
) -> dict[str, object]:
    """What can be said of one model."""
    report: dict[str, object] = {"model": alias, "name": settings.get("model"), "key": key_words(settings)}
    report["address"] = settings.get("api_base") or "the provider's own"
    outcome = ask_once(alias, config, state, seconds)
    if outcome.outcome != "unknown":
        report["first_call_ms"] = outcome.ms
        report["requests_until_a_form_was_taken"] = outcome.attempts
        outcome = ask_once(alias, config, state, seconds)
    report["answers"] = form_of(outcome)
    report["call_ms"] = outcome.ms
    report["tokens"] = outcome.tokens
    report["dollars"] = "not known" if outcome.cost < 0 else round(outcome.cost, 8)
    if outcome.outcome == "unknown":
        report |= {"cause": outcome.cause, "what_to_do": outcome.reason}
    return report


def ask_once(alias: str, config: Mapping[str, object], state: str, seconds: float) -> JudgeOutcome:
    """One real call on the way of a hook."""
    from policyhooks.runtime.ports.judging import JudgeRequest, ask

    request = JudgeRequest(
        rule_id="judge doctor",
        prompt=PROMPT,
        model=alias,
        timeout_ms=int(seconds * 1000),
        input={"command": "ls"},
        event="shell.before",
        client=CLIENTS[0],
        config={**config, "breaker": False},
        shown=True,
    )
    return ask([request], state=state, deadline=time.monotonic() + LOADING_S + seconds)[0]


def key_words(settings: Mapping[str, object]) -> str:
    """Whether the key's variable is set here; never its value."""
    name = settings.get("api_key_env")
    if not isinstance(name, str):
        return "none is named"
    return f"{name} is set" if os.environ.get(name) else f"{name} is not set here"


def form_of(outcome: JudgeOutcome) -> str:
    """How the answer was asked for, as the last request has it."""
    last = outcome.exchanges[-1] if outcome.exchanges else {}
    sent = str(last.get("sent", "")) if isinstance(last, dict) else ""
    if not sent:
        return "nothing was sent"
    if "maxLength" in sent:
        return "held to a schema with lengths"
    if "additionalProperties" in sent:
        return "held to a schema"
    return "JSON" if '"json_object"' in sent or '"format":"json"' in sent.replace(" ", "") else "in words alone"
