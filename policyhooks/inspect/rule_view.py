"""One rule on one event, part by part, and how near it was to firing. It decides nothing and draws nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from policyhooks.inspect.trace import Part, Tracer

NEAR_MISSES = 5
NEAR = 2  # how much must hold for a rule to be near
# How much a part that holds says: that a rule speaks of this client, or that something is absent, says nothing.
WEIGHT = {"bound": 0, "not": 0, "match": 2}
NESTING = ("and", "or", "exists", "all", "element")


@dataclass(frozen=True)
class RuleView:
    """One rule on one event. `outcome`: fired, error, skipped, clear, or unmatched where `match` leaves it out."""

    id: str
    place: str  # file:line
    kind: str
    effect: str
    outcome: str
    why: str = ""
    derived: str = ""
    user: str = ""
    agent: str = ""
    judged: Mapping[str, object] | None = None  # what came of asking a model
    maps: Mapping[str, Sequence[str]] = field(default_factory=dict)  # what it is about in public frameworks
    selection: Sequence[Part] = ()
    tracer: Callable[[], Tracer | None] = lambda: None  # of the condition: costly, and of many rules never asked for

    @cached_property
    def parts(self) -> Sequence[Part]:
        """What the rule's match and condition consist of, each with its value."""
        tracer = self.tracer()
        if tracer is None:
            return self.selection
        part = tracer.trace()
        return [*self.selection, *(part.parts if part.kind == "and" else (part,))]

    @cached_property
    def can_be_near(self) -> bool:
        """Whether at most one of its outermost parts is missing; where it is more, nobody needs to look deeper."""
        missing = sum(not part.holds for part in self.selection)
        tracer = self.tracer() if missing <= 1 else None
        return missing + (sum(not holds for holds in tracer.conjuncts()) if tracer is not None else 0) <= 1

    @cached_property
    def distance(self) -> tuple[int, int]:
        """How many parts would have to change for it to fire, and how many already hold."""
        return measure(Part("", "", parts=self.parts, kind="and"))

    @property
    def missing(self) -> Part | None:
        """The one part that kept a near miss from firing, as deep as it can be named."""
        here: Sequence[Part] = self.parts
        found: Part | None = None
        inside = False
        while wrong := [part for part in here if measure(part)[0] == 1]:
            found = max(wrong, key=lambda part: measure(part)[1])
            # A list inside an element is named as a whole: its single elements would say less.
            if inside and found.kind in ("exists", "all"):
                break
            inside = inside or found.kind == "element"
            here = found.parts if found.kind in NESTING else ()
        return found


def measure(part: Part) -> tuple[int, int]:
    """(parts that would have to change, parts that hold) on the nearest way to true."""
    if part.kind in ("and", "all", "element") and part.parts:
        found = [measure(one) for one in part.parts]
        return sum(missing for missing, _ in found), sum(held for _, held in found)
    if part.kind in ("or", "exists") and part.parts:
        return min((measure(one) for one in part.parts), key=lambda pair: (pair[0], -pair[1]))
    return (0, WEIGHT.get(part.kind, 1)) if part.holds else (1, 0)


def near_misses(views: Sequence[RuleView]) -> list[RuleView]:
    """Rules whose match fits and that one part of the condition kept from firing, the nearest first."""
    asked = [view for view in views if view.outcome == "clear" and view.can_be_near]
    near = [view for view in asked if view.distance[0] == 1 and view.distance[1] >= NEAR]
    best: dict[str, RuleView] = {}
    for view in sorted(near, key=lambda view: (-view.distance[1], view.id)):
        best.setdefault(view.id, view)
    return list(best.values())[:NEAR_MISSES]
