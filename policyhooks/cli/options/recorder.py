"""What `doctor --history` and `scan --coverage` share: the measurement, with its progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from policyhooks.cli.options.notes import working

if TYPE_CHECKING:
    from policyhooks.doctor.flight_recorder import Recorded
    from policyhooks.doctor.target import Target
    from policyhooks.history.past_events import Segment
    from policyhooks.history.safe_files import Skipped


def record(segments: Sequence[Segment], targets: Sequence[Target], since: str, skipped: Skipped) -> Recorded:
    """Compare transcripts with the journals of these installations."""
    from policyhooks.doctor.flight_recorder import conclude, watch_of
    from policyhooks.history.coverage.measuring import measure

    with working("comparing transcripts with journals", len(segments)) as step:
        coverage = measure(segments, [watch_of(target) for target in targets], since=since, step=step)
    coverage.skipped += skipped
    return conclude(coverage, targets)
