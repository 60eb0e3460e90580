"""`policyhooks explain`: why an action is denied, asked about or let through."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path

from policyhooks.cli.options.policies import add_policy_arguments, show_problems
from policyhooks.cli.options.project import choose_to_read
from policyhooks.clients.native_payload import WRITERS, native_payload
from policyhooks.clients.registry import CLIENTS
from policyhooks.clients.subject import Subject, from_string
from policyhooks.compiler.compile import Compiled
from policyhooks.core.event import Event
from policyhooks.core.strict_json import parse
from policyhooks.core.verdict import Decision, Response
from policyhooks.errors import InvalidPolicies, UsageError
from policyhooks.inspect.explanation import Answer, Explanation, near_misses, variable_texts, view_rules
from policyhooks.inspect.session import OUTSIDE, UNTRUSTED, Deciding
from policyhooks.report.explanation.formats import FORMATS, render
from policyhooks.report.screen.style import style_of
from policyhooks.runtime.engine.concealment import conceal, conceal_all, secrets_of

DENIED = 5

EXAMPLES = """examples:
  policyhooks explain --shell "git push -f origin main"
  policyhooks explain --read ~/.aws/credentials
  policyhooks explain --mcp mail/send --arguments '{"to": "a@example.com"}'
  policyhooks explain --client cursor payload.json
  policyhooks explain --policies policies/ --shell "terraform apply" --exit-code

exit codes: 0 explained, 5 denied and --exit-code was given
"""


def configure(parser: argparse.ArgumentParser) -> None:
    what = parser.add_argument_group("what to explain (one of)")
    one = what.add_mutually_exclusive_group()
    one.add_argument("payload", nargs="?", metavar="FILE", help="a client's payload; `-` or nothing reads stdin")
    one.add_argument("--shell", metavar="COMMAND", help="a shell command")
    one.add_argument("--read", metavar="PATH", help="reading a file")
    one.add_argument("--write", metavar="PATH", help="writing a file")
    one.add_argument("--mcp", metavar="SERVER/TOOL", help="a call of an MCP tool")
    one.add_argument("--web", metavar="URL", help="fetching a page")
    one.add_argument("--prompt", metavar="TEXT", help="a prompt that the user sends")
    parser.add_argument("--arguments", metavar="JSON", help="the arguments of --mcp")
    parser.add_argument("--content", metavar="TEXT", default="", help="the content of --write")
    parser.add_argument("--client", choices=CLIENTS, help="whose payload FILE is, or explain for this client")
    parser.add_argument("--native", metavar="EVENT", help="the native event of a payload that does not name it")
    parser.add_argument("--cwd", metavar="DIR", default="", help="the project folder (default: the current one)")
    parser.add_argument("--home", metavar="DIR", default="", help="the home folder (default: yours)")
    add_policy_arguments(parser)
    parser.add_argument(
        "--outside", choices=OUTSIDE, default="unknown", help="what judges and commands say (default: unknown)"
    )
    parser.add_argument("--all", action="store_true", help="also show the rules that did not fire")
    parser.add_argument("--format", choices=FORMATS, default="text", help="how it is written")
    parser.add_argument("--exit-code", action="store_true", help="exit with 5 when it is denied")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    subject = read_subject(arguments)
    try:
        chosen = choose_to_read(arguments.policies, arguments.config)
        if arguments.outside == "run":
            chosen.refuse_to_start()
        compiled = chosen.compile()
    except InvalidPolicies as problem:
        return show_problems(problem)
    if chosen.untrusted and arguments.outside == "unknown":
        arguments.outside = UNTRUSTED
    deciding = Deciding(compiled.modules, outside=arguments.outside, home=arguments.home, one_action=True)
    if subject is None:
        explanation = explain_payload(arguments, compiled, deciding)
    else:
        explanation = explain_subject(arguments, subject, compiled, deciding)
    shown = render(explanation, arguments.format, style_of(sys.stdout), every=arguments.all)
    sys.stdout.write(str(conceal_all(shown, explanation.secrets)))
    return DENIED if arguments.exit_code and explanation.decision.verdict == "deny" else 0


def read_subject(arguments: argparse.Namespace) -> Subject | None:
    """What the options ask about; None when it is a payload."""
    if arguments.arguments is not None and arguments.mcp is None:
        raise UsageError("--arguments belongs to --mcp")
    if arguments.mcp is not None:
        return Subject(**{**vars(_string("mcp.before", arguments.mcp)), "arguments": _json_object(arguments.arguments)})
    if arguments.write is not None:
        return Subject("file.write", path=_absolute(arguments.write, arguments.cwd), content=arguments.content)
    if arguments.read is not None:
        return Subject("file.read", path=_absolute(arguments.read, arguments.cwd))
    for option, event in (("shell", "shell.before"), ("web", "web.before"), ("prompt", "prompt.submit")):
        text = getattr(arguments, option)
        if text is not None:
            return _string(event, text)
    return None


def _string(event: str, text: str) -> Subject:
    try:
        return from_string(event, text)
    except ValueError as problem:
        raise UsageError(str(problem)) from None


def _absolute(path: str, cwd: str) -> str:
    expanded = os.path.expanduser(path)
    return os.path.normpath(os.path.join(cwd or os.getcwd(), expanded))


def _json_object(text: str | None) -> dict[str, object]:
    if text is None:
        return {}
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise UsageError("--arguments is not a JSON object", """such as --arguments '{"to": "a@example.com"}'""")
    return found


def explain_payload(arguments: argparse.Namespace, compiled: Compiled, deciding: Deciding) -> Explanation:
    """The explanation of a client's own payload, from a file or stdin."""
    if arguments.client is None:
        raise UsageError("a payload needs --client", "or describe the action with --shell, --read, --mcp, ...")
    if arguments.payload in (None, "-"):
        text = sys.stdin.buffer.read()
    else:
        try:
            text = Path(arguments.payload).read_bytes()
        except OSError as problem:
            raise UsageError(f"`{arguments.payload}` cannot be read: {problem.strerror}") from None
    payload = parse(text)
    if not isinstance(payload, dict):
        raise UsageError("the payload is not a JSON object")
    started = time.perf_counter()
    decided = deciding.decide(arguments.client, arguments.native, payload)
    return assemble(compiled, deciding, decided, [_answer(*decided)], started, arguments.outside)


