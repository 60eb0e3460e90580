"""Holds a signed lift that lies in the state folder against the call that it is to lift, all of it computed anew."""

from __future__ import annotations

import time

from policyhooks.runtime.ports.signed_lifts import Wanted, examine, statement_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from policyhooks.runtime.engine.lifting import Asked


def signed_lift(asked: Asked, installation: str, ticket: str, lift: Mapping[str, Any]) -> dict[str, Any] | None:
    """The statement with who signed it; None where it does not lift this call."""
    text = lift.get("statement")
    statement = statement_of(text)
    if statement is None:
        return None
    own, twin = asked.action(installation), asked.action(installation, tuple(map(str, statement["rules"])))
    if own is None or twin is None:
        return None
    terms = asked.terms
    wanted = Wanted(
        ticket=ticket,
        installation=installation,
        digest=own.digest,
        twin=twin.digest,
        rules=asked.rules,
        bind=terms.bind,
        for_s=terms.for_s,
        uses=terms.uses,
        signers=terms.signers,
        four_eyes=terms.four_eyes,
        approvers=asked.approvers,
        now=time.time(),
    )
    problem, names = examine(wanted, text, lift.get("signatures"))
    return None if problem else {**statement, "who": ", ".join(names)}
