"""Plans the rules of a policy: resolves, lowers and checks their parts, and collects the problems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from policyhooks.cel.check import Checked
from policyhooks.cel.environment import Environment
from policyhooks.cel.types import Type, parse_type
from policyhooks.compiler.events import declared_events, narrow, select_rows
from policyhooks.compiler.expressions import (
    Piece,
    Source,
    check_condition,
    check_expression,
    check_template,
    join_conditions,
)
from policyhooks.compiler.files import File
from policyhooks.compiler.matchers import Test, approving, given, lower_match, lower_unless, test
from policyhooks.compiler.model.config import Config, Override
from policyhooks.compiler.model.matching import Match
from policyhooks.compiler.model.policy import Policy
from policyhooks.compiler.model.rule import Conditions, Exemption, Message, Rule
from policyhooks.compiler.modes import mode_in_profile
from policyhooks.compiler.nodes import Place
from policyhooks.compiler.plan import Member, PlannedRule, Waiver
from policyhooks.compiler.prompts import BadPrompt, read_prompt
from policyhooks.compiler.references import fields_read
from policyhooks.compiler.scope import Scope
from policyhooks.core.events import ROOTS
from policyhooks.core.schema import RECORDS
from policyhooks.errors import Diagnostic
from policyhooks.evaluation.glob_items import BadGlob
from policyhooks.evaluation.glob_reader import fits

__all__ = ["PlannedRule", "Planner", "Waiver"]

T = TypeVar("T", str, int)
ANYTHING = Match.model_validate({})
UNCHANGED = Override.model_validate({})
CONTENTS = ("shell", "mcp", "web", "file", "tool", "text")  # what commands, paths and hosts of an event stand in
SILENCE = Message.model_validate({})


@dataclass
class Planner:
    """Plans the rules of one policy and collects the problems of their parts."""

    file: File[Policy]
    scope: Scope
    config: File[Config] | None

    def __post_init__(self) -> None:
        self.problems: list[Diagnostic] = []
        self.environment = self.scope.environment()
        self.environments = {kind: self.scope.environment(kind) for kind in ("judge", "command")}
        self.shared = self.lower(self.file.model.match, ("match",), lower_match)

    def plan(self, number: int, rule: Rule) -> PlannedRule:
        """The rule at a place of the file's list."""
        place: Place = ("rules", number)
        model, shared, defaults = self.file.model, self.file.model.match, self.file.model.defaults
        full = f"{model.metadata.id}/{rule.id}"
        events = declared_events(rule.match, shared)
        (clients, natives), override = self.bounds(rule), self.override(full)
        members = self.members(rule, (*place, "when"))
        when, condition = self.condition(rule, (*place, "when"), members)
        degrade, outside = rule.degrade or defaults.degrade, rule.judge or rule.command
        tests = self.tests(rule, place)
        return PlannedRule(
            id=full,
            file=self.file,
            place=place,
            model=rule,
            scope=self.scope,
            events=events,
            clients=clients or (),
            natives=natives or (),
            rows=() if () in (clients, natives) else select_rows(events, clients or (), natives or ()),
            tests=tests,
            unless=self.unless(rule, (*place, "unless"), tests, when),
            when=when,
            condition=condition,
            members=members or (),
            templates=self.templates(rule, place),
            env=self.texts(rule.env or {}, (*place, "env")),
            run=self.texts(dict(enumerate(rule.command.run if rule.command else ())), (*place, "command", "run")),
            rewrite=self.rewrite(rule, place),
            replace=self.expression(rule.replace, (*place, "replace")) if rule.replace is not None else None,
            input=self.input(rule, place),
            prompt=self.prompt(rule, place),
            waivers=self.waivers(rule, place, full),
            mode=override.mode or mode_in_profile(rule, defaults.mode, self.config.model if self.config else None),
            rollout=rule.rollout if override.rollout is None else override.rollout,
            severity=override.severity or rule.severity or defaults.severity,
            on_error=override.on_error or (outside and outside.on_error) or rule.on_error or defaults.on_error,
            degrade={} if isinstance(degrade, str) else dict(degrade),
        )

    def bounds(self, rule: Rule) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
        """The clients and native events that the file and the rule leave together."""
        file_match, rule_match = self.file.model.match or ANYTHING, rule.match or ANYTHING
        clients = narrow(file_match.clients, rule_match.clients)
        return clients, narrow(file_match.native, rule_match.native)

    def tests(self, rule: Rule, place: Place) -> tuple[Test, ...]:
        return approving(rule.effect, self.shared + self.lower(rule.match, (*place, "match"), lower_match))

    def unless(self, rule: Rule, place: Place, tests: tuple[Test, ...], when: Checked | None) -> tuple[Test, ...]:
        """The tests of an `unless`; a judge, a command and a condition may look at more than what `match` names."""
        alone = not (rule.judge or rule.command) and self.looks_no_further(when)
        return self.lower(rule.unless, place, lambda match: lower_unless(match, tests if alone else ()))

    def looks_no_further(self, when: Checked | None) -> bool:
        """Whether a condition looks at no command, path or host."""
        return when is None or not any(use.field.partition(".")[0] in CONTENTS for use in fields_read(when, self.scope))

    def lower(self, match: Match | None, place: Place, lowering: object) -> tuple[Test, ...]:
        """The tests of a matcher; a pattern that cannot be read is reported where it stands."""
        if match is None:
            return ()
        for key, values in given(match):
            for number, value in enumerate(values):
                try:
                    test(key, [value], unless=False)
                except BadGlob as bad:
                    self.problems.append(self.file.at((*place, key, number), "bad-pattern", str(bad), bad.hint))
                    return ()
        return tuple(lowering(match))  # type: ignore[operator]

    def override(self, full: str) -> Override:
        """What the Config changes about a rule; an exact id beats a glob, of globs the longest wins."""
        if self.config is None:
            return UNCHANGED
        fitting = [name for name in self.config.model.rules if fits(full, name)]
        merged: dict[str, object] = {}
        for name in sorted(fitting, key=lambda name: (name == full, len(name), name)):
            merged.update(self.config.model.rules[name].model_dump(exclude_none=True))
        return Override.model_validate(merged)

    def members(self, rule: Rule, place: Place) -> tuple[Member, ...] | None:
        """The conditions of `all`, `any` and `none`, each checked at its own place; None when one has a problem."""
        if not isinstance(rule.when, Conditions):
            return ()
        found: list[Member] = []
        good = True
        for word in ("all", "any", "none"):
            for number, text in enumerate(getattr(rule.when, word)):
                source = Source(self.file.document, (*place, word, number), text)
                checked, problems = check_condition(source, self.environment)
                self.problems.extend(problems)
                good = good and checked is not None
                if checked is not None:
                    found.append(Member(source, checked))
        if good and not found:
            self.problems.append(self.file.at(place, "empty-condition", "`when` holds no condition", key=True))
        return tuple(found) if good and found else None

    def condition(self, rule: Rule, place: Place, members: tuple[Member, ...] | None) -> tuple[Checked | None, str]:
        """The condition as one expression, and its text."""
        if rule.when is None or members is None:
            return None, ""
        if isinstance(rule.when, str):
            source = Source(self.file.document, place, rule.when)
        else:
            lists = [(word, getattr(rule.when, word)) for word in ("all", "any", "none")]
            source = Source(self.file.document, members[0].source.place, join_conditions(lists))
        checked, found = check_condition(source, self.environment)
        self.problems.extend(found)
        return checked, source.text

    def expression(self, text: str, place: Place, want: Type | None = None) -> Checked | None:
        checked, found = check_expression(Source(self.file.document, place, text), self.environment, want)
        self.problems.extend(found)
        return checked

    def template(self, text: str | None, place: Place, environment: Environment) -> tuple[Piece, ...]:
        if text is None:
            return ()
        pieces, found = check_template(self.file.document, place, text, environment)
        self.problems.extend(found)
        return pieces

    def templates(self, rule: Rule, place: Place) -> dict[str, tuple[Piece, ...]]:
        """Messages and texts; those of judge and command rules may quote what the outside said."""
        kind = "judge" if rule.judge else "command" if rule.command else ""
        environment = self.environments.get(kind, self.environment)
        message = rule.message or SILENCE
        followup = rule.followup.text if rule.followup else None
        found = {
            "user": self.template(message.user, (*place, "message", "user"), environment),
            "agent": self.template(message.agent, (*place, "message", "agent"), environment),
            "context": self.template(rule.context, (*place, "context"), self.environment),
            "followup": self.template(followup, (*place, "followup", "text"), environment),
        }
        return {name: pieces for name, pieces in found.items() if pieces}

    def texts(self, values: Mapping[T, str], place: Place) -> dict[T, tuple[Piece, ...]]:
        return {name: self.template(text, (*place, name), self.environment) for name, text in values.items()}

    def rewrite(self, rule: Rule, place: Place) -> Checked | None:
        if rule.rewrite is None:
            return None
        root, _, field = rule.rewrite.path.partition(".")
        want = parse_type(RECORDS[ROOTS[root]][field])
        return self.expression(rule.rewrite.expr, (*place, "rewrite", "expr"), want)

    def input(self, rule: Rule, place: Place) -> dict[str, Checked]:
        projected = (rule.judge and rule.judge.input) or {}
        found = {name: self.expression(text, (*place, "judge", "input", name)) for name, text in projected.items()}
        return {name: checked for name, checked in found.items() if checked is not None}

    def prompt(self, rule: Rule, place: Place) -> str:
        if rule.judge is None:
            return ""
        try:
            return read_prompt(rule.judge.prompt, self.file.path)
        except BadPrompt as bad:
            self.problems.append(self.file.at((*place, "judge", "prompt"), bad.code, str(bad), bad.hint))
            return ""

    def waivers(self, rule: Rule, place: Place, full: str) -> tuple[Waiver, ...]:
        """The rule's own exceptions, then the Config's."""
        listed: list[tuple[Exemption, File[Policy] | File[Config], Place]] = [
            (model, self.file, (*place, "exceptions", number)) for number, model in enumerate(rule.exceptions)
        ]
        if self.config is not None:
            listed.extend(
                (model, self.config, ("exceptions", number))
                for number, model in enumerate(self.config.model.exceptions)
                if model.rule == full
            )
        return tuple(self.waiver(model, file, where) for model, file, where in listed)

    def waiver(self, model: Exemption, file: File[Policy] | File[Config], place: Place) -> Waiver:
        checked = None
        if model.when is not None:
            source = Source(file.document, (*place, "when"), model.when)
            checked, found = check_condition(source, self.environment)
            self.problems.extend(found)
        return Waiver(model, file, place, checked)
