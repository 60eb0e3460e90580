"""`policyhooks decide`: native payloads as JSON lines in, decisions as JSON lines out, in one process."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, TextIO

from policyhooks.cli.options.client_variables import add_variable_argument, variables_of
from policyhooks.cli.options.policies import GOVERNING, add_policy_arguments, show_problems
from policyhooks.cli.options.rulebooks import Source, choose_source
from policyhooks.clients.registry import CLIENTS
from policyhooks.errors import InvalidPolicies, PolicyHooksError
from policyhooks.inspect.session import OUTSIDE, UNTRUSTED, names_models
from policyhooks.library import Engine

EXAMPLES = """examples:
  policyhooks decide --client claude-code < events.jsonl > decisions.jsonl
  policyhooks decide --client cursor --policies policies/ --config policyhooks.yaml < events.jsonl

Each line of stdin is a payload as the client would send it; each line of stdout is an object with
  verdict    deny, ask, allow or pass, as the client is told
  rules      full ids of the rules behind it
  messages   {"user": ..., "agent": ...}, and "warnings" where there are any
  response   what would go to stdout
  exit_code  of the hook process
  policies   where no option names them, which were used: those of the
             installation that governs this folder for the client, else of
             policyhooks.yaml, else the shipped ones
A line that cannot be read gives {"error": ...} in its place, and exit code 1 at the end.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--client", required=True, choices=CLIENTS, help="whose payloads they are")
    parser.add_argument("--native", metavar="EVENT", help="the native event of payloads that do not name it")
    add_variable_argument(parser)
    add_policy_arguments(parser, GOVERNING)
    parser.add_argument(
        "--home", default="", metavar="DIR", help="the home folder (default: the payload's, else yours)"
    )
    parser.add_argument(
        "--outside",
        choices=OUTSIDE,
        help="what judges and commands say (default: run them; those of a project file only when it is trusted)",
    )
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    try:
        (source,) = choose_source(arguments.policies, arguments.config, Path.cwd(), arguments.client)
        outside = outside_of(source, arguments.outside)
    except InvalidPolicies as problem:
        return show_problems(problem)
    policies = "" if arguments.policies or arguments.config else source.title
    with live_judge(outside == "run" and names_models(source.rulebook.programs)) as state:
        variables = variables_of(arguments)
        engine = Engine(
            source.rulebook,
            outside=outside,
            home=arguments.home,
            links=True,
            variables=variables,
            judge_state=state,
        )
        return decide_lines(sys.stdin.buffer, sys.stdout, engine, arguments.client, arguments.native, policies)


def live_judge(wanted: bool) -> AbstractContextManager[str]:
    """Where models are asked: in a judge that lives as long as this command; nowhere where none is wanted."""
    if not wanted:
        return nullcontext("")
    from policyhooks.judge.visiting import borrow_judge

    return borrow_judge()


def outside_of(chosen: Source, told: str | None) -> str:
    """Who answers for judges and commands: they themselves, where somebody vouches for them."""
    if told is None and chosen.untrusted:
        return UNTRUSTED
    if told == "run":
        chosen.refuse_to_start()
    return told or "run"


def decide_lines(
    lines: BinaryIO | Iterable[bytes],
    out: TextIO,
    engine: Engine,
    client: str,
    native: str | None,
    policies: str = "",
) -> int:
    """One answer a line, in order; blank lines are skipped. 1 when any line could not be decided."""
    code = 0
    for line in lines:
        if not line.strip():
            continue
        answer = decide_line(line, engine, client, native) | ({"policies": policies} if policies else {})
        code = 1 if "error" in answer else code
        out.write(json.dumps(answer, ensure_ascii=True, separators=(",", ":")) + "\n")
    out.flush()
    return code


def decide_line(line: bytes, engine: Engine, client: str, native: str | None) -> dict[str, object]:
    """The answer to one payload, or why there is none. One line never takes the others with it."""
    try:
        return engine.decide(client, line, native).as_json()
    except PolicyHooksError as problem:
        return {"error": problem.message}
    except Exception as problem:  # noqa: BLE001 - a bug on one payload is told in its place
        return {"error": f"it could not be decided ({type(problem).__name__})"}
