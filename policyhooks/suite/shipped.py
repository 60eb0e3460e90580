"""Tests that travel with a program: trials as JSON, for machines that have no compiler.

At build every trial is run against the whole program, Config and all; those that come out as written
there are shipped, and must come out the same wherever the program is activated.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from types import SimpleNamespace
from typing import Any

from policyhooks.cel.patterns import is_linear, precompile
from policyhooks.clients.subject import GUARDED, Subject
from policyhooks.evaluation.regex import PRECOMPILED
from policyhooks.inspect.place import make_place
from policyhooks.inspect.program import load_modules
from policyhooks.suite.case import RuleUnderTest, Trial
from policyhooks.suite.result import CaseResult
from policyhooks.suite.trial import Places, run_trial

FILE = "tests/trials.json"
LATER = ("environ", "past", "later_ms", "fresh")  # fields that came after the first release of the form


def encode(trials: Iterable[Trial]) -> bytes:
    """Trials as canonical JSON."""
    return (json.dumps([_plain(trial) for trial in trials], sort_keys=True, separators=(",", ":")) + "\n").encode()


def decode(data: bytes) -> list[Trial]:
    """The trials in a file of a verified bundle."""
    return [_trial(one) for one in json.loads(data)]


def run_trials(trials: Iterable[Trial], modules: Mapping[str, str], shfmt: str = "") -> list[CaseResult]:
    """Every trial against a program in which every rule acts."""
    precompile_patterns(modules)
    program = load_modules(modules, enforce=True)
    places = Places(make_place(links=False, shfmt=shfmt, guarded=GUARDED), make_place(links=True, shfmt=shfmt))
    return [run_trial(trial, program, places) for trial in trials]


def precompile_patterns(modules: Mapping[str, str]) -> None:
    """Give this process the patterns that an image would carry: a machine without RE2 has no other way to run them."""
    for node in [node for source in modules.values() for node in ast.walk(ast.parse(source))]:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "search":
            pattern = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
            if isinstance(pattern, str) and pattern not in PRECOMPILED and is_linear(pattern):
                PRECOMPILED[pattern] = precompile(pattern)


def _plain(trial: Trial) -> dict[str, Any]:
    fields = {**vars(trial), "rule": asdict(trial.rule), "subject": asdict(trial.subject)}
    # Where the file lay at the build says nothing here, and must not change the bytes.
    fields["rule"] |= {"path": "", "line": 0}
    fields |= {"line": 0, "roots": {name: dict(value) for name, value in trial.roots.items()}}
    for name in ("judge", "command"):
        answer = getattr(trial, name)
        fields[name] = None if answer is None else answer.model_dump(mode="json")
    # An earlier policyhooks has no such fields, and reads what does without.
    later = {name: fields.pop(name) for name in LATER}
    later |= {"environ": dict(trial.environ), "past": [_plain(step) for step in trial.past]}
    return {**fields, **{name: value for name, value in later.items() if value}}


def _trial(fields: Mapping[str, Any]) -> Trial:
    answers = {name: None if fields[name] is None else SimpleNamespace(**fields[name]) for name in ("judge", "command")}
    rule, subject = RuleUnderTest(**fields["rule"]), Subject(**fields["subject"])
    past = tuple(_trial(step) for step in fields.get("past", ()))
    return Trial(**{**fields, **answers, "rule": rule, "subject": subject, "past": past})
