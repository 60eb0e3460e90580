"""Whose a journal is, as the folders around it tell: an owner, and the installation that it belongs to."""

from __future__ import annotations

from pathlib import Path

from policyhooks.history.past_events import JOURNAL, Segment
from policyhooks.history.safe_files import read_small


def segment_of(path: Path) -> Segment:
    """A journal belongs to who owns it, and to the installation beside it."""
    state = path.parent.parent
    above = state.parent.parent if state.parent.name == "users" else state
    machine = (read_small(above / "machine").strip() or str(above))[:64]
    try:
        person = str(path.lstat().st_uid)
    except OSError:
        person = ""
    return Segment(JOURNAL, str(path), person=person, machine=machine)
