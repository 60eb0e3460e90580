"""A judge for the time of one command: a private folder and a worker of its own, both gone afterwards.

So `judge ask`, `decide` and `explain` ask models on the same way as a hook, and leave an installation's budgets,
cache, worker and team alone.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from policyhooks.judge import place
from policyhooks.judge.ending import end_worker


@contextlib.contextmanager
def borrow_judge() -> Iterator[str]:
    """A state folder in which models can be asked; it holds nothing else."""
    with tempfile.TemporaryDirectory(prefix="policyhooks-judge-") as folder:
        state = Path(folder)
        (place.prepare(state) / place.ALONE).touch(mode=0o600)
        try:
            yield folder
        finally:
            end_worker(state)
