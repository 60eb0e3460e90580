"""`lift`: a deny that a person can lift, for one call and a short time."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from policyhooks.compiler.model.fields import Duration, Model


class Lift(Model):
    """Who may lift a deny of this rule, and how far that goes. It makes the deny an entry of the journal, no more."""

    by: Literal["user"] = Field(description="Who: the person of this account, in a terminal.", examples=["user"])
    for_: Duration = Field(
        900_000, alias="for", description="How long it holds: one minute to eight hours.", examples=["15m"]
    )
    uses: int = Field(1, ge=1, le=20, strict=True, description="How many calls may use it.", examples=[1])
    bind: Literal["exact"] = Field(
        "exact", description="To what: `exact` is this very call, its files and its folder.", examples=["exact"]
    )
    dynamic: bool = Field(
        False,
        strict=True,
        description="Also calls of which something is only known when they run; the screen lists it.",
        examples=[True],
    )
