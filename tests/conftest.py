"""Every test process: records that are checked, and a home folder of its own, so that no person's files are met.

What a test records as the property FIGURE is shown at the end. A soak says at once what fails: it may be cut off.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.checked_records import check_records
from tests.support.counts import SOAK
from tests.support.figures import FIGURE
from tests.support.homes import trusted_by_tests

check_records()


@pytest.fixture(scope="session", autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("home")
    before = os.environ.get("HOME")
    os.environ["HOME"] = str(home)
    yield home
    if before is None:
        os.environ.pop("HOME")
    else:
        os.environ["HOME"] = before
    left = trusted_by_tests(tmp_path_factory.getbasetemp())
    assert not left, f"trusted in the home of whoever runs the tests: {left}; tests/support/homes.py has other homes"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if SOAK and report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        print(f"\nFAILED {report.nodeid}\n{report.longreprtext}", file=sys.__stderr__, flush=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == FIGURE:
                terminalreporter.write_line(str(value))
