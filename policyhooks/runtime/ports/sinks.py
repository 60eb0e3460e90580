"""Hands records on to further sinks, which the table in journal.py names. Loaded only where there is one.

The journal is first and alone decides whether a record is stored. A sink is given it after the answer, in a process
that nobody waits for: it can neither delay nor change an answer, and what fails in it stays in it.
"""

from __future__ import annotations

import sys

from policyhooks.runtime.ports.journal import SINKS


def hand_on(state: str, number: int, record: dict[str, object]) -> None:
    """Give a stored record, with its number in the journal, to every sink."""
    for name in SINKS:
        try:
            __import__(name)
            sys.modules[name].store(state, number, record)
        except Exception:  # noqa: BLE001, S112 - it has its number: who reads the journal sees what is missing
            continue
