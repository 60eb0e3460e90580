"""How far behind each destination is: checkpoints compared with the journal's end. It changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from policyhooks.runtime.ports.journal import find_last
from policyhooks.shipping.checkpoint import FOLDER, Checkpoint, load_all

OWN = "own"  # the folder of the only journal of a state


@dataclass(frozen=True)
class Lag:
    """One journal and one destination. `behind` is None where the journal cannot be read, or began anew."""

    state: Path
    checkpoint: Checkpoint
    last: int
    behind: int | None

    def as_row(self) -> dict[str, object]:
        """The same for screens."""
        kept = self.checkpoint
        told = {"refused": kept.refused, "at": kept.at, "problem": kept.problem, "since": kept.since}
        place = {"state": str(self.state), "to": kept.to, "seq": kept.position.seq, "last": self.last}
        return {**place, "behind": self.behind, **told}


def folder_of(state: Path, journal: Path, checkpoints: Path | None = None) -> Path:
    """Where the checkpoints of a journal lie: beside the state, in a folder of whoever ships."""
    return (checkpoints or state / FOLDER) / (OWN if journal == state else journal.name)


def find_lags(journal: Path, folder: Path) -> Iterator[Lag]:
    """Every destination that this journal was ever shipped to."""
    for checkpoint in load_all(folder):
        last = _last(journal)
        behind = None if last is None or last < checkpoint.position.seq else last - checkpoint.position.seq
        yield Lag(journal, checkpoint, last or 0, behind)


def _last(journal: Path) -> int | None:
    try:
        return find_last(str(journal))[0]
    except OSError:
        return None
