"""Denies that a person can lift (law 10): which rules let go of which call, and what is left of a decision then.

Loaded only where a rule that says so denies. Where tickets and lifts are kept is asked of `outside`. INVARIANT: a lift
never makes an allow, and never touches a result that is not the deny of a liftable rule that fired.
"""

from __future__ import annotations

from policyhooks.clients.answers import settle
from policyhooks.clients.catalog import specific
from policyhooks.core.lifts import BINDS, LIFTABLE_EVENTS
from policyhooks.core.values import Record, but
from policyhooks.core.verdict import Decision, Lifting
from policyhooks.runtime.engine.action import Action, action_of
from policyhooks.runtime.engine.combine import strongest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from policyhooks.clients.catalog import Row
    from policyhooks.core.event import Event
    from policyhooks.core.verdict import RuleResult
    from policyhooks.runtime.engine.selection import LoadedProgram
    from policyhooks.runtime.ports.outside_world import Outside


class Terms(Record):
    """What all denying rules together allow a lift: the shortest and the fewest."""

    for_s: int = 0
    uses: int = 0
    dynamic: bool = False
    by: str = "user"
    bind: str = "exact"
    signers: int = 1
    four_eyes: bool = False


class Asked(Record):
    """One denied call, as a port for tickets sees it."""

    event: Event
    programs: Sequence[LoadedProgram]
    denied: Sequence[RuleResult]
    terms: Terms

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that deny it."""
        return tuple(sorted({result.rule.id for result in self.denied}))

    @property
    def approvers(self) -> list[Mapping[str, Any]]:
        """Who signs, by the Config of each program that denies: all of them must be content."""
        ranks = {one.rule.rank for one in self.denied}
        found = [program for program in self.programs if program.lifts and program.rank in ranks]
        return [program.index["OPTIONS"].get("approvals", {}) for program in found]  # type: ignore[attr-defined]

    def action(self, installation: str, rules: Sequence[str] = ()) -> Action | None:
        """What a lift of it is bound to; None where it cannot be told."""
        try:
            return action_of(self.event, self.programs, rules or self.rules, installation, self.terms.bind)
        except (TypeError, ValueError):
            return None


def consider(
    event: Event, row: Row | None, results: list[RuleResult], programs: Sequence[LoadedProgram], outside: Outside
) -> tuple[list[RuleResult], Lifting | None]:
    """The results, their denies lifted where a person has done so; and what is to be said or stored of it."""
    denied = [result for result in results if result.effect == "deny"]
    if event.name not in LIFTABLE_EVENTS or not all(map(is_liftable, denied)) or rewrites(results):
        return results, None
    if strongest(lifted_of(results, "")) == "ask" and settle(row, event, Decision(verdict="ask")) == "deny":
        return results, None  # it would be denied nevertheless
    asked = Asked(event=event, programs=programs, denied=denied, terms=terms_of(denied))
    lifting = outside.lift(asked)
    if lifting is not None and lifting.granted:
        return lifted_of(results, lifting.ticket), lifting
    return results, lifting


def is_liftable(result: RuleResult) -> bool:
    """Whether a deny may be lifted at all: of a rule that fired and says so, never of an error or a default."""
    rule = result.rule
    own = rule.kind == "effect" and rule.effect == "deny" and rule.exceptable
    return own and result.outcome == "fired" and rule.lift is not None


def rewrites(results: Sequence[RuleResult]) -> bool:
    """Whether the call would be changed: it is then not the one that a person sees."""
    return any(result.effect == "rewrite" for result in results)


def terms_of(denied: Sequence[RuleResult]) -> Terms:
    """All rules together: the shortest, the fewest, the narrowest, and the strictest of who may."""
    told: list[Mapping[str, object]] = [result.rule.lift or {} for result in denied]
    return Terms(
        by="signer" if any(one["by"] == "signer" for one in told) else "user",
        bind=min([str(one["bind"]) for one in told], key=BINDS.index),
        signers=max([int(str(one.get("signers", 1))) for one in told]),
        four_eyes=any(one.get("four_eyes") is True for one in told),
        for_s=min([int(str(one["for_s"])) for one in told]),
        uses=min([int(str(one["uses"])) for one in told]),
        dynamic=all(one["dynamic"] is True for one in told),
    )


def lifted_of(results: Sequence[RuleResult], ticket: str) -> list[RuleResult]:
    """The results with denies as entries of the journal."""
    why = f"lift {ticket}"
    return [but(one, effect="", why=why) if one.effect == "deny" else one for one in results]


def without_allows(results: Sequence[RuleResult]) -> list[RuleResult]:
    """The results of a lifted call, also those of judges: a lift is no more than "no objection"."""
    return [but(one, effect="", would="allow", why="lifted") if one.effect == "allow" else one for one in results]


def twins_of(asked: Asked, outside: Outside) -> list[Asked]:
    """The same call on the event that the client fires next for it, in every form that it may have."""
    event = asked.event
    native = specific(event.client, event.native, event.name)
    if not native or event.foreign:
        return []
    return [but(asked, event=twin) for twin in outside.following(event, native)]


def explained(decision: Decision, lifting: Lifting) -> Decision:
    """The decision with what was lifted, or with the ticket in its words for the user."""
    if decision.verdict != "deny" or not lifting.words:
        return but(decision, lift=lifting)
    return but(decision, lift=lifting, user=f"{decision.user} {lifting.words}".strip())
