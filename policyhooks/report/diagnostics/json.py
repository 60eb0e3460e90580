"""Diagnostics as one JSON document, for tools."""

from __future__ import annotations

import json
from collections.abc import Sequence

from policyhooks.errors import Diagnostic


def render(diagnostics: Sequence[Diagnostic], files: int) -> str:
    """`{"files": n, "errors": n, "diagnostics": [...]}`."""
    rows = [
        {
            "severity": problem.severity,
            "code": problem.code,
            "message": problem.message,
            "path": problem.path,
            "line": problem.line,
            "column": problem.column,
            "end_column": problem.end_column,
            "help": problem.help,
        }
        for problem in diagnostics
    ]
    errors = sum(problem.severity == "error" for problem in diagnostics)
    return json.dumps({"files": files, "errors": errors, "diagnostics": rows}, indent=2) + "\n"
