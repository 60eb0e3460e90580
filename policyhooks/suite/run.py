"""Runs the tests of policy files: each file is compiled alone, with the libraries it can import, every rule acting."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from policyhooks.clients.catalog import Row
from policyhooks.clients.subject import GUARDED
from policyhooks.compiler.compile import Compiled, compile_files
from policyhooks.compiler.described_programs import check_own, collect_own
from policyhooks.compiler.files import File, Files, read_files
from policyhooks.compiler.linking import link_libraries
from policyhooks.compiler.model.config import Config
from policyhooks.compiler.model.policy import Policy
from policyhooks.compiler.named import read_named
from policyhooks.compiler.rules import PlannedRule
from policyhooks.core.event import Event
from policyhooks.core.program import FORMAT
from policyhooks.errors import InvalidPolicies
from policyhooks.inspect.outline_making import outline_of
from policyhooks.inspect.place import make_place
from policyhooks.inspect.program import load_modules
from policyhooks.inspect.rule_outlines import Outline
from policyhooks.suite.case import QUIET, RuleUnderTest, Trial, events_of, read_trials
from policyhooks.suite.failure_details import arguments_of, explain_command, values_of
from policyhooks.suite.result import CaseResult, Gap, SuiteResult
from policyhooks.suite.row_examples import run_examples
from policyhooks.suite.trial import Places, run_trial

Progress = Callable[[str, int], None]  # the file that comes next, and how many there are


def run_suite(
    paths: Sequence[str],
    *,
    select: str = "",
    progress: Progress | None = None,
    program_format: int = FORMAT,
    config: str | None = None,
) -> SuiteResult:
    """Every test below the paths, or below those that a Config names, with what the Config binds.

    Raises InvalidPolicies when a file does not compile, as for that program format.
    """
    started = time.perf_counter()
    files = read_tested(paths, config, program_format)
    libraries = link_libraries(files.libraries)
    places = Places(make_place(links=False, guarded=GUARDED), make_place(links=True))
    cases: list[CaseResult] = list(_run_programs(files, select))
    gaps: list[Gap] = []
    count = 0
    for file in files.policies:
        if progress is not None:
            progress(file.path, len(files.policies))
        alone = compile_files(
            Files((file,), files.libraries, narrowed(files.config, file), (), programs=files.programs),
            libraries,
            program_format,
        )
        further = [*imported_by(file, files), *(one.path for one in files.programs)]
        results, missing = _run_file(file, alone, places, select, [file.path, *further], config or "")
        count += len(alone.rules)
        cases += results
        gaps += missing
    return SuiteResult(
        files=[*(file.path for file in files.programs), *(file.path for file in files.policies)],
        cases=cases,
        gaps=() if select else gaps,
        rules=count,
        seconds=time.perf_counter() - started,
        selected=select,
    )


def read_tested(paths: Sequence[str], config: str | None, program_format: int) -> Files:
    """The files to test; what a Config binds must be there. Raises InvalidPolicies."""
    files = read_files(paths, config) if paths or config is None else read_named(config)[0]
    if files.problems:
        raise InvalidPolicies(list(files.problems))
    if config is not None:
        compile_files(files, link_libraries(files.libraries), program_format)
    return files


def _run_programs(files: Files, select: str) -> Iterator[CaseResult]:
    """The examples beside the programs that are described."""
    problems = list(check_own(files.programs))
    if problems:
        raise InvalidPolicies(problems)
    for case in run_examples(files.programs, collect_own(files.programs)):
        if select.casefold() in f"{case.rule} {case.title}".casefold():
            yield case


def _run_file(
    file: File[Policy], compiled: Compiled, places: Places, select: str, sources: Sequence[str], config: str
) -> tuple[list[CaseResult], list[Gap]]:
    program = load_modules(compiled.modules, enforce=True)
    trials: list[Trial] = []
    gaps: list[Gap] = []
    for rule in compiled.rules:
        mine = list(trials_of(rule))
        trials += mine
        missing = what_is_missing(mine)
        if missing:
            gaps.append(Gap(file.path, rule.file.line(rule.place), rule.id, missing))
    wanted = [trial for trial in trials if is_selected(trial, select)]
    wanted.sort(key=lambda trial: trial.line)
    outlines: list[Outline] = []

    def detail(trial: Trial, event: Event, row: Row) -> tuple[Sequence[str], Sequence[str], str]:
        outlines[:] = outlines or [outline_of(compiled)]
        return arguments_of(trial), values_of(trial, event, outlines[0]), explain_command(trial, row, sources, config)

    return [run_trial(trial, program, places, detail) for trial in wanted], gaps


def imported_by(file: File[Policy], files: Files) -> list[str]:
    """The libraries that a file needs."""
    return [one.path for one in files.libraries if one.model.metadata.id in file.model.imports]


def narrowed(config: File[Config] | None, file: File[Policy]) -> File[Config] | None:
    """What a Config binds of one file: the others are not there when it is tested alone."""
    if config is None:
        return None
    own = file.model.metadata.id
    model = config.model.model_copy(
        update={
            "params": {name: values for name, values in config.model.params.items() if name == own},
            "rules": {name: change for name, change in config.model.rules.items() if name.rpartition("/")[0] == own},
            "exceptions": tuple(one for one in config.model.exceptions if one.rule.rpartition("/")[0] == own),
        }
    )
    return replace(config, model=model)


def trials_of(rule: PlannedRule) -> Iterator[Trial]:
    """The trials of a rule with the lines they stand on."""
    if rule.model.tests is None:
        return
    matchers = [
        key
        for match in (rule.file.model.match, rule.model.match)
        if match is not None
        for key in match.model_dump(exclude_none=True)
    ]
    under_test = RuleUnderTest(
        id=rule.id,
        path=rule.file.path,
        line=rule.file.line(rule.place),
        events=events_of(rule.events, matchers),
        effect=rule.effect,
        clients=rule.clients,
        natives=rule.natives,
    )
    yield from read_trials(under_test, rule.model.tests, lambda *at: rule.file.line((*rule.place, "tests", *at)))


def what_is_missing(trials: Sequence[Trial]) -> str:
    """What a rule's tests lack: nothing, one side, or all."""
    if not trials:
        return "no test at all"
    words = {trial.expect for trial in trials}
    if words == {QUIET}:
        return "no test in which it fires"
    return "" if QUIET in words else "no test in which it is quiet"


def is_selected(trial: Trial, select: str) -> bool:
    """Whether `-k` picks a trial: by a part of the rule's id or of the title, in any case."""
    return select.casefold() in f"{trial.rule.id} {trial.title}".casefold()
