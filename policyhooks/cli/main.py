"""The command line: a table of verbs, each in a module of its own that loads on use.

A verb module has `configure(parser)` and `run(arguments) -> exit code`. Expected failures are
PolicyHooksError; this module turns them into one message and the error's exit code.
"""

from __future__ import annotations

import argparse
import importlib
import sys

from policyhooks import __version__
from policyhooks.errors import PolicyHooksError

# verb: (module, one line of help)
VERBS: dict[str, tuple[str, str]] = {
    "check": ("policyhooks.cli.verbs.check", "check policy files; exit 3 with diagnostics"),
    "compile": ("policyhooks.cli.verbs.compile", "compile policy files into a program"),
    "schema": ("policyhooks.cli.verbs.schema", "print the JSON Schema of a file kind"),
    "install": ("policyhooks.cli.verbs.install", "put hook entries into a client's own file"),
    "uninstall": ("policyhooks.cli.verbs.uninstall", "leave the client's file as it was"),
    "doctor": ("policyhooks.cli.verbs.doctor", "would the hooks fire, would a deny hold; each fault with its repair"),
    "import": ("policyhooks.cli.verbs.import_", "rules that you already have elsewhere, as a policy with tests"),
    "record": ("policyhooks.cli.verbs.record", "payloads that clients really sent, masked, as fixtures"),
    "clients": ("policyhooks.cli.verbs.clients", "print what each client's events supply and can express"),
    "test": ("policyhooks.cli.verbs.test", "run the tests beside the rules; exit 4 unless all is as written"),
    "explain": ("policyhooks.cli.verbs.explain", "show why an action is denied, asked about or let through"),
    "decide": ("policyhooks.cli.verbs.decide", "decide native payloads, JSON lines in and out"),
    "bundle": ("policyhooks.cli.verbs.bundle", "build, sign, verify, compare and activate bundles of policies"),
    "trust": ("policyhooks.cli.verbs.trust", "let a folder's own policies tighten what is decided there"),
    "sync": ("policyhooks.cli.verbs.sync", "fetch the bundle that a fleet follows and activate it when it is new"),
    "judge": ("policyhooks.cli.verbs.judge", "status, cache and stop of the model judge; a local model; evaluation"),
    "hook": ("policyhooks.cli.verbs.hook", "start an installed hook as the client would, or print its command line"),
    "log": ("policyhooks.cli.verbs.log", "show, verify and count what was decided"),
    "init": ("policyhooks.cli.verbs.init", "write a Config and small policies to start from"),
    "demo": ("policyhooks.cli.verbs.demo", "install into a scratch project, send events, show the answers"),
    "completion": ("policyhooks.cli.verbs.completion", "print a completion script for bash, zsh or fish"),
}


def build_parser(verb: str | None) -> argparse.ArgumentParser:
    """The parser; only the module of the asked verb is loaded."""
    parser = argparse.ArgumentParser(prog="policyhooks", description="Policy-as-code for the hooks of coding agents.")
    parser.add_argument("--version", action="version", version=f"policyhooks {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="COMMAND", required=True)
    for name, (module, help_line) in VERBS.items():
        sub = verbs.add_parser(
            name, help=help_line, description=help_line, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name == verb:
            importlib.import_module(module).configure(sub)
    return parser


def run(argv: list[str] | None = None) -> int:
    """Run one verb and return the process's exit code."""
    words = sys.argv[1:] if argv is None else argv
    verb = next((word for word in words if not word.startswith("-")), None)
    arguments = build_parser(verb).parse_args(words)
    try:
        return int(importlib.import_module(VERBS[arguments.verb][0]).run(arguments))
    except PolicyHooksError as problem:
        print(f"error: {problem.message}", file=sys.stderr)
        if problem.hint:
            print(f"  help: {problem.hint}", file=sys.stderr)
        return problem.exit_code
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130
