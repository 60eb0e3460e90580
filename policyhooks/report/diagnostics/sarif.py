"""Diagnostics as SARIF 2.1.0, for code scanning."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

from policyhooks.errors import Diagnostic
from policyhooks.report.diagnostics.codes import CODES

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(diagnostics: Sequence[Diagnostic], version: str) -> str:
    """One run with one rule a code."""
    codes = sorted({problem.code for problem in diagnostics})
    driver = {"name": "policyhooks", "version": version, "rules": [describe(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [result(problem, codes) for problem in diagnostics],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def describe(code: str) -> dict[str, object]:
    """A rule of the tool."""
    text = CODES.get(code)
    return {"id": code, "shortDescription": {"text": text}} if text else {"id": code}


def result(problem: Diagnostic, codes: list[str]) -> dict[str, object]:
    """One result at its place."""
    location: dict[str, object] = {"artifactLocation": {"uri": quote(problem.path)}}
    if problem.line:
        location["region"] = {
            "startLine": problem.line,
            "startColumn": problem.column,
            "endColumn": max(problem.end_column, problem.column + 1),
        }
    text = f"{problem.message}\nhelp: {problem.help}" if problem.help else problem.message
    return {
        "ruleId": problem.code,
        "ruleIndex": codes.index(problem.code),
        "level": problem.severity if problem.severity in ("error", "warning") else "note",
        "message": {"text": text},
        "locations": [{"physicalLocation": location}],
    }
