"""Regular expressions at build time: what RE2 refuses, which patterns are linear on the interpreter's own engine."""

from __future__ import annotations

import re2


def refusal(pattern: str) -> str:
    """Why RE2 refuses a pattern, or nothing."""
    options = re2.Options()
    options.log_errors = False
    try:
        re2.compile(pattern, options)
    except re2.error as problem:
        message = problem.args[0] if problem.args else ""
        return message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message) or "malformed"
    except UnicodeEncodeError:
        return "not UTF-8"
    return ""


def is_linear(pattern: str) -> bool:
    """Whether the interpreter's own engine finds the same as RE2 in time linear in the text."""
    return False


def required_literal(pattern: str) -> str:
    """A text that every match contains, or nothing."""
    return ""
