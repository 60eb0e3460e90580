"""How much a test runs: a twentieth by default, all of it with `make soak`."""

import os

SOAK = bool(os.environ.get("POLICYHOOKS_SOAK"))
FUZZ = bool(os.environ.get("POLICYHOOKS_FUZZ"))


def scaled(full: int) -> int:
    """The count of a `make soak`, or a twentieth of it (at least one)."""
    return full if SOAK else max(1, full // 20)
