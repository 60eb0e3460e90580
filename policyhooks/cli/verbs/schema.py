"""`policyhooks schema`: the JSON Schema of a file kind, for editors."""

from __future__ import annotations

import argparse

KINDS = ("policy", "library", "config", "programs", "program-rows", "variables", "tags", "language")


def configure(parser: argparse.ArgumentParser) -> None:
    """The kind of file."""
    parser.add_argument("kind", nargs="?", choices=KINDS, default="policy", help="the kind of file (default: policy)")


def run(arguments: argparse.Namespace) -> int:
    """Print the schema."""
    from policyhooks.compiler.json_schema import write

    print(write(arguments.kind), end="")
    return 0
