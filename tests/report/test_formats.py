"""Every report with formats has one table of them, and its verb takes its choices from there."""

import argparse
import json
import re
from collections.abc import Collection
from pathlib import Path
from types import ModuleType

import pytest

import policyhooks.report
from policyhooks.cli.bundle import diff, inspect
from policyhooks.cli.verbs import (
    check,
    clients,
    collect,
    doctor,
    explain,
    judge_eval,
    judge_redteam,
    learn,
    log,
    replay,
    scan,
    test,
)
from policyhooks.clients.catalog import rows
from policyhooks.clients.registry import CLIENTS
from policyhooks.report.assessment import formats as assessment
from policyhooks.report.catalog import formats as catalog
from policyhooks.report.contents import formats as contents
from policyhooks.report.diagnostics import formats as diagnostics
from policyhooks.report.difference import formats as difference
from policyhooks.report.examination import formats as examination
from policyhooks.report.explanation import formats as explanation
from policyhooks.report.fleets import formats as fleets
from policyhooks.report.journal import formats as journal
from policyhooks.report.judges import formats as judges
from policyhooks.report.learned import formats as learned
from policyhooks.report.recorder import formats as recorder
from policyhooks.report.redteam import formats as redteam
from policyhooks.report.replayed import formats as replayed
from policyhooks.report.scanned import formats as scanned
from policyhooks.report.suite import formats as suite
from policyhooks.suite.result import SuiteResult

REPORT = Path(policyhooks.report.__file__).parent
TABLES = [
    (check, diagnostics, ()),
    (test, suite, ()),
    (explain, explanation, ()),
    (log, journal, ("auto",)),
    (clients, catalog, ()),
    (doctor, examination, ()),
    (judge_eval, assessment, ()),
    (judge_redteam, redteam, ()),
    (diff, difference, ()),
    (inspect, contents, ()),
    (scan, scanned, ()),
    (replay, replayed, ()),
    (learn, learned, ()),
    (collect, fleets, ()),
]
NO_FORMATS = {"reference", "screen"}  # generated pages; what all screens share


def test_every_subject_has_a_table_and_a_verb() -> None:
    subjects = {folder.parent.name for folder in REPORT.glob("*/__init__.py")} - NO_FORMATS
    assert subjects == {report.__name__.split(".")[-2] for _, report, _ in TABLES} | {
        "judges",
        "lifts",
        "memory",
        "residents",
        "recorder",
        "shipments",
    }


def test_doctor_writes_what_it_finds_and_what_was_recorded_in_the_same_formats() -> None:
    assert [*recorder.FORMATS] == [*examination.FORMATS]


def test_no_verb_has_choices_of_its_own() -> None:
    """Formats are named in one place: a verb that lists them could forget one."""
    verbs = [*REPORT.parent.glob("cli/verbs/*.py"), *REPORT.parent.glob("cli/bundle/*.py")]
    texts = {path.stem: " ".join(path.read_text(encoding="utf-8").split()) for path in verbs}
    assert len(texts) > 30
    own = re.compile(r'"--format", choices=\( ?"(?!auto", \*FORMATS)')
    assert [name for name, text in texts.items() if own.search(text)] == []


@pytest.mark.parametrize(("verb", "report", "more"), TABLES)
def test_choices_are_the_rows(verb: ModuleType, report: ModuleType, more: tuple[str, ...]) -> None:
    parser = argparse.ArgumentParser()
    verb.configure(parser)
    choices: dict[str, Collection[str] | None] = {
        option: action.choices for action in parser._actions for option in action.option_strings
    }
    assert [*(choices["--format"] or ())] == [*more, *report.FORMATS]


@pytest.mark.parametrize("form", suite.FORMATS)
def test_each_format_of_test_results_says_that_there_were_none(form: str) -> None:
    text = suite.render(SuiteResult((), ()), form)
    assert "no tests" in text or '"passed": false' in text


@pytest.mark.parametrize("form", diagnostics.FORMATS)
def test_each_format_of_problems_writes_a_clean_run(form: str) -> None:
    text = diagnostics.render([], form, 3, "1.0")
    assert "error" not in text.lower() or form == "sarif" or '"errors": 0' in text


def test_records_are_lines_or_a_table() -> None:
    record = {"seq": 1, "time": "2026-11-17T12:00:00.000Z", "verdict": "deny", "text": "é"}
    assert journal.render([record, record], "jsonl").count("\n") == 2
    assert "\\u00e9" in journal.render([record], "jsonl")
    assert "deny" in journal.render([record], "table")


@pytest.mark.parametrize("form", examination.FORMATS)
def test_nothing_that_is_installed_is_not_healthy(form: str) -> None:
    text = examination.render([], form)
    assert "nothing is installed" in text or json.loads(text) == {"healthy": False, "installations": []}


@pytest.mark.parametrize("form", judges.FORMATS)
def test_each_format_of_judges_has_every_installation(form: str) -> None:
    text = judges.render([{"state": "/a", "spent": {"x": {"calls": 2}}}, {"state": "/b", "resting": {}}], form)
    assert ("/a" in text, "/b" in text, "calls" in text) == (True, True, True)
    assert text == "state: /a\nspent:\n  x:\n    calls: 2\n\nstate: /b\nresting: none\n" or json.loads(text)


@pytest.mark.parametrize("form", catalog.FORMATS)
def test_each_format_of_the_catalog_names_every_client(form: str) -> None:
    text = catalog.render(rows(None, None), form, fields=True)
    assert {client for client in CLIENTS if client not in text} == set()
