"""The rules page: what each rule did, how often it made somebody wait, which tests it has, what was called false."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from policyhooks.errors import EnvironmentBroken, PolicyHooksError
from policyhooks.inspect.false_alarms import read_marks
from policyhooks.inspect.journal_ids import Entry
from policyhooks.report.journal.text import count_rules
from policyhooks.suite.case import QUIET
from policyhooks.suite.run import trials_of, what_is_missing
from policyhooks.web.charts import share
from policyhooks.web.desk import Desk
from policyhooks.web.rule_tags import ids_of, maps_here

READING = "being read"
COUNTED = ("fired", "denied", "asked", "would", "errors")
Row = dict[str, object]


def show(request: Request, desk: Desk) -> Response:
    """The page."""
    entries = desk.journal.look()
    known, problems = known_rules(desk)
    counts = count_rules([entry.record for entry in entries])
    marks = Counter(rule for state in desk.doors.states for one in read_marks(state).values() for rule in one.rules)
    maps = maps_here(desk)
    days = len({str(entry.record.get("time", ""))[:10] for entry in entries}) or 1
    most = max((mine["fired"] for mine in counts.values()), default=0)
    rows = []
    for rule in {**known, **dict.fromkeys(counts)}:
        mine = counts.get(rule, Counter())
        rows.append(
            {
                **NOTHING,
                **known.get(rule, {}),
                "rule": rule,
                **{name: mine[name] for name in COUNTED},
                "bar": share(mine["fired"], most),
                "per_day": round(mine["asked"] / days, 1),
                "marks": marks[rule],
                "tags": ids_of(maps.get(rule, {})),
            }
        )
    rows.sort(key=lambda row: (-int(str(row["fired"])), str(row["rule"])))
    values = {
        "fired": [row for row in rows if row["fired"]],
        "silent": [row for row in rows if not row["fired"]],
        "days": days,
        "decisions": len(entries),
        "prompts": round(prompts_of(entries) / days, 1),
        "untested": sum(bool(row["missing"]) for row in rows if row["known"]),
        "problems": problems,
    }
    return desk.show(request, "rules", values)


NOTHING: Mapping[str, object] = {
    "known": False,
    "effect": "",
    "mode": "",
    "place": "",
    "fires": 0,
    "quiet": 0,
    "missing": "",
}


def known_rules(desk: Desk) -> tuple[dict[str, Row], list[str]]:
    """What is known of the rules in force, and why of some nothing is; found out once for each generation."""
    found: dict[str, Row] = {}
    problems = []
    for state in desk.doors.states:
        try:
            found.update(rules_in(desk, state))
        except PolicyHooksError as problem:
            problems.append(f"the tests of what is installed in {state} are not known: {problem.message}")
    return found, problems


def rules_in(desk: Desk, state: Path) -> dict[str, Row]:
    """The rules of one installation, from what its policies are today. Raises while that is being found out."""
    key = key_of(state)
    kept = desk.kept.get(key)
    if isinstance(kept, PolicyHooksError):
        raise kept
    if not isinstance(kept, dict):
        begin(desk, state)
        raise EnvironmentBroken("its policies are being read; load this page again in a moment")
    return kept


def begin(desk: Desk, state: Path) -> None:
    """Read the policies while nobody waits: hundreds of rules take seconds."""
    key = key_of(state)
    with desk.changing:
        if key in desk.kept:
            return
        desk.kept[key] = READING

    def read() -> None:
        try:
            compiled = desk.doors.compiled(state)
            desk.kept[key] = {} if compiled is None else dict(_rows(compiled.rules))
        except PolicyHooksError as problem:
            desk.kept[key] = problem
        except Exception as problem:  # noqa: BLE001 - the page says that they could not be read
            desk.kept[key] = EnvironmentBroken(f"they cannot be read ({type(problem).__name__})")

    threading.Thread(target=read, daemon=True).start()


def key_of(state: Path) -> str:
    """Under which name the rules of an installation are kept: those of its generation."""
    return f"rules {state} {_generation(state)}"


def state_of(folder: Path) -> Path:
    """The state of a folder with a journal: in a shared one each user has a folder of their own."""
    return folder if (folder / "current").is_symlink() else folder.parent.parent


def _generation(state: Path) -> str:
    try:
        return os.readlink(state_of(state) / "current")
    except OSError:
        return ""


def _rows(rules: Sequence[object]) -> Iterator[tuple[str, Row]]:
    from policyhooks.compiler.plan import PlannedRule

    for rule in rules:
        assert isinstance(rule, PlannedRule)
        trials = list(trials_of(rule))
        quiet = sum(trial.expect == QUIET for trial in trials)
        yield (
            rule.id,
            {
                "known": True,
                "effect": rule.effect,
                "mode": rule.mode,
                "place": f"{rule.file.path}:{rule.file.line(rule.place)}",
                "fires": len(trials) - quiet,
                "quiet": quiet,
                "missing": what_is_missing(trials),
            },
        )


def prompts_of(entries: Sequence[Entry]) -> int:
    """How often somebody was asked."""
    return sum(entry.record.get("verdict") == "ask" for entry in entries)
