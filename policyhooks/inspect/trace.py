"""The value of every part of a condition on one event. What the parts are, trace_plan.py has found out before.

Parts are evaluated one by one, so that both sides of `&&` and `||` are seen even where the
condition itself would have stopped. It knows neither YAML nor CEL: an installation explains itself without them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType
from typing import Any

from policyhooks.core.event import Event
from policyhooks.inspect.values import show

ELEMENTS = 6  # of a list are shown one by one, no more
NO_CODE = -1  # of a part that could not be lowered alone

# How it is taken apart, label, kind of part, number of its code, (label, code) of its operands, what is below it:
#   parts      further parts
#   if         test, yes, no
#   elements   names that it binds, code and label of what it goes over, the part for each element
#   variable   the key of its unit
Planned = tuple[str, str, str, int, tuple[tuple[str, int], ...], tuple[Any, ...]]
PACKAGE = "policyhooks."  # what conditions may call lies here


@dataclass(frozen=True)
class Unit:
    """One condition, or the expression of one variable. INVARIANT: nothing in it but what marshal keeps."""

    root: Planned
    code: CodeType
    imports: Sequence[tuple[str, str]]  # (module, name) that the code needs
    constants: Mapping[str, object]
    variables: Mapping[str, str]  # name: key


@dataclass(frozen=True)
class Part:
    """A part of a condition: its text, its value (`true`, `false`, `error: ...` or another), what is below it."""

    text: str
    value: str
    noted: Callable[[], str] = str  # of most parts nobody asks for it: they only count
    parts: Sequence[Part] = field(default_factory=tuple)
    kind: str = ""  # bound, match, and, or, not, exists, all, element, or nothing

    @cached_property
    def note(self) -> str:
        """The values beside it."""
        return self.noted()

    @property
    def holds(self) -> bool:
        """Whether it is true."""
        return self.value == "true"


class Unknown(Exception):
    """A part has no value: its evaluation failed."""


def variable_key(owner: str, name: str) -> str:
    """What a variable is found by: the id of the file that declares it, and its full name."""
    return f"{owner} {name}"


class Tracer:
    """Evaluates the parts of one unit on one event."""

    def __init__(self, unit: Unit, event: Event, units: Callable[[str], Unit]) -> None:
        self.unit, self.event, self.units = unit, event, units
        space: dict[str, object] = {"e": event, "K": unit.constants, "V": self.variable, "load": None}
        for module, name in unit.imports:
            if module.startswith(PACKAGE):
                space[name] = getattr(importlib.import_module(module), name)
        self.functions = eval(unit.code, space)  # noqa: S307 - our own lowering

    def variable(self, name: str) -> object:
        """The value of a `vars.` name; a failure of it is one of the part that names it."""
        other = Tracer(self.units(self.unit.variables[name]), self.event, self.units)
        return other.functions[other.unit.root[3]]({})

    def value(self, code: int, bound: Mapping[str, object]) -> object:
        """The value of a part; `bound` holds the names that macros around it have bound. Raises Unknown."""
        if code == NO_CODE:
            raise Unknown("it cannot be looked at alone")
        try:
            return self.functions[code](bound)
        except Exception as problem:
            text = str(problem) if type(problem).__module__.startswith(PACKAGE) else type(problem).__name__
            raise Unknown(text) from problem

    def trace(self) -> Part:
        """The tree of the whole."""
        return self._part(self.unit.root, {})

    def conjuncts(self) -> Iterator[bool]:
        """Whether each part of the outermost `&&` holds, without what is below it."""
        _, _, kind, _, _, below = self.unit.root
        for one in below if kind == "and" else (self.unit.root,):
            try:
                yield self.value(one[3], {}) is True
            except Unknown:
                yield False

    def _part(self, planned: Planned, bound: Mapping[str, object]) -> Part:
        sort, label, kind, code, operands, _ = planned
        below = list(BELOW[sort](self, planned, bound))

        def noted() -> str:
            return ", ".join(f"{name} is {self._shown(one, bound)}" for name, one in operands)

        return Part(label, self._shown(code, bound), noted, below, kind)

    def _parts(self, planned: Planned, bound: Mapping[str, object]) -> Iterator[Part]:
        for one in planned[5]:
            yield self._part(one, bound)

    def _branch(self, planned: Planned, bound: Mapping[str, object]) -> Iterator[Part]:
        test, yes, no = planned[5]
        yield self._part(test, bound)
        try:
            chosen = yes if self.value(test[3], bound) is True else no
        except Unknown:
            return
        yield self._part(chosen, bound)

    def _variable(self, planned: Planned, _bound: Mapping[str, object]) -> Iterator[Part]:
        (key,) = planned[5]
        yield Tracer(self.units(key), self.event, self.units).trace()

    def _elements(self, planned: Planned, bound: Mapping[str, object]) -> Iterator[Part]:
        names, range_code, range_label, test = planned[5]
        try:
            over = self.value(range_code, bound)
        except Unknown:
            return
        pairs = _pairs(over)
        by_key = isinstance(over, Mapping) or len(names) == 2
        if not pairs:
            yield Part(range_label, "empty")
            return
        for key, element in pairs[:ELEMENTS]:
            inner = {**bound, names[0]: key if by_key else element}
            if len(names) == 2:
                inner[names[1]] = element
            part = self._part(test, inner)
            name = f"{names[-1]} = {show(inner[names[-1]])}"
            yield Part(name, part.value, parts=part.parts if part.kind == "and" else (part,), kind="element")
        if len(pairs) > ELEMENTS:
            yield Part(f"and {len(pairs) - ELEMENTS} more", "")

    def _shown(self, code: int, bound: Mapping[str, object]) -> str:
        try:
            return show(self.value(code, bound))
        except Unknown as problem:
            return f"error: {problem}"


BELOW: Mapping[str, Callable[[Tracer, Planned, Mapping[str, object]], Iterator[Part]]] = {
    "parts": Tracer._parts,  # noqa: SLF001
    "if": Tracer._branch,  # noqa: SLF001
    "variable": Tracer._variable,  # noqa: SLF001
    "elements": Tracer._elements,  # noqa: SLF001
}


def _pairs(over: object) -> list[tuple[object, object]]:
    if isinstance(over, Mapping):
        return list(over.items())
    return list(enumerate(over)) if isinstance(over, list | tuple) else []
