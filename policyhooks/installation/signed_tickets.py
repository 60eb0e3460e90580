"""A ticket as a request, signing it with a key, and bringing what was signed back to where the call was denied.

Signing needs no installation; it asks nobody, whoever calls has made sure that a person did. Bringing back needs no
person: what is brought proves itself, to the hook once more.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
import time
from dataclasses import replace
from pathlib import Path

from policyhooks.bundle.signing import armor, read_signature, sign
from policyhooks.errors import EnvironmentBroken, UsageError
from policyhooks.installation.approving import Open, record_act
from policyhooks.installation.lift_documents import Request
from policyhooks.runtime.ports import tickets
from policyhooks.runtime.ports.journal import NotStored
from policyhooks.runtime.ports.signed_lifts import FORMAT, Wanted, examine, statement_of


def request_of(one: Open) -> Request:
    """What somebody with a key is sent. Raises UsageError where no key lifts it."""
    if one.by != "signer":
        raise UsageError(f"{one.ticket} is for the person of this account", f"policyhooks approve {one.ticket}")
    return Request(
        ticket=one.ticket,
        at=one.at,
        rules=one.rules,
        for_s=one.for_s,
        uses=one.uses,
        bind=one.bind,
        signers=one.signers,
        four_eyes=one.four_eyes,
        fields=one.fields,
        twins=one.twins,
    )


def state_of(request: Request, reason: str, for_s: int) -> str:
    """The statement that is signed: the whole of what is lifted, for whom the ticket is only a name."""
    now = int(time.time())
    told = {
        "format": FORMAT,
        "ticket": request.ticket,
        "installation": request.fields["installation"],
        "digest": request.digest,
        "also": request.also,
        "rules": sorted(request.rules),
        "bind": request.bind,
        "uses": request.uses,
        "from": now,
        "until": now + for_s,
        "nonce": secrets.token_hex(16),
        "reason": reason,
    }
    return json.dumps(told, sort_keys=True, separators=(",", ":"))


def sign_request(request: Request, key: str, reason: str, for_s: int) -> Request:
    """The request with one more signature. Raises UsageError and EnvironmentBroken."""
    statement = request.statement or state_of(request, reason, for_s)
    blob = sign(statement.encode("utf-8"), key, FORMAT)
    wire = read_signature(blob, FORMAT).key
    kind = wire[4 : 4 + int.from_bytes(wire[:4], "big")].decode("ascii")
    public = f"{kind} {base64.b64encode(wire).decode('ascii')}"
    if any(one["key"] == public for one in request.signatures):
        raise UsageError("this key has signed it already", "another person signs with a key of their own")
    made = {"key": public, "signature": armor(blob).decode("ascii")}
    return replace(request, statement=statement, signatures=(*request.signatures, made))


def accept(state: Path, one: Open, request: Request) -> list[str]:
    """Put a signed lift where the hook finds it; who has signed it. It is recorded first.

    Raises UsageError where it lifts nothing here, EnvironmentBroken where it cannot be written.
    """
    told = statement_of(request.statement)
    if told is None or one.lift is not None or not one.holds:
        what = "is lifted already" if one.lift is not None else "is over" if told else "is not signed yet"
        raise UsageError(f"{one.ticket} {what}", "policyhooks approvals list")
    signatures, moment = [dict(one) for one in request.signatures], tickets.now()
    problem, names = examine(wanted_of(one, moment.wall), request.statement, signatures)
    if problem:
        raise UsageError(f"it lifts nothing: {problem}", "policyhooks approvals list")
    who, left = ", ".join(names), told["until"] - int(moment.wall)
    lift = {
        "ticket": one.ticket,
        "digest": one.digest,
        "at": moment.wall,
        "steady": moment.steady,
        "for_s": left,
        "uses": told["uses"],
        "who": who,
        "uid": os.geteuid(),
        "reason": told["reason"],
        "statement": request.statement,
        "signatures": signatures,
    }
    try:
        about = {"who": who, "reason": told["reason"], "for_s": left, "uses": told["uses"], "nonce": told["nonce"]}
        record_act(state, "lifted", one, about)
        tickets.write(str(state), tickets.secret_of(str(state)), f"{one.name}.lift", lift)
    except (NotStored, OSError) as problem_of_state:
        raise EnvironmentBroken(f"the lift cannot be written: {problem_of_state}", "nothing was lifted") from None
    return names


def wanted_of(one: Open, now: float) -> Wanted:
    """What a statement must say to lift a ticket."""
    return Wanted(
        ticket=one.ticket,
        installation=one.fields["installation"],
        digest=one.digest,
        rules=one.rules,
        bind=one.bind,
        for_s=one.for_s,
        uses=one.uses,
        signers=one.signers,
        four_eyes=one.four_eyes,
        approvers=one.approvers,
        now=now,
    )
