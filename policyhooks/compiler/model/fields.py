"""The small types that the models are made of: names, durations, dates, strict scalars."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    StrictStr,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from policyhooks.clients.registry import CLIENTS
from policyhooks.core.effects import FALLBACKS, LADDER, PASS, PRINTED, REFUSALS, REPLACEMENTS, RULE_EFFECTS

DURATION = re.compile(r"(0|[1-9][0-9]{0,8})(ms|s|m|h|d)")
UNITS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Model(BaseModel):
    """Frozen, with no key beyond those written here."""

    model_config = ConfigDict(
        defer_build=True,
        frozen=True,
        extra="forbid",
        validate_by_name=False,
        validate_by_alias=True,
        use_attribute_docstrings=False,
    )


def read_duration(value: object) -> int:
    """`500ms`, `4s`, `5m`, `24h`, `7d` or 0, in milliseconds."""
    if value == 0 and not isinstance(value, bool):
        return 0
    found = DURATION.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise PydanticCustomError("duration", "not a duration")
    return int(found[1]) * UNITS[found[2]]


def read_date(value: object) -> dt.date:
    """`2026-12-31`, a day of the calendar."""
    if isinstance(value, str) and DATE.fullmatch(value):
        try:
            return dt.date.fromisoformat(value)
        except ValueError:
            pass
    raise PydanticCustomError("day", "not a date")


def check_text(value: str) -> str:
    if not value.strip():
        raise PydanticCustomError("blank", "blank")
    return value


def read_kept(value: object) -> int | str:
    """A number of files as it is, or a time as it is written; the time is at least an hour."""
    if type(value) is int and value >= 0:
        return value
    if value == 0 or read_duration(value) < UNITS["h"]:
        raise PydanticCustomError("duration", "not a duration")
    return str(value)


Kept = Annotated[
    int | str,
    BeforeValidator(read_kept),
    WithJsonSchema(
        {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[1-9][0-9]{0,8}(m|h|d)$"}]}
    ),
]
Duration = Annotated[
    int,
    BeforeValidator(read_duration),
    WithJsonSchema({"anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]{0,8})(ms|s|m|h|d)$"}, {"const": 0}]}),
]
Day = Annotated[dt.date, BeforeValidator(read_date), WithJsonSchema({"type": "string", "format": "date"})]
Text = Annotated[StrictStr, StringConstraints(max_length=100_000)]
Words = Annotated[Text, AfterValidator(check_text), WithJsonSchema({"type": "string", "minLength": 1})]
Expression = Annotated[Words, WithJsonSchema({"type": "string", "minLength": 1, "description": "A CEL expression."})]
# Names become parts of full ids, comments and keys: one alphabet, no room for tricks.
FileId = Annotated[StrictStr, StringConstraints(pattern=r"^[a-z0-9]+([._-][a-z0-9]+)*$", max_length=120)]
RuleId = Annotated[StrictStr, StringConstraints(pattern=r"^[a-z0-9]+([._-][a-z0-9]+)*$", max_length=120)]
Name = Annotated[StrictStr, StringConstraints(pattern=r"^[a-z_][a-zA-Z0-9_]*$", max_length=80)]
EnvName = Annotated[StrictStr, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=120)]
SealKey = Annotated[StrictStr, StringConstraints(pattern=r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$", max_length=44)]
Reference = Annotated[StrictStr, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._/-]*$", max_length=120)]

Severity = Literal["info", "low", "medium", "high", "critical"]
Mode = Literal["disabled", "audit", "warn", "enforce"]
EventName = Literal[
    "session.start", "session.end", "prompt.submit", "tool.before", "shell.before", "mcp.before", "file.read",
    "file.write", "web.before", "subagent.start", "permission.request", "tool.after", "shell.after", "mcp.after",
    "file.edited", "tool.failed", "tab.read", "tab.edited", "subagent.stop", "agent.stop", "agent.response",
    "agent.thought", "compact.before", "notification", "config.change", "other",
]  # fmt: skip

# The words of the tables, as types. A type checker cannot read a table: to it they are strings.
if TYPE_CHECKING:
    Effect = str
    OnError = str
    Becomes = str
    NotOk = str
    Printed = str
    Replacement = str
    Fallback = str
    Client = str
else:
    TOP = next(iter(LADDER))
    Effect = Literal[RULE_EFFECTS]
    OnError = Literal[("closed", *LADDER, PASS)]
    Becomes = Literal[(*(name for name in LADDER if name != TOP), "audit")]
    NotOk = Literal[REFUSALS]
    Printed = Literal[PRINTED]
    Replacement = Literal[REPLACEMENTS]
    Fallback = Literal[FALLBACKS]
    Client = Literal[CLIENTS]
