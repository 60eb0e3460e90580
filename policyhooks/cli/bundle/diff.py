"""`policyhooks bundle diff`: what a new bundle changes, what is looser first."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from policyhooks.cli.options.bundles import add_trust_arguments, open_file, trust_of
from policyhooks.report.screen.style import one_line, style_of

THRESHOLD_MISSED = 6
COLOURS = {"loosened": "red", "changed": "yellow", "tightened": "green"}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD", help="the bundle that is in use")
    parser.add_argument("new", metavar="NEW", help="the bundle to come")
    parser.add_argument(
        "--fail-on",
        choices=("loosened", "changed"),
        help="exit 6 when something is looser; `changed`: or when that cannot be told",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    add_trust_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Conditions, lists and params that changed are named: which way they go is for a person to judge."""
    from policyhooks.bundle.comparison import CHANGED, LOOSENED, compare

    roots = trust_of(arguments)
    old, new = open_file(arguments.old, roots), open_file(arguments.new, roots)
    found = compare(old.manifest, new.manifest)
    if arguments.format == "json":
        print(json.dumps([asdict(one) for one in found], indent=2))
    else:
        style = style_of(sys.stdout)
        for one in found:
            word = style.paint(f"{one.direction:<9}", COLOURS[one.direction])
            print(f"{word} {one_line(one.subject)}: {one_line(one.text)}")
        if not found:
            print("no rule, param or option differs")
    bad = {"loosened": (LOOSENED,), "changed": (LOOSENED, CHANGED)}.get(arguments.fail_on, ())
    return THRESHOLD_MISSED if any(one.direction in bad for one in found) else 0
