"""`policyhooks bundle inspect`: what a bundle says of itself."""

from __future__ import annotations

import argparse
import sys

from policyhooks.cli.options.bundles import add_trust_arguments, open_file, trust_of
from policyhooks.report.contents.formats import FORMATS, render


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the bundle")
    parser.add_argument("--format", choices=FORMATS, default="text")
    add_trust_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Verified like everywhere; what nobody here vouches for is said to be so."""
    sys.stdout.write(render(open_file(arguments.file, trust_of(arguments)), arguments.format))
    return 0
