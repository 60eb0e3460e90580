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
from policyhooks.shipped.frameworks import Mapped, merge


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
    run: Mapping[int, tuple[Piece, ...]]  # of a command: its words
    rewrite: Checked | None
    replace: Checked | None
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

    @cached_property
    def maps(self) -> Mapped:
        """What it is about in public frameworks: what its file says of all its rules, and what it says itself."""
        return merge((self.file.model.maps.given, self.model.maps.given))

    @property
    def kind(self) -> str:
        """effect, judge or command."""
        return "judge" if self.model.judge else "command" if self.model.command else "effect"

    @property
    def effect(self) -> str:
        """What the rule does when it fires."""
        outside = self.model.judge or self.model.command
        if outside is None:
            return self.model.effect or ""
        return outside.not_ok or ("warn" if self.is_over else "deny")

    @property
    def is_over(self) -> bool:
        """Whether what the rule sees has happened on every event, and on some cannot even be kept from the agent."""
        mute = any("deny" not in row.effects for row in self.rows)
        return mute and not any(row.blocks for row in self.rows)

    @property
    def adds(self) -> str:
        """What else it can come to: what an outside that agrees brings about."""
        if self.model.judge is not None:
            return "allow" if self.model.judge.may_allow else ""
        return (self.model.command and self.model.command.output) or ""

    @property
    def effect_place(self) -> Place:
        """Where the rule says so."""
        if self.kind == "effect":
            return (*self.place, "effect")
        written = (*self.place, self.kind, "not_ok")
        return written if self.file.document.node(written) is not None else (*self.place, self.kind)
