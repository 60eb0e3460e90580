"""What a policy remembers: facts, each declared under a name that its conditions read."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from policyhooks.compiler.model.fields import Duration, EventName, Expression, Model, Words

MOST_MEMBERS = 2000
MOST_COUNTED = 1000
SMALLEST_SPAN = 1000  # milliseconds of `per` and `ttl`


class Fact(Model):
    """One fact. Exactly one of flag, set, latest, count and label is given."""

    flag: Literal[True] | None = Field(None, description="Whether something happened.", examples=[True])
    set: Expression | None = Field(
        None, description="Texts: the value in CEL that an event adds, one or a list.", examples=["file.path.norm"]
    )
    latest: Expression | None = Field(
        None, description="The latest moment: a timestamp in CEL, later ones count.", examples=["event.time"]
    )
    count: int | None = Field(
        None, ge=1, le=1000, strict=True, description="How often: what one event adds.", examples=[1]
    )
    label: Words | None = Field(
        None,
        max_length=80,
        description="A word that sticks to the session, and to new sessions of its workspace.",
        examples=["web"],
    )
    events: tuple[EventName, ...] = Field(
        min_length=1,
        description="The events that feed it; a parent stands for its children.",
        examples=[["file.read"], ["shell.after"]],
    )
    when: Expression | None = Field(
        None, description="Which of these events, in CEL. Absent: every one.", examples=['tool.failure == ""']
    )
    most: int | None = Field(
        None,
        ge=1,
        le=MOST_MEMBERS,
        strict=True,
        description="Of set and count: the most that is kept. Default 500 members, and a count of 1000.",
        examples=[200],
    )
    per: Duration | None = Field(
        None, ge=SMALLEST_SPAN, description="Of count: only what happened within so long counts.", examples=["1h"]
    )
    ttl: Duration | None = Field(
        None, ge=SMALLEST_SPAN, description="After so long without being fed it is forgotten.", examples=["8h"]
    )
    scope: Literal["session", "workspace"] = Field(
        "session",
        description="Who shares it: one session, or every session in the project folder.",
        examples=["session"],
    )
    denied: bool = Field(False, strict=True, description="Calls that were denied feed it too.", examples=[True])
    relaxes: bool = Field(
        False,
        strict=True,
        description="A rule may be loosened by it: only what succeeded feeds it, and what is not known is empty.",
        examples=[True],
    )

    @property
    def kind(self) -> str:
        """flag, set, latest, count or label; empty where none or several are given."""
        given = [name for name in ("flag", "set", "latest", "count", "label") if getattr(self, name) is not None]
        return given[0] if len(given) == 1 else ""

    @property
    def value(self) -> str:
        """The expression of what an event adds, where there is one."""
        return self.set or self.latest or ""

    @property
    def cap(self) -> int:
        """The most that is kept."""
        return self.most or (500 if self.kind == "set" else MOST_COUNTED)
