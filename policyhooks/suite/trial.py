"""Runs one trial through the engine of the hook and holds the outcome against what was expected."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from policyhooks.clients.catalog import Row
from policyhooks.core.effects import FILLS, VERDICTS
from policyhooks.core.event import Event
from policyhooks.core.values import but
from policyhooks.core.verdict import Decision, RuleResult
from policyhooks.inspect.kept_past import OneSession
from policyhooks.inspect.place import Folder, furnished, with_scripts
from policyhooks.runtime.engine.completing import MachineView, fill
from policyhooks.runtime.engine.deciding import as_seen, decide
from policyhooks.runtime.engine.selection import LoadedProgram
from policyhooks.runtime.engine.session import with_memory
from policyhooks.suite.case import ANYTHING, QUIET, Trial
from policyhooks.suite.result import CaseResult
from policyhooks.suite.scripted import Scripted
from policyhooks.suite.stage import build_event, choose_row, computed_fields, unknown_fields

BUDGET_S = 30.0
NOWHERE = Folder("")


@dataclass(frozen=True)
class Places:
    """The two ways to look at the disk: not at all, and inside the folder of a case."""

    blind: MachineView
    real: MachineView


# The arguments, the values and the command for a case that failed, by its event and the client's.
Detail = Callable[[Trial, Event, Row], tuple[Sequence[str], Sequence[str], str]]


def run_trial(trial: Trial, program: LoadedProgram, places: Places, detail: Detail | None = None) -> CaseResult:
    """The case's result. Whatever goes wrong on the way is an error of the case, never a pass."""
    started = time.perf_counter()
    try:
        if trial.problem:
            raise ValueError(trial.problem)
        if trial.files:
            with furnished(trial.files) as folder:
                result = _run(trial, program, places.real, folder, detail)
        else:
            result = _run(trial, program, places.blind, NOWHERE, detail)
    except Exception as problem:  # noqa: BLE001 - a trial that breaks is a failed trial
        result = _result(trial, error=str(problem) or type(problem).__name__)
    spent = (time.perf_counter() - started) * 1000
    return CaseResult(**{**vars(result), "milliseconds": spent})


def _run(trial: Trial, program: LoadedProgram, place: MachineView, folder: Folder, detail: Detail | None) -> CaseResult:
    past = OneSession()
    for earlier in trial.past:
        if earlier.problem:
            raise ValueError(f"{earlier.title}: {earlier.problem}")
        _decide(earlier, program, place, folder, past)
    event, decision, row = _decide(trial, program, place, folder, past)
    result = _compare(trial, event, decision, folder)
    if result.passed or detail is None:
        return result
    arguments, values, explain = detail(trial, event, row)
    return replace(result, arguments=arguments, values=[folder.outside(value) for value in values], explain=explain)


def _decide(
    trial: Trial, program: LoadedProgram, place: MachineView, folder: Folder, past: OneSession
) -> tuple[Event, Decision, Row]:
    """The decision on a trial's event; what it leaves behind is kept for the next."""
    strange = unknown_fields(trial.roots)
    if strange:
        raise ValueError(f"there is no field `{strange[0]}`")
    computed = computed_fields(trial.roots)
    if computed:
        raise ValueError(f"`{computed[0]}` is worked out from other fields; a case cannot set it")
    wanted = trial.rule.effect if trial.expect in (QUIET, ANYTHING, "audit", "pass") else trial.expect
    clients = (trial.client,) if trial.client else tuple(trial.rule.clients)
    natives = (trial.native,) if trial.native else tuple(trial.rule.natives)
    subject = folder.move(trial.subject)
    row = choose_row(subject.event, wanted, clients=clients, natives=natives)
    if row is None:
        raise ValueError(f"no client that the rule matches has the event `{subject.event}`")
    roots = {root: dict(fields) for root, fields in trial.roots.items()}
    if folder.root:
        moved = {"cwd": folder.inside("/w/project"), "workspace": folder.inside("/w/project")}
        roots["event"] = {**moved, "workspaces": (moved["workspace"],), **roots.get("event", {})}
    event = build_event(subject, row, roots, trial.environ)
    if folder.root:
        event = but(event, home=folder.inside(event.home))
    if trial.later_ms:
        event = but(event, event=but(event.event, time_ns=event.event.time_ns + trial.later_ms * 1_000_000))
    if trial.fresh:
        past.begin()
    if past.files and not folder.root:
        place = with_scripts(place, past.open_scripts)
    outside = Scripted(trial, place, past)
    event = with_memory(fill(event, place), [program], outside)
    ((seen, _),) = as_seen(event, [program])
    decision = decide(event, [program], budget=time.monotonic() + BUDGET_S, outside=outside)
    past.keep(event, decision)
    return seen, decision, row


