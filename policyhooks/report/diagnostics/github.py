"""Diagnostics as workflow commands, which GitHub shows beside the lines of a change."""

from __future__ import annotations

from collections.abc import Sequence

from policyhooks.errors import Diagnostic

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """One `::error file=...::message` a line."""
    return "".join(f"{one(problem)}\n" for problem in diagnostics)


def one(problem: Diagnostic) -> str:
    """One command."""
    fields = {"file": problem.path, "title": problem.code}
    if problem.line:
        fields.update(line=str(problem.line), col=str(problem.column), endColumn=str(problem.end_column))
    properties = ",".join(f"{name}={escape_property(value)}" for name, value in fields.items() if value)
    text = f"{problem.message} ({problem.help})" if problem.help else problem.message
    return f"::{LEVELS.get(problem.severity, 'error')} {properties}::{escape(text)}"


def escape(text: str) -> str:
    """A message: it must not end the line and begin a command of its own."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """A property: it must not end either."""
    return escape(text).replace(":", "%3A").replace(",", "%2C")
