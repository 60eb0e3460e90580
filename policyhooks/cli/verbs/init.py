"""`policyhooks init`: a folder to start from. It never overwrites a file."""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from policyhooks.cli.options.steps import render_steps
from policyhooks.cli.verbs.init_files import FILES_WRITTEN, ID
from policyhooks.errors import EnvironmentBroken, UsageError, VerificationFailed
from policyhooks.installation.project_file import NAME
from policyhooks.installation.project_id import new_id
from policyhooks.report.screen.style import style_of

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
    made = new_id()
    files = {name: text.replace(ID, made).encode("utf-8") for name, text in FILES_WRITTEN.items()}
    try:
        for name, data in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            # A project file that others could write would be refused, whatever the umask.
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
    except OSError as problem:
        raise EnvironmentBroken(
            f"cannot write below `{root}`: {problem.strerror}", "check the folder's owner"
        ) from problem
    trust(root, files)
    show(root)
    return 0


def trust(root: Path, files: Mapping[str, bytes]) -> None:
    """Trust exactly the bytes that we wrote. Where that cannot be kept, install asks."""
    from policyhooks.installation.project_digest import Digests
    from policyhooks.installation.project_trust import save_trust

    digests = Digests({name: hashlib.sha256(data).hexdigest() for name, data in files.items()})
    with contextlib.suppress(EnvironmentBroken, VerificationFailed):
        save_trust(root / NAME, digests)


def show(root: Path) -> None:
    """What was written, and what to do next."""
    style = style_of(sys.stdout)
    for name in FILES_WRITTEN:
        print(f"{style.paint('wrote', 'green')} {root / name}")
    here = root.resolve() == Path.cwd()
    config = "" if here else f" --config {root / NAME}"
    steps = (
        (f"check{config}", "types, events, messages"),
        ("test" if here else f"test {root / 'policies'}", "the tests beside the rules"),
        (f'explain{config} --shell "git push -f origin main"', "why it decides as it does"),
        (f"trust {root / NAME}", "after every change: show what it would do, and accept it"),
        (f"install --client claude-code{config}", "make it fire"),
    )
    print("", *render_steps(steps, style), sep="\n")
