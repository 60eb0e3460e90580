"""Surroundings of an event whose record says what was seen of the machine: the same is seen again, and nothing else.

INVARIANT: no look leads outside. What the record does not know is noted as missing, and the verdict is not known then.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from policyhooks.core.event import Event
from policyhooks.core.looks import look
from policyhooks.core.values import build, but
from policyhooks.core.verdict import Lifting
from policyhooks.history.past_events import PastEvent
from policyhooks.history.recorded_answers import Answers
from policyhooks.inspect.kept_past import Past
from policyhooks.inspect.place import make_place
from policyhooks.inspect.session import Answering
from policyhooks.runtime.engine.completing import MachineView
from policyhooks.runtime.engine.lifting import Asked
from policyhooks.runtime.ports.commands import CommandOutcome, CommandRequest
from policyhooks.runtime.ports.judging import JudgeOutcome, JudgeRequest
from policyhooks.runtime.ports.witnessed import numbered, question
from policyhooks.runtime.resident.attendant import FORGOTTEN

Value = TypeVar("Value")
# What a look comes to that the record does not know, by its kind; a value of another type is not known either.
NOTHING: Mapping[str, object] = {
    "branch": "",
    "claim": True,
    "claimed": False,
    "container": "",
    "entry": True,
    "files": [],
    "folder": False,
    "for_all": True,
    "followup": 1,
    "holds": True,
    "inside": [],
    "kind": "",
    "lift": {},
    "link": "",
    "names": [],
    "now": 0.0,
    "own": False,
    "remote": "",
    "said": {},
    "script": "",
    "time": 0,
    "tracked": True,
    "worktree": False,
}


class Seen:
    """A witness that answers from a record."""

    __slots__ = ("looks", "missing")

    def __init__(self, looks: object) -> None:
        self.looks: Mapping[str, object] = looks if isinstance(looks, Mapping) else {}
        self.missing = False

    def look(self, kind: str, name: str, read: Callable[[], Value]) -> Value:
        known = self.looks.get(kind)
        nothing = NOTHING[kind]
        found = known.get(name) if isinstance(known, Mapping) else None
        if type(found) is not type(nothing):
            self.missing = True
            found = nothing
        if kind == "script" and found:
            self.missing = True  # what stood in the file is not kept
        return found  # type: ignore[return-value]


def place_of(seen: Mapping[str, object]) -> MachineView:
    """The place in which the event was decided."""
    guarded = seen.get("guarded")
    made = _make_place(tuple(map(str, guarded)) if isinstance(guarded, list) else (), scripts="script" in seen)
    return but(made, user=str(seen.get("user", "")), home=str(seen.get("home", "")))


@lru_cache(maxsize=16)
def _make_place(guarded: tuple[str, ...], *, scripts: bool) -> MachineView:
    return make_place(links=True, guarded=guarded, open_scripts=_open_nothing if scripts else None)


def _open_nothing(event: Event) -> Callable[[str], None]:
    """Files that are run are looked for, and only the record knows them."""
    return lambda path: None


def forget() -> None:
    """What modules remember of the disk belongs to the event before."""
    for module, name in FORGOTTEN:
        if module in sys.modules:
            vars(sys.modules[module])[name].clear()


def environ_of(seen: Mapping[str, object]) -> dict[str, str]:
    """The named variables of that time."""
    found = seen.get("environ")
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, Mapping) else {}


class Again(Answering):
    """What judges and commands said, what was counted and what lay on the disk, all from the record."""

    __slots__ = ("answers", "asked", "call", "times")

    def __init__(self, seen: Mapping[str, object], outcome: str, call: PastEvent, answers: Answers, past: Past) -> None:
        super().__init__(place_of(seen), outcome, str(seen.get("machine", "")), environ_of(seen), past=past)
        self.call, self.answers = call, answers
        self.asked = False
        self.times: dict[str, int] = {}

    def now(self) -> float:
        return look("now", "", lambda: 0.0)

    def has_entry(self, client: str, native: str) -> bool:
        return look("entry", f"{client} {native}", lambda: True)

    def is_claimed(self, session: str, rule_id: str) -> bool:
        return look("claimed", rule_id, lambda: False)

    def claim(self, session: str, rule_id: str) -> bool:
        return look("claim", numbered(self.times, "claim", rule_id), lambda: True)

    def count_followup(self, session: str, rule_id: str) -> int:
        return look("followup", numbered(self.times, "followup", rule_id), lambda: 1)

    def lift(self, asked: Asked) -> Lifting | None:
        found = look("lift", "", dict[str, object])
        return build(Lifting, found) if found else None

    def consult(
        self, judges: Sequence[JudgeRequest], commands: Sequence[CommandRequest], end: float
    ) -> tuple[Sequence[JudgeOutcome], Sequence[CommandOutcome]]:
        others, ran = super().consult(judges, commands, end)
        said = [self._said(JudgeOutcome, one) or self.answers.find(self.call, one) for one in judges]
        printed = [self._said(CommandOutcome, one) for one in commands]
        self.asked = self.asked or None in said or None in printed
        return (
            [found or other for found, other in zip(said, others, strict=True)],
            [found or other for found, other in zip(printed, ran, strict=True)],
        )

    def _said(self, kind: type[Value], request: JudgeRequest | CommandRequest) -> Value | None:
        known = self.call.seen.get("looks")
        said = known.get("said") if isinstance(known, Mapping) else None
        found = said.get(question(request)) if isinstance(said, Mapping) else None
        return build(kind, found) if isinstance(found, dict) else None