def explain_subject(
    arguments: argparse.Namespace, subject: Subject, compiled: Compiled, deciding: Deciding
) -> Explanation:
    """The explanation of an action that the options describe, and what every client would receive for it."""
    cwd = str(Path(arguments.cwd).absolute()) if arguments.cwd else os.getcwd()
    chosen = [arguments.client] if arguments.client else [client for client in WRITERS if can_send(client, subject)]
    deciding.given_home = deciding.given_home or str(Path.home())
    decided = []
    started = time.perf_counter()
    for client in chosen:
        native, payload = native_payload(client, subject, native=arguments.native or "", cwd=cwd)
        decided.append(deciding.decide(client, native, payload))
    return assemble(
        compiled, deciding, decided[0], [_answer(*one) for one in decided], started, arguments.outside, len(decided)
    )


def can_send(client: str, subject: Subject) -> bool:
    """Whether a client has an event for the subject."""
    try:
        native_payload(client, subject)
    except UsageError:
        return False
    return True


def assemble(
    compiled: Compiled,
    deciding: Deciding,
    decided: tuple[Event, Decision, Response],
    answers: list[Answer],
    started: float,
    outside: str,
    runs: int = 1,
) -> Explanation:
    """Everything that is told about a decision."""
    from policyhooks.runtime.engine.deciding import as_seen
    from policyhooks.runtime.engine.inner_events import derived_events

    spent = (time.perf_counter() - started) * 1000 / runs
    event, decision, _ = decided
    ((event, _),) = as_seen(event, [deciding.program])
    named = {file.model.metadata.id: file.model.variables for file in compiled.policies}
    named |= {file.model.metadata.id: file.model.variables for file in compiled.libraries}
    derived = [part for part, _ in derived_events(event, [deciding.program])] if event.name in CARRYING else []
    views = view_rules(event, derived, decision, compiled.rules, variable_texts(named))
    secrets = secrets_of(event)
    asked = [result for result in decision.results if result.rule.kind != "effect" and result.outcome == "error"]
    notes = [NOTES[outside]] if asked and outside in NOTES else []
    return Explanation(
        client=event.client,
        native=event.native,
        event=event.name,
        title=conceal(title_of(event), secrets),
        decision=decision,
        views=views,
        near=near_misses(views),
        rules=len(compiled.rules),
        answers=answers,
        digest=compiled.digest,
        milliseconds=spent,
        notes=notes,
        secrets=secrets,
    )


NOTES = {
    "unknown": "no judge or command was asked; --outside ok shows the other branch",
    UNTRUSTED: "policyhooks.yaml is not trusted: no judge or command of it is started; --outside ok shows the branch",
}
CARRYING = ("shell.before", "mcp.before")


def title_of(event: Event) -> str:
    """What the event is about, in its own words."""
    if event.command is not None:
        return event.command
    if event.mcp.server:
        return f"{event.mcp.server}/{event.mcp.tool}"
    return event.file.path.raw or event.web.url or event.prompt.text or event.tool.name or event.text


def _answer(event: Event, decision: Decision, response: Response) -> Answer:
    out, err = response.stdout.decode("utf-8"), response.stderr.decode("utf-8")
    return Answer(event.client, event.native, decision.verdict, response.exit_code, out, err)
