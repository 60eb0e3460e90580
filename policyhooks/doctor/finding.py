"""One thing that doctor has to say, and the command that repairs it."""

from __future__ import annotations

from dataclasses import dataclass

OK = "ok"
NOTE = "note"  # worth knowing, not a fault: the exit code stays 0
FAULT = "fault"


@dataclass(frozen=True)
class Finding:
    """`check` is a stable name; `repair` is a command line, or a sentence where only a person can act."""

    check: str
    level: str
    message: str
    repair: str = ""


def ok(check: str, message: str) -> Finding:
    return Finding(check, OK, message)


def note(check: str, message: str, repair: str = "") -> Finding:
    return Finding(check, NOTE, message, repair)


def fault(check: str, message: str, repair: str) -> Finding:
    return Finding(check, FAULT, message, repair)
