"""`policyhooks judge ask`: one event or text, live, with all that was sent and received."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.argument_parser import Screen
from policyhooks.cli.options.notes import tell
from policyhooks.cli.options.policies import GOVERNING, add_policy_arguments
from policyhooks.clients.registry import CLIENTS
from policyhooks.errors import UsageError
from policyhooks.report.judges.asked import FORMATS, render

if TYPE_CHECKING:
    from collections.abc import Mapping

    from policyhooks.runtime.ports.judging import JudgeRequest

UNKNOWN = 1
LOADING_S = 60.0  # a worker that loads on a busy machine; what the rule gives the model comes on top

EXAMPLES = """examples:
  policyhooks judge ask --rule acme.review/database-writes --mcp database/query --arguments '{"sql": "drop table t"}'
  policyhooks judge ask --rule acme.review/risky --shell "terraform apply" --policies p/ --config c.yaml
  policyhooks judge ask --prompt prompts/risky-shell.md --shell "rm -rf build" --config policyhooks.yaml

exit codes: 0 the model gave a verdict, 1 unknown, 2 usage
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """A rule or a prompt, and what it is about."""
    by = parser.add_mutually_exclusive_group(required=True)
    by.add_argument("--rule", metavar="ID", help="a prompt rule, with its condition, `input` and settings")
    by.add_argument("--prompt", metavar="FILE", help="a prompt file, without a rule")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--shell", metavar="COMMAND", help="a shell command")
    what.add_argument("--mcp", metavar="SERVER/TOOL", help="a call of an MCP tool")
    what.add_argument("--event", metavar="FILE", help="a client's payload; with --prompt any JSON")
    what.add_argument("--text", metavar="TEXT", help="with --prompt: a text")
    parser.add_argument("--arguments", metavar="JSON", help="the arguments of --mcp")
    parser.add_argument("--model", metavar="ALIAS", help="another model than the rule's; with --prompt: fast")
    parser.add_argument(
        "--timeout", type=float, metavar="SECONDS", help="for the answer (default: the rule's, else 30)"
    )
    parser.add_argument(
        "--client", choices=CLIENTS, default=CLIENTS[0], help=f"whose event it is (default: {CLIENTS[0]})"
    )
    parser.add_argument("--native", metavar="EVENT", help="the native event of a payload that does not name it")
    add_policy_arguments(parser, GOVERNING)
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.formatter_class = Screen
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Ask, and show everything."""
    from policyhooks.core.values import but
    from policyhooks.judge.visiting import borrow_judge
    from policyhooks.runtime.ports.judging import ask, trace_of

    request = _of_rule(arguments) if arguments.rule else _of_prompt(arguments)
    timeout_ms = int(arguments.timeout * 1000) if arguments.timeout else request.timeout_ms
    model = arguments.model or request.model
    request = but(request, shown=True, cache_s=0, session="", model=model, timeout_ms=timeout_ms)
    tell("starting a judge (a few seconds)")
    with borrow_judge() as state:
        end = time.monotonic() + LOADING_S + request.timeout_ms / 1000
        (outcome,) = ask([request], state=state, deadline=end)
    told = {"rule": request.rule_id, **trace_of(outcome), "exchanges": outcome.exchanges}
    sys.stdout.write(render(told, arguments.format))
    return UNKNOWN if outcome.outcome == "unknown" else 0


def _of_rule(arguments: argparse.Namespace) -> JudgeRequest:
    from policyhooks.cli.options.rulebooks import choose_source
    from policyhooks.clients.native_payload import native_payload
    from policyhooks.clients.subject import Subject, from_string
    from policyhooks.inspect.rule_question import question_of
    from policyhooks.inspect.session import Deciding

    if arguments.text is not None:
        raise UsageError("--text belongs to --prompt", "describe an event with --shell, --mcp or --event")
    source = choose_source(arguments.policies, arguments.config, Path.cwd(), arguments.client)[0]
    source.refuse_to_start()
    native = arguments.native
    if arguments.event is not None:
        payload = _object(Path(arguments.event), arguments.event)
    elif arguments.shell is not None:
        native, payload = native_payload(
            arguments.client, from_string("shell.before", arguments.shell), native=native or "", cwd=os.getcwd()
        )
    else:
        called = {**vars(_called(arguments.mcp)), "arguments": _arguments(arguments)}
        native, payload = native_payload(arguments.client, Subject(**called), native=native or "", cwd=os.getcwd())
    return question_of(Deciding(source.rulebook), arguments.client, native, payload, arguments.rule)


def _called(text: str) -> object:
    from policyhooks.clients.subject import from_string

    try:
        return from_string("mcp.before", text)
    except ValueError as problem:
        raise UsageError(str(problem)) from None


def _of_prompt(arguments: argparse.Namespace) -> JudgeRequest:
    """A question without a rule: the projection that the shipped prompts name."""
    from policyhooks.cli.options.judge_configs import find_config
    from policyhooks.runtime.ports.judging import JudgeRequest

    path = Path(arguments.prompt)
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"`{path}` cannot be read as text", "name a prompt file") from None
    value: object = arguments.text
    event = "shell.before"
    if arguments.shell is not None:
        value = {"command": arguments.shell}
    elif arguments.mcp is not None:
        server, _, tool = arguments.mcp.partition("/")
        value, event = {"server": server, "tool": tool, "arguments": _arguments(arguments)}, "mcp.before"
    elif arguments.event is not None:
        value = _object(Path(arguments.event), arguments.event)
    return JudgeRequest(
        rule_id=path.stem,
        prompt=text,
        model="fast",
        timeout_ms=30_000,
        input=value,
        event=event,
        client=arguments.client,
        config=find_config(arguments.config),
    )


def _object(path: Path, shown: str) -> Mapping[str, object]:
    from policyhooks.core.strict_json import parse

    try:
        found = parse(path.read_bytes())
    except OSError as problem:
        raise UsageError(f"`{shown}` cannot be read: {problem.strerror}") from None
    if not isinstance(found, dict):
        raise UsageError(f"`{shown}` is not a JSON object")
    return found


def _arguments(arguments: argparse.Namespace) -> dict[str, object]:
    if arguments.arguments is None:
        return {}
    try:
        found = json.loads(arguments.arguments)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise UsageError("--arguments is not a JSON object", """such as --arguments '{"to": "a@example.com"}'""")
    return found
