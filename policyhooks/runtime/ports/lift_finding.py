"""Looks for the lift of a denied call, or for a ticket to ask for one. Reads; what it finds is stored by `settle`.

A lift counts for the very call that it was given for: everything is computed anew, and what differs is named.
"""

from __future__ import annotations

from policyhooks.core.values import Record
from policyhooks.core.verdict import Lifting
from policyhooks.runtime.engine.action import LONGEST, Action
from policyhooks.runtime.engine.lifting import twins_of
from policyhooks.runtime.ports import tickets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from policyhooks.runtime.engine.lifting import Asked
    from policyhooks.runtime.ports.outside_world import Outside

    Ticket = Mapping[str, Any]

ASKING = "A person can lift this for one call: policyhooks approve {ticket}"
SIGNING = "Somebody whose key is listed can lift this: policyhooks approvals request {ticket}"


class Search(Record):
    """One event's look at what is kept."""

    state: str = ""
    asked: Asked
    outside: Outside
    otherwise: str = ""  # stands for the id of a call that has none

    @property
    def installation(self) -> str:
        return f"{self.outside.machine} {self.state}"


class Use(Record):
    """How a lift is used up when the answer is given."""

    name: str = ""
    uses: int = 0
    use: str = ""
    twin: bool = False


class Opening(Record):
    """A ticket that is written when the answer is given."""

    name: str = ""
    told: Mapping[str, object] = {}


def find(search: Search, opened: dict[str, str]) -> tuple[Lifting | None, Use | Opening | None]:
    """What became of a denied call. `opened`: tickets by digest that this event has named already. Raises OSError."""
    action = search.asked.action(search.installation)
    if action is None or (action.unknown and not search.asked.terms.dynamic):
        return None, None
    names = tickets.listed(search.state)
    same = differing = ""
    for name, told, lift in known(search, names):
        twin = told["digest"] != action.digest and is_twin(search, told)
        if told["digest"] == action.digest or twin:
            lift = believed(search, told, lift) if lift is not None else None
            use = use_of(search, names, name, lift, twin)
            if use is not None:
                return granted(lift or {}), use
            same = same or (told["ticket"] if lift is None and is_open(told) else "")
        elif lift is not None and tickets.is_free(names, name, lift["uses"], twin=False):
            differing = differing or difference(told, action)
    if same:
        return Lifting(ticket=same, words=asking(search, same), told={"ticket": same}), None
    opening = open_ticket(search, action, names, opened)
    if opening is None:
        return (Lifting(words=differing) if differing else None), None
    ticket = opening.name.partition(".")[2]
    words = f"{differing} {asking(search, ticket)}".strip()
    return Lifting(ticket=ticket, words=words, told={"ticket": ticket}), opening


def asking(search: Search, ticket: str) -> str:
    """What the user is told to do."""
    return (SIGNING if search.asked.terms.by == "signer" else ASKING).format(ticket=ticket)


def believed(search: Search, told: Ticket, lift: Ticket) -> Ticket | None:
    """A lift as far as it can be believed: of what a signer must lift, what was signed and nothing else."""
    if search.asked.terms.by != "signer":
        return lift
    from policyhooks.runtime.ports.signed_finding import signed_lift

    return signed_lift(search.asked, search.installation, str(told["ticket"]), lift)


def known(search: Search, names: list[str]) -> Iterator[tuple[str, Ticket, Ticket | None]]:
    """The tickets of the session that can be read, each with its name and its lift, where that is in force."""
    session, moment = tickets.session_of(search.asked.event), tickets.now()
    secret = tickets.secret_of(search.state) if names else b""
    for owner, ticket in tickets.tickets_in(names):
        name = f"{owner}.{ticket}"
        told = tickets.read(search.state, secret, name) if owner == session else None
        if told is None:
            continue
        lift = tickets.read(search.state, secret, f"{name}.lift")
        if lift is None or is_in_force(lift, told, moment):
            yield name, told, lift


def use_of(search: Search, names: list[str], name: str, lift: Ticket | None, twin: bool) -> Use | None:
    """The use of a lift by this call; None where there is no lift or none of its uses is left."""
    if lift is None:
        return None
    use, uses = tickets.use_of(search.asked.event, search.otherwise), lift["uses"]
    if not tickets.is_free(names, name, uses, twin) and not is_its_use(search.state, name, uses, use):
        return None
    return Use(name=name, uses=uses, use=use, twin=twin)


def is_open(told: Ticket) -> bool:
    return tickets.holds(told, tickets.OPEN_S, tickets.now())


