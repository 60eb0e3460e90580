"""`policyhooks judge`: the state of prompt rules' judge, its cache, a local model to try, evaluation."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.argument_parser import Screen
from policyhooks.cli.options.policies import show_problems
from policyhooks.errors import InvalidPolicies
from policyhooks.report.judges.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from policyhooks.judge.ledger import Ledger

EXAMPLES = """examples:
  policyhooks judge status --client claude-code        worker, verdicts, spending, resting models
  policyhooks judge cache --client cursor --clear
  policyhooks judge stop                               every project installation's worker
  policyhooks judge local --port 8123                  a small model to try prompt rules with; do not trust it
  policyhooks judge ask --prompt prompts/risky-shell.md --shell "rm -rf build" --config policyhooks.yaml
  policyhooks judge doctor --config policyhooks.yaml   one real call of every model
  policyhooks judge eval prompts/eval/risky-shell.jsonl --config policyhooks.yaml
  policyhooks judge redteam --rule packs.review/production --shell "kubectl --context prod delete ns x"
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """One sub-command a question."""
    from policyhooks.cli.verbs import judge_ask, judge_doctor, judge_eval, judge_redteam

    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, help_line in (
        ("status", "worker, verdicts, spending, models that rest"),
        ("cache", "how many verdicts are kept, by rule"),
        ("stop", "end the worker; the next prompt rule starts one"),
    ):
        action = actions.add_parser(name, help=help_line, description=help_line)
        _add_place(action)
        if name == "cache":
            action.add_argument("--clear", action="store_true", help="forget every verdict")
        action.add_argument("--format", choices=FORMATS, default="text")
    local = actions.add_parser("local", help="serve a small model on this machine, to try prompt rules with")
    local.add_argument("--port", type=int, default=0, metavar="N", help="default: a free one")
    local.add_argument("--threads", type=int, default=1, metavar="N", help="default: 1")
    evaluate = actions.add_parser(
        "eval",
        help="judge labelled events and count what is wrong",
        formatter_class=Screen,
    )
    judge_eval.configure(evaluate)
    redteam = actions.add_parser(
        "redteam", help="try texts that are written for the reviewer, and score", formatter_class=Screen
    )
    judge_redteam.configure(redteam)
    judge_ask.configure(actions.add_parser("ask", help="one event or text, live, with all that is sent and received"))
    judge_doctor.configure(actions.add_parser("doctor", help="key, address and one real call of every model"))
    parser.epilog = EXAMPLES


def _add_place(parser: argparse.ArgumentParser) -> None:
    from policyhooks.clients.registry import CLIENTS
    from policyhooks.installation.places import SCOPES

    parser.add_argument("--client", choices=CLIENTS, help="default: every client that has an installation")
    parser.add_argument("--scope", choices=SCOPES, default="project", help="default: project")
    parser.add_argument("--root", metavar="DIR", help="the project, home or file system root")
    parser.add_argument("--state", metavar="DIR", help="the state folder itself")


def run(arguments: argparse.Namespace) -> int:
    """Run one action."""
    if arguments.action == "local":
        return serve_local(arguments)
    if arguments.action in ("ask", "doctor", "eval", "redteam"):
        from policyhooks.cli.verbs import judge_ask, judge_doctor, judge_eval, judge_redteam

        parts = {
            "ask": judge_ask.run, "doctor": judge_doctor.run, "eval": judge_eval.run, "redteam": judge_redteam.run,
        }  # fmt: skip
        try:
            return parts[arguments.action](arguments)
        except InvalidPolicies as problem:
            return show_problems(problem)
    from policyhooks.cli.options.states import find_states

    actions = {"status": describe, "cache": describe_cache, "stop": stop}
    reports = [actions[arguments.action](state, arguments) for state in find_states(arguments)]
    sys.stdout.write(render(reports, arguments.format, style_of(sys.stdout)))
    return 0


def describe(state: Path, arguments: argparse.Namespace) -> dict[str, object]:
    """What the judge of one installation is doing and has done."""
    from policyhooks.judge import place
    from policyhooks.judge.breaker import Breaker
    from policyhooks.judge.budget import Budget
    from policyhooks.judge.control import tell

    folder = state / place.FOLDER
    python = folder / place.PYTHON
    report: dict[str, object] = {
        "state": str(state),
        "python": python.read_text("utf-8").strip() if python.is_file() else "not recorded: run install again",
        "worker": tell(folder, "status") or "not running",
    }
    for ledger in _ledger(state):
        report["outcomes"] = ledger.counts()
        report["spent"] = {
            f"{one.scope} {one.name}": {
                "calls": one.calls,
                "tokens": one.tokens,
                "dollars": round(one.cost, 4),
                "calls_without_a_price": one.unpriced,
            }
            for one in Budget(ledger).spent()
        }
        report["resting"] = {alias: f"{seconds} s" for alias, seconds in Breaker(ledger).resting(time.time())}
    return report


def describe_cache(state: Path, arguments: argparse.Namespace) -> dict[str, object]:
    """How many verdicts are kept, by rule; with --clear, none afterwards."""
    report: dict[str, object] = {"state": str(state)}
    for ledger in _ledger(state):
        query = "SELECT rule, outcome, count(*) FROM verdicts WHERE expires > ? GROUP BY rule, outcome ORDER BY rule"
        report["kept"] = {f"{rule} {outcome}": count for rule, outcome, count in ledger.rows(query, (time.time(),))}
        if arguments.clear:
            with ledger.change() as connection:
                report["cleared"] = connection.execute("DELETE FROM verdicts").rowcount
    return report


def stop(state: Path, arguments: argparse.Namespace) -> dict[str, object]:
    """End the worker of one installation."""
    from policyhooks.judge import place
    from policyhooks.judge.control import tell

    told = tell(state / place.FOLDER, "stop")
    return {"state": str(state), "worker": "stopped" if told else "not running"}


def serve_local(arguments: argparse.Namespace) -> int:
    """Serve the small model until interrupted; the Config for it goes to stdout, the warning to stderr."""
    from policyhooks.judge import local

    model = local.start(arguments.port, arguments.threads)
    print(f"warning: {local.WARNING}", file=sys.stderr)
    print(model.config(), end="", flush=True)
    print("# serving until interrupted; install with this as --config to try prompt rules", file=sys.stderr)
    while True:
        time.sleep(3600)


def _ledger(state: Path) -> Iterator[Ledger]:
    """The ledger of an installation, where one was begun."""
    import contextlib

    from policyhooks.judge import place
    from policyhooks.judge.ledger import Ledger

    path = state / place.FOLDER / place.LEDGER
    if path.is_file():
        with contextlib.closing(Ledger(path)) as ledger:
            yield ledger
