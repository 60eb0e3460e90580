"""Decisions without an id, told apart by the time in which a call was waiting and by what it was given.

A call is waiting from the line that tells of it to its result. Of calls that are alike and waited at once, some of
which had a decision, nobody can say which.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from datetime import datetime

from policyhooks.history.coverage.flights import Call, Kept
from policyhooks.inspect.restoring import MASK, is_body

SLACK_S = 2.0  # a client may write its line before or after it asks
ENDLESS_S = 3600.0  # how long a call without a result may have been waiting
MOST = 200  # decisions that are looked at for one call

Key = tuple[str, str, str]


class Windows:
    """The decisions of one journal that no call has yet."""

    def __init__(self, calls: Sequence[Call], kept: Sequence[Kept]) -> None:
        self.calls = calls
        self.kept = sorted(kept, key=lambda one: one.at)
        self.times = [seconds(one.at) for one in self.kept]
        self.used: set[int] = set()
        self.places: dict[Key, list[int]] = defaultdict(list)
        for number, one in enumerate(self.kept):
            self.places[one.client, one.native, one.session].append(number)
            self.places[one.client, one.native, ""].append(number)

    def assign(
        self,
        found: MutableMapping[int, list[Kept]],
        unclear: set[int],
        numbers: Sequence[int],
        *,
        own: bool,
        strict: bool,
    ) -> None:
        """Give calls their decisions: those of their own session, or of any; strictly within the time, or nearly."""
        slack = 0.0 if strict else SLACK_S
        fitting = {at: self._fitting(self.calls[at], own, slack) for at in numbers}
        for alike, shared in _families({at: fits for at, fits in fitting.items() if fits}):
            if len(alike) == 1:
                # Only where nothing else can be meant, several are decisions of the same call.
                chosen = shared if own and strict else shared[:1]
                found[alike[0]] = [self.kept[number] for number in chosen]
                self.used.update(chosen)
                continue
            matched = _match(alike, shared, fitting)
            if len(matched) == len(alike):
                found.update({at: [self.kept[number]] for at, number in matched.items()})
            else:
                unclear.update(alike)
            self.used.update(shared)

    def assign_late(self, found: MutableMapping[int, list[Kept]], numbers: Sequence[int]) -> None:
        """Give calls a decision that came after their result, each the first one."""
        for at in numbers:
            call = self.calls[at]
            done = seconds(call.done_at)
            for number in self._between(self._place(call, own=True), done, done + ENDLESS_S) if done else ():
                if number not in self.used and _agree(call, self.kept[number]):
                    self.used.add(number)
                    found[at] = [self.kept[number]]
                    break

    def _place(self, call: Call, *, own: bool) -> list[int]:
        return self.places.get((call.client, call.native, call.session if own else ""), [])

    def _between(self, place: list[int], first: float, last: float) -> list[int]:
        low = bisect_left(place, first, key=lambda number: self.times[number])
        high = bisect_right(place, last, key=lambda number: self.times[number])
        return place[low : min(high, low + MOST)]

    def _fitting(self, call: Call, own: bool, slack: float) -> list[int]:
        begun = seconds(call.at)
        if not begun:
            return []
        done = seconds(call.done_at) or begun + ENDLESS_S
        near = self._between(self._place(call, own=own), begun - slack, done + slack)
        return [number for number in near if number not in self.used and _agree(call, self.kept[number])]


def seconds(at: str) -> float:
    """A time as a number; zero where it is none."""
    try:
        return datetime.fromisoformat(at).timestamp()
    except ValueError:
        return 0.0


def _families(fitting: Mapping[int, list[int]]) -> Iterator[tuple[list[int], list[int]]]:
    """Calls that share decisions, directly or through others, with all of these."""
    wanting: dict[int, list[int]] = defaultdict(list)
    for at, numbers in fitting.items():
        for number in numbers:
            wanting[number].append(at)
    seen: set[int] = set()
    for start in fitting:
        if start in seen:
            continue
        seen.add(start)
        family, shared, waiting = [], set(), [start]
        while waiting:
            at = waiting.pop()
            family.append(at)
            for number in fitting[at]:
                new = [other for other in wanting[number] if other not in seen] if number not in shared else []
                shared.add(number)
                seen.update(new)
                waiting += new
        yield sorted(family), sorted(shared)


def _match(alike: Sequence[int], shared: Sequence[int], fitting: Mapping[int, list[int]]) -> dict[int, int]:
    """As many calls as possible with a decision each: every decision goes to the call that could wait the least."""
    found: dict[int, int] = {}
    ends = {at: max(fitting[at]) for at in alike}
    within = {at: set(fitting[at]) for at in alike}
    for number in shared:
        waiting = [at for at in alike if at not in found and number in within[at]]
        if waiting:
            found[min(waiting, key=lambda at: ends[at])] = number
    return found


def _agree(call: Call, kept: Kept) -> bool:
    return call.told == kept.told and alike(call.given, kept.given)


def alike(given: object, kept: object) -> bool:
    """Whether reduced arguments may be those that a journal kept; what it masked may have been anything."""
    if isinstance(kept, dict) and is_body(kept):
        return bool(kept["length"] == (len(given) if isinstance(given, str) else given))
    if isinstance(kept, str):
        return _alike_text(given, kept)
    if isinstance(kept, dict) and isinstance(given, dict):
        if any(MASK.search(str(name)) for name in kept):
            return len(kept) == len(given)
        return kept.keys() == given.keys() and all(alike(given[name], kept[name]) for name in kept)
    if isinstance(kept, list) and isinstance(given, list):
        return len(kept) == len(given) and all(map(alike, given, kept))
    return bool(given == kept) and isinstance(given, bool) == isinstance(kept, bool)


def _alike_text(given: object, kept: str) -> bool:
    parts = MASK.split(kept)
    if not isinstance(given, str):
        # The journal keeps bodies, of which only the length is known here.
        return isinstance(given, int) and not isinstance(given, bool) and (len(parts) > 1 or len(kept) == given)
    if len(parts) == 1:
        return given == kept
    at = len(parts[0])
    if not given.startswith(parts[0]):
        return False
    for part in parts[1:-1]:
        at = given.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return given.endswith(parts[-1]) and len(given) - len(parts[-1]) >= at
