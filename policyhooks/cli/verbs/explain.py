"""`policyhooks explain`: why an action is denied, asked about or let through."""

from __future__ import annotations

import argparse
import json
import os
import pwd
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from policyhooks.cli.options.client_variables import add_variable_argument, variables_of
from policyhooks.cli.options.policies import GOVERNING, add_policy_arguments, show_problems
from policyhooks.cli.options.rulebooks import Source, choose_source
from policyhooks.clients.native_payload import WRITERS, native_payload
from policyhooks.clients.registry import CLIENTS
from policyhooks.clients.subject import Subject, from_string
from policyhooks.core.strict_json import parse
from policyhooks.errors import InvalidPolicies, UsageError
from policyhooks.inspect.explaining import assemble
from policyhooks.inspect.explanation import Explanation
from policyhooks.inspect.session import OUTSIDE, UNTRUSTED, Deciding
from policyhooks.report.explanation.formats import FORMATS, render
from policyhooks.report.screen.style import style_of
from policyhooks.runtime.engine.concealment import conceal_all

DENIED = 5

EXAMPLES = """examples:
  policyhooks explain --shell "git push -f origin main"
  policyhooks explain --read ~/.aws/credentials
  policyhooks explain --mcp mail/send --arguments '{"to": "a@example.com"}'
  policyhooks explain --client cursor payload.json
  policyhooks explain --log 3fa2b1c0
  policyhooks explain --shell "terraform apply" --judge live
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
    one.add_argument("--log", metavar="ID", help="a record of the journal (`policyhooks log` shows the ids)")
    parser.add_argument("--arguments", metavar="JSON", help="the arguments of --mcp")
    parser.add_argument("--content", metavar="TEXT", default="", help="the content of --write")
    parser.add_argument("--client", choices=CLIENTS, help="whose payload FILE is, or explain for this client")
    parser.add_argument("--native", metavar="EVENT", help="the native event of a payload that does not name it")
    parser.add_argument("--cwd", metavar="DIR", default="", help="the project folder (default: the current one)")
    parser.add_argument("--home", metavar="DIR", default="", help="the home folder (default: yours)")
    add_variable_argument(parser)
    add_policy_arguments(parser, GOVERNING)
    parser.add_argument(
        "--outside", choices=OUTSIDE, default="unknown", help="what judges and commands say (default: unknown)"
    )
    parser.add_argument("--judge", choices=("live",), help="ask the models of prompt rules, whatever --outside says")
    parser.add_argument("--all", action="store_true", help="also show the rules that did not fire")
    parser.add_argument("--format", choices=FORMATS, default="text", help="how it is written")
    parser.add_argument("--exit-code", action="store_true", help="exit with 5 when it is denied")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    arguments.judge_state = ""
    if arguments.judge is None and arguments.outside != "run":
        return explain(arguments)
    if arguments.log is not None and arguments.judge:
        raise UsageError("--log is explained by what was decided", "leave out --judge")
    from policyhooks.judge.visiting import borrow_judge

    with borrow_judge() as arguments.judge_state:
        return explain(arguments)


def explain(arguments: argparse.Namespace) -> int:
    """What the options ask about, on the screen; the exit code."""
    if arguments.log is not None:
        return show(explain_log(arguments), arguments)
    subject = read_subject(arguments)
    try:
        sources = choose_source(
            arguments.policies, arguments.config, Path(arguments.cwd or ".").absolute(), arguments.client
        )
    except InvalidPolicies as problem:
        return show_problems(problem)
    if subject is None:
        explanation = explain_payload(arguments, sources[0])
    else:
        explanation = explain_subject(arguments, subject, sources)
    return show(explanation, arguments)


def show(explanation: Explanation, arguments: argparse.Namespace) -> int:
    """The explanation on the screen, without the secrets of its event; the exit code."""
    shown = render(explanation, arguments.format, style_of(sys.stdout), every=arguments.all)
    sys.stdout.write(str(conceal_all(shown, explanation.secrets)))
    return DENIED if arguments.exit_code and explanation.decision.verdict == "deny" else 0


def explain_log(arguments: argparse.Namespace) -> Explanation:
    """The explanation of a journal record, by the program that decided it."""
    from policyhooks.cli.options.recorded import explain_record, find_recorded

    if arguments.policies or arguments.config:
        raise UsageError("--log is explained by what decided it", "leave out --policies and --config")
    return explain_record(find_recorded(arguments), arguments.outside, arguments.home or home_of_user())


def deciding_by(arguments: argparse.Namespace, source: Source) -> Deciding:
    """What decides by a source, judges and commands as the options say and trust allows."""
    if arguments.outside == "run" or arguments.judge:
        source.refuse_to_start()
    outside = UNTRUSTED if source.untrusted and arguments.outside == "unknown" else arguments.outside
    home = arguments.home or (home_of_user() if source.installation is not None else "")
    environ = variables_of(arguments)
    state = arguments.judge_state
    past = None
    if source.installation is not None:
        from policyhooks.inspect.kept_facts import KeptPast, scripts_of
        from policyhooks.runtime.launch.shared_state import own_folder

        installed = source.installation.place.state
        own = own_folder(str(installed), os.getuid()) or str(installed)
        past = KeptPast(Path(own), scripts_of(own, source.rulebook.programs))
    return Deciding(
        source.rulebook, outside=outside, home=home, one_action=True, environ=environ, judge_state=state, past=past
    )


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


def explain_payload(arguments: argparse.Namespace, source: Source) -> Explanation:
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
    deciding = deciding_by(arguments, source)
    started = time.perf_counter()
    decided = deciding.decide(arguments.client, arguments.native, payload)
    return assemble(deciding, [decided], (time.perf_counter() - started) * 1000, source.about)


def explain_subject(arguments: argparse.Namespace, subject: Subject, sources: Sequence[Source]) -> Explanation:
    """The explanation of an action that the options describe, and what clients would receive for it.

    Of installations every client has its own; of the first that can send such an action the rules are shown.
    """
    cwd = str(Path(arguments.cwd).absolute()) if arguments.cwd else os.getcwd()
    arguments.home = arguments.home or home_of_user()
    pairs = [pair for source in sources for pair in senders(arguments, subject, source)]
    if not pairs:
        raise UsageError("no client that is installed here has an event for this", "name one with --client")
    deciders: dict[int, Deciding] = {}
    decided = []
    started = time.perf_counter()
    for client, source in pairs:
        native, payload = native_payload(client, subject, native=arguments.native or "", cwd=cwd)
        deciding = deciders.setdefault(id(source), deciding_by(arguments, source))
        decided.append(deciding.decide(client, native, payload))
    spent = (time.perf_counter() - started) * 1000 / len(decided)
    first = pairs[0][1]
    return assemble(deciders[id(first)], decided, spent, first.about)


def senders(arguments: argparse.Namespace, subject: Subject, source: Source) -> list[tuple[str, Source]]:
    """The clients that a source decides for and that have an event for the subject."""
    if arguments.client:
        return [(arguments.client, source)]
    clients = [source.installation.place.client] if source.installation is not None else list(WRITERS)
    return [(client, source) for client in clients if can_send(client, subject)]


def can_send(client: str, subject: Subject) -> bool:
    """Whether a client has an event for the subject."""
    try:
        native_payload(client, subject)
    except UsageError:
        return False
    return True


def home_of_user() -> str:
    """The home folder of whoever runs this, as the hook knows it."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return str(Path.home())
