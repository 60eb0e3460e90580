"""Every report with formats has one table of them, and its verb takes its choices from there."""

import argparse
from collections.abc import Collection
from types import ModuleType

import pytest

from policyhooks.cli.verbs import check, explain, log, test
from policyhooks.report.diagnostics import formats as diagnostics
from policyhooks.report.explanation import formats as explanation
from policyhooks.report.journal import formats as journal
from policyhooks.report.suite import formats as suite
from policyhooks.suite.result import SuiteResult

TABLES = [(check, diagnostics, ()), (test, suite, ()), (explain, explanation, ()), (log, journal, ("auto",))]


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
