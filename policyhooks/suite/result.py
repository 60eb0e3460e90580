"""What a run of policy tests came to: values and questions on values. It knows nothing of output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

TESTS_FAILED = 4


@dataclass(frozen=True)
class CaseResult:
    """One expectation beside what came out. `client` is empty for a case that no client was named for."""

    path: str
    line: int
    rule: str  # full id
    title: str  # what was tried: the command, path, prompt or the case's own name
    expected: str  # deny, ask, ..., quiet, or `rewrite to npm ci`
    got: str
    by: Sequence[str] = ()  # full ids of the rules behind what came out
    client: str = ""
    todo: bool = False
    error: str = ""  # why the case could not be run; it then has failed
    matches: bool = False
    why: str = ""  # a remark on a mismatch, in a few words
    milliseconds: float = 0.0
    arguments: Sequence[str] = ()  # of a case that failed: what it gives, what became of the rule's parts,
    values: Sequence[str] = ()  # and the command that explains the same
    explain: str = ""

    @property
    def passed(self) -> bool:
        """A `todo` case must fail: when it passes its mark is stale, and that is a failure."""
        if self.error:
            return False
        return self.matches != self.todo


@dataclass(frozen=True)
class Gap:
    """A rule that lacks tests: `missing` names what."""

    path: str
    line: int
    rule: str
    missing: str


@dataclass(frozen=True)
class SuiteResult:
    """Everything that ran. INVARIANT: cases are in the order of files and lines."""

    files: Sequence[str]
    cases: Sequence[CaseResult]
    gaps: Sequence[Gap] = ()
    rules: int = 0
    seconds: float = 0.0
    selected: str = ""

    @property
    def failed(self) -> list[CaseResult]:
        """The cases that make the run red."""
        return [case for case in self.cases if not case.passed]

    @property
    def exit_code(self) -> int:
        """0 only when something ran and all of it came out as written."""
        return TESTS_FAILED if self.failed or not self.cases else 0

    def of_file(self, path: str) -> list[CaseResult]:
        """The cases of one file."""
        return [case for case in self.cases if case.path == path]