def _compare(trial: Trial, event: Event, decision: Decision, folder: Folder) -> CaseResult:
    mine = [result for result in decision.results if result.rule.id == trial.rule.id]
    fired = [result for result in mine if result.outcome in ("fired", "error")]
    got = describe(decision)
    by = list(dict.fromkeys(result.rule.id for result in decision.results if result.effect))
    if decision.error:
        return _result(trial, error=decision.error)
    if trial.by and sorted(trial.by) != sorted(decision.rules or by):
        return _result(trial, got=got, by=by, why=f"`by` says {', '.join(trial.by)}")
    if trial.expect == QUIET:
        if not fired:
            return _result(trial, got=QUIET, matches=True)
        why = f"the rule erred: {fired[0].why}" if fired[0].outcome == "error" else "the rule fired"
        return _result(trial, got=got, by=by, why=why)
    if not fired:
        return _result(trial, got=got if by else QUIET, by=by, why=_why_not(mine, event))
    wrong = _wrong_error(trial, fired[0])
    if wrong:
        return _result(trial, got=got, by=by, why=wrong)
    matches = expectation_holds(trial.expect, fired, decision, trial.told)
    if matches and trial.expect == "rewrite" and trial.to is not None:
        became = [folder.outside(value) if isinstance(value, str) else value for value in _rewritten(decision)]
        matches = trial.to in became
        got = f"rewrite to {', '.join(map(str, became))}"
    return _result(trial, got=got, by=by, matches=matches)


def _wrong_error(trial: Trial, result: RuleResult) -> str:
    """Whether the rule failed where it should not, or should have and did not, in words."""
    if trial.error:
        failed = result.outcome == "error"
        return "" if failed and trial.error in result.why else f"the rule did not fail so: {result.why or 'it fired'}"
    expected = trial.judge is not None or trial.command is not None
    return f"the rule erred: {result.why}" if result.outcome == "error" and not expected else ""


def _why_not(mine: Sequence[RuleResult], event: Event) -> str:
    if mine and mine[0].outcome == "skipped":
        return f"the rule was skipped: {mine[0].why}"
    if event.command is not None and not event.shell.understood:
        return f"the rule did not fire; the command was not understood: {', '.join(event.shell.problems)}"
    return "the rule did not fire" if mine else "the rule was not selected: its match or condition cannot fit"


def _rewritten(decision: Decision) -> list[object]:
    return list((decision.rewrite or {}).values())


def expectation_holds(expect: str, fired: Sequence[RuleResult], decision: Decision, told: str = "") -> bool:
    """Whether a rule that fired and the combined decision are what the words say."""
    if told:
        return decision.verdict == told and any(result.effect == expect for result in fired)
    if expect == "pass":
        return not any(result.effect for result in decision.results)
    if expect in VERDICTS:
        # An ask that the event cannot express is a deny, and the rule's own effect is still ask.
        return decision.verdict == expect and any(result.effect == expect for result in fired)
    if expect == "audit":
        return all(not result.effect and result.would for result in fired)
    if decision.verdict in ("deny", "ask"):
        return False
    if not any(result.effect == expect for result in fired):
        return False
    return getattr(decision, FILLS[expect]) not in (None, "", (), {})


def describe(decision: Decision) -> str:
    """The combined result in one word, modifiers where there is no verdict."""
    if decision.verdict != "pass":
        return decision.verdict
    effects = [result.effect for result in decision.results if result.effect]
    if effects:
        return " and ".join(dict.fromkeys(effects))
    would = [result.would for result in decision.results if result.would and result.outcome == "fired"]
    return "audit" if would else "pass"


def _result(
    trial: Trial, *, got: str = "", by: Sequence[str] = (), why: str = "", error: str = "", matches: bool = False
) -> CaseResult:
    to = f" to {trial.to}" if trial.expect == "rewrite" and trial.to is not None else ""
    to += f", told {trial.told}" if trial.told else ""
    return CaseResult(
        path=trial.rule.path,
        line=trial.line,
        rule=trial.rule.id,
        title=trial.title,
        expected=trial.expect + to,
        got=got,
        by=tuple(by),
        client=trial.client,
        todo=trial.todo,
        error=error,
        matches=matches,
        why=why,
    )
