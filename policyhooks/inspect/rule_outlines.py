"""What an explanation must know of a program's rules beyond the program itself: places, matchers, parts of conditions.

Made from what was compiled (outline_making.py), kept beside an installation, and read back without any compiler.
Kept code is run: whoever keeps it keeps it as private as the image.
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from policyhooks import __version__
from policyhooks.inspect.trace import Unit

MARK = b"policyhooks outline 2\n"
KEPT = ("id", "place", "kind", "effect", "mode", "answered_for", "events", "maps", "selectors")  # before the condition
SUM = 32  # bytes of the digest behind the mark: a torn or damaged file is none

# Text, kind of part, the tests (helper, subject, data) that must all hold or the words that are looked for, negated.
Selector = tuple[str, str, tuple[tuple[Any, ...], ...], bool]


@dataclass(frozen=True)
class RuleOutline:
    """One rule. `condition` is made or read when somebody asks for it; it gives None where there is none."""

    id: str
    place: str  # file:line
    kind: str
    effect: str
    mode: str
    answered_for: str
    events: tuple[str, ...]
    maps: Mapping[str, tuple[str, ...]]  # what it is about in public frameworks
    selectors: tuple[Selector, ...]
    condition: Callable[[], Unit | None]


@dataclass(frozen=True)
class Outline:
    """The rules of one program, and the variables that their conditions name."""

    rules: Sequence[RuleOutline]
    variables: Mapping[str, Callable[[], Unit]] = field(default_factory=dict)

    def unit(self, key: str) -> Unit:
        """The expression of a variable."""
        return self.variables[key]()


def key_of(digest: str) -> str:
    """Under which name the outline of a program is kept: by what made it, because it holds code."""
    made = f"{digest} {__version__} {importlib.util.MAGIC_NUMBER.hex()}"
    return hashlib.sha256(made.encode("ascii")).hexdigest()[:32]


def encode(outline: Outline) -> bytes:
    """The outline as it is kept. Raises ValueError on what marshal does not know."""
    rules = []
    for rule in outline.rules:
        unit = rule.condition()
        rules.append((*(getattr(rule, name) for name in KEPT), None if unit is None else _pack(unit)))
    variables = {key: _pack(make()) for key, make in outline.variables.items()}
    data = marshal.dumps((rules, variables))
    return MARK + hashlib.sha256(data).digest() + data


def decode(kept: bytes) -> Outline | None:
    """What was kept; None where it is damaged or of another form."""
    head, data = kept[: len(MARK) + SUM], kept[len(MARK) + SUM :]
    if head != MARK + hashlib.sha256(data).digest():
        return None
    rules, variables = marshal.loads(data)  # noqa: S302 - private, and as trusted as the image: it is kept beside it
    found = [RuleOutline(**dict(zip(KEPT, told, strict=True)), condition=_reader(packed)) for *told, packed in rules]
    return Outline(found, {key: _required(packed) for key, packed in variables.items()})


def _pack(unit: Unit) -> bytes:
    return marshal.dumps((unit.root, unit.code, tuple(unit.imports), dict(unit.constants), dict(unit.variables)))


def _unpack(packed: bytes) -> Unit:
    root, code, imports, constants, variables = marshal.loads(packed)  # noqa: S302 - as above
    if not isinstance(code, CodeType):
        raise TypeError("no code")
    return Unit(root, code, imports, constants, variables)


def _reader(packed: bytes | None) -> Callable[[], Unit | None]:
    return (lambda: None) if packed is None else _required(packed)


def _required(packed: bytes) -> Callable[[], Unit]:
    return lambda: _unpack(packed)
