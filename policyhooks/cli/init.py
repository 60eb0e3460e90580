"""`policyhooks init`: a folder to start from. It never overwrites a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from policyhooks.cli.init_files import FILES_WRITTEN
from policyhooks.cli.policies import program_name
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.report.style import style_of

EXAMPLES = """examples:
  policyhooks init                 into the current folder
  policyhooks init security/       into a folder that may not exist yet
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("dir", nargs="?", default=".", metavar="DIR", help="where to write (default: here)")
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Write all files or none: one that exists already stops it before the first is written."""
    root = Path(arguments.dir)
    present = [name for name in FILES_WRITTEN if (root / name).exists()]
    if present:
        raise UsageError(f"`{root / present[0]}` exists already, nothing was written", "choose an empty folder")
    try:
        for name, text in FILES_WRITTEN.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as stream:
                stream.write(text)
    except OSError as problem:
        raise EnvironmentBroken(
            f"cannot write below `{root}`: {problem.strerror}", "check the folder's owner"
        ) from problem
    show(root)
    return 0


def show(root: Path) -> None:
    """What was written, and what to do next."""
    style = style_of(sys.stdout)
    for name in FILES_WRITTEN:
        print(f"{style.paint('wrote', 'green')} {root / name}")
    policies, config = root / "policies", root / "policyhooks.yaml"
    print("\nnext")
    for words, why in (
        (f"check {policies} --config {config}", "types, events, messages"),
        (f"test {policies}", "the tests beside the rules"),
        (f'explain --policies {policies} --shell "git push -f origin main"', "why it decides as it does"),
        (f"install --client claude-code --policies {policies} --config {config}", "make it fire"),
    ):
        print(f"  {style.paint(f'{program_name()} {words}', 'bold')}\n      {style.paint(why, 'dim')}")