def is_in_force(lift: Ticket, told: Ticket, moment: tickets.Moment) -> bool:
    """Whether a lift is the one of its ticket, and holds now."""
    return lift["digest"] == told["digest"] and tickets.holds(lift, lift["for_s"], moment)


def is_its_use(state: str, name: str, uses: int, use: str) -> bool:
    """Whether a call has used a lift already."""
    return any(tickets.used_by(state, f"{name}.{number}") == use for number in range(1, uses + 1))


def is_twin(search: Search, told: Ticket) -> bool:
    """Whether this is the event that follows the one that the ticket is of, for the same call."""
    if not told["also"] or not set(search.asked.rules) <= set(told["rules"]):
        return False
    action = search.asked.action(search.installation, told["rules"])
    return action is not None and action.digest in told["also"]


def granted(lift: Ticket) -> Lifting:
    told = {"ticket": lift["ticket"], "who": lift["who"], "reason": lift["reason"]}
    return Lifting(ticket=lift["ticket"], granted=True, told=told)


def difference(told: Ticket, action: Action) -> str:
    """Which fields of a call are others than those that were lifted; empty where it is another call altogether."""
    marks = told["marks"]
    others = [name for name, mark in action.marks.items() if marks.get(name) != mark]
    if "tool" in others or "input" in others or len(others) > 3:
        return ""
    return f"The lift {told['ticket']} is for another call: {', '.join(others)} differs."


def open_ticket(search: Search, action: Action, names: list[str], opened: dict[str, str]) -> Opening | None:
    """A new ticket; None where the call cannot be bound or shown, or where there are enough."""
    asked, event = search.asked, search.asked.event
    if not event.session.id:
        return None
    if any(len(action.fields.get(name, "")) > LONGEST for name in ("input", "files", "commands")):
        return None
    if asked.terms.by == "signer" and not can_be_signed(asked):
        return None
    session = tickets.session_of(event)
    open_ones = [
        (owner, ticket) for owner, ticket in tickets.tickets_in(names) if f"{owner}.{ticket}.lift" not in names
    ]
    if len(open_ones) >= tickets.MOST:
        return None
    if len([one for one in open_ones if one[0] == session]) >= tickets.MOST_OF_SESSION:
        return None
    ticket = opened.setdefault(action.digest, "") or tickets.new_name()
    opened[action.digest] = ticket
    return Opening(name=f"{session}.{ticket}", told=told_of(search, action, ticket))


def can_be_signed(asked: Asked) -> bool:
    """Whether every Config that has a say lists somebody."""
    return bool(asked.approvers) and all(table.get("signers") for table in asked.approvers)


def told_of(search: Search, action: Action, ticket: str) -> dict[str, object]:
    """What a ticket holds."""
    asked, moment = search.asked, tickets.now()
    installation = action.fields["installation"]
    twins = [one.action(installation) for one in twins_of(asked, search.outside)]
    # Of a lift for every call, no text that the agent could have chosen is shown.
    messages = {one.rule.id: one.user for one in asked.denied if asked.terms.bind != "rule"}
    approvers = asked.approvers if asked.terms.by == "signer" else []
    return {
        "ticket": ticket,
        "at": moment.wall,
        "steady": moment.steady,
        "digest": action.digest,
        "also": sorted({one.digest for one in twins if one is not None}),
        "marks": action.marks,
        "rules": asked.rules,
        "messages": messages,
        "terms": dict(vars(asked.terms)),
        "unknown": action.unknown,
        "fields": dict(action.fields),
        "twins": [differing(action, one) for one in twins if one is not None] if approvers else [],
        "approvers": approvers,
    }


def differing(action: Action, twin: Action) -> dict[str, str]:
    """The fields in which the same call on its other event is not the same."""
    return {name: value for name, value in twin.fields.items() if action.fields.get(name) != value}


def expired(state: str, secret: bytes, names: list[str]) -> list[str]:
    """Tickets that nobody can use any more."""
    moment = tickets.now()
    gone = []
    for owner, ticket in tickets.tickets_in(names):
        name = f"{owner}.{ticket}"
        told = tickets.read(state, secret, name)
        lasts = tickets.KEPT_S if f"{name}.lift" in names else tickets.OPEN_S
        if told is None or not tickets.holds(told, lasts, moment):
            gone.append(name)
    return gone


def settle(state: str, found: Use | Opening) -> bool:
    """Use a lift, or write a ticket; whether it could be done. Raises OSError and NotStored."""
    if isinstance(found, Use):
        return tickets.spend(state, found.name, found.uses, found.use, found.twin)
    secret = tickets.secret_of(state)
    names = tickets.listed(state)
    for name in expired(state, secret, names):
        tickets.remove(state, names, name)
    tickets.write(state, secret, found.name, found.told)
    return True
