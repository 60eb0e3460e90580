"""The compiler's front door: paths in, a program out, or every problem at once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from policyhooks.compiler.checks.all import check_rules
from policyhooks.compiler.checks.understanding import covers
from policyhooks.compiler.described_programs import check_own, collect_own
from policyhooks.compiler.emit.options import options_of
from policyhooks.compiler.emit.program import asks_a_model, emit
from policyhooks.compiler.events import rows_of
from policyhooks.compiler.files import File, Files, read_files
from policyhooks.compiler.linking import Linked, LinkedLibraries, link
from policyhooks.compiler.model.config import Config
from policyhooks.compiler.model.policy import Library, Policy
from policyhooks.compiler.model.programs_file import Programs
from policyhooks.compiler.named import Named, foreign_prompts, read_named
from policyhooks.compiler.plan import PlannedRule
from policyhooks.compiler.remembered import FactPlanner, PlannedFact
from policyhooks.compiler.rules import Planner
from policyhooks.compiler.tables.programs import Row
from policyhooks.compiler.traps import CODES as TRAPS
from policyhooks.core.program import FORMAT, LAYERS
from policyhooks.errors import Diagnostic, InvalidPolicies, UsageError

Progress = Callable[[str, int], None]  # what comes next, and how many there are


def unwatched(what: str, total: int) -> None:
    """Nobody wants to know how far it is."""


@dataclass(frozen=True)
class Compiled:
    """A program, and what it was made from."""

    modules: Mapping[str, str]
    digest: str
    layer: str
    diagnostics: tuple[Diagnostic, ...]  # warnings and notes
    policies: tuple[File[Policy], ...]
    libraries: tuple[File[Library], ...]
    config: File[Config] | None
    rules: tuple[PlannedRule, ...]
    used_events: frozenset[tuple[str, str]]  # (client, native event) that some rule looks at
    patterns: tuple[str, ...]  # regular expressions that an image should precompile
    options: Mapping[str, object]  # what the Config binds, as the index has it
    programs: tuple[File[Programs], ...] = ()
    rows: Mapping[str, Row] = field(default_factory=dict)  # what those describe, by every name
    facts: tuple[PlannedFact, ...] = ()  # what the policies remember


@dataclass(frozen=True)
class Checked:
    """Everything that is known before code is written."""

    files: Files
    rules: tuple[PlannedRule, ...]
    diagnostics: tuple[Diagnostic, ...]
    facts: tuple[PlannedFact, ...] = ()

    @property
    def file_count(self) -> int:
        """How many files were read or should have been."""
        bound = {self.files.config.path} if self.files.config else set()
        return len(set(self.files.paths) | bound | {problem.path for problem in self.diagnostics})

    @property
    def errors(self) -> list[Diagnostic]:
        return [problem for problem in self.diagnostics if problem.severity == "error"]


def compile_policies(
    paths: Sequence[str],
    config: str | None = None,
    *,
    layer: str = "managed",
    today: dt.date | None = None,
    arrived: bool = False,
    program_format: int = FORMAT,
    progress: Progress = unwatched,
) -> Compiled:
    """The program of the policies at these paths. Raises InvalidPolicies with every error.

    Without paths it is that of the policies and packs that the Config names. `arrived`: they compiled where they come
    from, so what only time has made wrong keeps nothing out (exceptions that ended, programs that became known).
    `program_format` is that of the program that was made of them before, where there was one: what a newer checker
    refuses, it only warns of in older ones.
    """
    today = dt.date.min if arrived else today
    checked = check_policies(
        paths, config, layer=layer, today=today, arrived=arrived, program_format=program_format, progress=progress
    )
    return compile_checked(checked, layer)


def compile_files(files: Files, libraries: LinkedLibraries, program_format: int = FORMAT) -> Compiled:
    """The program of files that are read already, beside libraries that are linked. Raises InvalidPolicies."""
    return compile_checked(check_files(files, link(files, libraries), program_format=program_format), "managed")


def compile_checked(checked: Checked, layer: str) -> Compiled:
    """The program of what was checked. Raises InvalidPolicies with every error."""
    if checked.errors:
        raise InvalidPolicies(checked.errors)
    bound = checked.files.config
    asked = any(covers(rule) for rule in checked.rules)
    options = options_of(bound.model if bound else None, layer, asked=asked)
    rows = collect_own(checked.files.programs)
    emitted = emit(checked.rules, checked.facts, layer, options, rows)
    return Compiled(
        emitted.modules,
        emitted.digest,
        layer,
        checked.diagnostics,
        checked.files.policies,
        checked.files.libraries,
        bound,
        checked.rules,
        used_events(checked, options),
        emitted.patterns,
        options,
        checked.files.programs,
        rows,
        checked.facts,
    )


def used_events(checked: Checked, options: Mapping[str, object]) -> frozenset[tuple[str, str]]:
    """(client, native event) that some rule looks at, or that feeds a fact; where a session starts, for labels and
    to load the judge before it is asked."""
    rows = {row for rule in checked.rules for row in rule.rows} | {row for fact in checked.facts for row in fact.rows}
    if any(fact.model.kind == "label" for fact in checked.facts) or asks_a_model(checked.rules, options):
        rows.update(rows_of("session.start"))
    return frozenset((row.client, row.native) for row in rows)


def check_policies(
    paths: Sequence[str],
    config: str | None = None,
    *,
    layer: str = "managed",
    today: dt.date | None = None,
    arrived: bool = False,
    program_format: int = FORMAT,
    progress: Progress = unwatched,
) -> Checked:
    """Everything that can be said about the policies without writing code; diagnostics are sorted."""
    if layer not in LAYERS:
        raise UsageError(f"`{layer}` is not a layer", f"one of {', '.join(LAYERS)}")
    files, named = (read_files(paths, config), None) if paths or config is None else read_named(config)
    return check_files(
        files,
        link(files),
        named,
        layer=layer,
        today=today,
        arrived=arrived,
        program_format=program_format,
        progress=progress,
    )


def check_files(
    files: Files,
    linked: Linked,
    named: Named | None = None,
    *,
    layer: str = "managed",
    today: dt.date | None = None,
    arrived: bool = False,
    program_format: int = FORMAT,
    progress: Progress = unwatched,
) -> Checked:
    """Everything that can be said about files that are read and linked."""
    problems = [*files.problems, *linked.problems, *check_own(files.programs, arrived=arrived)]
    rules: list[PlannedRule] = []
    total = len(files.policies) + len(files.salvaged) + 1
    facts: list[PlannedFact] = []
    for policy in (*files.policies, *files.salvaged):
        progress(policy.path, total)
        planner = Planner(policy, linked.scopes[policy.path], files.config)
        planned = [planner.plan(number, rule) for number, rule in enumerate(policy.model.rules)]
        problems.extend(planner.problems)
        if not policy.salvaged:
            rules.extend(planned)
        remembering = FactPlanner(policy, linked.scopes[policy.path])
        remembered = remembering.plan()
        problems.extend(remembering.problems)
        if not policy.salvaged:
            facts.extend(remembered)
    day = today or dt.datetime.now(dt.UTC).date()
    progress("all rules together", total)
    problems.extend(check_rules(rules, facts, files, layer, day, program_format))
    if named is not None:
        problems.extend(foreign_prompts(rules, named))
    return Checked(files, tuple(rules), tuple(arrange(problems)), tuple(facts))


def arrange(problems: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Problems sorted by place, each once, without those that follow from a trap on their line."""
    trapped = {(problem.path, problem.line) for problem in problems if problem.code in TRAPS}
    unique = {
        (*problem.place(), problem.severity): problem
        for problem in problems
        if problem.code in TRAPS or (problem.path, problem.line) not in trapped
    }
    return sorted(unique.values(), key=Diagnostic.place)
