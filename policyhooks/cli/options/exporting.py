"""`policyhooks log export` and `log query --store`: past events as Parquet, and questions about any store of them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from policyhooks.cli.options.moments import read_time
from policyhooks.cli.options.notes import tell, working
from policyhooks.cli.options.past import find_events, need_parquet, read_since
from policyhooks.cli.options.questioning import print_answer
from policyhooks.cli.options.said import say
from policyhooks.report.screen.chart import count

if TYPE_CHECKING:
    from policyhooks.history.past_events import PastEvent, Segment
    from policyhooks.history.safe_files import Skipped


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    """`--to`, `--store` and `--full`."""
    group = parser.add_argument_group("past events as Parquet")
    group.add_argument("--to", metavar="FOLDER", help="of `export`: a new folder, private")
    group.add_argument(
        "--store",
        nargs="+",
        metavar="PATH",
        help="of `export` and `query`: journals, fixtures, transcripts or Parquet, instead of what is installed here",
    )
    group.add_argument(
        "--full", action="store_true", help="of `export`: also bodies that were kept in full, and nothing masked again"
    )


def export_events(arguments: argparse.Namespace, states: Sequence[Path]) -> int:
    """Write the journals of these states, or what `--store` names."""
    need_parquet()
    from policyhooks.history.parquet_writer import export
    from policyhooks.history.safe_files import Skipped

    skipped = Skipped()
    segments = _segments(arguments, states, skipped)
    with working("exporting events", len(segments)) as step:

        def read() -> Iterator[PastEvent]:
            for segment in segments:
                step(segment.path.rpartition("/")[2])
                yield from _chosen(segment, arguments, skipped)

        told = export(read(), Path(arguments.to), full=arguments.full)
    tell_skipped(skipped)
    say(f"exported {count(told.events, 'event')} into {count(told.files, 'file')}  {arguments.to}")
    return 0


def query_store(arguments: argparse.Namespace) -> int:
    """Answer a question about what `--store` names."""
    from policyhooks.history.safe_files import Skipped

    skipped = Skipped()
    segments = _segments(arguments, (), skipped)
    events = (past for segment in segments for past in _chosen(segment, arguments, skipped))
    try:
        return print_answer(map(record_of, events), arguments.id, arguments.format)
    finally:
        tell_skipped(skipped)


def _segments(arguments: argparse.Namespace, states: Sequence[Path], skipped: Skipped) -> list[Segment]:
    from policyhooks.runtime.ports.journal import FOLDER

    seconds = read_since(arguments.since)[1] if arguments.since else 0.0
    paths = arguments.store or [str(state / FOLDER) for state in states if (state / FOLDER).is_dir()]
    return find_events(paths, seconds, skipped) if paths else []


def _chosen(segment: Segment, arguments: argparse.Namespace, skipped: Skipped) -> Iterator[PastEvent]:
    """The events of a segment between `--since` and `--until`."""
    from policyhooks.history.store import read_segment

    since, until = read_time(arguments.since), read_time(arguments.until)
    for past in read_segment(segment, skipped, bodies=arguments.full):
        if not (since and past.at and past.at < since) and not (until and past.at >= until):
            yield past


def record_of(past: PastEvent) -> Mapping[str, object]:
    """An event as the record that the views of SQL are made of. An event of no journal has its own `kind`."""
    from policyhooks.history.past_events import JOURNAL

    chain = past.record.get("chain")
    return {
        "kind": "decision" if past.segment.kind == JOURNAL else past.segment.kind,
        **past.record,
        "id": chain if isinstance(chain, str) else past.use_id,
        "installation": past.segment.machine,
        "time": past.at,
        "client": past.client,
        "version": past.version,
        "native": past.native,
        "session": past.session,
        "tool": past.tool,
        "verdict": past.verdict,
        "by": list(past.by),
        "programs": list(past.programs),
        "input": past.payload,
    }


def tell_skipped(skipped: Skipped) -> None:
    """What was not read, and why."""
    for why, number in sorted(skipped.items()):
        tell(f"note: skipped {number}: {why}")
