"""Documents by which a denied call goes to somebody with a key, and comes back signed: read, checked, written as JSON.

A request holds the call whole and unmasked: who signs computes its digest anew, and could not from less. It holds no
word beside it that the digest does not bind. A signed lift holds the request, the statement and its signatures. It asks
nobody and trusts no document.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from policyhooks.core.lifts import BINDS, read_name
from policyhooks.core.strict_json import RejectedJson, parse
from policyhooks.errors import UsageError
from policyhooks.runtime.engine.action import Action
from policyhooks.runtime.ports.signed_lifts import FORMAT, MOST_SIGNATURES, statement_of

REQUEST = "policyhooks-lift-request@v1"
LONGEST = 4 << 20
# What may differ on the second event of a call: its name, and what that event leaves out.
OF_TWINS = frozenset(("event", "input", "folder"))


@dataclass(frozen=True)
class Request:
    """A denied call that somebody is asked to lift, and what was signed of it so far."""

    ticket: str
    at: float
    rules: tuple[str, ...]
    for_s: int
    uses: int
    bind: str
    signers: int
    four_eyes: bool
    fields: Mapping[str, str]
    twins: tuple[Mapping[str, str], ...]
    statement: str = ""
    signatures: tuple[Mapping[str, str], ...] = ()

    @property
    def digest(self) -> str:
        return Action(fields=self.fields).digest

    @property
    def row(self) -> dict[str, object]:
        """As the screen wants it."""
        unknown = json.loads(self.fields.get("unknown", "[]"))
        return {**vars(self), "digest": self.digest, "by": "signer", "messages": {}, "unknown": unknown}

    @property
    def also(self) -> list[str]:
        """The digests of the same call on its second event."""
        return sorted({Action(fields={**self.fields, **twin}).digest for twin in self.twins})


def write(request: Request) -> str:
    """The document of a request, or of a signed lift once somebody has signed."""
    told: dict[str, object] = {
        "format": FORMAT if request.signatures else REQUEST,
        "ticket": request.ticket,
        "at": request.at,
        "rules": list(request.rules),
        "for_s": request.for_s,
        "uses": request.uses,
        "bind": request.bind,
        "signers": request.signers,
        "four_eyes": request.four_eyes,
        "fields": dict(request.fields),
        "twins": [dict(twin) for twin in request.twins],
    }
    if request.signatures:
        told["statement"], told["signatures"] = request.statement, [dict(one) for one in request.signatures]
    return json.dumps(told, indent=1) + "\n"


def read(data: bytes, name: str) -> Request:
    """A document, whichever of the two it is. Raises UsageError where it is none."""
    try:
        if len(data) > LONGEST:
            raise ValueError("too long")
        told: Any = parse(data)
        request = _read(told)
        _check(request)
    except (RejectedJson, ValueError, TypeError, KeyError, AttributeError) as problem:
        reason = f": {problem}" if type(problem) is ValueError else ""
        hint = "ask for it again: policyhooks approvals request TICKET"
        raise UsageError(f"`{name}` is no request for a lift, or a damaged one{reason}", hint) from None
    return request


def _read(told: Mapping[str, Any]) -> Request:
    signed = {REQUEST: False, FORMAT: True}[told["format"]]
    request = Request(
        ticket=_text(told["ticket"]),
        at=float(told["at"]),
        rules=tuple(map(_text, told["rules"])),
        for_s=_number(told["for_s"]),
        uses=_number(told["uses"]),
        bind=BINDS[BINDS.index(told["bind"])],
        signers=_number(told["signers"]),
        four_eyes=told["four_eyes"] is True,
        fields=_texts(told["fields"]),
        twins=tuple(map(_texts, told["twins"])),
    )
    if not signed:
        return request
    signatures = tuple({name: _text(one[name]) for name in ("key", "signature")} for one in told["signatures"])
    return replace(request, statement=_text(told["statement"]), signatures=signatures)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _number(value: object) -> int:
    if type(value) is not int or not 0 < value <= 100_000:
        raise TypeError
    return value


def _texts(value: Mapping[str, object]) -> dict[str, str]:
    return {_text(name): _text(inner) for name, inner in value.items()}


def _check(request: Request) -> None:
    """Raises ValueError where a document says one thing and binds another: the screen shows what is bound."""
    if not read_name(request.ticket):
        raise ValueError("it has no ticket")
    fields = request.fields
    if json.loads(fields["rules"]) != sorted(request.rules) or fields.get("bind", "exact") != request.bind:
        raise ValueError("its rules are not those that it binds")
    for twin in request.twins:
        if not set(twin) <= OF_TWINS or not _is_same_call(fields, {**fields, **twin}):
            raise ValueError("its second event is another call")
    if not request.signatures:
        return
    told = statement_of(request.statement)
    if told is None or len(request.signatures) > MOST_SIGNATURES:
        raise ValueError("what was signed is no statement of a lift")
    if (told["digest"], told["also"], told["ticket"]) != (request.digest, request.also, request.ticket):
        raise ValueError("what was signed is another call")
    if told["rules"] != sorted(request.rules) or told["bind"] != request.bind or told["uses"] > request.uses:
        raise ValueError("what was signed is for other rules, or for more calls")


def _is_same_call(fields: Mapping[str, str], twin: Mapping[str, str]) -> bool:
    """Whether the second event says nothing that the first one does not."""
    folders, others = json.loads(fields["folder"]), json.loads(twin["folder"])
    if any(one not in folders and one[0] for one in others):
        return False
    if "input" not in fields:
        return True
    first, second = json.loads(fields["input"]), json.loads(twin["input"])
    inputs = first.pop("input"), second.pop("input")
    first.pop("sandbox")
    second.pop("sandbox")
    return bool(first == second and _is_part(inputs[1], inputs[0]))


def _is_part(part: Mapping[str, object], whole: Mapping[str, object]) -> bool:
    return all(name in whole and whole[name] == value for name, value in part.items())
