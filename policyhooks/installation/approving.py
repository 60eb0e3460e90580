"""Tickets of one state folder, for a person: what may be lifted, lifting it, taking that back. Every act is recorded.

It asks nobody and shows nothing; whoever calls has made sure that a person did.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.runtime.engine.action import Action
from policyhooks.runtime.ports import tickets
from policyhooks.runtime.ports.journal import NotStored, append
from policyhooks.runtime.ports.journal_key import read_key


@dataclass(frozen=True)
class Open:
    """A ticket, as it was written; with its lift where there is one."""

    name: str  # of its file
    ticket: str
    at: float
    digest: str
    rules: tuple[str, ...]
    messages: Mapping[str, str]
    fields: Mapping[str, str]
    unknown: tuple[str, ...]
    for_s: int
    uses: int
    lift: Mapping[str, object] | None
    used: int
    holds: bool  # it can be lifted, or its lift can be used
    by: str = "user"
    bind: str = "exact"
    signers: int = 1
    four_eyes: bool = False
    twins: tuple[Mapping[str, str], ...] = ()  # the fields that differ on the second event of the call
    approvers: tuple[Mapping[str, object], ...] = ()  # who signs, as the policies said when it was denied

    @property
    def client(self) -> str:
        return self.fields["client"]


def open_tickets(state: Path) -> list[Open]:
    """Every ticket that can be read. Raises EnvironmentBroken."""
    try:
        names = tickets.listed(str(state))
        secret = tickets.secret_of(str(state)) if names else b""
    except (NotStored, OSError) as problem:
        raise EnvironmentBroken(f"the tickets in {state} cannot be read: {problem}") from None
    found = [_read(state, secret, names, f"{owner}.{ticket}") for owner, ticket in tickets.tickets_in(names)]
    return [one for one in found if one is not None]


def _read(state: Path, secret: bytes, names: Sequence[str], name: str) -> Open | None:
    told = tickets.read(str(state), secret, name)
    if told is None or Action(fields=told["fields"]).digest != told["digest"]:
        return None
    lift = tickets.read(str(state), secret, f"{name}.lift")
    if lift is not None and lift["digest"] != told["digest"]:
        lift = None
    moment, terms = tickets.now(), told["terms"]
    used = sum(f"{name}.{number}" in names for number in range(1, terms["uses"] + 1))
    alive = tickets.holds(told, tickets.OPEN_S, moment)
    if lift is not None:
        alive = tickets.holds(lift, lift["for_s"], moment) and used < lift["uses"]
    return Open(
        name=name,
        ticket=told["ticket"],
        at=told["at"],
        digest=told["digest"],
        rules=tuple(told["rules"]),
        messages=told["messages"],
        fields=told["fields"],
        unknown=tuple(told["unknown"]),
        for_s=terms["for_s"],
        uses=terms["uses"],
        lift=lift,
        used=used,
        holds=alive,
        by=terms.get("by", "user"),
        bind=terms.get("bind", "exact"),
        signers=terms.get("signers", 1),
        four_eyes=terms.get("four_eyes", False),
        twins=tuple(told.get("twins", ())),
        approvers=tuple(told.get("approvers", ())),
    )


def approve(state: Path, one: Open, *, who: str, reason: str) -> None:
    """Lift a ticket. It is recorded first. Raises UsageError and EnvironmentBroken."""
    require_person_may(one)
    if one.lift is not None:
        raise UsageError(f"{one.ticket} is lifted already", "policyhooks approvals list")
    if not one.holds:
        raise UsageError(f"{one.ticket} is over", "let the agent try again: its deny names a new ticket")
    moment = tickets.now()
    lift = {
        "ticket": one.ticket,
        "digest": one.digest,
        "at": moment.wall,
        "steady": moment.steady,
        "for_s": one.for_s,
        "uses": one.uses,
        "who": who,
        "uid": os.geteuid(),
        "reason": reason,
    }
    try:
        secret = tickets.secret_of(str(state))
        record_act(state, "lifted", one, {"who": who, "reason": reason, "for_s": one.for_s, "uses": one.uses})
        tickets.write(str(state), secret, f"{one.name}.lift", lift)
    except (NotStored, OSError) as problem:
        raise EnvironmentBroken(f"the lift cannot be written: {problem}", "nothing was lifted") from None


def require_person_may(one: Open) -> None:
    """Raises UsageError where only somebody with a key may lift it."""
    if one.by == "signer":
        hint = f"policyhooks approvals request {one.ticket}"
        raise UsageError(f"{one.ticket} needs the signature of somebody with a listed key", hint)


def revoke(state: Path, one: Open) -> None:
    """Take a ticket and its lift away. Raises EnvironmentBroken."""
    try:
        record_act(state, "revoked", one, {})
        tickets.remove(str(state), tickets.listed(str(state)), one.name)
    except (NotStored, OSError) as problem:
        raise EnvironmentBroken(f"{one.ticket} cannot be taken back: {problem}") from None


def record_act(state: Path, kind: str, one: Open, more: Mapping[str, object]) -> None:
    """One record of what a person has done about a ticket. Raises NotStored and OSError."""
    record: dict[str, object] = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime()),
        "kind": kind,
        "client": one.client,
        "session": one.fields["session"],
        "lift": {"ticket": one.ticket, "rules": list(one.rules), "digest": one.digest, **more},
        "uid": os.geteuid(),
    }
    append(str(state), record, key=read_key(str(state)))
