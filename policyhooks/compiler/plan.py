"""A rule with everything resolved: events, matchers, checked expressions, defaults and overrides applied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from policyhooks.cel.check import Checked
from policyhooks.clients.catalog import Row
from policyhooks.compiler.expressions import Piece, Source
from policyhooks.compiler.files import File
from policyhooks.compiler.matchers import Test
from policyhooks.compiler.model.config import Config
from policyhooks.compiler.model.policy import Policy
from policyhooks.compiler.model.rule import Exemption, Rule
from policyhooks.compiler.nodes import Place
from policyhooks.compiler.references import FieldUse, fields_read
from policyhooks.compiler.scope import Scope


@dataclass(frozen=True)
class Waiver:
    """An exception to a rule, from the rule's file or from the Config."""

    model: Exemption
    file: File[Policy] | File[Config]
    place: Place
    checked: Checked | None


@dataclass(frozen=True)
class Member:
    """One condition of a list."""

    source: Source
    checked: Checked


@dataclass(frozen=True)
class PlannedRule:
    """A rule, resolved. Expressions with problems are None; they have been reported."""

    id: str
    file: File[Policy]
    place: Place
    model: Rule
    scope: Scope
    events: tuple[str, ...]
    clients: tuple[str, ...]
    natives: tuple[str, ...]
    rows: tuple[Row, ...]
    tests: tuple[Test, ...]
    unless: tuple[Test, ...]
    when: Checked | None
    condition: str  # the condition's text, "" for none
    members: tuple[Member, ...]  # of a condition in lists
    templates: Mapping[str, tuple[Piece, ...]]  # user, agent, context, followup
    env: Mapping[str, tuple[Piece, ...]]
    rewrite: Checked | None
    input: Mapping[str, Checked]
    prompt: str
    waivers: tuple[Waiver, ...]
    mode: str
    rollout: int
    severity: str
    on_error: str
    degrade: Mapping[str, str]

    @cached_property
    def reads(self) -> Sequence[FieldUse]:
        """The fields that the condition reads, directly or through variables."""
        return fields_read(self.when, self.scope) if self.when is not None else ()

    @property
    def kind(self) -> str:
        """effect, judge or command."""
        return "judge" if self.model.judge else "command" if self.model.command else "effect"

    @property
    def effect(self) -> str:
        """What the rule does when it fires."""
        outside = self.model.judge or self.model.command
        return outside.not_ok if outside else self.model.effect or ""

    @property
    def effect_place(self) -> Place:
        """Where the rule says so."""
        if self.kind == "effect":
            return (*self.place, "effect")
        written = (*self.place, self.kind, "not_ok")
        return written if self.file.document.node(written) is not None else (*self.place, self.kind)
