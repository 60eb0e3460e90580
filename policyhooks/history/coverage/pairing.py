"""Which decision belongs to which call: by tool-use id where the client's hook sends one, else by session, time and
arguments. What cannot be told apart is said to be so, never guessed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from policyhooks.history.coverage.flights import Call, Kept
from policyhooks.history.coverage.windows import Windows


@dataclass
class Pairs:
    """By the numbers of calls their decisions, and the numbers of those that may or may not have had one of several."""

    found: dict[int, list[Kept]] = field(default_factory=dict)
    unclear: set[int] = field(default_factory=set)

    def open(self, numbers: Sequence[int]) -> list[int]:
        """Those of which nothing is known yet."""
        return [at for at in numbers if at not in self.found and at not in self.unclear]


def pair(calls: Sequence[Call], kept: Sequence[Kept]) -> Pairs:
    """The decisions of one journal that were made before these calls."""
    pairs = Pairs()
    by_id: dict[tuple[str, str], list[Kept]] = defaultdict(list)
    rest = []
    for one in kept:
        if one.use_id:
            by_id[one.client, one.use_id].append(one)
        elif one.readable and one.told:
            rest.append(one)
    for at, call in enumerate(calls):
        found = _of_id(call, by_id)
        if found:
            pairs.found[at] = found
    if rest:
        _pair_by_time(pairs, calls, rest)
    return pairs


def _of_id(call: Call, by_id: Mapping[tuple[str, str], list[Kept]]) -> list[Kept]:
    """Those of the call's own session first: a fork of a session keeps the ids of what it copied."""
    found = [one for one in by_id.get((call.client, call.use_id), ()) if one.native == call.native]
    own = [one for one in found if one.session == call.session]
    return own or [one for one in found if one.told == call.told]


def _pair_by_time(pairs: Pairs, calls: Sequence[Call], kept: Sequence[Kept]) -> None:
    windows = Windows(calls, kept)
    every = range(len(calls))
    for strict in (True, False):
        windows.assign(pairs.found, pairs.unclear, pairs.open(every), own=True, strict=strict)
    # Of a sub-agent the hook may be told another session than the transcript is of.
    subs = [at for at in every if calls[at].agent]
    for strict in (True, False):
        windows.assign(pairs.found, pairs.unclear, pairs.open(subs), own=False, strict=strict)
    windows.assign_late(pairs.found, pairs.open(every))
