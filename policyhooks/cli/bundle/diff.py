"""`policyhooks bundle diff`: what a new bundle changes, what is looser first."""

from __future__ import annotations

import argparse
import sys

from policyhooks.cli.options.bundles import add_trust_arguments, open_file, trust_of
from policyhooks.report.difference.formats import FORMATS, render
from policyhooks.report.screen.style import style_of

THRESHOLD_MISSED = 6


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD", help="the bundle that is in use")
    parser.add_argument("new", metavar="NEW", help="the bundle to come")
    parser.add_argument(
        "--fail-on",
        choices=("loosened", "changed"),
        help="exit 6 when something is looser; `changed`: or when that cannot be told",
    )
    parser.add_argument("--format", choices=FORMATS, default="text")
    add_trust_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Conditions, lists and params that changed are shown: which way they go is for a person to judge."""
    from policyhooks.bundle.changed_texts import with_texts
    from policyhooks.bundle.comparison import CHANGED, LOOSENED, compare

    roots = trust_of(arguments)
    old, new = open_file(arguments.old, roots), open_file(arguments.new, roots)
    found = with_texts(compare(old.manifest, new.manifest), old.files, new.files)
    sys.stdout.write(render(found, arguments.format, style_of(sys.stdout)))
    bad = {"loosened": (LOOSENED,), "changed": (LOOSENED, CHANGED)}.get(arguments.fail_on, ())
    return THRESHOLD_MISSED if any(one.direction in bad for one in found) else 0
