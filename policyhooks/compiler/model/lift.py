"""`lift`: a deny that a person can lift, for one call and a short time."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from policyhooks.compiler.model.fields import Duration, Model


class Lift(Model):
    """Who may lift a deny of this rule, and how far that goes. It makes the deny an entry of the journal, no more."""

    by: Literal["user", "signer"] = Field(
        description="Who: `user` is the person of this account, in a terminal; `signer` somebody with a key that the"
        " Config lists.",
        examples=["user", "signer"],
    )
    for_: Duration = Field(
        900_000, alias="for", description="How long it holds: one minute to eight hours.", examples=["15m"]
    )
    uses: int = Field(1, ge=1, le=20, strict=True, description="How many calls may use it.", examples=[1])
    bind: Literal["exact", "command", "rule"] = Field(
        "exact",
        description="To what: `exact` is this very call, its files and its folder; `command` the same programs,"
        " sub-commands, hosts and paths; `rule` every call of the session that these rules deny.",
        examples=["exact"],
    )
    dynamic: bool = Field(
        False,
        strict=True,
        description="Also calls of which something is only known when they run; the screen lists it.",
        examples=[True],
    )
    signers: int = Field(1, ge=1, le=5, strict=True, description="How many different signers it needs.", examples=[2])
    four_eyes: bool = Field(
        False,
        strict=True,
        description="No signer may be the one who asks, as the Config's `approvals.requesters` tells.",
        examples=[True],
    )
