"""What verbs about the past share: which files, which policies, a page to write."""

from __future__ import annotations

import argparse
import importlib.util
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.moments import read_time
from policyhooks.cli.options.rulebooks import Source, choose_source
from policyhooks.errors import EnvironmentBroken, UsageError

if TYPE_CHECKING:
    from policyhooks.history.past_events import Segment
    from policyhooks.history.safe_files import Skipped

NO_TIMES = ("", "all")


@dataclass(frozen=True)
class Past:
    """Events of the past, from which moment on (as journals write it), what was left out, and what decides."""

    since: str
    segments: list[Segment]
    skipped: Skipped
    source: Source


def add_since(parser: argparse.ArgumentParser, usual: str) -> None:
    """`--since`."""
    parser.add_argument(
        "--since", default=usual, metavar="TIME", help=f"`90d`, `2026-11-16` or `all` (default: {usual})"
    )


def add_page(parser: argparse.ArgumentParser) -> None:
    """`--html`."""
    parser.add_argument("--html", metavar="FILE", help="also write a page of its own there, private; it loads nothing")


def add_results(parser: argparse.ArgumentParser) -> None:
    """`--results`."""
    parser.add_argument("--results", metavar="FOLDER", help="also write them as Parquet into a new private folder")


def write_results(folder: str | None, told: Mapping[str, object]) -> None:
    """What `--results` asks for."""
    if folder is not None:
        from policyhooks.history.parquet_results import write_results

        write_results(Path(folder), told)


def need_parquet(wanted: object = True) -> None:
    """Raise where Parquet is wanted and nobody here can write it."""
    if wanted and importlib.util.find_spec("pyarrow") is None:
        hint = "pip install 'policyhooks[history]'"
        raise EnvironmentBroken("Parquet is written by pyarrow, which is not here", hint)


def since_of(arguments: argparse.Namespace) -> tuple[str, float]:
    """The moment of `--since`."""
    return read_since(arguments.since)


def read_since(told: str) -> tuple[str, float]:
    """A moment as journals write it, and in seconds."""
    if told in NO_TIMES:
        return "", 0.0
    text = read_time(told)
    return text, datetime.fromisoformat(text).timestamp()


def find_files(folders: Sequence[str] | None, since: float, skipped: Skipped) -> list[Segment]:
    """The transcripts in the folders that are named, else those of this user's clients."""
    from policyhooks.history.store import find_segments, find_transcripts

    if not folders:
        return find_transcripts(Path.home(), skipped, since)
    found = []
    for name in folders:
        folder = Path(name)
        if not folder.exists():
            raise UsageError(f"there is no `{name}`", "name a home folder, or a folder or file of transcripts")
        found += find_transcripts(folder, skipped, since) or find_segments([folder], skipped, since)
    return found


def find_events(paths: Sequence[str] | None, since: float, skipped: Skipped) -> list[Segment]:
    """The stores that are named, else the transcripts of this user."""
    from policyhooks.history.store import find_segments

    if not paths:
        return find_files(None, since, skipped)
    missing = [path for path in paths if not Path(path).exists()]
    if missing:
        raise UsageError(f"there is no `{missing[0]}`", "name state folders, journals, fixtures or transcripts")
    return find_segments([Path(path) for path in paths], skipped, since)


def open_past(
    arguments: argparse.Namespace,
    paths: Sequence[str] | None,
    find: Callable[[Sequence[str] | None, float, Skipped], list[Segment]],
) -> Past:
    """What verbs begin with that decide the past anew. Raises InvalidPolicies."""
    from policyhooks.history.safe_files import Skipped

    since, seconds = since_of(arguments)
    skipped = Skipped()
    return Past(since, find(paths, seconds, skipped), skipped, choose_policies(arguments))


def choose_policies(arguments: argparse.Namespace) -> Source:
    """What decides; of several installations the first, which one line says."""
    return choose_source(arguments.policies, arguments.config, Path.cwd(), None)[0]


def write_private(path: str, text: str) -> None:
    """A new file that only this user reads. Raises UsageError where there is one already."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise UsageError(f"{path} exists already", "name another file, or remove it first") from None
    except OSError as problem:
        why = (problem.strerror or "unknown").lower()
        raise EnvironmentBroken(f"{path} cannot be written: {why}") from None
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
