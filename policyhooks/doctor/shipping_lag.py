"""How far behind the destinations of `policyhooks ship` are. No decision hangs on it: a note, never a fault."""

from __future__ import annotations

from collections.abc import Iterator

from policyhooks.doctor.finding import Finding, note, ok
from policyhooks.doctor.target import Target
from policyhooks.report.screen.chart import count
from policyhooks.shipping.lag import Lag, find_lags, folder_of

BESIDE = 100  # so many records may be under way


def check_shipping(target: Target) -> Iterator[Finding]:
    """One finding a destination; none where nothing is shipped, or where another user ships."""
    journal = target.own_state
    try:
        lags = list(find_lags(journal, folder_of(target.place.state, journal)))
    except OSError:
        return
    for lag in lags:
        why = _why(lag)
        if why:
            yield note("shipping", f"{lag.checkpoint.to}: {why}", f"policyhooks ship status {target.words()}")
        else:
            yield ok("shipping", f"{lag.checkpoint.to}: delivered up to record {lag.checkpoint.position.seq}")


def _why(lag: Lag) -> str:
    """What is worth knowing of a destination; empty where all is well."""
    kept = lag.checkpoint
    if kept.problem:
        return f"{kept.problem}, since {kept.since}"
    if lag.behind is None:
        return "the journal began anew since the last delivery, or cannot be read"
    if lag.behind > BESIDE:
        return f"{count(lag.behind, 'record')} behind, last delivery {kept.at or 'never'}"
    return f"{count(kept.refused, 'record')} refused by the receiver" if kept.refused else ""
