"""The exception tree and the Diagnostic value. Imports nothing: the hook process loads it.

PolicyHooksError            expected: shown to people as one message, never as a traceback
├── UsageError              the command line is wrong                              exit 2
├── InvalidPolicies         policies do not compile; carries every Diagnostic      exit 3
├── VerificationFailed      a signature, digest or chain does not hold             exit 7
└── EnvironmentBroken       the machine lacks something that is named              exit 1
"""

from __future__ import annotations


class PolicyHooksError(Exception):
    """An expected failure. `hint` says what to do about it."""

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(PolicyHooksError):
    """The command line asks for something that does not exist."""

    exit_code = 2


class InvalidPolicies(PolicyHooksError):
    """Policies do not compile. INVARIANT: `diagnostics` is sorted and not empty."""

    exit_code = 3

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__(f"{len(diagnostics)} problems in the policies", "run `policyhooks check`")
        self.diagnostics = sorted(diagnostics, key=Diagnostic.place)


class VerificationFailed(PolicyHooksError):
    """A signature, digest or hash chain does not hold."""

    exit_code = 7


class EnvironmentBroken(PolicyHooksError):
    """The machine lacks something that the message names."""


class Diagnostic:
    """One problem in a policy file, at the exact token. Lines and columns count from 1.

    `code` is the stable name of the class of problem, `message` is this case (lowercase, no full
    stop, user input in backticks), `label` stands beside the caret, `help` is a certain suggestion.
    """

    __slots__ = ("code", "column", "end_column", "help", "label", "line", "message", "path", "severity")

    def __init__(
        self,
        code: str,
        message: str,
        path: str = "",
        line: int = 0,
        column: int = 0,
        end_column: int = 0,
        label: str = "",
        help: str = "",
        severity: str = "error",
    ) -> None:
        self.code = code
        self.message = message
        self.path = path
        self.line = line
        self.column = column
        self.end_column = end_column
        self.label = label
        self.help = help
        self.severity = severity

    def place(self) -> tuple[str, int, int, str, str]:
        """The sort key: where it is, then what it says."""
        return (self.path, self.line, self.column, self.code, self.message)

    def __repr__(self) -> str:
        return f"Diagnostic({self.path}:{self.line}:{self.column} {self.code}: {self.message})"
