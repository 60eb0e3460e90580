"""Installations with the script in the place of the native front, and which of the two a test runs with."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from policyhooks.image.front import Front
from tests.support.counts import SOAK

FRONT, SCRIPT = "front", "script"
# `make soak` runs with both. The front is what is installed where it was built; tests/faults has both always.
KINDS = (FRONT, SCRIPT) if SOAK else (FRONT,)


@contextmanager
def without_front() -> Iterator[None]:
    """What is installed meanwhile starts the script, as where no front can be built."""
    left_out = Front(why="left out")
    with (
        patch("policyhooks.image.starters.find_front", lambda: left_out),
        patch("policyhooks.image.activation.find_front", lambda: left_out),
    ):
        yield
