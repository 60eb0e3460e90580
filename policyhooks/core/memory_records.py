"""What conditions see of a fact that a policy remembers, `memory.<name>`: one class for each kind of fact.

Values only. How facts are declared, kept and looked up is not known here.
"""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.evaluation.errors import EvaluationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Annotated

    from policyhooks.core.event import Event
    from policyhooks.evaluation.times import Timestamp

NO_MEMBERS: Mapping[str, int] = {}


class UnknownMemory(EvaluationError):
    """Nobody can tell what is remembered. A rule that asks takes its on_error."""


def moment(ns: int) -> Timestamp:
    """The module of timestamps loads only for a rule that asks."""
    from policyhooks.evaluation.times import Timestamp

    return Timestamp(ns)


class MemoryFlag(Record):
    """A fact of the kind `flag`: whether something happened."""

    set: Annotated[bool, "whether it happened"] = False
    at_ns: int = 0

    @property
    def at(self) -> Annotated[Timestamp, "when it happened last; the year 1970 where it did not"]:
        return moment(self.at_ns)


class MemoryLabel(Record):
    """A fact of the kind `label`: a flag that new sessions of the same workspace begin with."""

    set: Annotated[bool, "whether the session has it"] = False
    label: Annotated[str, "its word, empty where the session does not have it"] = ""
    at_ns: int = 0

    @property
    def at(self) -> Annotated[Timestamp, "when it was put there last; the year 1970 where it was not"]:
        return moment(self.at_ns)


class MemoryLatest(Record):
    """A fact of the kind `latest`: the latest of the moments that were told."""

    set: Annotated[bool, "whether there is one"] = False
    at_ns: int = 0

    @property
    def at(self) -> Annotated[Timestamp, "the latest moment; the year 1970 where there is none"]:
        return moment(self.at_ns)


class MemoryCount(Record):
    """A fact of the kind `count`: how often something happened, up to its `most`."""

    count: Annotated[int, "how often; within the last `per`, where the fact has one"] = 0
    at_ns: int = 0

    @property
    def at(self) -> Annotated[Timestamp, "when it happened last; the year 1970 where it did not"]:
        return moment(self.at_ns)


class MemorySet(Record):
    """A fact of the kind `set`: texts, of which nobody can be listed; ask `contains`."""

    size: Annotated[int, "how many there are; where there were more than `most`, at least so many"] = 0
    at_ns: int = 0
    members: Mapping[str, int] = NO_MEMBERS  # keyed digests
    full: bool = False  # some did not fit
    relaxes: bool = False  # what is not known is not there
    digest: Callable[[str], str] | None = None

    @property
    def at(self) -> Annotated[Timestamp, "when one was added last; the year 1970 where none was"]:
        return moment(self.at_ns)

    def contains(self, text: str) -> bool:
        """Whether it holds a text. Raises UnknownMemory where it is not there and some did not fit."""
        if self.members and self.digest is not None and self.digest(text) in self.members:
            return True
        if self.full and not self.relaxes:
            raise UnknownMemory("the set has overflowed, so nobody can tell what is not in it")
        return False


# The kind of a fact, and the type of `memory.<name>`.
KINDS: dict[str, str] = {
    "flag": "MemoryFlag",
    "label": "MemoryLabel",
    "latest": "MemoryLatest",
    "count": "MemoryCount",
    "set": "MemorySet",
}


class NoMemory:
    """Stands where nobody has said what is remembered; nothing is added to it."""

    def collect(self, sights: object) -> None:
        """Nothing is kept."""

    def attached(self, event: Event) -> Event:
        return event

    beside = attached

    def fact(self, program: object, name: str) -> Record:
        """Raises UnknownMemory: nothing can be told."""
        raise UnknownMemory(f"what is remembered as `{name.rpartition('/')[2]}` is not known here")
